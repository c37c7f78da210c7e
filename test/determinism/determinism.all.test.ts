import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DOUBLING_PROGRAMS, type HostileProgram } from "../hostile/programs.js";
import { copyOfFixtures, sharedTree } from "../support/tree.js";
import { reportsOf, underLoad } from "./same-report.js";

/** Programs at whose limits a run ends. */
const AT_LIMITS = ["one wide object many times", "objects that share parts, as JSON"];
const hostile = (programs: readonly HostileProgram[]): string =>
  sharedTree({
    ".git/HEAD": "",
    ...Object.fromEntries(
      programs
        .filter(({ name }) => AT_LIMITS.includes(name))
        .map(({ files }, index) => [`p${index}/main.js`, files["main.js"]!]),
    ),
  });

describe("a report is the same byte for byte", () => {
  it("in every format, idle and under load, where limits are reached", async () => {
    const cwd = hostile(DOUBLING_PROGRAMS);
    const idle = await reportsOf(cwd, ["."]);
    expect(idle.join()).toContain("--limit steps");
    expect(idle.join()).toContain("--limit parts");
    expect(await underLoad(() => reportsOf(cwd, ["."]))).toEqual(idle);
  });

  it("in every format, idle and under load, in whatever order paths are named", async () => {
    const cwd = copyOfFixtures("values");
    const groups = readdirSync(cwd)
      .filter((name) => !name.startsWith("."))
      .slice(0, 2);
    const idle = await reportsOf(cwd, groups);
    expect(await underLoad(() => reportsOf(cwd, [...groups].reverse()))).toEqual(idle);
  });
});
