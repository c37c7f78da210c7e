import { describe, expect, test } from "vitest";
import { compilePatterns } from "../../src/workspace/search-pattern.js";

const matches = (source: string, text: string): boolean => compilePatterns([{ source }])(text);

test("no pattern matches nothing", () => {
  expect(compilePatterns([])("anything")).toBe(false);
});

test.each<[source: string, text: string, expected: boolean]>([
  ["api\\\\{0,2}/atlas", "x api\\/atlas", true],
  ["a|b", "cab", true],
  ["a[^x]*b", "a\nb", false],
  ["a[^x]*b", "a\0b", true],
  ["a[^x]*b", "a\nb\nab", true],
  ["a.b", "a\rb", true],
  ["[\\]\\-^]", "^", true],
  ["\\{x\\}", "{x}", true],
  ["[{}]", "}", true],
])("%s in %j: %s", (source, text, expected) => {
  expect(matches(source, text)).toBe(expected);
});

describe("refuses what the two engines take differently", () => {
  test.each<[source: string, reason: string]>([
    ["(?=a)", "look-around"],
    ["(?<n>a)", "look-around"],
    ["(?i:a)", "look-around"],
    ["^a", "anchors"],
    ["a$", "anchors"],
    ["é", "printable ASCII"],
    ["a\nb", "printable ASCII"],
    ["a\\sb", "\\s does not mean"],
    ["a\\nb", "\\n does not mean"],
    ["\\x0a", "\\x does not mean"],
    ["\\xe9", "\\x does not mean"],
    ["\\u0041", "\\u does not mean"],
    ["\\p{L}", "\\p does not mean"],
    ["[\\b]", "\\b does not mean"],
    ["(a)\\1", "back-references"],
    ["\\<a\\>", "must not be escaped"],
    ["a\\", "ends with a backslash"],
    ["a{", "literal {"],
    ["a{,3}", "literal {"],
    ["a}", "literal }"],
    ["[a[b]]", "nested"],
    ["[a&&b]", "nested"],
    ["[]a]", "empty"],
    ["[^]", "empty"],
  ])("%s", (source, reason) => {
    expect(() => compilePatterns([{ source: "fine" }, { source }])).toThrow(RangeError);
    expect(() => compilePatterns([{ source }])).toThrow(reason);
  });

  test.each(["(a", "a)", "[a", "*a"])("what does not compile: %s", (source) => {
    expect(() => compilePatterns([{ source }])).toThrow(SyntaxError);
  });
});
