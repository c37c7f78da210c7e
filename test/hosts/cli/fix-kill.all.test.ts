import { readFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { COMMAND, v2ready } from "../../support/command.js";
import { findInterrupted } from "../../../src/workspace/recovery.js";
import { killRuns } from "../../support/kill.js";
import { discoveryCall, fixed, git, repository } from "../../support/repository.js";

/** `npm run kill-test` kills as often as one likes. */
const RUNS = 10;
const DELAYS = [0, 0, 4, 12, 32];

it("a unit of many files is whole or not at all after a kill and the next start", async () => {
  const { torn, whole, none, interrupted } = await killRuns({ runs: RUNS, files: 60, seed: 7 });
  expect(torn).toEqual([]);
  expect(whole + none).toBe(RUNS);
  // Otherwise nothing was tried.
  expect(interrupted).toBeGreaterThan(0);
});

it("a run of fix that is killed leaves every file old or new, and a second run does the rest", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`f${index}.js`, discoveryCall()]),
  );
  const root = repository(files);
  for (const delay of [300, 600, 900]) {
    const child = spawn(process.execPath, [COMMAND, "fix", "--allow-dirty"], { cwd: root, stdio: "ignore" });
    const end = once(child, "exit");
    await Promise.race([sleep(delay), end]);
    child.kill("SIGKILL");
    await end;
    await v2ready(["fix", "--allow-dirty", "--only", "no-derived-host-name"], { cwd: root });
    for (const name of Object.keys(files))
      expect([discoveryCall(), fixed(discoveryCall())]).toContain(readFileSync(join(root, name), "utf8"));
    expect(findInterrupted(root)).toEqual([]);
    expect(git(root, "status", "--porcelain", "--untracked-files=all")).not.toContain("?? ");
  }
  expect((await v2ready(["fix", "--allow-dirty"], { cwd: root })).status).toBe(0);
  for (const name of Object.keys(files))
    expect(readFileSync(join(root, name), "utf8")).toBe(fixed(discoveryCall()));
});

const UNITS = ["a", "b", "c"];
const CALLERS = 14;

/** Requests that share a base, each in a file of its own: one unit over all of them. */
function sharedBase(unit: string): Record<string, string> {
  const calls = Array.from({ length: CALLERS }, (_, index): [string, string] => [
    `${unit}/call${index}.js`,
    `import { BASE } from "./base.js";\nexport const get = () => fetch(\`\${BASE}/groups/5f1/events\`);\n`,
  ]);
  return {
    [`${unit}/base.js`]: 'export const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";\n',
    ...Object.fromEntries(calls),
  };
}

function contentsOf(root: string, files: Readonly<Record<string, string>>): string[] {
  return Object.keys(files).map((name) => readFileSync(join(root, name), "utf8"));
}

function hasJournal(root: string): boolean {
  return findInterrupted(root).length > 0;
}

it("units of many files that fix is killed at are whole or not at all after the next start", async () => {
  const units = UNITS.map(sharedBase);
  const tree = Object.assign({}, ...units) as Record<string, string>;
  const root = repository(tree);
  const old = units.map((files) => contentsOf(root, files));
  expect((await v2ready(["fix"], { cwd: root })).stdout).toContain(` in ${Object.keys(tree).length} files;`);
  const made = units.map((files) => contentsOf(root, files));
  for (const [index, texts] of made.entries())
    for (const [at, text] of texts.entries()) expect(text).not.toBe(old[index]![at]);
  let interrupted = 0;
  for (const delay of DELAYS) {
    git(root, "checkout", "-q", "--", ".");
    const child = spawn(process.execPath, [COMMAND, "fix"], { cwd: root, stdio: "ignore" });
    const end = once(child, "exit");
    while (child.exitCode === null && !hasJournal(root)) await nextTurn();
    const until = performance.now() + delay;
    while (child.exitCode === null && performance.now() < until) await nextTurn();
    child.kill("SIGKILL");
    await end;
    if (hasJournal(root)) interrupted++;
    await v2ready(["fix", "--only", "no-derived-host-name"], { cwd: root });
    for (const [index, files] of units.entries())
      expect([old[index], made[index]]).toContainEqual(contentsOf(root, files));
    expect(hasJournal(root)).toBe(false);
    expect(git(root, "status", "--porcelain", "--untracked-files=all")).not.toContain("?? ");
  }
  // Otherwise nothing was tried.
  expect(interrupted).toBeGreaterThan(0);
});
