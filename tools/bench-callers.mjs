// Measures check on programs that call the API, in Python and in shell: processor time, peak memory and findings, one
// process each. Prints a table. Writes only the programs, into a temporary folder that it removes.
//   node tools/bench-callers.mjs [NUMBER OF FILES]
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pythonCallers } from "./python-callers.mjs";
import { shellCallers } from "./shell-callers.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const count = Number(process.argv[2] ?? 1000);

const build = spawnSync(process.execPath, [join(root, "tools/build.mjs"), "--bundle-only", "--if-stale"], {
  stdio: ["ignore", 2, 2],
});
if (build.status !== 0) process.exit(2);

console.log("| language | files | findings | steps | user s | peak MB |");
console.log("| --- | --- | --- | --- | --- | --- |");
for (const [language, make] of Object.entries({ python: pythonCallers, shell: shellCallers })) {
  const folder = mkdtempSync(join(tmpdir(), "v2ready-callers-"));
  try {
    const files = make(count);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { findings, steps, seconds, peak } = run(folder);
    console.log(`| ${language} | ${files.size} | ${findings} | ${steps} | ${seconds} | ${peak} |`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`\n${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)} at the end.`);

function run(folder) {
  const args = [
    join(root, "dist/cli.js"),
    "check",
    "--format",
    "json",
    "--stats",
    "--exit-zero",
    "--no-cache",
  ];
  const { stdout, stderr, status } = spawnSync(
    "/usr/bin/time",
    ["-f", "user %U", process.execPath, ...args, folder],
    {
      encoding: "utf8",
      maxBuffer: 1 << 30,
    },
  );
  if (status !== 0) throw new Error(stderr);
  return {
    findings: JSON.parse(stdout).findings.length,
    steps: Number(/^steps\s+(\d+)/m.exec(stderr)[1]),
    seconds: Number(/user ([\d.]+)/.exec(stderr)[1]),
    peak: Number(/peak\s+(\d+) MB/.exec(stderr)[1]),
  };
}
