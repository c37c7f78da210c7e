// npm test: format, lint, build, types, generated files, tests. Every step runs, whatever the ones before it said, and
// the last line counts what really passed. With --all, also what takes long: see "Tests" in
// CONTRIBUTING.md. Other arguments go to vitest.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { countResults } from "./test-results.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const bin = (name) => join("node_modules", name);
const folder = mkdtempSync(join(tmpdir(), "v2ready-check-"));
const results = join(folder, "results.json");
const args = process.argv.slice(2).filter((arg) => arg !== "--all");
const env = { ...process.env, V2READY_TEST_ALL: process.argv.includes("--all") ? "1" : "" };

let passed = 0;
let failed = 0;

/** Runs a step, and shows what it printed when it ends. */
async function step(name, command) {
  const started = performance.now();
  const { status, output } = await run(command, "pipe");
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(`${output}${status === 0 ? "ok" : "FAILED"}  ${name}, ${seconds} s\n`);
  if (status === 0) passed++;
  else failed++;
}

function run(command, stdio) {
  return new Promise((done) => {
    const child = spawn(process.execPath, command, { stdio: ["ignore", stdio, stdio], env });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", (error) => done({ status: null, output: `${error.message}\n` }));
    child.on("close", (status) => done({ status, output }));
  });
}

async function tests() {
  const { status } = await run(
    [
      bin("vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${results}`,
      ...args,
    ],
    "inherit",
  );
  try {
    const tests = countResults(JSON.parse(readFileSync(results, "utf8")));
    passed += tests.passed;
    failed += tests.failed;
    if (status !== 0 && tests.failed === 0) failed++;
    for (const line of tests.notRun) console.log(`not run: ${line}`);
  } catch {
    failed++;
  }
}

await step("format", [bin("oxfmt/bin/oxfmt"), "--check", "."]);
await step("lint", [bin("oxlint/bin/oxlint"), "--deny-warnings", "."]);
await step("build", ["tools/build.mjs", "--bundle-only"]);
// With our own plugin, so behind the build.
const ownLint = step("lint with our own plugin", [bin("eslint/bin/eslint.js"), "--max-warnings", "0", "."]);
await step("types", ["tools/types.mjs"]);
await step("generated files", ["tools/generate.mjs", "--check"]);
await ownLint;
await tests();
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
