import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../src/report/markdown.js";
import type { RenderOptions } from "../../src/report/index.js";

const resolve = (url: string) => ({ shown: `<${url}>`, address: `https://example.com/${url}` });

function linesOf(page: string, options: RenderOptions = {}): string[] {
  return renderMarkdown(page, { width: 40, ...options }, resolve)
    .trimEnd()
    .split("\n");
}

describe("a page in Markdown on a terminal", () => {
  it("has bold headings, and underlined ones without colours", () => {
    expect(linesOf("# The `rule`\n\n## Why\n\ntext", { color: true })).toEqual([
      "\u001B[1mThe\u001B[22m \u001B[1mrule\u001B[22m",
      "",
      "\u001B[1mWhy\u001B[22m",
      "",
      "text",
    ]);
    expect(linesOf("# Rule\n\n## Why")).toEqual(["Rule", "====", "", "Why", "---"]);
  });

  it("wraps at words, and keeps punctuation with the word before it", () => {
    expect(linesOf("One two three four **five six** seven\neight, and *nine*, `ten eleven`.")).toEqual([
      "One two three four five six seven eight,",
      "and nine, `ten eleven`.",
    ]);
  });

  it("indents and colours code, and does not wrap it", () => {
    const page =
      '```js before\nconst a = "a very long line that a terminal has to cut somewhere";\n\n\tb();\n```';
    expect(linesOf(page)).toEqual([
      "  before:",
      '    const a = "a very long line that a terminal has to cut somewhere";',
      "",
      "      b();",
    ]);
    expect(linesOf("```js\nx();\n```", { color: true })).toEqual(["    \u001B[36mx();\u001B[39m"]);
    expect(linesOf("```diff\n-a\n+b\n```", { color: true })).toEqual([
      "    \u001B[31m-a\u001B[39m",
      "    \u001B[32m+b\u001B[39m",
    ]);
  });

  it("aligns tables, wraps their cells, and lists their rows where there is no room", () => {
    const page =
      "| Name | What it means |\n| --- | --- |\n| `a` | one two three four five six seven |\n| bcd | eight |";
    expect(linesOf(page, { width: 60 })).toEqual([
      "Name  What it means",
      "────  ─────────────────────────────────",
      "`a`   one two three four five six seven",
      "bcd   eight",
    ]);
    expect(linesOf(page)).toEqual([
      "Name  What it means",
      "────  ─────────────────────────────────",
      "`a`   one two three four five six seven",
      "bcd   eight",
    ]);
    const long =
      "| Name | What |\n| --- | --- |\n| aVeryLongNameThatNobodyCanWrap | anotherLongName and more |";
    expect(linesOf(long)).toEqual([
      "- Name: aVeryLongNameThatNobodyCanWrap",
      "  What: anotherLongName and more",
    ]);
  });

  it("nests lists", () => {
    expect(
      linesOf("- one two three four five six seven eight nine\n  - a\n  - b\n- ten\n\n1. x\n2. y"),
    ).toEqual([
      "- one two three four five six seven",
      "  eight nine",
      "  - a",
      "  - b",
      "- ten",
      "",
      "1. x",
      "2. y",
    ]);
  });

  it("has hyperlinks, or the address behind the text", () => {
    expect(linesOf("See [the page](a.md).")).toEqual(["See the page (<a.md>)."]);
    expect(linesOf("See [the page](a.md).", { hyperlinks: true })).toEqual([
      "See \u001B]8;;https://example.com/a.md\u001B\\the\u001B]8;;\u001B\\ \u001B]8;;https://example.com/a.md\u001B\\page\u001B]8;;\u001B\\.",
    ]);
  });

  it("shows nothing of comments, and makes control characters visible", () => {
    expect(linesOf("<!-- generated -->\n\nbell \u0007")).toEqual(["bell ␇"]);
  });

  it("says the same with colours", () => {
    const page = "# A\n\n- b `c`\n\n> quoted";
    const colored = linesOf(page, { color: true }).map(stripVTControlCharacters);
    expect(colored).toEqual(["A", "", "- b c", "", "│ quoted"]);
  });
});
