import { describe, expect, it } from "vitest";
import { SourceText } from "../../../../src/core/source-text.js";
import { javascriptCommentPlace } from "../../../../src/frontends/javascript/editing/comment-place.js";
import { plainCommentPlace } from "../../../../src/frontends/plain/comment-place.js";

/** Returns the text with `#` at the place for a comment about `HERE`. Undefined if there is no such place. */
function placed(path: string, text: string, place = javascriptCommentPlace): string | undefined {
  const source = new SourceText(path, text);
  const found = place(source, text.indexOf("HERE"));
  if (!found) return undefined;
  const { offset, indent, delimiters } = found;
  return `${text.slice(0, offset)}${indent}${delimiters[0]}#${delimiters[1]}\n${text.slice(offset)}`;
}

describe("the place for a comment", () => {
  it.each<[name: string, path: string, text: string, expected: string]>([
    ["above a statement", "a.js", "a();\n  HERE();\n", "a();\n  // #\n  HERE();\n"],
    [
      "above a property that has its line",
      "a.js",
      "f({\n\tx: HERE,\n});\n",
      "f({\n\t// #\n\tx: HERE,\n});\n",
    ],
    ["above the statement where a property has not", "a.js", "f({ x: HERE });\n", "// #\nf({ x: HERE });\n"],
    [
      "above a statement that ends in a template of several lines",
      "a.js",
      "const a = `\n  b\n  ${HERE}\n`;\n",
      "// #\nconst a = `\n  b\n  ${HERE}\n`;\n",
    ],
    [
      "above the statement that elements of markup are in",
      "a.jsx",
      "const a = (\n  <p>\n    HERE\n  </p>\n);\n",
      "// #\nconst a = (\n  <p>\n    HERE\n  </p>\n);\n",
    ],
    [
      "above comments that mean the next line",
      "a.ts",
      "/** doc */\n// eslint-disable-next-line x\n// @ts-ignore\nHERE();\n",
      "/** doc */\n// #\n// eslint-disable-next-line x\n// @ts-ignore\nHERE();\n",
    ],
    [
      "above a member of a type",
      "a.ts",
      "interface A {\n  HERE: string;\n}\n",
      "interface A {\n  // #\n  HERE: string;\n}\n",
    ],
    [
      "in a script of a component",
      "a.vue",
      "<p>1</p>\n<script>\nlet a;\nHERE();\n</script>\n",
      "<p>1</p>\n<script>\nlet a;\n// #\nHERE();\n</script>\n",
    ],
  ])("is %s", (_name, path, text, expected) => {
    expect(placed(path, text)).toBe(expected);
  });

  it.each([
    ["a.js", "a(; HERE"],
    ["a.vue", "<p>HERE</p>\n<script>\na();\n</script>\n"],
  ])("is nowhere in %s: %j", (path, text) => {
    expect(placed(path, text)).toBeUndefined();
  });

  it("is above a setting, in files that go line by line, and nowhere inside of what takes several", () => {
    expect(placed(".env", "A=1\nB=HERE\n", plainCommentPlace)).toBe("A=1\n# #\nB=HERE\n");
    expect(placed("a.ini", "[x]\nb = HERE\n", plainCommentPlace)).toBe("[x]\n# #\nb = HERE\n");
    expect(placed("a.properties", "a=1\\\n  b=HERE\n", plainCommentPlace)).toBeUndefined();
    expect(placed(".env", 'A="1\nB=HERE\n"\n', plainCommentPlace)).toBeUndefined();
    expect(placed("a.yaml", "a: |\n  b: HERE\n", plainCommentPlace)).toBeUndefined();
    expect(placed("a.sh", "cat <<E\nA=HERE\nE\n", plainCommentPlace)).toBeUndefined();
  });
});

it("many comments in one file cost one parse", () => {
  const lines = Array.from({ length: 4000 }, (_, index) => `  f({ a: ${index}, b: [${index}] });`);
  const source = new SourceText("a.ts", `function g() {\n${lines.join("\n")}\n}\n`);
  const offsets = lines.map((_, index) => source.lineStart(index + 2) + 4);
  const from = process.cpuUsage();
  for (const offset of offsets)
    expect(javascriptCommentPlace(source, offset)?.offset).toBe(
      source.lineStart(source.position(offset).line),
    );
  expect(process.cpuUsage(from).user / 1e6).toBeLessThan(20);
});
