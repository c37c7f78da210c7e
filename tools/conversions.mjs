// npm run conversions [-- BODIES [SEED]]: converts generated bodies of the unversioned form, also to the newest
// version directly and by way of 2023-02-01. Asks the service double whether they still mean the same, as
// test/fix/cluster does in every test run with fewer of them.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const TESTS = ["service", "shards"].map((name) => `test/fix/cluster/${name}.test.ts`);
const [bodies = "20000", seed = "1"] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", ...TESTS, "--testTimeout=3600000"],
  { stdio: "inherit", env: { ...process.env, V2READY_BODIES: bodies, V2READY_SEED: seed } },
);
process.exitCode = status ?? 1;
