import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../../src/fix/text-edits.js";
import { ModuleEditor } from "../../../../src/frontends/javascript/editing/module-editor.js";
import { editCases, edited, unmark } from "./edit-cases.js";

const OUTSIDE = "refused: the place is not inside of a string";
const BEYOND = "refused: the place reaches beyond the quotes of the string";
const ESCAPE = "refused: the place begins or ends in the middle of an escape sequence";

describe("text in a string", () => {
  editCases(
    (editor, [place]) => editor.replaceText(place!, "v2"),
    [
      ["in double quotes", `f("https://x/api/atlas/⟦v1.0⟧/groups");`, `f("https://x/api/atlas/v2/groups");`],
      ["in single quotes", `f('⟦v1.0⟧');`, `f('v2');`],
      ["behind an escape", `f("\\u{1F600}\\n\\"⟦v1.0⟧");`, `f("\\u{1F600}\\n\\"v2");`],
      ["written with an escape", `f("⟦\\x761.0⟧");`, `f("v2");`],
      ["in a template", "f(`😀${a}/⟦v1.0⟧/${b}`);", "f(`😀${a}/v2/${b}`);"],
      ["before a hole", "f(`⟦v1.0⟧${b}`);", "f(`v2${b}`);"],
      ["in a template with a tag", "f(html`⟦v1.0⟧${b}`);", "f(html`v2${b}`);"],
      ["in an attribute", `f(<a href="⟦v1.0⟧" />);`, `f(<a href="v2" />);`],
      ["in markup", `f(<a>⟦v1.0⟧</a>);`, `f(<a>v2</a>);`],
      ["in a key", `f({ "⟦v1.0⟧": 1 });`, `f({ "v2": 1 });`],
      ["in a type", `type A = "⟦v1.0⟧";`, `type A = "v2";`],
      ["in a type with holes", "type A = `⟦v1.0⟧/${string}`;", "type A = `v2/${string}`;"],
      ["in the name of a module", `import a from "./⟦v1.0⟧.js";`, `import a from "./v2.js";`],
      ["with its quotes", `f(⟦"v1.0"⟧);`, BEYOND],
      [
        "with the delimiters of a hole",
        "f(`v1.0⟦${⟧a}`);",
        "refused: the place reaches beyond the text of the template",
      ],
      ["over a hole", "f(`v1.⟦0${a}x⟧`);", OUTSIDE],
      ["over two strings", `f("v1.⟦0" + "x⟧");`, OUTSIDE],
      ["from the middle of an escape", `f("\\⟦n1.0⟧");`, ESCAPE],
      ["into the middle of an escape", `f("⟦v1.0\\u{1⟧F600}");`, ESCAPE],
      [
        "in half a character",
        `f("\ud83d⟦\ude00⟧");`,
        "refused: the place begins or ends in the middle of a character",
      ],
      ["in a name", `⟦v1⟧();`, OUTSIDE],
      ["in a comment", `f(); // ⟦v1.0⟧`, OUTSIDE],
      ["in a regular expression", `f(/⟦v1⟧/);`, OUTSIDE],
      ["in a number", `f(⟦1⟧.0);`, OUTSIDE],
      ["in a directive", `"use ⟦strict⟧";`, "refused: the place is in a directive"],
    ],
    "file.tsx",
    { again: "stable" },
  );
});

