import { getNodeValue, findNodeAtLocation } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { yamlTree } from "../../src/workspace/yaml-tree.js";

const valueOf = (tree: Parameters<typeof getNodeValue>[0]): Record<string, unknown> =>
  getNodeValue(tree) as Record<string, unknown>;

const TEXT = `api: &api
  base: https://api.test/v1.0 # where to
  quoted: "a b"
  list: [one, 'two', 3, true, null]
copy: *api
`;

describe("a YAML document as a tree of JSON", () => {
  it("has its values, those of aliases too", () => {
    const api = { base: "https://api.test/v1.0", quoted: "a b", list: ["one", "two", 3, true, null] };
    expect(getNodeValue(yamlTree(TEXT)!)).toEqual({ api, copy: api });
  });

  it.each([
    [["api", "base"], "https://api.test/v1.0"],
    [["api", "quoted"], "a b"],
    [["api", "list", 0], "one"],
    [["api", "list", 1], "two"],
  ])("knows where %j is written", (path, text) => {
    const { offset, length } = findNodeAtLocation(yamlTree(TEXT)!, path)!;
    expect(TEXT.slice(offset + 1, offset + length - 1)).toBe(text);
  });

  it("copies members of `<<`, of several objects from the first that has them, unless an option forbids it", () => {
    const text = `a: &a {x: 1, y: 1}
b: &b {x: 2, z: 2}
one: {<<: *a, y: 3}
several: {y: 3, <<: [*a, *b]}
`;
    const { one, several } = valueOf(yamlTree(text)!);
    expect([one, several]).toEqual([
      { x: 1, y: 3 },
      { x: 1, y: 3, z: 2 },
    ]);
    expect(valueOf(yamlTree("a: &a {x: 1}\nb: {<<: *a}\n", false)!)).toEqual({
      a: { x: 1 },
      b: { "<<": { x: 1 } },
    });
  });

  it.each(["a: [", "", "a: b: c", "a: !join [x, y]"])("is none for %j", (text) => {
    expect(yamlTree(text)).toBeUndefined();
  });

  it("ends for aliases that stand for each other over and over", () => {
    const levels = Array.from(
      { length: 40 },
      (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`,
    );
    expect(yamlTree(`a0: &a0 [x]\n${levels.join("\n")}\n`)).toBeDefined();
  });
});
