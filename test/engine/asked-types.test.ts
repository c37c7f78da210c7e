import { expect, it } from "vitest";
import { RULES } from "../../rules/index.js";
import { check } from "../../src/runs/check.js";
import { sharedTree } from "../support/tree.js";

const CLIENT = `const headers = { Accept: "application/vnd.atlas.2023-02-01+json" };
export const list = () => fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters", { headers });
`;

/** Returns whether `check` asks the TypeScript compiler about code. */
async function asksTypes(code: string): Promise<boolean> {
  const cwd = sharedTree({ "tsconfig.json": "{}", "size.ts": CLIENT + code });
  const asked: string[] = [];
  await check(RULES, {
    ...{ paths: [], flags: {}, cwd, now: new Date("2026-06-01") },
    progress: {
      show: () => undefined,
      say: (what) => asked.push(what),
      at: (what) => asked.push(what),
      clear: () => undefined,
    },
  });
  return asked.some((what) => what.includes("TypeScript"));
}

it("asks the compiler about a read that a rule reports", async () => {
  const read = `interface Size { clusterType: string; stateName: string; srvAddress: string }
export const show = (cluster: Size) => [cluster.clusterType, cluster.stateName, cluster.srvAddress];
`;
  expect(await asksTypes(read)).toBe(true);
});

it("does not ask about what no rule reports", async () => {
  const write = `interface Size { replicationSpecs: string[]; clusterType: string; mongoDBVersion: string }
export function sized(name: string, value: string): Size {
  return { replicationSpecs: [name], clusterType: "REPLICASET", mongoDBVersion: value };
}
`;
  expect(await asksTypes(write)).toBe(false);
});
