// npm test: types, format, generated files, build, lint, tests. Every step runs, whatever the ones before it said, and
// the last line counts what really passed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const bin = (name) => join("node_modules", name);
const folder = mkdtempSync(join(tmpdir(), "v2ready-check-"));
const results = join(folder, "results.json");

const steps = [
  ["types", [bin("typescript/bin/tsc"), "-p", "tsconfig.json"]],
  ["format", [bin("prettier/bin/prettier.cjs"), "--check", "--log-level", "warn", "."]],
  ["generated files", ["tools/generate.mjs", "--check"]],
  ["build", ["tools/build.mjs"]],
  // With our own plugin, so behind the build.
  ["lint", [bin("eslint/bin/eslint.js"), "--max-warnings", "0", "."]],
];

let passed = 0;
let failed = 0;
for (const [name, args] of steps) {
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  console.log(`${status === 0 ? "ok" : "FAILED"}  ${name}`);
  if (status === 0) passed++;
  else failed++;
}

const tests = spawnSync(
  process.execPath,
  [
    bin("vitest/vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results}`,
    ...process.argv.slice(2),
  ],
  { stdio: "inherit" },
);
try {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(results, "utf8"),
  );
  passed += numPassedTests;
  // A test that does not run proves nothing.
  failed += numFailedTests + numPendingTests + numTodoTests;
  if (tests.status !== 0 && numFailedTests === 0) failed++;
} catch {
  failed++;
}
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
