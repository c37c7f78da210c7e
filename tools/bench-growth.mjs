// Measures how time and memory grow with the number of relevant files: trees of copies of the fixture projects, one
// process each. Prints a table. Writes only the trees, into a temporary folder that it removes.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const SIZES = [250, 500, 1000, 2000];
const projects = join(root, "fixtures/projects");
const names = readdirSync(projects).filter((name) => !name.endsWith(".txt"));

const build = spawnSync(process.execPath, [join(root, "tools/build.mjs"), "--bundle-only", "--if-stale"], {
  stdio: ["ignore", 2, 2],
});
if (build.status !== 0) process.exit(2);

const folder = mkdtempSync(join(tmpdir(), "v2ready-growth-"));
try {
  copy(0);
  const perCopy = run().report.summary.files.read;
  let copies = 1;
  const rows = [];
  for (const size of SIZES) {
    while (copies * perCopy < size) copy(copies++);
    const { report, milliseconds, peak } = run();
    const { read, parsed, followed } = report.summary.files;
    rows.push([
      read,
      parsed,
      followed,
      report.findings.length,
      milliseconds,
      (milliseconds / read).toFixed(2),
      peak,
    ]);
  }
  console.log("| candidates | parsed | followed | findings | ms | ms / candidate | peak MB |");
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
  console.log(
    `\nOne process; ${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)} at the end.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function copy(index) {
  for (const name of names)
    cpSync(join(projects, name), join(folder, `copy${index}`, name), { recursive: true });
}

function run() {
  const args = [join(root, "dist/cli.js"), "check", "--format", "json", "--stats", "--exit-zero", folder];
  const started = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  const milliseconds = Math.round(performance.now() - started);
  if (status !== 0) throw new Error(stderr);
  return { report: JSON.parse(stdout), milliseconds, peak: Number(/peak\s+(\d+) MB/.exec(stderr)[1]) };
}
