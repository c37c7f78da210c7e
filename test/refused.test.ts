import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { inPairs, report } from "./support/command.js";
import { REFUSED, runProgram, withCopy } from "./support/programs.js";
import { copyOfFixtures } from "./support/tree.js";

/** `case.json`: what the service double answers to `wrong.mjs`, and the errors that `check` reports in its folder. */
interface Refused {
  readonly answer: string;
  /** `wrong.mjs:16 no-removed-property` */
  readonly errors: readonly string[];
}

const names = readdirSync(REFUSED);

function caseOf(name: string): Refused {
  return JSON.parse(readFileSync(join(REFUSED, name, "case.json"), "utf8")) as Refused;
}

/** Programs that speak the versioned form: `wrong.mjs` is refused by the service double, `right.mjs` is not. */
describe("what the service refuses", () => {
  let errors: ReadonlyMap<string, readonly string[]>;
  const answers = new Map<string, string>();

  beforeAll(async () => {
    const { findings } = await report(["."], { cwd: copyOfFixtures("refused") });
    const found = findings.filter(({ severity }) => severity === "error");
    errors = new Map(
      names.map((name) => [
        name,
        found
          .filter(({ path }) => path.startsWith(`${name}/`))
          .map(({ ruleId, path, line }) => `${path.slice(name.length + 1)}:${line} ${ruleId}`),
      ]),
    );
    const entries = names.flatMap((name) => ["wrong.mjs", "right.mjs"].map((entry) => ({ name, entry })));
    await inPairs(entries, async ({ name, entry }) => {
      const run = await withCopy(
        name,
        (folder) => runProgram(folder, { forms: ["v2"], program: { entry } }),
        REFUSED,
      );
      answers.set(`${name}/${entry}`, `${run.stdout.trim()}${run.stderr}`);
    });
  }, 120_000);

  it.each(names)("%s", (name) => {
    const { answer, errors: expected } = caseOf(name);
    expect(answer).toMatch(/^4\d\d [A-Z_]+$/);
    expect(answers.get(`${name}/wrong.mjs`)).toBe(answer);
    expect(answers.get(`${name}/right.mjs`)).toMatch(/^20\d /);
    expect(expected).not.toEqual([]);
    expect(errors.get(name)).toEqual(expected);
  });
});
