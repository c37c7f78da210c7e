// Checks folders one after the other, and prints of each what was reported and what it cost, one line each. A program that
// takes more memory than this process was given ends it.
import process from "node:process";
import { load } from "../../tools/load.mjs";

const { RULES, check, toJsonReport } = await load(
  `export { RULES } from "../../rules/index.js";
   export { check } from "../../src/runs/check.js";
   export { toJsonReport } from "../../src/report/json.js";`,
  "dist",
);

for (const cwd of process.argv.slice(2)) {
  const started = process.cpuUsage();
  const { report, steps } = await check(RULES, { paths: [], flags: {}, cwd, now: new Date() });
  const { user, system } = process.cpuUsage(started);
  const { findings, problems } = toJsonReport(report);
  const cost = {
    steps: Object.fromEntries(steps.map((file) => [file.path, file.steps])),
    seconds: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
  };
  process.stdout.write(`${JSON.stringify({ findings, problems, cost })}\n`);
}
