import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROGRAMS, programNames, runProgram, withCopy } from "./support/programs.js";

it.each(await programNames())("%s does not work on the versioned form as it is", async (name) => {
  const run = await withCopy(name, (folder) => runProgram(folder, { forms: ["v2"] }));
  expect(run.stdout).not.toBe(readFileSync(join(PROGRAMS, name, "expected.txt"), "utf8"));
});
