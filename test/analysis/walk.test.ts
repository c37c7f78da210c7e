import type { Node } from "@oxc-project/types";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { walk } from "../../src/analysis/walk.js";

const { program } = parseSync("a.js", "f(a, [b, c]); class D { e() { return g; } }", {
  astType: "ts",
  range: true,
});

/** Names in the order of a walk, each with the type of the node above it. */
function names(root: Node, stopsAt?: Node["type"]): string[] {
  const found: string[] = [];
  walk(root, (node, parent) => {
    if (node.type === stopsAt) return false;
    if (node.type === "Identifier") found.push(`${node.name} in ${String(parent?.type)}`);
    return undefined;
  });
  return found;
}

const ALL = [
  "f in CallExpression",
  "a in CallExpression",
  "b in ArrayExpression",
  "c in ArrayExpression",
  "D in ClassDeclaration",
  "e in MethodDefinition",
  "g in ReturnStatement",
];

describe("a walk", () => {
  it("sees every node in source order with the one above, however often the tree is walked", () => {
    expect(names(program)).toEqual(ALL);
    expect(names(program)).toEqual(ALL);
  });

  it("continues after nodes that are not entered", () => {
    expect(names(program, "ArrayExpression")).toEqual(ALL.filter((name) => !name.includes("Array")));
    expect(names(program, "Program")).toEqual([]);
  });

  it("of a part of a tree stays in it", () => {
    expect(names(program.body[0]!)).toEqual(ALL.slice(0, 4));
  });
});
