import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/a";
const TYPE = "application/vnd.atlas.2023-02-01+json";

const cwd = sharedTree({
  ".git/HEAD": "",
  "compared.js": `const response = await fetch("${URL}", { headers: { Accept: "${TYPE}" } });
const cluster = await response.json();
export const isMain = cluster.replicationSpecs[0].id === process.env.MAIN;
`,
  "stored.js": `import { writeFileSync } from "node:fs";
const response = await fetch("${URL}", { headers: { Accept: "${TYPE}" } });
const { replicationSpecs } = await response.json();
for (const spec of replicationSpecs) writeFileSync(spec.zoneName, spec.id);
`,
  "sent.py": `import requests
cluster = requests.get("${URL}", headers={"Accept": "${TYPE}"}).json()
requests.post("https://inventory.example.org/zones", json={"zone": cluster["replicationSpecs"][0]["id"]})
`,
  "counted.js": `const response = await fetch("${URL}", { headers: { Accept: "${TYPE}" } });
const cluster = await response.json();
export const shards = cluster.replicationSpecs[0].numShards;
export const zones = cluster.replicationSpecs.length;
`,
  "other.js": `const response = await fetch("${URL}", { headers: { Accept: "${TYPE}" } });
const cluster = await response.json();
export const own = [cluster.id, cluster.labels[0].id, { replicationSpecs: [{ id: "1" }] }.replicationSpecs[0].id];
`,
});

const CHANGED = ["no-repurposed-property", "no-removed-property"];

/** `3:43 replicationSpecs[].id` for each finding about a property, with its advice. */
async function readsIn(
  file: string,
  target: string,
): Promise<{ readonly place: string; readonly advice?: string }[]> {
  const { findings } = await report(["--target", target, file], { cwd });
  return findings
    .filter(({ ruleId, property }) => CHANGED.includes(ruleId) && property !== "replicationSpecs")
    .map(({ line, column, property, advice }) => ({
      place: `${line}:${column} ${property}`,
      ...(advice === undefined ? {} : { advice }),
    }));
}

describe("reads of what a shard changes", () => {
  it.each([
    ["compared", "compared.js", "3:51 replicationSpecs[].id"],
    ["stored", "stored.js", "4:72 replicationSpecs[].id"],
    ["sent", "sent.py", "3:99 replicationSpecs[].id"],
  ])("an id of an element that is %s is a finding with zoneId as its successor", async (_, file, place) => {
    expect(await readsIn(file, "newest")).toEqual([
      { place, advice: expect.stringContaining("read zoneId instead of it for the zone") as string },
    ]);
    expect(await readsIn(file, "2023-02-01")).toEqual([]);
  });

  it("numShards is a count of elements", async () => {
    expect(await readsIn("counted.js", "newest")).toEqual([
      {
        place: "3:51 replicationSpecs[].numShards",
        advice:
          "From 2024-08-05 on, count the elements of replicationSpecs with the same zoneId: each is a shard.",
      },
    ]);
  });

  it("the number of elements is one of shards", async () => {
    const { findings } = await report(["--target", "newest", "counted.js"], { cwd });
    const length = findings.find(({ line, property }) => line === 4 && property === "replicationSpecs");
    expect(length?.advice).toContain("The number of elements is then the number of shards");
  });

  it("other ids are not reported", async () => {
    expect(await readsIn("other.js", "newest")).toEqual([]);
  });
});
