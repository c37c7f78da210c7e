import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { v2ready } from "../support/command.js";
import { PROGRAMS, changesIn, programIn, programNames, runProgram, withCopy } from "../support/programs.js";
import { TEST_DAY } from "../support/analyze.js";

/**
 * Programs that a fix moves to the first version but not to the newest one, because a person must decide something.
 */
const DECIDED_BY_PEOPLE: ReadonlyMap<string, RegExp> = new Map([
  ["create-multi-region", /Compute auto-scaling works for each shard/],
  ["hoisted-settings", /The body has a spread: its content is unknown here/],
  ["retrying-client", /diskSizeGB is now in the specs of every region/],
]);
/** The shape of v1.5 is that of 2023-02-01, so that such a program cannot ask for 2023-01-01. */
const NEWER_SHAPE = "advanced-clusters-v1.5";
/** The newest versions of the endpoints of clusters. */
const NEWEST: Readonly<Record<string, string>> = {
  GET: "2024-08-05",
  POST: "2024-10-23",
  PATCH: "2024-10-23",
  DELETE: "2023-02-01",
};

const programs = await Promise.all(
  (await programNames()).map(async (name) => ({ name, ...(await programIn(join(PROGRAMS, name))) })),
);
const moving = programs.filter(({ expect: outcome }) => outcome === "fixed" || outcome === "unsafe");
const scope = ["--as-of", TEST_DAY, "."];
let upgraded = 0;

describe.each(["2023-01-01", "2023-02-01"])("programs at %s, fixed for the newest version", (date) => {
  const own = moving.filter(({ name }) => name !== NEWER_SHAPE || date !== "2023-01-01");

  it.each(own)("$name", async ({ name, ...program }) => {
    await withCopy(name, async (folder) => {
      const flags = program.expect === "fixed" ? [] : ["--unsafe-fixes"];
      await v2ready(["fix", ...flags, "--target", date, ...scope], { cwd: folder });
      const toNewest = ["fix", "--allow-dirty", ...flags, "--target", "newest", ...scope];
      const { stdout } = await v2ready(toNewest, { cwd: folder });
      const run = await runProgram(folder, { forms: ["v2"] });
      expect([run.status, run.stderr]).toEqual([0, ""]);
      expect(run.stdout).toBe(readFileSync(join(PROGRAMS, name, "expected.txt"), "utf8"));
      const store = join(PROGRAMS, name, "expected-store.json");
      const expected: unknown = existsSync(store) ? JSON.parse(readFileSync(store, "utf8")) : {};
      expect(changesIn(run.store)).toEqual(expected);
      const again = await v2ready(toNewest, { cwd: folder });
      expect(again.stdout).not.toMatch(/^Fixed$|^Fixed [1-9]/m);
      const reason = DECIDED_BY_PEOPLE.get(name);
      if (reason) expect(stdout.replace(/\s+/g, " ")).toMatch(reason);
      const asked = run.requests.filter(
        ({ path, version, status }) =>
          version !== undefined &&
          status < 300 &&
          /\/api\/atlas\/v2\/groups\/\w+\/clusters(\/\w+)?$/.test(path) &&
          !path.endsWith("/tenantUpgrade"),
      );
      for (const { method, version } of reason ? [] : asked) expect(version).toBe(NEWEST[method]);
      if (/ask for a newer version/.test(stdout) && asked.length > 0) upgraded++;
    });
  });
});

it("upgrades many programs", () => {
  expect(upgraded).toBeGreaterThanOrEqual(25);
});
