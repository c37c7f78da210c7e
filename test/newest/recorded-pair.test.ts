import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import { convertClusterJson } from "../../src/convert/json.js";
import { applyEdits } from "../../src/fix/text-edits.js";
import { GROUP_ID, startServiceDouble, type ServiceDouble } from "../../src/service-double/index.js";
import { TEST_DAY } from "../support/analyze.js";
import { withDigest } from "../support/digest-client.js";

/**
 * One sharded cluster with two shards in one zone, which was read from the public service at both versions within
 * seconds (REC in the catalog's sources).
 */
const RECORDED = {
  "2023-02-01": { elements: 1, numShards: [2], rootDisk: 30, disks: [undefined] },
  "2024-08-05": { elements: 2, numShards: [undefined, undefined], rootDisk: undefined, disks: [30, 30] },
} as const;

interface Answer {
  readonly diskSizeGB?: number;
  readonly replicationSpecs: readonly {
    readonly id: string;
    readonly zoneId: string;
    readonly numShards?: number;
    readonly regionConfigs: readonly { readonly electableSpecs: { readonly diskSizeGB?: number } }[];
  }[];
}

function shapeOf({ diskSizeGB, replicationSpecs }: Answer) {
  return {
    elements: replicationSpecs.length,
    numShards: replicationSpecs.map(({ numShards }) => numShards),
    rootDisk: diskSizeGB,
    disks: replicationSpecs.map(({ regionConfigs }) => regionConfigs[0]!.electableSpecs.diskSizeGB),
  };
}

const NEW_CLUSTER = {
  ...{ name: "recorded", clusterType: "SHARDED", diskSizeGB: 30 },
  replicationSpecs: [
    {
      ...{ numShards: 2, zoneName: "Zone 1" },
      regionConfigs: [
        {
          ...{ providerName: "AWS", regionName: "US_EAST_1", priority: 7 },
          electableSpecs: { instanceSize: "M30", nodeCount: 3 },
        },
      ],
    },
  ],
};

describe("the recorded pair", () => {
  let double: ServiceDouble;
  const answers = new Map<string, Answer>();

  beforeAll(async () => {
    double = await startServiceDouble({
      catalog: loadCatalog(),
      asOf: TEST_DAY,
      credentials: {
        ...{ publicKey: "public", privateKey: "private", token: "a-token" },
        discovery: { user: "scraper", password: "metrics" },
      },
    });
    const path = `/api/atlas/v2/groups/${GROUP_ID}/clusters`;
    const headers = (date: string) => ({
      ...{ accept: `application/vnd.atlas.${date}+json`, "content-type": "application/json" },
    });
    const sent = { method: "POST", headers: headers("2023-02-01"), body: JSON.stringify(NEW_CLUSTER) };
    expect((await withDigest(double, path, sent)).status).toBe(201);
    for (const date of Object.keys(RECORDED)) {
      const { body } = await withDigest(double, `${path}/recorded`, { headers: headers(date) });
      answers.set(date, body as unknown as Answer);
    }
  });
  afterAll(() => double.close());

  it.each(Object.entries(RECORDED))("is what the double answers at %s", (date, recorded) => {
    expect(shapeOf(answers.get(date)!)).toEqual(recorded);
  });

  it("shares no id of an element, and both elements are in one zone", () => {
    const specsAt = (date: string) => answers.get(date)!.replicationSpecs;
    const newer = specsAt("2024-08-05");
    expect(newer.map(({ id }) => id)).not.toContain(specsAt("2023-02-01")[0]!.id);
    expect(new Set(newer.map(({ zoneId }) => zoneId)).size).toBe(1);
  });

  it("is what convert makes of the older body", () => {
    const text = JSON.stringify(NEW_CLUSTER);
    const { vocabularies } = loadCatalog();
    const converted = convertClusterJson(text, {
      ...{ vocabularies, purpose: "create", from: "2023-02-01", to: "2024-08-05" },
    });
    if (!converted.ok) throw new Error(JSON.stringify(converted));
    const edits = converted.edits.map((edit) => ({ path: "body.json", ...edit }));
    expect(shapeOf(JSON.parse(applyEdits(text, edits)) as Answer)).toEqual(RECORDED["2024-08-05"]);
  });
});
