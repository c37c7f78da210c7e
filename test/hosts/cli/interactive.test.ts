import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findInterrupted } from "../../../src/workspace/recovery.js";
import { discoveryCall, fixed, git, repository } from "../../support/repository.js";
import {
  CTRL_C,
  CTRL_D,
  ENTER,
  HANG_UP,
  answering,
  inTerminal,
  type Answer,
} from "../../support/terminal.js";

const CALL = discoveryCall();
const FILES = ["a.js", "b.js", "c.js"];

const QUESTION = "Apply this fix? [y]es, [n]o, [a]ll, skip [f]ile, [q]uit, [?] help: ";

/** The files that were changed by a run with these answers, with what it printed. */
async function run(...answers: Answer[]) {
  const root = repository(Object.fromEntries(FILES.map((path) => [path, CALL])));
  const dialogue = await answering(root, answers);
  const changed = FILES.filter((path) => readFileSync(join(root, path), "utf8") === fixed(CALL));
  const status = git(root, "status", "--porcelain", "--untracked-files=all").split("\n").filter(Boolean);
  // Only these files exist: no temporary file, no journal, no file with another text.
  expect(status).toEqual(changed.map((path) => ` M ${path}`));
  expect(findInterrupted(root)).toEqual([]);
  return { ...dialogue, changed: changed.join(" ") };
}

const [y, n, all, quit] = ["y", "n", "all", "quit"].map((word) => word + ENTER) as [
  string,
  string,
  string,
  string,
];

describe("fix --interactive", () => {
  it.each([
    ["y, n, y", [y, n, y], "a.js c.js", 3],
    ["n, then all", [n, all], "b.js c.js", 2],
    ["all at once", [all], "a.js b.js c.js", 1],
    ["y, then quit", [y, quit], "a.js", 2],
    ["quit at once", [quit], "", 1],
    ["no to each", [n, n, n], "", 3],
    ["what is no answer, then y, and quit", [`what?${ENTER}`, ENTER, y, quit], "a.js", 4],
    ["Ctrl-D at once", [CTRL_D], "", 1],
    ["y, then Ctrl-D", [y, CTRL_D], "a.js", 2],
    ["y, then the end of the input", [y, HANG_UP], "a.js", 2],
  ] as [string, Answer[], string, number][])(
    "%s changes what was agreed to and nothing else",
    async (_what, answers, changed, questions) => {
      const result = await run(...answers);
      expect(result.changed).toBe(changed);
      expect(result.shown).toHaveLength(questions + 1);
      const count = changed.split(" ").filter(Boolean).length;
      expect(result.stdout).toContain(count === 0 ? "Fixed nothing;" : `Fixed ${count} finding`);
      expect(result.status).toBe(count === FILES.length ? 0 : 1);
    },
  );

  it.each([
    ["at once", [CTRL_C]],
    ["after a yes", [y, y, CTRL_C]],
  ])("Ctrl-C %s ends it with nothing written", async (_what, answers) => {
    const { changed, status, stdout } = await run(...answers);
    expect({ changed, status, stdout }).toEqual({ changed: "", status: 130, stdout: "" });
  });

  it("shows the finding and the change before it asks, and says in the end what was not wanted", async () => {
    const { shown, stdout } = await run(n, y, n);
    for (const [index, path] of FILES.entries()) {
      expect(shown[index]).toContain(`\nFix ${index + 1} of 3: send Accept: application/json\n`);
      expect(shown[index]).toMatch(
        new RegExp(`\\n {2}${path}:2:23 {2}error {2}.+\\n {4}2 \\|   headers: .+\\n {6}\\| +\\^+\\n`),
      );
      expect(shown[index]).toContain(`--- a/${path}\n+++ b/${path}\n`);
      expect(shown[index]).toMatch(/\n- {2}headers: .*vnd\.service.*\n\+ {2}headers: .*application\/json/);
      expect(shown[index]!.endsWith(QUESTION)).toBe(true);
    }
    expect(stdout).toMatch(/^Not applied\n {2}a\.js:.+\n {2}c\.js:.+\n {4}= why: you declined this fix$/m);
  });

  it("says of fixes that were not shown that the person stopped before them", async () => {
    const { changed, stdout } = await run(n, `q${ENTER}`);
    expect(changed).toBe("");
    expect(stdout).toMatch(/ {2}a\.js:.+\n {4}= why: you declined this fix\n/);
    expect(stdout).toMatch(/ {2}b\.js:.+\n {2}c\.js:.+\n {4}= why: you stopped before this fix$/m);
  });

  it("skips the fixes of a file, and shows help", async () => {
    const { changed, shown } = await run(`?${ENTER}`, y, `f${ENTER}`, y);
    expect(changed).toBe("a.js c.js");
    expect(shown[1]).toContain("q  apply what you accepted so far, and stop");
  });

  it("asks in colour in a real terminal, and writes what was agreed to", async () => {
    const root = repository({ "a.js": CALL, "b.js": CALL });
    const { shown, status } = await inTerminal(root, [y, n]);
    expect(shown).toContain("\u001B[1mFix 1 of 2: send Accept: application/json\u001B[22m");
    expect(shown).toContain('\u001B[31m-  headers: { Accept: "application/vnd.service');
    expect(shown).toContain("\u001B[32mFixed\u001B[39m");
    expect(status).toBe(1);
    expect(git(root, "status", "--porcelain")).toBe(" M a.js\n");
  });
});
