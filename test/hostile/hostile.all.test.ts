import { beforeAll, describe, expect, it } from "vitest";
import { OTHER_PROGRAMS } from "./programs.js";
import { expectPlainCalls, runHostile } from "./run-hostile.js";

describe("programs without an end or of enormous size", () => {
  let outcomes: Awaited<ReturnType<typeof runHostile>>;
  beforeAll(async () => {
    outcomes = await runHostile(OTHER_PROGRAMS);
  }, 900_000);

  it.each(OTHER_PROGRAMS)("$name: an end, in little memory, and the plain call is found", (program) => {
    expectPlainCalls(program, outcomes.get(program.name)!);
  });

  it.each(OTHER_PROGRAMS.filter(({ name }) => name.startsWith("nested ")))(
    "$name: what nests too deeply for a parser is a problem of the file",
    (program) => {
      const { problems } = outcomes.get(program.name)!;
      expect(problems).toContainEqual(expect.objectContaining({ kind: "too-deep" }));
    },
  );
});
