import { beforeAll, describe, expect, it } from "vitest";
import { DOUBLING_PROGRAMS } from "./programs.js";
import { expectFewSteps, expectPlainCalls, runHostile } from "./run-hostile.js";

/** The limits that are reached. What has nothing to do with the API itself is given up earlier, and gives unknowns. */
const REACHED: readonly (readonly [name: string, limit: string])[] = [
  ["objects that share parts, as JSON", "parts"],
  ["objects that share parts, as a body", "parts"],
  ["objects that share parts, parsed", "parts"],
  ["objects that share parts, cloned", "parts"],
  ["objects that share parts in lists", "parts"],
  ["lists that share parts", "parts"],
  ["alternatives of objects", "parts"],
  ["promises", "parts"],
  ["one wide object many times", "steps"],
];

describe("values that double with each line", () => {
  let outcomes: Awaited<ReturnType<typeof runHostile>>;
  beforeAll(async () => {
    outcomes = await runHostile(DOUBLING_PROGRAMS);
  }, 900_000);

  it.each(DOUBLING_PROGRAMS)("$name: an end, in little memory, and the plain call is found", (program) => {
    expectPlainCalls(program, outcomes.get(program.name)!);
    expectFewSteps(outcomes.get(program.name)!);
  });

  it.each(REACHED)("%s: a problem says that the limit %s was reached", (name, limit) => {
    const { problems } = outcomes.get(name)!;
    expect(problems).toContainEqual(expect.objectContaining({ path: "main.js", kind: "limit", limit }));
  });
});
