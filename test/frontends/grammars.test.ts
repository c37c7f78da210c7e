import type { Node } from "web-tree-sitter";
import { describe, expect, it, vi } from "vitest";
import { loadParser, type GrammarName } from "../../src/frontends/tree-sitter/grammars.js";
import { parseText } from "../../src/frontends/tree-sitter/parse.js";
import type { SyntaxNode } from "../../src/frontends/tree-sitter/syntax-node.js";

/** A line of each language, and a node that its tree has. */
const SAMPLES: readonly (readonly [GrammarName, string, string])[] = [
  ["bash", 'curl -s "$URL"\n', "command"],
  ["c-sharp", 'class A { string b = "c"; }', "class_declaration"],
  ["go", "package a\nvar b = 1\n", "var_declaration"],
  ["java", "class A { int b = 1; }", "class_declaration"],
  ["kotlin", "class A { val b = 1 }", "class_declaration"],
  ["php", "<?php $a = 1;", "assignment_expression"],
  ["powershell", "$a = 1\n", "assignment_expression"],
  ["python", "a = f(b)\n", "assignment"],
  ["ruby", "a = b(1)\n", "assignment"],
  ["rust", "fn a() { b(1); }", "function_item"],
];

type Copy = readonly [
  type: string,
  isNamed: boolean,
  isMissing: boolean,
  field: string,
  start: number,
  end: number,
];

/** Describes a tree of the parser, in the order of the text. */
function nodesOf(node: Node, field = ""): Copy[] {
  const { type, isNamed, isMissing, startIndex, endIndex } = node;
  return [
    [type, isNamed, isMissing, field, startIndex, endIndex],
    ...node.children.flatMap((child, index) => nodesOf(child, node.fieldNameForChild(index) ?? "")),
  ];
}

/** Describes a copied tree in the same way. */
function copiesOf(node: SyntaxNode): Copy[] {
  const { type, isNamed, isMissing, fieldName, start, end } = node;
  expect(node.children.every(({ parent }) => parent === node)).toBe(true);
  return [[type, isNamed, isMissing, fieldName, start, end], ...node.children.flatMap(copiesOf)];
}

describe("grammars of the package", () => {
  it.each(SAMPLES)("parses %s", async (grammar, text, type) => {
    const parsed = parseText(await loadParser(grammar), text);
    expect(parsed.ok && [...parsed.root.walk()].map((node) => node.type)).toContain(type);
    expect(parsed.ok && parsed.errors).toEqual([]);
  });

  it.each([...SAMPLES, ["python", "def f(:\n  return [1,\n", "ERROR"] as const])(
    "gives the nodes of the parser for %s, and parses a text once",
    async (grammar, sample) => {
      const parser = await loadParser(grammar);
      const text = `${sample}\n${sample}`;
      const parse = vi.spyOn(parser, "parse");
      const [first, second] = [parseText(parser, text), parseText(parser, text)];
      expect(parse).toHaveBeenCalledTimes(1);
      parse.mockRestore();
      const tree = parser.parse(text)!;
      const expected = nodesOf(tree.rootNode);
      tree.delete();
      for (const parsed of [first, second]) {
        const root = parsed.ok ? parsed.root : undefined;
        expect(root && copiesOf(root)).toEqual(expected);
      }
      expect(first.ok && second.ok && first.root === second.root).toBe(false);
    },
  );

  it("counts offsets in UTF-16 code units", async () => {
    const parsed = parseText(await loadParser("python"), '# 😀\nb = "c"\n');
    const string = parsed.ok ? [...parsed.root.walk()].find(({ type }) => type === "string") : undefined;
    expect(string?.text).toBe('"c"');
  });

  it.each([
    ["an open bracket 20,000 times", "(".repeat(20_000)],
    ["lists in each other", "[".repeat(5000) + "]".repeat(5000)],
    ["too long a text", "a\n".repeat(1_000_001)],
  ])("ends with a reason or a tree for %s", async (_title, text) => {
    const parsed = parseText(await loadParser("python"), text);
    if (!parsed.ok) expect(parsed.message).toMatch(/searched as plain text$/);
    else expect(parsed.errors.length).toBeGreaterThan(0);
  });

  // The parser reads the rest of such a text again for each of its tokens.
  it.each<[GrammarName, string]>([
    ["python", "x = 1 " + "\\\n".repeat(20_000)],
    ["bash", "a() ".repeat(10_000)],
  ])(
    "gives a small %s text up that takes too much work, and parses the next",
    async (grammar, text) => {
      const parser = await loadParser(grammar);
      expect(parseText(parser, text)).toMatchObject({
        ok: false,
        message: "too many ways to parse it, searched as plain text",
      });
      for (const [other, sample, type] of SAMPLES) {
        const parsed = parseText(await loadParser(other), sample);
        expect(parsed.ok && [...parsed.root.walk()].map((node) => node.type)).toContain(type);
        expect(parsed.ok && parsed.errors).toEqual([]);
      }
    },
    60_000,
  );

  it("parses texts after others for which the memory is not enough as before them", async () => {
    const texts = SAMPLES.map(([name, sample]) => [name, `${sample}\n`.repeat(500)] as const);
    // The trees of texts that were parsed before are kept: a space more makes another text.
    let end = "";
    const trees = async (): Promise<string[]> => {
      const result = [];
      end += " ";
      for (const [name, text] of texts) {
        const parsed = parseText(await loadParser(name), text + end);
        const nodes = parsed.ok ? [...parsed.root.walk()] : [];
        result.push(`${name}: ${nodes.length} ${nodes.filter(({ isError }) => isError).length}`);
      }
      return result;
    };
    const before = await trees();
    // Each of them ends the runtime. After all of them, no parser worked any longer.
    const hostile: readonly [GrammarName, string][] = [
      ["java", "x => ".repeat(3600)],
      ["bash", "a | ".repeat(10_000)],
      ["java", "x => ".repeat(8000)],
    ];
    for (const [name, text] of hostile) {
      expect(parseText(await loadParser(name), text)).toEqual({
        ok: false,
        kind: "too-large",
        message: "parsing it takes too much memory, searched as plain text",
      });
      expect(await trees()).toEqual(before);
    }
  }, 60_000);

  it("does not divide a character between two pieces of a text", async () => {
    const names = Array.from({ length: 600 }, (_, index) => `${"x".repeat(index % 7)}𝒳${index} = 1\n`).join(
      "",
    );
    const parsed = parseText(await loadParser("python"), names);
    expect(parsed.ok && parsed.errors).toEqual([]);
  });
});
