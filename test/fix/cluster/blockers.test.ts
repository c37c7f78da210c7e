import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../../src/catalog/load.js";
import { convertClusterLiteral } from "../../../src/convert/literal.js";
import type { Purpose } from "../../../src/fix/cluster/conversion.js";
import { applyEdits } from "../../../src/fix/text-edits.js";

const { vocabularies } = loadCatalog();

function convert(literal: string, purpose: Purpose = "unknown") {
  const text = `send(${literal});\n`;
  const span = { start: 5, end: 5 + literal.length };
  const converted = convertClusterLiteral({ path: "a.ts", text }, span, { vocabularies, purpose });
  return converted.ok
    ? { blockers: [], doubts: converted.doubts, result: applyEdits(text, converted.edits).slice(5, -3) }
    : { blockers: converted.blockers, doubts: [], result: literal };
}

const AWS = `providerName: "AWS", instanceSizeName: "M10"`;
const WHERE = `${AWS}, regionName: "US_EAST_1"`;
const SCALES = `autoScaling: { diskGBEnabled: true, compute: { enabled: false } }`;
const PATCH = /GET the cluster in the new version, change every region, and PATCH the whole replicationSpecs/;

/** Payloads that cannot be converted without guessing, and a part of the sentence that says what to decide. */
type Case = [what: string, literal: string, sentence: RegExp, purpose?: Purpose];
const BLOCKED: readonly Case[] = [
  ["a PATCH of providerSettings alone", `{ providerSettings: { ${AWS} } }`, PATCH, "modify"],
  ["the same where the purpose is not known", `{ providerSettings: { ${WHERE} } }`, PATCH],
  ["a PATCH of autoScaling alone", `{ autoScaling: { diskGBEnabled: true } }`, PATCH, "modify"],
  ["a PATCH of numShards alone", `{ numShards: 3 }`, PATCH, "modify"],
  [
    "a PATCH of regions alone",
    `{ replicationSpecs: [{ numShards: 1, regionsConfig: { A_B: { electableNodes: 3, priority: 7 } } }] }`,
    /^regionsConfig becomes regionConfigs inside replicationSpecs, .* PATCH the whole replicationSpecs\.$/,
    "modify",
  ],
  [
    "a PATCH that leaves scaling as it is",
    `{ replicationSpecs: [{ numShards: 1, regionsConfig: { A_B: { electableNodes: 3, priority: 7 } } }], providerSettings: { ${AWS} } }`,
    /^autoScaling is left out, so a PATCH did not change it/,
    "modify",
  ],
  [
    "a PATCH that leaves the shards as they are",
    `{ replicationSpecs: [{ regionsConfig: { A_B: { electableNodes: 3, priority: 7 } } }], providerSettings: { ${AWS} }, ${SCALES} }`,
    /numShards is left out, so it did not change/,
    "modify",
  ],
  [
    "legacy backup",
    `{ name, backupEnabled: true, providerSettings: { ${WHERE} } }`,
    /asked for legacy continuous backup/,
  ],
  [
    "a text that is no boolean",
    `{ providerBackupEnabled: "yes" }`,
    /is a text, but backupEnabled has to be true/,
  ],
  ["legacy backup alone", `{ backupEnabled: true }`, /asked for legacy continuous backup/],
  ["legacy backup from elsewhere", `{ name, backupEnabled: backup }`, /asked for legacy continuous backup/],
  [
    "a PATCH that turns legacy backup off",
    `{ backupEnabled: false }`,
    /turned legacy continuous backup off/,
    "modify",
  ],
  [
    "both flags for backup",
    `{ name, backupEnabled: true, providerBackupEnabled: false }`,
    /^The body has backupEnabled and providerBackupEnabled/,
  ],
  [
    "both flags, one from elsewhere",
    `{ name, backupEnabled: backup, providerBackupEnabled: true }`,
    /^The body has backupEnabled and providerBackupEnabled/,
  ],
  ["a spread", `{ ...base, providerBackupEnabled: true }`, /The body has a spread/],
  [
    "a spread of settings",
    `{ name, providerSettings: { ...base, ${WHERE} } }`,
    /^providerSettings has a spread/,
  ],
  ["a computed key", `{ [key]: 1, providerBackupEnabled: true }`, /The body has a computed key/],
  ["an accessor", `{ get providerBackupEnabled() { return true; } }`, /accessor or method/],
  [
    "a computed region beside another one",
    `{ name, providerSettings: { ${AWS} }, replicationSpec: { [region]: { electableNodes: 3 }, A_B: { readOnlyNodes: 1 } } }`,
    /^replicationSpec has a computed key/,
  ],
  [
    "a map from elsewhere",
    `{ name, providerSettings: { ${AWS} }, replicationSpec: regions }`,
    /^replicationSpec comes from elsewhere: convert it where it is created/,
  ],
  [
    "regions from elsewhere",
    `{ name, providerSettings: { ${AWS} }, replicationSpecs: [{ regionsConfig }] }`,
    /regionsConfig comes from elsewhere/,
  ],
  [
    "elements from elsewhere",
    `{ name, providerSettings: { ${AWS} }, replicationSpecs: zones.map(make) }`,
    /^replicationSpecs comes from elsewhere/,
  ],
  [
    "settings from elsewhere",
    `{ name, providerSettings: settings }`,
    /^providerSettings comes from elsewhere/,
  ],
  [
    "scaling from elsewhere",
    `{ name, providerSettings: { ${WHERE} }, autoScaling }`,
    /^autoScaling comes from elsewhere/,
  ],
  [
    "a map that is a list",
    `{ name, providerSettings: { ${AWS} }, replicationSpec: [1] }`,
    /does not have the form/,
  ],
  ["no providerSettings", `{ name, numShards: 1 }`, /providerSettings is not in the body/],
  ["no region", `{ name, providerSettings: { ${AWS} } }`, /regionName is left out/],
  [
    "no provider",
    `{ name, providerSettings: { instanceSizeName: "M10", regionName: "A_B" } }`,
    /providerName is left out/,
  ],
  [
    "no size",
    `{ name, providerSettings: { providerName: "AWS", regionName: "A_B" } }`,
    /instanceSizeName is left out/,
  ],
  [
    "a tenant on nobody's hardware",
    `{ name, providerSettings: { providerName: "TENANT", instanceSizeName: "M0", regionName: "A_B" } }`,
    /backingProviderName is left out/,
  ],
  [
    "disk type P2",
    `{ name, providerSettings: { ${WHERE}, diskTypeName: "P2" } }`,
    /diskTypeName is P2, .* write diskSizeGB/,
  ],
  ["disk type P3", `{ name, providerSettings: { ${WHERE}, diskTypeName: "P3" } }`, /diskTypeName is P3/],
  [
    "a disk type from elsewhere",
    `{ name, providerSettings: { ${WHERE}, diskTypeName: disk } }`,
    /unknown here/,
  ],
  [
    "settings that nobody knows",
    `{ name, providerSettings: { ${WHERE}, oplogSize: 1 } }`,
    /providerSettings.oplogSize is not a known property/,
  ],
  ["a property twice", `{ name, providerSettings: { ${WHERE} }, name: "b" }`, /^name occurs twice/],
  [
    "both kinds of replication",
    `{ name, providerSettings: { ${AWS} }, replicationSpec: {}, replicationSpecs: [] }`,
    /replicationSpecs, which the service refuses/,
  ],
  ["an empty list", `{ name, providerSettings: { ${AWS} }, replicationSpecs: [] }`, /is empty/],
  ["an empty map", `{ name, providerSettings: { ${AWS} }, replicationSpec: {} }`, /no region with nodes/],
  [
    "both forms at once",
    `{ name, providerSettings: { ${AWS} }, replicationSpecs: [{ regionConfigs: [] }] }`,
    /both forms/,
  ],
  [
    "shards for several zones",
    `{ name, clusterType: "GEOSHARDED", numShards: 2, providerSettings: { ${AWS} }, replicationSpecs: [{ regionsConfig: { A_B: { electableNodes: 3, priority: 7 } } }, { regionsConfig: { C_D: { electableNodes: 3, priority: 7 } } }] }`,
    /cannot be divided/,
  ],
  [
    "zones without a type",
    `{ name, providerSettings: { ${AWS} }, replicationSpecs: [{ regionsConfig: { A_B: { electableNodes: 3, priority: 7 } } }, { regionsConfig: { C_D: { electableNodes: 3, priority: 7 } } }] }`,
    /write GEOSHARDED/,
  ],
  [
    "shards that are not known without a type",
    `{ name, numShards, providerSettings: { ${WHERE} } }`,
    /write REPLICASET or SHARDED/,
  ],
  [
    "regions without an order",
    `{ name, providerSettings: { ${AWS} }, replicationSpec: { A_B: { electableNodes: 2 }, C_D: { electableNodes: 1 } } }`,
    /write the order of preference/,
  ],
  [
    "priorities that are not known",
    `{ name, providerSettings: { ${AWS} }, replicationSpec: { A_B: { electableNodes: 2, priority }, C_D: { electableNodes: 1, priority: 6 } } }`,
    /priority is unknown here/,
  ],
  [
    "scaling without a largest size",
    `{ name, autoScaling: { compute: { enabled: true } }, providerSettings: { ${WHERE} } }`,
    /write the largest size/,
  ],
  [
    "scaling down without a smallest size",
    `{ name, autoScaling: { compute: { enabled: true, scaleDownEnabled: true } }, providerSettings: { ${WHERE}, autoScaling: { compute: { maxInstanceSize: "M40" } } } }`,
    /write the smallest size/,
  ],
  [
    "flags that differ",
    `{ name, autoScaling: { compute: { enabled: false } }, providerSettings: { ${WHERE}, autoScaling: { compute: { enabled: true } } } }`,
    /differ: decide which/,
  ],
  [
    "a flag without its twin",
    `{ name, providerSettings: { ${WHERE}, autoScaling: { compute: { enabled: true, maxInstanceSize: "M40" } } } }`,
    /no counterpart/,
  ],
  [
    "a call that is needed twice",
    `{ name, providerSettings: { providerName: "AWS", instanceSizeName: size() }, replicationSpec: { A_B: { electableNodes: 3, readOnlyNodes: 1 } } }`,
    /^providerSettings.instanceSizeName is needed in 2 places, .* put it into a variable first/,
  ],
  [
    "a call that would go away",
    `{ name, providerSettings: { ${WHERE}, encryptEBSVolume: check() } }`,
    /^providerSettings.encryptEBSVolume is removed/,
  ],
  [
    "a comment about what goes away",
    `{ name, providerSettings: { ${WHERE}, /* always */ encryptEBSVolume: true } }`,
    /^A comment is about encryptEBSVolume, which is removed/,
  ],
];

