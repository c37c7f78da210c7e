import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { check, inPairs, type Outcome } from "./support/command.js";
import { copyOfFixtures } from "./support/tree.js";

const FOLDER = copyOfFixtures("projects");
const NAMES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** Repositories that do not use the API. */
const CLEAN = ["look-alikes", "own-admin-frontend"];

const outcomes = new Map<string, Outcome>();

beforeAll(async () => {
  const all = await inPairs(NAMES, (name) => check(["--format", "concise"], { cwd: join(FOLDER, name) }));
  NAMES.forEach((name, index) => outcomes.set(name, all[index]!));
});

describe("a repository checked with the command", () => {
  it("there are enough of them, and none without expectations", () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(9);
    const expectations = readdirSync(FOLDER).filter((name) => name.endsWith(".expected.txt"));
    expect(expectations).toEqual(NAMES.map((name) => `${name}.expected.txt`));
  });

  it.each(NAMES)("%s has the findings that are expected of it, and no other", (name) => {
    const { stdout, stderr, status } = outcomes.get(name)!;
    const findings = stdout.split("\n").slice(0, -2);
    const expected = readFileSync(join(FOLDER, `${name}.expected.txt`), "utf8");
    expect(findings.map((line) => `${line}\n`).join("")).toBe(expected);
    expect(stderr).toBe("");
    expect(status).toBe(findings.some((line) => / error /.test(line)) ? 1 : 0);
  });

  it.each(CLEAN)("%s is clean", (name) => {
    expect(outcomes.get(name)!.stdout).toMatch(/^no findings; [^\n]*\n$/);
    expect(outcomes.get(name)!.status).toBe(0);
  });
});
