// npm run kill-test [-- RUNS [SEED]]: kills a change of many files at random moments, as test/hosts/cli/fix-kill does a
// few times in every test run. Checks whether the next start leaves every unit whole or not at all.
import { fileURLToPath } from "node:url";
import { bundle } from "./build.mjs";
import { load } from "./load.mjs";
import { isStale } from "./stale.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
if (isStale()) await bundle();
const { killRuns } = await load('export { killRuns } from "../../test/support/kill.js";');
const [runs = 200, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
console.log(`seed ${seed}`);
const counts = await killRuns({ runs, files: 120, seed, notify: (line) => console.log(line) });
console.log(
  `${runs} runs: ${counts.whole} whole, ${counts.none} not at all, ${counts.torn.length} torn; ` +
    `${counts.interrupted} were killed while they wrote, ${counts.caughtHalfWay} of them with some files changed and others not`,
);
for (const line of counts.torn) console.log(line);
process.exitCode = counts.torn.length === 0 ? 0 : 1;
