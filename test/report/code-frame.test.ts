import { describe, expect, it } from "vitest";

import { codeFrame } from "../../src/report/code-frame.js";
import { finding } from "./report-builder.js";

const PLAIN = { width: 80, gutter: (text: string) => text, mark: (text: string) => text };

function frameOf(source: string, piece: string, path = "a.js"): string {
  return `\n${codeFrame(finding({ at: { path, source }, piece }), PLAIN).lines.join("\n")}\n`;
}

describe("codeFrame", () => {
  it("marks a span inside a line", () => {
    expect(frameOf("let a;\nget(BASE);\n", "BASE")).toBe(`
  2 | get(BASE);
    |     ^^^^
`);
  });

  it("marks every line of a span of several lines, without indentation", () => {
    expect(frameOf("a\n  get(\n\n    b,  \n", "get(\n\n    b")).toBe(`
  2 |   get(
    |   ^^^^
  3 |
  4 |     b,
    |     ^
`);
  });

  it("counts the lines that the excerpt does not hold", () => {
    expect(frameOf("f(\n1,\n2,\n3,\n4)\n", "f(\n1,\n2,\n3,\n4)")).toContain("    | and 2 more lines\n");
    expect(frameOf("f(\n1,\n2,\n3)\n", "f(\n1,\n2,\n3)")).toContain("    | and 1 more line\n");
  });

  it("does not count a last line of which nothing is meant", () => {
    expect(frameOf("f(\n1,\n2)\nrest\n", "f(\n1,\n2)\n")).not.toContain("more line");
  });

  it("is the same for CRLF as for LF, and for a byte-order mark as without", () => {
    const lines = ["let a;", 'get("😀", BASE,', "  2);", ""];
    const piece = (lineBreak: string) => `BASE,${lineBreak}  2`;
    const expected = frameOf(lines.join("\n"), piece("\n"));
    expect(frameOf(lines.join("\r\n"), piece("\r\n"))).toBe(expected);
    expect(frameOf(`\uFEFF${lines.join("\n")}`, piece("\n"))).toBe(expected);
  });

  it("aligns the gutter where the numbers grow longer", () => {
    expect(frameOf(`${"\n".repeat(8)}f(\n1)\n`, "f(\n1)")).toBe(`
   9 | f(
     | ^^
  10 | 1)
     | ^^
`);
  });

  it("keeps inside the width with its gutter", () => {
    const source = `${"x".repeat(500)}BASE${"y".repeat(500)}\n`;
    const { lines } = codeFrame(finding({ at: { path: "a.js", source }, piece: "BASE" }), {
      ...PLAIN,
      width: 50,
    });
    expect(lines.map((line) => line.length <= 50)).toEqual([true, true]);
    const [code, marks] = lines as [string, string];
    expect(code.slice(marks.indexOf("^"), marks.lastIndexOf("^") + 1)).toBe("BASE");
  });

  it("has no lines without an excerpt", () => {
    const withoutExcerpt = { ...finding({ at: { path: "a.js", source: "x\n" }, piece: "x" }), excerpt: [] };
    expect(codeFrame(withoutExcerpt, PLAIN).lines).toEqual([]);
  });

  it("leaves room for notes whose mark is below the bar", () => {
    const { lines, margin } = codeFrame(finding({ at: { path: "a.js", source: "x\n" }, piece: "x" }), PLAIN);
    expect(margin.length).toBe(lines[0]!.indexOf("|"));
  });
});
