import { readFileSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { v2ready } from "../support/command.js";
import { PROGRAMS, changesIn, programIn, programNames, runProgram, withCopy } from "../support/programs.js";
import { TEST_DAY } from "../support/analyze.js";

/** Programs that move to the default target but not to the newest version, because a person must decide something. */
const DECIDED_BY_PEOPLE: ReadonlyMap<string, RegExp> = new Map([
  ["create-multi-region", /Compute auto-scaling works for each shard/],
  ["hoisted-settings", /The body has a spread: its content is unknown here/],
  ["retrying-client", /diskSizeGB is now in the specs of every region/],
]);

const programs = await Promise.all(
  (await programNames()).map(async (name) => ({ name, ...(await programIn(join(PROGRAMS, name))) })),
);
const moving = programs.filter(({ expect: outcome }) => outcome === "fixed" || outcome === "unsafe");
const scope = ["--target", "newest", "--as-of", TEST_DAY, "."];

describe("programs, fixed for the newest version", () => {
  it("are many", () => {
    expect(moving.filter(({ name }) => !DECIDED_BY_PEOPLE.has(name)).length).toBeGreaterThanOrEqual(25);
  });

  it.each(moving.filter(({ name }) => !DECIDED_BY_PEOPLE.has(name)))(
    "$name",
    async ({ name, ...program }) => {
      await withCopy(name, async (folder) => {
        const flags = program.expect === "fixed" ? [] : ["--unsafe-fixes"];
        await v2ready(["fix", ...flags, ...scope], { cwd: folder });
        const run = await runProgram(folder, { forms: ["v2"] });
        expect([run.status, run.stderr]).toEqual([0, ""]);
        expect(run.stdout).toBe(readFileSync(join(PROGRAMS, name, "expected.txt"), "utf8"));
        const store = join(PROGRAMS, name, "expected-store.json");
        const expected: unknown = existsSync(store) ? JSON.parse(readFileSync(store, "utf8")) : {};
        expect(changesIn(run.store)).toEqual(expected);
        const again = await v2ready(["fix", ...flags, "--allow-dirty", ...scope], { cwd: folder });
        expect(again.stdout).not.toMatch(/^Fixed$|^Fixed [1-9]/m);
      });
    },
  );

  it.each([...DECIDED_BY_PEOPLE])("%s is left as it is, with the reason", async (name, reason) => {
    await withCopy(name, async (folder) => {
      writeFileSync(join(folder, ".gitignore"), "");
      const { stdout } = await v2ready(["fix", ...scope], { cwd: folder });
      expect(stdout.replace(/\s+/g, " ")).toMatch(reason);
      const run = await runProgram(folder, { forms: ["v1.0", "v1.5"] });
      expect(run.stdout).toBe(readFileSync(join(PROGRAMS, name, "expected.txt"), "utf8"));
    });
  });
});