describe("what a person must decide", () => {
  it.each(BLOCKED)("%s", (...[, literal, sentence, purpose]) => {
    const { blockers } = convert(literal, purpose);
    expect(blockers).toContainEqual(expect.stringMatching(sentence));
    for (const blocker of blockers) expect(blocker).toMatch(/^[A-Za-z].*[.]$/);
  });
});

/** Payloads that are converted with a doubt. */
const DOUBTED: readonly Case[] = [
  [
    "shards from elsewhere",
    `{ name, clusterType: "SHARDED", numShards, providerSettings: { ${WHERE} } }`,
    /^numShards is unknown here; if it is undefined, it meant 1/,
  ],
  [
    "nodes from elsewhere",
    `{ name, replicationFactor: nodes, providerSettings: { ${WHERE} } }`,
    /^replicationFactor is unknown here; if it is undefined, it meant 3/,
  ],
  [
    "disk scaling from elsewhere",
    `{ name, autoScaling: { diskGBEnabled: grow }, providerSettings: { ${WHERE} } }`,
    /^autoScaling.diskGBEnabled is unknown here; if it is undefined, the new form may/,
  ],
  [
    "counts that may be 0",
    `{ name, providerSettings: { ${AWS} }, replicationSpec: { A_B: { electableNodes: 3, readOnlyNodes } } }`,
    /if it is 0, readOnlySpecs should be left out/,
  ],
  [
    "a smallest size for a flag that is not known",
    `{ name, autoScaling: { compute: { enabled: true, scaleDownEnabled: down } }, providerSettings: { ${WHERE}, autoScaling: { compute: { minInstanceSize: "M10", maxInstanceSize: "M40" } } } }`,
    /scaleDownEnabled is unknown here/,
  ],
  [
    "a volume of a provider that is not known",
    `{ name, providerSettings: { providerName: cloud, instanceSizeName: "M10", regionName: "A_B", volumeType: "STANDARD" } }`,
    /the provider is unknown here/,
  ],
  [
    "another order of calls",
    `{ providerSettings: { providerName: "AWS", instanceSizeName: size(), regionName: region() }, name }`,
    /evaluated in another order/,
  ],
  [
    "a disk of which nothing is said",
    `{ name, providerSettings: { ${WHERE} } }`,
    /^autoScaling.diskGBEnabled is left out, and the service's documents disagree on its default/,
    "create",
  ],
  [
    "an answer that does not say how many nodes there are",
    `{ id, name, stateName: "IDLE", providerSettings: { ${WHERE} } }`,
    /nodeCount is written with the default of a new cluster, and this looks like a response/,
  ],
  [
    "an answer that does not say how many shards there are",
    `{ id, name, stateName: "IDLE", replicationFactor: 3, providerSettings: { ${WHERE} } }`,
    /numShards is written with the default of a new cluster, and this looks like a response/,
  ],
  [
    "a change that may lose its disk",
    `{ replicationSpecs: [{ numShards: 1, regionsConfig: { A_B: { electableNodes: 3, priority: 7 } } }], providerSettings: { ${AWS} }, ${SCALES} }`,
    /leaves out diskIOPS or volumeType/,
    "modify",
  ],
  [
    "a payload that may be sent by PATCH",
    `{ clusterType: "REPLICASET", replicationSpec: { A_B: { electableNodes: 3 } }, providerSettings: { ${AWS} } }`,
    /If a PATCH sends the body/,
  ],
];

describe("conversions that are probably right", () => {
  it.each(DOUBTED)("%s", (...[, literal, sentence, purpose]) => {
    const { blockers, doubts, result } = convert(literal, purpose);
    expect(blockers).toEqual([]);
    expect(doubts).toContainEqual(expect.stringMatching(sentence));
    expect(result).toContain("regionConfigs");
  });
});

describe("what is converted all the same", () => {
  it.each([
    [
      "a call that is needed once",
      `{ name, ${SCALES}, providerSettings: { providerName: "AWS", instanceSizeName: size(), regionName: "A_B" } }`,
      "instanceSize: size()",
    ],
    [
      "a computed name of the only region",
      `{ name, ${SCALES}, providerSettings: { ${AWS} }, replicationSpec: { [region]: { electableNodes: 3 } } }`,
      "regionName: region",
    ],
    [
      "a call in what is not touched",
      `{ name: make(), tags: [...tags], providerBackupEnabled: backup() }`,
      "backupEnabled: backup()",
    ],
  ])("%s", (_, literal, part) => {
    const { blockers, doubts, result } = convert(literal);
    expect(blockers).toEqual([]);
    expect(doubts).toEqual([]);
    expect(result).toContain(part);
  });
});
