import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { TEST_DAY } from "../../support/analyze.js";
import { check, v2ready } from "../../support/command.js";
import { repository } from "../../support/repository.js";

it("moves a request, and leaves a read behind what replaces it as it is", async () => {
  const read = "console.log(c.connectionStrings?.standardSrv ?? c.srvAddress);\n";
  const code = `const r = await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters/c");\nconst c = await r.json();\n${read}`;
  const root = repository({ "a.mjs": code });
  await v2ready(["fix", "--unsafe-fixes", "--as-of", TEST_DAY], { cwd: root });
  const fixed = readFileSync(join(root, "a.mjs"), "utf8");
  expect(fixed).toContain("/api/atlas/v2/groups/g/clusters/c");
  expect(fixed.endsWith(read)).toBe(true);
  const { stdout } = await check(["--format", "concise"], { cwd: root });
  expect(stdout).toMatch(/a\.mjs:3:\d+: warning srvAddress is not in cluster responses/);
});
