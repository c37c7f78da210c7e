import { describe, expect, it } from "vitest";
import {
  expressionsIn,
  type ComponentLanguage,
} from "../../../../src/frontends/javascript/markup/markup-tree.js";
import { readMarkup } from "../../../../src/frontends/javascript/markup/read-markup.js";

/** The code in the markup of a component, as it is written. */
function codeIn(language: ComponentLanguage, text: string): string[] {
  return expressionsIn(readMarkup(language, text)).map(({ start, end }) => text.slice(start, end));
}

describe("the code in the markup of a component", () => {
  it.each<[ComponentLanguage, string, string[]]>([
    [
      "vue",
      "<template><p :title=\"a.b\" v-if='c' @click=d class='e'>{{ f }} {g}</p></template>",
      ["a.b", "c", "d", " f "],
    ],
    [
      "vue",
      "<script>{{ a }}</script><style>{{ b }}</style><docs>{{ c }}</docs><template>{{ d }}</template>",
      [" d "],
    ],
    ["vue", "<template><!-- {{ a }} --><img :src='b'><br/>{{ c > d }}</template>{{ e }}", ["b", " c > d "]],
    ["vue", '<template lang="pug">\np {{ a }}\n</template>', ["\np {{ a }}\n</template>"]],
    [
      "svelte",
      "<p title={a} on:click={() => { b() }} alt=\"x {c} {'}'}\" {d} {...e}>{f}</p>",
      ["a", "() => { b() }", "c", "'}'", "d", "...e", "f"],
    ],
    [
      "svelte",
      "{#each a as b}{/each}{`}${c}`}<style>p { color: red }</style>",
      ["#each a as b", "/each", "`}${c}`"],
    ],
    [
      "astro",
      "<ul>{a.map((b) => <li>{b} don't</li>)}</ul><c-d e=`f ${g}` />",
      ["a.map((b) => <li>{b} don't</li>)", "`f ${g}`"],
    ],
    ["astro", "<>{a}</><!doctype html><script>{b}</script>", ["a"]],
    ["svelte", "<p {a", ["a"]],
    ["vue", '<template><p :a="b', ["b"]],
  ])("of %s: %s", (language, text, code) => {
    expect(codeIn(language, text)).toEqual(code);
  });

  it("is found however deep it stands", () => {
    const depth = 20_000;
    const text = `${"<p>".repeat(depth)}{a}${"</p>".repeat(depth)}{b}`;
    expect(codeIn("svelte", text)).toEqual(["a", "b"]);
  });

  it("is found behind every start of a broken text", () => {
    const text = "<template><p :a=\"b\" {{c}} v-for='d in e'>{{ f }}<script>`</script></p></template>";
    for (const language of ["vue", "svelte", "astro"] as const)
      for (let end = 0; end <= text.length; end++)
        for (const { start, end: last } of expressionsIn(readMarkup(language, text.slice(0, end)))) {
          expect(start).toBeLessThanOrEqual(last);
          expect(last).toBeLessThanOrEqual(end);
        }
  });
});
