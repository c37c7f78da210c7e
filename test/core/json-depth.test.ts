import fc from "fast-check";
import { visit } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { isTooDeep, MAX_DEPTH } from "../../src/core/json-depth.js";

describe("isTooDeep", () => {
  it.each([
    { name: "as deep as may be", text: "[".repeat(MAX_DEPTH) + "]".repeat(MAX_DEPTH), expected: false },
    { name: "one deeper", text: "[".repeat(MAX_DEPTH + 1), expected: true },
    { name: "objects and lists in turn", text: '{"a":['.repeat(MAX_DEPTH), expected: true },
    { name: "many side by side", text: `[${"[],{},".repeat(5000)}]`, expected: false },
    { name: "brackets in a string", text: `"${"[".repeat(5000)}"`, expected: false },
    { name: "brackets behind an escaped quote", text: String.raw`"\"${"[".repeat(5000)}"`, expected: false },
    {
      name: "brackets in comments",
      text: `// ${"[".repeat(5000)}\n/* ${"{".repeat(5000)} */ 1`,
      expected: false,
    },
    { name: "a comment that is not closed", text: `/* ${"[".repeat(5000)}`, expected: false },
    { name: "a quote that is not closed on its line", text: `"\n${"[".repeat(5000)}`, expected: true },
    { name: "closing marks of the wrong kind", text: "[},".repeat(5000), expected: true },
    { name: "a slash that starts no comment", text: `/${"[".repeat(5000)}`, expected: true },
  ])("$name", ({ text, expected }) => {
    expect(isTooDeep(text)).toBe(expected);
  });

  it("never lets the parser go deeper than it says, whatever the text", () => {
    const token = fc.constantFrom(
      "[",
      "]",
      "{",
      "}",
      ",",
      ":",
      '"',
      '"a"',
      '"a":',
      "1",
      "\n",
      "\\",
      "//",
      "/*",
      "*/",
      "x",
      " ",
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 60 }), (tokens) => {
        const text = tokens.join("");
        let depth = 0;
        let deepest = 0;
        const enter = () => void (deepest = Math.max(deepest, ++depth));
        const leave = () => void depth--;
        visit(text, { onObjectBegin: enter, onArrayBegin: enter, onObjectEnd: leave, onArrayEnd: leave });
        if (deepest > 0) expect(isTooDeep(text, deepest - 1)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
