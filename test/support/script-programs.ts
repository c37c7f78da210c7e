import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { TEST_DAY } from "./analyze.js";
import { v2ready } from "./command.js";
import { SCRIPTS, changesIn, programIn, runProgram, withCopy, type ProgramRun } from "./programs.js";

/** What programs need, by the first word of their names. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  python: ["python3"],
  ruby: ["ruby"],
  shell: ["bash", "curl", "jq"],
};

/** Programs in Python, Ruby and shell that can run here: their interpreters may be missing. */
export const scripts: readonly string[] = readdirSync(SCRIPTS).filter((name) =>
  NEEDS[name.split("-")[0]!]!.every((command) => spawnSync(command, ["--version"]).status === 0),
);

/**
 * Expects that a program does the same on the versioned form after `fix`, or is left as it works, and that a second
 * `fix` changes nothing.
 */
export async function expectMoved(name: string): Promise<void> {
  await withCopy(
    name,
    async (folder) => {
      const { expect: outcome } = await programIn(folder);
      const texts = (): string[] =>
        readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
      const [original, before] = [texts(), await runProgram(folder, { forms: ["v1.0"] })];
      expectResult(name, before);
      const old = await runProgram(folder, { forms: ["v2"] });
      expect(old.stdout).not.toBe(before.stdout);
      const args = ["fix", "--as-of", TEST_DAY, "--allow-dirty", "."];
      const { stdout, stderr } = await v2ready(args, { cwd: folder });
      expect(stderr.replace(/v2ready: these files are not in git.*\n/, "")).toBe("");
      const fixed = texts();
      if (outcome === "left") {
        expect(stdout).toMatch(/A person must change these|Not applied/);
        expect(fixed).toEqual(original);
        return;
      }
      const after = await runProgram(folder, { forms: ["v2"] });
      expectResult(name, after);
      expect(after.requests.filter(({ form }) => form === "v2").length).toBeGreaterThan(0);
      await v2ready(args, { cwd: folder });
      expect(texts()).toEqual(fixed);
    },
    SCRIPTS,
  );
}

function expectResult(name: string, run: ProgramRun): void {
  expect([run.status, run.stderr]).toEqual([0, ""]);
  expect(run.stdout).toBe(readFileSync(join(SCRIPTS, name, "expected.txt"), "utf8"));
  const store = join(SCRIPTS, name, "expected-store.json");
  const expected: unknown = existsSync(store) ? JSON.parse(readFileSync(store, "utf8")) : {};
  expect(changesIn(run.store)).toEqual(expected);
}
