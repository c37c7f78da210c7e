import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { v2ready } from "../support/command.js";
import { PROGRAMS, changesIn, runProgram, withCopy } from "../support/programs.js";
import { TEST_DAY } from "../support/analyze.js";

const NAME = "search-index";
const fix = ["fix", "--unsafe-fixes", "--target", "newest", "--as-of", TEST_DAY, "."];

it("a program that creates search indexes moves to the endpoint that replaces its own, and works there", async () => {
  await withCopy(NAME, async (folder) => {
    const before = await runProgram(folder, { forms: ["v1.0"] });
    expect([before.status, before.stderr]).toEqual([0, ""]);
    await v2ready(fix, { cwd: folder });
    const text = readFileSync(join(folder, "indexes.mjs"), "utf8");
    expect(text).toContain("// Every field is indexed.\n      mappings: { dynamic: true }");
    const after = await runProgram(folder, { forms: ["v2"] });
    expect([after.status, after.stderr]).toEqual([0, ""]);
    const expected = readFileSync(join(PROGRAMS, NAME, "expected.txt"), "utf8");
    expect([before.stdout, after.stdout]).toEqual([expected, expected]);
    expect(changesIn(after.store)).toEqual(changesIn(before.store));
    expect(after.requests.map(({ path }) => path.includes("/search/indexes"))).not.toContain(false);
    const again = await v2ready([...fix, "--allow-dirty"], { cwd: folder });
    expect(again.stdout).not.toMatch(/^Fixed$|^Fixed [1-9]/m);
  });
});
