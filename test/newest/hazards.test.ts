import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { report, v2ready } from "../support/command.js";
import { TEST_DAY } from "../support/analyze.js";
import { sharedTree } from "../support/tree.js";

const BASE = "https://cloud.mongodb.com/api/atlas";
const URL_OF_ONE = `${BASE}/v2/groups/1/clusters/c0`;

/** A program that reads a cluster at one date, does something with it, and sends a body at another date. */
const program = (read: string, work: string, body: string, sent = read): string => `import axios from "axios";

const url = "${URL_OF_ONE}";
const { data: cluster } = await axios.get(url, { headers: { Accept: "application/vnd.atlas.${read}+json" } });
${work}
await axios.patch(url, ${body}, {
  headers: { Accept: "application/vnd.atlas.${sent}+json", "Content-Type": "application/json" },
});
`;

const create = (date: string, cluster: string): string => `import axios from "axios";

await axios.post("${BASE}/v2/groups/1/clusters", ${cluster}, {
  headers: { Accept: "application/vnd.atlas.${date}+json", "Content-Type": "application/json" },
});
`;

const read = (accept: string, use: string): string => `import axios from "axios";

const { data } = await axios.get("${URL_OF_ONE}", { headers: { Accept: "${accept}" } });
${use}
`;

const RESIZE = `cluster.replicationSpecs[0].regionConfigs[0].electableSpecs.instanceSize = "M30";`;
const REGION = `{ providerName: "AWS", regionName: "US_EAST_1", priority: 7, electableSpecs: { instanceSize: "M30", nodeCount: 3 }, autoScaling: { compute: { enabled: true } } }`;

interface Hazard {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** `main.mjs:6 error no-partial-list` */
  readonly reported: readonly string[];
  /** The safe fixes only: an unsafe one changes the program, and says why. */
  readonly onlySafe?: boolean;
}

const one = (name: string, text: string, ...reported: string[]): Hazard => ({
  name,
  files: { "main.mjs": text },
  reported: reported.map((line) => `main.mjs:${line}`),
});

const HAZARDS: readonly Hazard[] = [
  one(
    "the first shard alone is sent back",
    program("2024-08-05", "", "{ replicationSpecs: [cluster.replicationSpecs[0]] }", "2024-10-23"),
    "6 error no-partial-list",
  ),
  one(
    "a shard is put together from parts of one",
    program(
      "2024-08-05",
      "const [{ zoneName, regionConfigs }] = cluster.replicationSpecs;",
      "{ replicationSpecs: [{ zoneName, regionConfigs }] }",
      "2025-03-12",
    ),
    "6 error no-partial-list",
  ),
  one(
    "the first shard is changed, and all are sent",
    program("2024-08-05", RESIZE, "{ replicationSpecs: cluster.replicationSpecs }", "2024-10-23"),
    "6 error no-partial-list",
  ),
  one(
    "the first shard is changed, and the cluster is sent",
    program("2024-08-05", RESIZE, "cluster", "2024-10-23"),
    "6 error no-partial-list",
  ),
  one(
    "the first zone alone is sent back, and would be a shard",
    program("2023-02-01", "", "{ replicationSpecs: [cluster.replicationSpecs[0]] }"),
    "6 warning no-partial-list",
  ),
  one(
    "the first zone is changed and all are sent, and it would be a shard",
    program("2023-02-01", RESIZE, "{ replicationSpecs: cluster.replicationSpecs }"),
    "6 warning no-partial-list",
  ),
  {
    name: "one program asks for two forms of a cluster and compares ids",
    files: {
      "old.mjs": `import axios from "axios";
const headers = { Accept: "application/vnd.atlas.2023-02-01+json" };
export const get = async () => (await axios.get("${URL_OF_ONE}", { headers })).data;
`,
      "new.mjs": `import axios from "axios";
const headers = { Accept: "application/vnd.atlas.2024-08-05+json" };
export const get = async () => (await axios.get("${URL_OF_ONE}", { headers })).data;
`,
      "main.mjs": `import * as before from "./old.mjs";
import * as after from "./new.mjs";
const [one, other] = [await before.get(), await after.get()];
console.log(one.replicationSpecs[0].id === other.replicationSpecs[0].id);
`,
    },
    reported: ["old.mjs:3 warning no-mixed-versions"],
  },
  one(
    "compute auto-scaling of a sharded cluster becomes per shard",
    create(
      "2023-02-01",
      `{ name: "c0", clusterType: "SHARDED", replicationSpecs: [{ numShards: 2, regionConfigs: [${REGION}] }] }`,
    ),
    "3 info no-repurposed-property",
  ),
  one(
    "compute auto-scaling of a cluster that may be sharded becomes per shard",
    program(
      "2024-08-05",
      "console.log(cluster.name);",
      `{ replicationSpecs: [{ zoneName: "Zone 1", regionConfigs: [${REGION}] }] }`,
    ),
    "6 info no-repurposed-property",
  ),
  {
    ...one(
      "a date that was never released",
      read("application/vnd.atlas.2023-05-05+json", "console.log(data.name);"),
      "3 error no-invalid-version-media-type",
    ),
    onlySafe: true,
  },
  one(
    "a date and everything else",
    read("application/vnd.atlas.2024-08-05+json, */*", "console.log(data.name);"),
    "3 warning no-invalid-version-media-type",
  ),
  {
    name: "the first shard is changed in Python",
    files: {
      "main.py": `import requests

URL = "${URL_OF_ONE}"
HEADERS = {"Accept": "application/vnd.atlas.2024-10-23+json", "Content-Type": "application/json"}
cluster = requests.get(URL, headers=HEADERS).json()
cluster["replicationSpecs"][0]["regionConfigs"][0]["electableSpecs"]["instanceSize"] = "M30"
requests.patch(URL, json={"replicationSpecs": cluster["replicationSpecs"]}, headers=HEADERS)
`,
    },
    reported: ["main.py:7 error no-partial-list"],
  },
];

/** No schema shows these changes, so a fix to the newest version must not skip them. */
describe("what newer versions change although no schema shows it", () => {
  it.each(HAZARDS)("$name", async ({ files, reported, onlySafe = false }) => {
    const cwd = sharedTree({ ".git/HEAD": "", ...files });
    const rules = new Set(reported.map((line) => line.split(" ").at(-1)));
    const { findings } = await report(["--target", "newest", "."], { cwd });
    const found = findings
      .filter(({ ruleId }) => rules.has(ruleId))
      .map(({ path, line, severity, ruleId }) => `${path}:${line} ${severity} ${ruleId}`);
    expect([...new Set(found)]).toEqual(reported);
    const flags = [
      "--allow-dirty",
      "--target",
      "newest",
      "--as-of",
      TEST_DAY,
      ...(onlySafe ? [] : ["--unsafe-fixes"]),
    ];
    await v2ready(["fix", ...flags, "."], { cwd });
    for (const [path, text] of Object.entries(files))
      expect(readFileSync(join(cwd, path), "utf8")).toBe(text);
  });
});
