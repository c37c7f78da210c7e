import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { changesIn, type ProgramRun } from "./programs.js";

/** Expects that a program printed what `expected.txt` of its folder holds, without an error, and left the store as written down. */
export function expectResult(folder: string, run: ProgramRun): void {
  expect([run.status, run.stderr]).toEqual([0, ""]);
  expect(run.stdout).toBe(readFileSync(join(folder, "expected.txt"), "utf8"));
  const store = join(folder, "expected-store.json");
  const expected: unknown = existsSync(store) ? JSON.parse(readFileSync(store, "utf8")) : {};
  expect(changesIn(run.store)).toEqual(expected);
}
