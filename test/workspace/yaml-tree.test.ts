import { getNodeValue, findNodeAtLocation } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { yamlTree } from "../../src/workspace/yaml-tree.js";

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

  it.each(["a: [", "", "a: b: c"])("is none for %j", (text) => {
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
