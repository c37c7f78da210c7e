import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { expectResult } from "./support/program-results.js";
import { PROGRAMS, programNames, runProgram, withCopy } from "./support/programs.js";

const names = await programNames();

it.each(names)("%s works on the unversioned form", async (name) => {
  const run = await withCopy(name, (folder) => runProgram(folder, { forms: ["v1.0", "v1.5"] }));
  expectResult(join(PROGRAMS, name), run);
  // A program that never asks proves nothing.
  expect(run.requests.filter(({ authorized }) => authorized).length).toBeGreaterThan(0);
});

it.each(names)("%s does not work on the versioned form as it is", async (name) => {
  const run = await withCopy(name, (folder) => runProgram(folder, { forms: ["v2"] }));
  expect(run.stdout).not.toBe(readFileSync(join(PROGRAMS, name, "expected.txt"), "utf8"));
});