describe("text that has to be escaped", () => {
  const all = "\"'`\\${a}\n<&😀";
  editCases(
    (editor, [place]) => editor.replaceText(place!, all),
    [
      ["in double quotes", `f("a⟦b⟧c");`, `f("a\\"'\`\\\\\${a}\\n<&😀c");`],
      ["in single quotes", `f('a⟦b⟧c');`, `f('a"\\'\`\\\\\${a}\\n<&😀c');`],
      [
        "in a template with a tag",
        "f(a`⟦b⟧c`);",
        "refused: the template has a tag, which may see the escape sequences",
      ],
      ["in markup", "f(<a>⟦b⟧</a>);", "refused: a line break in markup is not a line break on the page"],
    ],
    "file.tsx",
    { again: "stable" },
  );

  const evaluate = (code: string): unknown => new Function(`return ${code}`)();
  it.each([
    ['("a⟦b⟧c")', "'\"`\\${a}\r\n\u2028😀"],
    ["('a⟦b⟧c')", "'\"`\\${a}\r\n\u2028😀"],
    ["`a⟦b⟧c`", "'\"`\\${a}\r\n\u2028😀"],
    ["`$⟦b⟧c`", "{a}"],
    ["`⟦b⟧{c}`", "$"],
    ["`⟦b⟧${1}`", "$"],
    ["`⟦b⟧{c}`", "\\$"],
  ])("in %s means what it is to mean", (marked, text) => {
    const { text: code } = unmark("a.js", marked);
    const output = edited("a.js", marked, (editor, [place]) => editor.replaceText(place!, text), "stable");
    expect(evaluate(output)).toBe(String(evaluate(code)).replace("b", () => text));
  });

  it("in an attribute has the entities of markup, for its quotes and ampersands alone", () => {
    const make = (marked: string) =>
      edited("a.jsx", marked, (editor, [place]) => editor.replaceText(place!, `"'&<{`), "stable");
    expect(make(`f(<a b="⟦x⟧" />);`)).toBe(`f(<a b="&quot;'&amp;<{" />);`);
    expect(make(`f(<a b='⟦x⟧' />);`)).toBe(`f(<a b='"&#39;&amp;<{' />);`);
    expect(make(`f(<a>⟦x⟧</a>);`)).toBe(`f(<a>"'&amp;&lt;&#123;</a>);`);
  });

  it("does not make an escape sequence with the text before", () => {
    const make = (text: string) =>
      edited("a.cjs", `f("\\0⟦b⟧");`, (editor, [place]) => editor.replaceText(place!, text), "stable");
    expect(make("c")).toBe(`f("\\0c");`);
    expect(make("1")).toBe("refused: the place follows an escape sequence that would swallow a digit");
  });
});

it("several places on a line and in a template are replaced together", () => {
  const { text, places } = unmark("a.js", "f('😀/⟦v1.0⟧', `${a}/⟦v1.0⟧/${b}/é/⟦v1.0⟧`, \"⟦v1.0⟧\");");
  const editor = ModuleEditor.open("a.js", text) as ModuleEditor;
  const edits = places.flatMap((place) => {
    const result = editor.replaceText(place, "v2");
    return "refused" in result ? [] : result;
  });
  expect(applyEdits(text, edits)).toBe("f('😀/v2', `${a}/v2/${b}/é/v2`, \"v2\");");
});

describe("a component", () => {
  const ask = (path: string, marked: string, text = "v2") =>
    edited(path, marked, (editor, [place]) => editor.replaceText(place!, text), "stable");

  it("is edited in its scripts, in the fences of Astro as well, and nowhere else", () => {
    expect(ask("a.svelte", `<p>😀</p>\n<script>\nf("⟦v1.0⟧");\n</script>`)).toBe(
      `<p>😀</p>\n<script>\nf("v2");\n</script>`,
    );
    expect(ask("a.astro", `---\nf("⟦v1.0⟧");\n---\n<p>v1.0</p>`)).toBe(`---\nf("v2");\n---\n<p>v1.0</p>`);
    expect(ask("a.vue", `<p>⟦v1.0⟧</p><script>f("v1.0");</script>`)).toBe(
      "refused: the place is outside of the scripts that parse",
    );
  });

  it("is edited script by script where its scripts do not parse as one", () => {
    const { text, places } = unmark(
      "a.vue",
      `<script>\nconst x = "⟦v1.0⟧";\n</script>\n<script>\nconst x = "⟦v1.0⟧";\nlet = (;\n</script>`,
    );
    const editor = ModuleEditor.open("a.vue", text) as ModuleEditor;
    const [first, second] = places.map((place) => editor.replaceText(place, "v2"));
    expect(first).toEqual([{ ...places[0]!, text: "v2" }]);
    expect(second).toEqual({ refused: "the place is outside of the scripts that parse" });
  });

  it("gets nothing that would end its script", () => {
    expect(ask("a.vue", `<script>\nf("⟦a⟧");\n</script>`, "</script>")).toBe(
      "refused: the text would end the script that contains it",
    );
  });
});

describe("a file", () => {
  it("that does not parse has no editor", () => {
    expect(ModuleEditor.open("a.js", "f(")).toEqual({
      refused: expect.stringContaining("the file does not parse: ") as string,
    });
    expect(ModuleEditor.open("a.vue", "<p></p>")).toEqual({ refused: "the file has no scripts" });
  });

  it("is edited at its own places alone", () => {
    const editor = ModuleEditor.open("a.js", `f("v1.0");`) as ModuleEditor;
    expect(editor.replaceText({ path: "b.js", start: 3, end: 7 }, "v2")).toEqual({
      refused: "the place is in another file",
    });
    expect(editor.replaceText({ path: "a.js", start: 3, end: 70 }, "v2")).toEqual({
      refused: "the place is not in the file",
    });
  });
});
