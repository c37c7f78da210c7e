import { expect, it } from "vitest";
import { v2ready } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

/** Returns how many files `check` follows values into, and the rules of its findings. */
async function checked(files: Readonly<Record<string, string>>) {
  const cwd = sharedTree({ ".git/HEAD": "", ...files });
  const { stdout } = await v2ready(["check", "--format", "json", "--no-cache"], { cwd });
  const { summary, findings } = JSON.parse(stdout) as {
    readonly summary: { readonly files: { readonly followed: number } };
    readonly findings: readonly { readonly ruleId: string }[];
  };
  return { followed: summary.files.followed, rules: findings.map(({ ruleId }) => ruleId) };
}

const USER = `const plan = require("./plan.json");
module.exports = (explain) => explain(plan.serverInfo.host, plan.base);
`;

it("a file of data that only has a connection string does not lead to the code that imports it", async () => {
  const plan = JSON.stringify({ serverInfo: { host: "a-shard-00-01-e06dc.mongodb.net", port: 27017 } });
  expect(await checked({ "plan.json": plan, "explain.js": USER })).toEqual({
    followed: 0,
    rules: ["no-legacy-connection-string"],
  });
  const withBase = JSON.stringify({ base: "https://cloud.mongodb.com/api/atlas/v1.0", ...JSON.parse(plan) });
  expect((await checked({ "plan.json": withBase, "explain.js": USER })).followed).toBe(1);
});
