import { beforeAll, describe, expect, it } from "vitest";
import { DOUBLING_PROGRAMS, OTHER_PROGRAMS } from "./programs.js";
import { expectFewSteps, expectPlainCalls, runHostile } from "./run-hostile.js";

/**
 * The slowest program takes 3.8 seconds of a processor that others use as well. The bound is 5 seconds; a machine may be
 * slower by this factor.
 */
const MOST_SECONDS = 5 * 4;
/** The heap has at most 500 MB, by the flag of the process; the rest is code, parsers and what is not yet given back. */
const MOST_MEGABYTES = 500 * 2;

describe("programs without an end or of enormous size", () => {
  let outcomes: Awaited<ReturnType<typeof runHostile>>;
  beforeAll(async () => {
    outcomes = await runHostile([...DOUBLING_PROGRAMS, ...OTHER_PROGRAMS]);
  }, 900_000);

  it.each(OTHER_PROGRAMS)("$name: an end, in little memory, and the plain call is found", (program) => {
    expectPlainCalls(program, outcomes.get(program.name)!);
    expectFewSteps(outcomes.get(program.name)!);
  });

  it("each takes some seconds of processor time, and little memory", () => {
    const slow = [...outcomes].filter(([, { cost }]) => cost.seconds > MOST_SECONDS);
    expect(slow.map(([name]) => name)).toEqual([]);
    const large = [...outcomes].filter(([, { cost }]) => cost.megabytes > MOST_MEGABYTES);
    expect(large.map(([name]) => name)).toEqual([]);
  });

  it.each(OTHER_PROGRAMS.filter(({ name }) => name.startsWith("nested ")))(
    "$name: what nests too deeply for a parser is a problem of the file",
    (program) => {
      const { problems } = outcomes.get(program.name)!;
      expect(problems).toContainEqual(expect.objectContaining({ kind: "too-deep" }));
    },
  );
});
