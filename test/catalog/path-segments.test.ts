import { describe, expect, it } from "vitest";
import { isKnownResource, pathSegments, distinctiveSegment } from "../../src/catalog/matchers/endpoints.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { HOLE_MARK } from "../../src/facts/text.js";

describe("pathSegments", () => {
  const cases: readonly (readonly [path: string, segments: readonly string[]])[] = [
    ["", []],
    ["/", []],
    ["?pretty=true", []],
    ["/groups/1/clusters", ["groups", "1", "clusters"]],
    ["groups//1/", ["groups", "", "1"]],
    ["/groups/1/clusters?pretty=true&a=/b", ["groups", "1", "clusters"]],
    ["/groups/1#top", ["groups", "1"]],
    [String.raw`\/groups\/1\/clusters`, ["groups", "1", "clusters"]],
    ['/groups/${id ?? "a/b"}/clusters?x', ["groups", '${id ?? "a/b"}', "clusters"]],
    ["/groups/${a ? `x/${b}` : c}/clusters", ["groups", "${a ? `x/${b}` : c}", "clusters"]],
    ["/groups/#{group}/clusters", ["groups", "#{group}", "clusters"]],
    ["/groups/{GROUP-ID}/clusters/%s", ["groups", "{GROUP-ID}", "clusters", "%s"]],
    [`/groups/${HOLE_MARK}/clusters${HOLE_MARK}`, ["groups", HOLE_MARK, `clusters${HOLE_MARK}`]],
    ["/groups/${unfinished/clusters?x", ["groups", "${unfinished/clusters?x"]],
    ["/a}/b", ["a}", "b"]],
  ];
  it.each(cases)("%s", (path, segments) => {
    const found = pathSegments(path);
    expect(found.map(({ text }) => text)).toEqual(segments);
    for (const { text, start } of found) expect(path.slice(start, start + text.length)).toBe(text);
  });
});

describe("tellingSegment", () => {
  const sources = ["x"];
  const cases = [
    { path: "/groups/{G}/whitelist/{E}/status", replacement: "/groups/{G}/accessList/{E}/status", word: 2 },
    {
      path: "/groups/{G}/dataLakes/{T}/queryLogs.gz",
      replacement: "/groups/{G}/dataFederation/{T}/queryLogs.gz",
      word: 2,
    },
    {
      path: "/groups/{G}/privateEndpoint",
      replacement: "/groups/{G}/privateEndpoint/endpointService",
      word: 2,
    },
    { path: "/users/{U}/whitelist/{I}", word: 2 },
  ];
  it.each(cases)("$path", ({ word, ...gone }) => {
    expect(distinctiveSegment({ ...gone, note: "", sources })).toBe(word);
  });

  it("is a word of every gone endpoint of the catalog", () => {
    const all = loadCatalog().vocabularies.flatMap(({ goneEndpoints }) => goneEndpoints);
    expect(all.length).toBeGreaterThan(0);
    for (const gone of all)
      expect(pathSegments(gone.path)[distinctiveSegment(gone)]?.text).toMatch(/^[a-z]/i);
  });
});

describe("isKnownResource", () => {
  const vocabulary = loadCatalog().vocabularies.find(({ name }) => name === "atlas")!;
  const cases: readonly (readonly [path: string, known: boolean])[] = [
    ["", false],
    ["/", false],
    ["?pretty=true", false],
    ["/groups/1/clusters?pretty=true", true],
    ['/groups/${id ?? "x"}/clusters/${name}?pretty=true', true],
    [String.raw`\/groups\/1\/clusters`, true],
    ["/groups/1/whitelist", true],
    ["/users/5", true],
    ["/products/5", false],
  ];
  it.each(cases)("%s", (path, known) => {
    expect(isKnownResource(vocabulary, path)).toBe(known);
  });
});
