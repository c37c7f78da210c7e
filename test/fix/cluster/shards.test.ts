import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../../src/catalog/load.js";
import { convertClusterJson } from "../../../src/convert/json.js";
import { convertClusterLiteral } from "../../../src/convert/literal.js";
import { convertClusterValue, type JsonData } from "../../../src/convert/value.js";
import type { Purpose } from "../../../src/fix/cluster/conversion.js";
import { applyEdits } from "../../../src/fix/text-edits.js";
import { acceptClusterBody } from "../../../src/validation/accept.js";
import type { Cluster } from "../../../src/validation/cluster.js";
import { changes, legacyBodies } from "./legacy-bodies.js";

/** `npm run conversions` runs 10,000 and more. */
const BODIES = Number(process.env["V2READY_BODIES"] ?? 300);
const SEED = Number(process.env["V2READY_SEED"] ?? 20241023);
const { vocabularies } = loadCatalog();

const VERSIONED = "2023-02-01";
const NEWEST = "2024-10-23";

function convert(value: JsonData, purpose: Purpose, to: string, from?: string) {
  return convertClusterValue(value, { vocabularies, purpose, to, ...(from ? { from } : {}) });
}

/** A conversion of a literal in code: the result, or what a person must decide. */
function literal(written: string, purpose: Purpose = "create", to = NEWEST) {
  const text = `send(${written});\n`;
  const span = { start: 5, end: 5 + written.length };
  const converted = convertClusterLiteral({ path: "a.ts", text }, span, { vocabularies, purpose, to });
  return converted.ok
    ? { result: applyEdits(text, converted.edits).slice(5, -3), doubts: converted.doubts }
    : { blockers: converted.blockers };
}

describe.each(vocabularies)("with the names of $name", (vocabulary) => {
  const { words } = vocabulary;
  const named = (name: string): string => words.properties[name] ?? name;
  const accept = (version: string, body: unknown, current?: Cluster) =>
    acceptClusterBody(version, body, { vocabulary, ...(current ? { current } : {}) });
  const bodies = legacyBodies(named("dbVersion"), named("dbURI"));
  const valid = bodies.filter((body) => accept("v1.0", body).ok);
  const runs = { numRuns: BODIES, seed: SEED };

  it("a body goes to the newest shape directly as it goes by way of 2023-02-01, for the same cluster", () => {
    let same = 0;
    fc.assert(
      fc.property(valid, fc.constantFrom("2024-08-05", NEWEST), (body, to) => {
        const first = convert(body, "create", VERSIONED);
        if (!first.ok) throw new Error(first.blockers.join("\n"));
        const second = convert(first.value, "create", to, VERSIONED);
        const direct = convert(body, "create", to);
        if (!second.ok || !direct.ok) {
          // A person decides the same in both cases.
          expect(direct.ok).toBe(second.ok);
          const open = direct.ok ? [] : direct.blockers;
          for (const one of open) expect(one).toMatch(/^Compute auto-scaling|zoneName is left out/);
          return;
        }
        same++;
        expect(direct.value).toEqual(second.value);
        expect(accept(to, direct.value)).toEqual(accept("v1.0", body));
      }),
      runs,
    );
    expect(same).toBeGreaterThan(BODIES / 2);
  });

  it("a change goes there directly as it goes in two steps, and leaves any cluster as it would have been", () => {
    let same = 0;
    fc.assert(
      fc.property(valid, changes(bodies), (first, change) => {
        const current = accept("v1.0", first);
        if (!current.ok) throw new Error("not valid");
        const before = accept("v1.0", change, current.cluster);
        fc.pre(before.ok);
        const stop = convert(change, "modify", VERSIONED);
        const second = stop.ok ? convert(stop.value, "modify", NEWEST, VERSIONED) : stop;
        const direct = convert(change, "modify", NEWEST);
        expect(direct.ok).toBe(second.ok);
        if (!direct.ok || !second.ok) return;
        same++;
        expect(direct.value).toEqual(second.value);
        if (direct.doubts.length === 0) expect(accept(NEWEST, direct.value, current.cluster)).toEqual(before);
      }),
      { ...runs, maxSkipsPerRun: 10_000 },
    );
    expect(same).toBeGreaterThan(BODIES / 10);
  });

  it("what has the newest shape stays as it is, and a text says what the value says", () => {
    fc.assert(
      fc.property(valid, fc.constantFrom(undefined, 2, "\t"), (body, indentation) => {
        const converted = convert(body, "create", NEWEST);
        fc.pre(converted.ok);
        const again = convert(converted.value, "create", NEWEST, VERSIONED);
        expect(again).toEqual({ ok: true, value: converted.value, decisions: [], doubts: [] });
        const text = JSON.stringify(body, null, indentation);
        const rewritten = convertClusterJson(text, { vocabularies, purpose: "create", to: NEWEST });
        if (!rewritten.ok) throw new Error("the text is not converted");
        const edits = rewritten.edits.map((edit) => ({ path: "", ...edit }));
        expect(JSON.parse(applyEdits(text, edits))).toEqual(converted.value);
      }),
      { ...runs, maxSkipsPerRun: 10_000 },
    );
  });
});

const REGION = `{ providerName: "AWS", regionName: "US_EAST_1", priority: 7, electableSpecs: { instanceSize: "M30", nodeCount: 3 } }`;

