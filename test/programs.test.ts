import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROGRAMS, changesIn, programIn, programNames, runProgram, withCopy } from "./support/programs.js";

const names = await programNames();

describe("programs", () => {
  it("are there in number, of both kinds", async () => {
    const programs = await Promise.all(names.map((name) => programIn(join(PROGRAMS, name))));
    expect(new Set(programs.map(({ expect: outcome }) => outcome))).toEqual(new Set(["fixed", "left"]));
    expect(names.length).toBeGreaterThanOrEqual(12);
  });

  it.each(names)("%s works on the unversioned form", async (name) => {
    const run = await withCopy(name, (folder) => runProgram(folder, { forms: ["v1.0", "v1.5"] }));
    expect([run.status, run.stderr]).toEqual([0, ""]);
    expect(run.stdout).toBe(readFileSync(join(PROGRAMS, name, "expected.txt"), "utf8"));
    const store = join(PROGRAMS, name, "expected-store.json");
    const expected: unknown = existsSync(store) ? JSON.parse(readFileSync(store, "utf8")) : {};
    expect(changesIn(run.store)).toEqual(expected);
    // A program that never asks proves nothing.
    expect(run.requests.filter(({ authorized }) => authorized).length).toBeGreaterThan(0);
  });

  it.each(names)("%s does not work on the versioned form as it is", async (name) => {
    const run = await withCopy(name, (folder) => runProgram(folder, { forms: ["v2"] }));
    expect(run.stdout).not.toBe(readFileSync(join(PROGRAMS, name, "expected.txt"), "utf8"));
  });
});
