import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { inPairs, report } from "./support/command.js";
import { REFUSED, runProgram, withCopy } from "./support/programs.js";
import { copyOfFixtures } from "./support/tree.js";

/** A verdict has the answer of the service double to the wrong program, and the errors of `check` in its folder. */
interface Verdict {
  readonly answer: string;
  /** `wrong.mjs:16 no-removed-property` */
  readonly errors: readonly string[];
  /** True if the right program is refused too, because the service has no such version. */
  readonly isRightRefused?: boolean;
}

/** `case.json`: the verdict on the programs as they are, and with the names of the other vocabulary. */
interface Refused extends Verdict {
  readonly service: Verdict;
}

const names = readdirSync(REFUSED);

/** The endings of programs, with the command that a program needs to run. */
const NEEDS: ReadonlyMap<string, string> = new Map([
  [".mjs", "node"],
  [".py", "python3"],
  [".sh", "curl"],
]);

/** Returns the ending of the programs of a case. */
function endingOf(name: string): string {
  const wrong = readdirSync(join(REFUSED, name)).find((file) => file.startsWith("wrong."))!;
  return extname(wrong);
}

function isThere(command: string): boolean {
  return spawnSync(command, ["--version"]).status === 0;
}

const missing = new Set([...NEEDS.values()].filter((command) => !isThere(command)));
const cases = names.map((name) => ({ name, ending: endingOf(name), needs: NEEDS.get(endingOf(name))! }));

function caseOf(name: string): Refused {
  return JSON.parse(readFileSync(join(REFUSED, name, "case.json"), "utf8")) as Refused;
}

/** Writes the programs of a folder with the names of the other vocabulary. */
function asService(folder: string): void {
  for (const file of readdirSync(folder).filter((one) => NEEDS.has(extname(one)))) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replaceAll("/api/atlas/", "/api/admin/").replaceAll("vnd.atlas", "vnd.service"));
  }
}

/** Programs that use the versioned form: the service double refuses `wrong.mjs`, and it answers `right.mjs`. */
describe.each(["atlas", "service"] as const)("what the service refuses, in %s", (vocabulary) => {
  let errors: ReadonlyMap<string, readonly string[]>;
  const answers = new Map<string, string>();
  const prepare = vocabulary === "service" ? asService : () => undefined;

  beforeAll(async () => {
    const cwd = copyOfFixtures("refused");
    for (const name of names) prepare(join(cwd, name));
    const { findings } = await report(["."], { cwd });
    const found = findings.filter(({ severity }) => severity === "error");
    errors = new Map(
      names.map((name) => [
        name,
        found
          .filter(({ path }) => path.startsWith(`${name}/`))
          .map(({ ruleId, path, line }) => `${path.slice(name.length + 1)}:${String(line)} ${ruleId}`),
      ]),
    );
    const entries = cases
      .filter(({ needs }) => !missing.has(needs))
      .flatMap(({ name, ending }) =>
        ["wrong", "right"].map((entry) => ({ name, entry: `${entry}${ending}` })),
      );
    await inPairs(entries, async ({ name, entry }) => {
      const run = await withCopy(
        name,
        (folder) => {
          prepare(folder);
          return runProgram(folder, { forms: ["v2"], program: { entry } });
        },
        REFUSED,
      );
      answers.set(`${name}/${entry}`, `${run.stdout.trim()}${run.stderr}`);
    });
  }, 120_000);

  const verdictOn = (name: string): Verdict =>
    vocabulary === "service" ? caseOf(name).service : caseOf(name);

  it.each(names)("%s: check reports errors", (name) => {
    const { errors: expected } = verdictOn(name);
    expect(expected).not.toEqual([]);
    expect(errors.get(name)).toEqual(expected);
  });

  for (const { name, ending, needs } of cases)
    it.skipIf(missing.has(needs))(`${name}: the double refuses it (needs ${needs})`, () => {
      const { answer, isRightRefused = false } = verdictOn(name);
      expect(answer).toMatch(/^4\d\d [A-Z_]+$/);
      expect(answers.get(`${name}/wrong${ending}`)).toBe(answer);
      expect(/^20\d\b/.test(answers.get(`${name}/right${ending}`)!)).toBe(!isRightRefused);
    });
});