describe("a body in code", () => {
  it("repeats a zone for each of its shards, and gives each specs object the disk", () => {
    const { result } = literal(
      `{ name, clusterType: "SHARDED", diskSizeGB: size, replicationSpecs: [{ id, numShards: 2, zoneName: "a", regionConfigs: [${REGION}] }] }`,
    );
    const shard = `{ zoneName: "a", regionConfigs: [{ providerName: "AWS", regionName: "US_EAST_1", priority: 7, electableSpecs: { instanceSize: "M30", nodeCount: 3, diskSizeGB: size } }] }`;
    expect(result).toBe(`{ name, clusterType: "SHARDED", replicationSpecs: [${shard}, ${shard}] }`);
  });

  it("is edited in place where a zone has one shard", () => {
    const { result } = literal(
      `{\n  name,\n  // large enough\n  diskSizeGB: 40,\n  clusterType: "REPLICASET",\n  replicationSpecs: [\n    {\n      numShards: 1,\n      regionConfigs: [${REGION}], // one region\n    },\n  ],\n}`,
    );
    expect(result).toContain("// large enough");
    expect(result).toContain("// one region");
    expect(result).toContain("diskSizeGB: 40 }");
    expect(result).not.toContain("numShards");
  });

  it("leaves the disk of a tenant out", () => {
    const { result } = literal(
      `{ name, clusterType: "REPLICASET", diskSizeGB: 2, replicationSpecs: [{ numShards: 1, regionConfigs: [{ providerName: "TENANT", backingProviderName: "AWS", regionName: "US_EAST_1", priority: 7, electableSpecs: { instanceSize: "M2" } }] }] }`,
    );
    expect(result).not.toContain("diskSizeGB");
  });

  it("takes a disk of null out, which said nothing", () => {
    expect(literal("{ diskSizeGB: null, paused: true }", "modify").result).toBe("{ paused: true }");
  });

  it.each<[what: string, body: string, purpose: Purpose, sentence: RegExp]>([
    [
      "a PATCH of the disk alone",
      `{ diskSizeGB: 40 }`,
      "modify",
      /^diskSizeGB is now in the specs of every region/,
    ],
    [
      "a PATCH of several shards",
      `{ replicationSpecs: [{ numShards: 2, regionConfigs: [${REGION}] }] }`,
      "modify",
      /numShards is 2, and a PATCH names each shard now/,
    ],
    [
      "a number of shards from elsewhere",
      `{ name, clusterType: "SHARDED", replicationSpecs: [{ numShards: count, regionConfigs: [${REGION}] }] }`,
      "create",
      /numShards is unknown here: repeat the element in the code/,
    ],
    [
      "zones without names",
      `{ name, clusterType: "GEOSHARDED", replicationSpecs: [{ numShards: 1, regionConfigs: [${REGION}] }, { numShards: 1, regionConfigs: [${REGION}] }] }`,
      "create",
      /zoneName is left out, and elements without it are shards of one zone now/,
    ],
    [
      "scaling of a cluster that may have shards",
      `{ replicationSpecs: [{ numShards: 1, regionConfigs: [{ ...{}, autoScaling: { compute: { enabled: true } } }] }] }`,
      "modify",
      /^Compute auto-scaling works for each shard from 2024-10-23 on/,
    ],
    [
      "a list from elsewhere",
      `{ name, diskSizeGB: 40, replicationSpecs: zones }`,
      "create",
      /^replicationSpecs comes from elsewhere/,
    ],
    [
      "an expression that must not be written twice",
      `{ name, clusterType: "SHARDED", replicationSpecs: [{ numShards: 2, zoneName: next(), regionConfigs: [${REGION}] }] }`,
      "create",
      /must not be evaluated more than once/,
    ],
  ])("stops at %s", (_what, body, purpose, sentence) => {
    expect(literal(body, purpose).blockers).toContainEqual(expect.stringMatching(sentence));
  });

  it("is not held against per-shard scaling by a version before it, nor where it is a replica set", () => {
    const scaled = REGION.replace("priority", "autoScaling: { compute: { enabled: true } }, priority");
    const body = (type: string) =>
      `{ name, clusterType: "${type}", replicationSpecs: [{ numShards: 1, regionConfigs: [${scaled}] }] }`;
    expect(literal(body("SHARDED"), "create", "2024-08-05").blockers).toBeUndefined();
    expect(literal(body("REPLICASET")).blockers).toBeUndefined();
    expect(literal(body("SHARDED")).blockers).toHaveLength(1);
  });
});

describe("an answer", () => {
  it("has an element for each shard, and no ids of zones", () => {
    const answer = {
      ...{ stateName: "IDLE", name: "orders", clusterType: "SHARDED", diskSizeGB: 30 },
      replicationSpecs: [
        {
          ...{ id: "a", zoneId: "z", numShards: 2, zoneName: "Zone 1" },
          regionConfigs: [
            { providerName: "AWS", electableSpecs: { nodeCount: 3 }, readOnlySpecs: { nodeCount: 0 } },
          ],
        },
      ],
    };
    const shard = {
      ...{ zoneId: "z", zoneName: "Zone 1" },
      regionConfigs: [
        {
          providerName: "AWS",
          electableSpecs: { nodeCount: 3, diskSizeGB: 30 },
          readOnlySpecs: { nodeCount: 0, diskSizeGB: 30 },
        },
      ],
    };
    const converted = convert(answer, "unknown", "2024-08-05", VERSIONED);
    expect(converted).toMatchObject({
      ok: true,
      value: { stateName: "IDLE", name: "orders", clusterType: "SHARDED", replicationSpecs: [shard, shard] },
    });
  });
});
