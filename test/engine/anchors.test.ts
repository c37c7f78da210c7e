import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import { prefilterOf, propertyNamed, segment, strong, weak, type Anchor } from "../../src/engine/anchors.js";
import type { Rule } from "../../src/engine/rule.js";
import { RULES } from "../../rules/index.js";
import { compilePatterns } from "../../src/workspace/search-pattern.js";

const { vocabularies } = loadCatalog();

function prefilter(anchors: readonly Anchor[], withWeak = false): ReturnType<typeof prefilterOf> {
  return prefilterOf([{ meta: { anchors: () => anchors } } as unknown as Rule], vocabularies, withWeak);
}

describe("what anchors let through", () => {
  it.each<[name: string, anchor: Anchor, through: string[], not: string[]]>([
    [
      "all of several strings, wherever they are",
      strong("/groups/", "digest"),
      ["digest(`/groups/1`)", "/groups/ … digest"],
      ["/groups/1", "digest", "Digest /groups/"],
    ],
    [
      "a string with its slashes and dots escaped",
      strong("vnd.atlas/v1.0"),
      ["vnd.atlas/v1.0", String.raw`/vnd\.atlas\/v1\.0/`, String.raw`"vnd\\.atlas\/v1.0"`],
      ["vnd-atlas/v1.0", "vnd.atlas/v1x0"],
    ],
    [
      "a segment that begins or ends where one of a path or a literal does",
      strong(segment("admin/v2")),
      ["/api/admin/v2/groups", '"admin/v2?x"', "${base}admin/v2`", "`/admin/v2`"],
      ["bigtableadmin/v2.1", "/admin/v20", "admin/v2 alone"],
    ],
    [
      "the name of a property",
      strong(propertyNamed("srvAddress")),
      ["cluster.srvAddress;", '"srvAddress": 1', "{ srvAddress }"],
      ["this.srvAddress()", "srvAddresses = []", "_srvAddress = 1"],
    ],
  ])("%s", (_name, anchor, through, not) => {
    const { isCandidate } = prefilter([anchor]);
    expect(through.filter((text) => !isCandidate(text, "a.js"))).toEqual([]);
    expect(not.filter((text) => isCandidate(text, "a.js"))).toEqual([]);
  });

  it("weak ones count when they are asked for", () => {
    const anchors = [weak("autoScaling"), strong("regionsConfig")];
    expect(prefilter(anchors).isCandidate("autoScaling", "a.js")).toBe(false);
    expect(prefilter(anchors, true).isCandidate("autoScaling", "a.js")).toBe(true);
  });
});

describe("the administration base", () => {
  const { isCandidate } = prefilterOf(RULES, vocabularies, false);

  it.each([
    "/api/admin/v1.0/groups",
    String.raw`/https:\/\/host\/api\/admin\/v1\.0/`,
    'const BASE = "/api/admin"; const VERSION = "v1.0";',
    "const url = `${HOST}/api/admin/${VERSION}`; // v1.0",
    "const url = `/api/admin/v${VERSION}`; const VERSION = 1.0;",
    '["api", "admin", "v1.0"].join("/")',
    'const ADMIN = "admin"; const url = `/api/${ADMIN}/v1.0`;',
    "base: /api/admin/\nversion: v1.0\n",
    'const API = "api/admin"; const VERSION = "v2"; const LIST = "groups";',
    "const url = `/api/admin/v${VERSION}/groups`; const VERSION = 2;",
    "const url = `${HOST}/api/admin/${VERSION}/groups`; // v2",
    '["api", "admin", "v2", "groups"].join("/")',
    'const ADMIN = "admin"; const url = `/api/${ADMIN}/v2/groups`;',
    "base: /api/admin/\nversion: v2\nlist: groups\n",
  ])("is found in %s", (text) => {
    expect(isCandidate(text, "a.js")).toBe(true);
    expect(isCandidate(text.replaceAll("admin", "atlas"), "a.js")).toBe(true);
  });

  it.each([
    "// v1.0: the admin may add users",
    'const roles = ["admin", "user"]; // since v1.0',
    "fetch(`https://graph.microsoft.com/v1.0/admin/windows`)",
    'require("./apis/bigtableadmin/v2"); // 1.0 /discovery',
    '@example "/admin/users" in spec/v1.0',
    'const API = "/api/admin"; const VERSION = "v2";',
    'const API = "/api/admin"; const VERSION = "v2beta"; const LIST = "groups";',
    'const roles = ["admin", "api", "groups"]; // since v2',
  ])("is not suspected in %s", (text) => {
    expect(isCandidate(text, "a.js")).toBe(false);
  });
});

it("of a path that no other API has, two pieces are enough", () => {
  const { isCandidate } = prefilterOf(RULES, vocabularies, false);
  expect(isCandidate('const API = "api/atlas"; const VERSION = "v2";', "a.js")).toBe(true);
});

it("every candidate is found by the patterns that the tree is searched for, and they mean the same everywhere", () => {
  const anchors = RULES.flatMap((rule) =>
    vocabularies.flatMap((vocabulary) => rule.meta.anchors(vocabulary)),
  ).filter(({ strength }) => strength === "strong");
  const { patterns } = prefilterOf(RULES, vocabularies, false);
  const isFound = compilePatterns(patterns.map((source) => ({ source })));
  for (const { all } of anchors) {
    const [first] = all;
    const text = typeof first === "string" ? first : `"/${first!.text}" ${first!.text} `;
    expect(isFound(`${text}\n"${text}"`), text).toBe(true);
  }
});
