import { readFileSync, readdirSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { COMMAND, v2ready } from "../../support/command.js";
import { killRuns } from "../../support/kill.js";
import { discoveryCall, fixed, git, repository } from "../../support/repository.js";

it("a unit of many files is whole or not at all after a kill and the next start", async () => {
  const { torn, whole, none, interrupted } = await killRuns({ runs: 10, files: 60, seed: 7 });
  expect(torn).toEqual([]);
  expect(whole + none).toBe(10);
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
    await v2ready(["rules"], { cwd: root });
    for (const name of Object.keys(files))
      expect([discoveryCall(), fixed(discoveryCall())]).toContain(readFileSync(join(root, name), "utf8"));
    expect(readdirSync(join(root, ".git")).filter((name) => name.includes("v2ready"))).toEqual([]);
    expect(git(root, "status", "--porcelain", "--untracked-files=all")).not.toContain("?? ");
  }
  expect((await v2ready(["fix", "--allow-dirty"], { cwd: root })).status).toBe(0);
  for (const name of Object.keys(files))
    expect(readFileSync(join(root, name), "utf8")).toBe(fixed(discoveryCall()));
});
