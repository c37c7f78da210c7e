import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SeenRequest } from "../src/service-double/index.js";
import { v2ready } from "./support/command.js";
import {
  PROGRAMS,
  compileErrors,
  isUnchanged,
  programIn,
  programNames,
  runProgram,
  withCopy,
} from "./support/programs.js";
import { TEST_DAY } from "./support/analyze.js";
import { expectResult } from "./support/program-results.js";

const names = await programNames();

describe("programs", () => {
  it("are there in number, of both kinds", async () => {
    const programs = await Promise.all(names.map((name) => programIn(join(PROGRAMS, name))));
    expect(new Set(programs.map(({ expect: outcome }) => outcome))).toEqual(
      new Set(["fixed", "unsafe", "waits", "left"]),
    );
    expect(names.length).toBeGreaterThanOrEqual(12);
  });

  const typed = names.filter((name) => existsSync(join(PROGRAMS, name, "tsconfig.json")));
  it.each(typed)("%s compiles as it is", (name) => {
    expect(compileErrors(join(PROGRAMS, name))).toBe("");
  });

  it("a wrong type does not compile", async () => {
    const found = await withCopy("typed-clusters", (folder) => {
      writeFileSync(join(folder, "src/wrong.ts"), "export const wrong: string = 1;\n");
      return Promise.resolve(compileErrors(folder));
    });
    expect(found).toMatch(/^src\/wrong\.ts\(1,14\): error TS2322: [^\n]*\n$/);
  });

  it.each(names)("%s does the same after it was fixed", async (name) => {
    await withCopy(name, async (folder) => {
      const { expect: outcome } = await programIn(folder);
      if (outcome === "unsafe" || outcome === "waits")
        await expectAfterFix(name, folder, [], ["v1.0", "v1.5"]);
      if (outcome === "waits") return;
      const flags = outcome === "fixed" ? [] : ["--unsafe-fixes"];
      await expectAfterFix(name, folder, flags, outcome === "left" ? ["v1.0", "v1.5"] : ["v2"]);
    });
  });
});

async function expectAfterFix(
  name: string,
  folder: string,
  flags: readonly string[],
  forms: readonly string[],
): Promise<void> {
  const fixing = await v2ready(["fix", ...flags, "--as-of", TEST_DAY, "."], { cwd: folder });
  expect(compileErrors(folder)).toBe("");
  expect(fixing.stderr.replace(/v2ready: these files are not in git.*\n/, "")).toBe("");
  // A test of `npm run test:all` runs the program as it is on the unversioned form.
  if (!forms.includes("v2") && (await isUnchanged(name, folder))) return;
  const run = await runProgram(folder, { forms });
  expectResult(join(PROGRAMS, name), run);
  // No call is half migrated: every call to the versioned form has its header.
  expect(run.requests.filter(isBare)).toEqual([]);
}

function isBare({ form, accept }: SeenRequest): boolean {
  return form === "v2" && !/^application\/vnd\.\w+\.\d{4}-\d\d-\d\d\+\w+$/.test(accept ?? "");
}
