import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { inPairs, report } from "./support/command.js";
import { REFUSED, runProgram, withCopy } from "./support/programs.js";
import { copyOfFixtures } from "./support/tree.js";

/** A verdict has the answer of the service double to `wrong.mjs`, and the errors of `check` in its folder. */
interface Verdict {
  readonly answer: string;
  /** `wrong.mjs:16 no-removed-property` */
  readonly errors: readonly string[];
  /** True if `right.mjs` is refused too, because the service has no such version. */
  readonly isRightRefused?: boolean;
}

/** `case.json`: the verdict on the programs as they are, and with the names of the other vocabulary. */
interface Refused extends Verdict {
  readonly service: Verdict;
}

const names = readdirSync(REFUSED);
const ENTRIES = ["wrong.mjs", "right.mjs"];

function caseOf(name: string): Refused {
  return JSON.parse(readFileSync(join(REFUSED, name, "case.json"), "utf8")) as Refused;
}

/** Writes the programs of a folder with the names of the other vocabulary. */
function asService(folder: string): void {
  for (const file of readdirSync(folder).filter((one) => one.endsWith(".mjs"))) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replaceAll("/api/atlas/", "/api/admin/").replaceAll("vnd.atlas", "vnd.service"));
  }
}

/** Programs that speak the versioned form: `wrong.mjs` is refused by the service double, `right.mjs` is not. */
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
    const entries = names.flatMap((name) => ENTRIES.map((entry) => ({ name, entry })));
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

  it.each(names)("%s", (name) => {
    const known = caseOf(name);
    const {
      answer,
      errors: expected,
      isRightRefused = false,
    } = vocabulary === "service" ? known.service : known;
    expect(answer).toMatch(/^4\d\d [A-Z_]+$/);
    expect(answers.get(`${name}/wrong.mjs`)).toBe(answer);
    expect(/^20\d /.test(answers.get(`${name}/right.mjs`)!)).toBe(!isRightRefused);
    expect(expected).not.toEqual([]);
    expect(errors.get(name)).toEqual(expected);
  });
});
