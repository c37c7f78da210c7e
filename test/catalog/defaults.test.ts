import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkCatalog } from "../../src/catalog/check.js";
import { BUILT_IN_CATALOG, loadCatalog } from "../../src/catalog/load.js";
import { fitSchema } from "../../src/catalog/validate.js";
import { leavesOf, type Payload, type PayloadLeaf } from "../../src/facts/payload.js";
import type { Purpose } from "../../src/fix/cluster/conversion.js";
import { convertClusterTree } from "../../src/fix/cluster/convert-cluster.js";
import { readJsonPayloads } from "../../src/frontends/json/editing/read-payload.js";
import { legacyBodies } from "../fix/cluster/legacy-bodies.js";

const { vocabularies } = loadCatalog();
const { defaults, sources } = BUILT_IN_CATALOG;

describe.each(defaults)("the default $id", ({ id, value, reason, sources: cited }) => {
  it("cites where it comes from", () => {
    expect(cited.length).toBeGreaterThan(0);
    for (const source of cited) {
      expect(Object.keys(sources)).toContain(source);
      // A value that the service documents, and not the specification, which states none.
      expect(source).not.toMatch(/^spec:/);
    }
    expect(reason).toMatch(/\.$/);
  });

  it("is refused without a source", () => {
    const bare = {
      ...BUILT_IN_CATALOG,
      defaults: defaults.map((one) => (one.id === id ? { ...one, sources: [] } : one)),
    };
    const index = defaults.findIndex((one) => one.id === id);
    expect(checkCatalog(bare)).toEqual([
      { path: `defaults[${index}].sources`, problem: "a default needs a source" },
    ]);
    expect(fitSchema(bare, "catalog").map(({ path }) => path)).toContain(`defaults[${index}].sources`);
  });

  it("is a doubt where it has no value", () => {
    const isWritten = value !== undefined;
    expect(/documents disagree/.test(reason)).toBe(!isWritten);
  });
});

it("what a conversion writes of its own is in the table, under the path that the table names", () => {
  const known = new Set(defaults.map(({ path, value }) => `${path} ${String(value)}`));
  const written = new Set<string>();
  fc.assert(
    fc.property(
      legacyBodies("mongoDBVersion", "mongoURI"),
      fc.constantFrom<Purpose>("create", "modify", "unknown"),
      (body, purpose) => {
        const read = readJsonPayloads(JSON.stringify(body));
        if (!read.ok) throw new Error(read.message);
        const { root } = read.documents[0]!;
        const converted = convertClusterTree(root, { vocabularies, purpose });
        if (!converted.ok) return;
        const before = new Set(leavesOf(root));
        for (const { path, leaf } of placedLeaves(converted.payload, ""))
          if (!before.has(leaf) && !(leaf.kind === "text" && isName(root, leaf.value)))
            written.add(`${path} ${"value" in leaf ? String(leaf.value) : leaf.kind}`);
      },
    ),
    { numRuns: 500, seed: 20230201 },
  );
  expect([...written].filter((one) => !known.has(one))).toEqual([]);
  // Sizes of disks have a test of their own; these are what a generated body leaves out.
  expect(written.size).toBeGreaterThanOrEqual(5);
});

function placedLeaves(payload: Payload, path: string): { path: string; leaf: PayloadLeaf }[] {
  if (payload.kind === "list") return payload.items.flatMap((item) => placedLeaves(item, `${path}[]`));
  if (payload.kind !== "object") return [{ path, leaf: payload }];
  return payload.entries.flatMap((entry) =>
    entry.kind === "member"
      ? placedLeaves(entry.value, path === "" ? entry.key : `${path}.${entry.key}`)
      : [],
  );
}

/** Names of regions were keys before. */
function isName(root: Payload, name: string): boolean {
  if (root.kind === "list") return root.items.some((item) => isName(item, name));
  if (root.kind !== "object") return false;
  return root.entries.some(
    (entry) =>
      (entry.kind === "member" && entry.key === name) ||
      (entry.value !== undefined && isName(entry.value, name)),
  );
}
