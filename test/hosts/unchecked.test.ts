import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Log } from "sarif";
import { beforeAll, describe, expect, it } from "vitest";
import { UNCHECKED_KINDS, type UncheckedKind } from "../../src/core/unchecked.js";
import { FORMAT_NAMES, type FormatName, type JsonReport } from "../../src/report/index.js";
import { TEST_DAY } from "../support/analyze.js";
import { v2ready, type Outcome } from "../support/command.js";
import { sharedTree } from "../support/tree.js";
import { withoutPrivileges } from "../workspace/support/privileges.js";
import { ERROR } from "./cli/sources.js";
import { BASE, CASES } from "./unchecked-cases.js";

/** `check` or `fix` on the day that tests ask about. */
const run = (command: string, args: readonly string[], cwd: string, asNobody = false): Promise<Outcome> => {
  const start = (): Promise<Outcome> => v2ready([command, "--as-of", TEST_DAY, ...args], { cwd });
  return asNobody ? withoutPrivileges(start) : start();
};

const trees = new Map<string, string>();
const outcomes = new Map<string, Outcome>();
const key = (name: string, format: FormatName): string => `${name} ${format}`;

beforeAll(async () => {
  for (const { name, tree, args = [], prepare, asNobody } of CASES) {
    const cwd = sharedTree(tree);
    prepare?.(cwd);
    trees.set(name, cwd);
    for (const format of FORMAT_NAMES)
      outcomes.set(key(name, format), await run("check", [...args, "--format", format], cwd, asNobody));
  }
});

const described = ({ unchecked }: Pick<JsonReport, "unchecked">): string[] =>
  unchecked.map(({ kind, count, places }) => {
    const listed = places.map(({ path, line }) => (line === undefined ? path : `${path}:${line}`));
    return `${kind} ${places.length === 0 ? count : listed.join(", ")}`;
  });

const kindOf = (entry: string): UncheckedKind => entry.split(" ")[0] as UncheckedKind;

/** The kinds that a report in a format says were not checked. */
const KINDS_TOLD: Readonly<Record<FormatName, (output: string) => string[]>> = {
  text: (output) => {
    const block = output.split("\n\n").find((one) => one.startsWith("Not checked\n")) ?? "";
    return [...block.matchAll(/^ {2}([\w-]+) /gm)].map(([, kind]) => kind!);
  },
  concise: (output) => [...output.matchAll(/^[^\n]+: unchecked [^\n]* ([\w-]+)$/gm)].map(([, kind]) => kind!),
  json: (output) => (JSON.parse(output) as JsonReport).unchecked.map(({ kind }) => kind),
  sarif: (output) =>
    (JSON.parse(output) as Log).runs[0]!.invocations![0]!.toolExecutionNotifications!.flatMap(
      ({ descriptor }) => /^unchecked\/(.+)$/.exec(descriptor!.id!)?.[1] ?? [],
    ),
  github: (output) =>
    [...output.matchAll(/^::notice [^:]*title=not checked%3A ([\w-]+)::/gm)].map(([, kind]) => kind!),
};

/** Checks whether a report in a format calls the run clean. */
const isCalledClean: Readonly<Partial<Record<FormatName, (output: string) => boolean>>> = {
  text: (output) => /^No findings(?! in what was checked)/m.test(output),
  concise: (output) => /^no findings;/m.test(output),
  github: (output) => /^v2ready: no findings;/m.test(output),
};

describe.each(CASES)("$name", ({ name, args = [], unchecked, status, failing, asNobody }) => {
  it("is reported in JSON with its places", () => {
    expect(described(JSON.parse(outcomes.get(key(name, "json"))!.stdout) as JsonReport)).toEqual(unchecked);
  });

  it.each(FORMAT_NAMES)("is reported as %s, which is clean only if everything was checked", (format) => {
    const { stdout } = outcomes.get(key(name, format))!;
    expect(KINDS_TOLD[format](stdout)).toEqual(unchecked.map(kindOf));
    if (unchecked.length > 0) expect(isCalledClean[format]?.(stdout) ?? false).toBe(false);
  });

  it(`ends with ${String(status)} in every format`, () => {
    const all = FORMAT_NAMES.map((format) => outcomes.get(key(name, format))!.status);
    expect(all).toEqual(FORMAT_NAMES.map(() => status));
  });

  it(`ends with ${String(failing)} with --fail-on-unchecked, for check and fix, and says why`, async () => {
    const cwd = trees.get(name)!;
    const flags = ["--fail-on-unchecked", ...args];
    const checked = await run("check", flags, cwd, asNobody);
    expect(checked.status).toBe(failing);
    expect(checked.stderr.includes("--fail-on-unchecked")).toBe(unchecked.length > 0 && failing > 0);
    const fixed = await run("fix", ["--diff", ...flags], cwd, asNobody);
    expect([fixed.status, KINDS_TOLD.text(fixed.stderr)]).toEqual([failing, unchecked.map(kindOf)]);
    expect((await run("check", ["--exit-zero", ...flags], cwd, asNobody)).status).toBe(0);
  });
});

describe("a file that is named and cannot be read", () => {
  it("is exit status 2 for check and fix, and findings in the others are reported", async () => {
    const cwd = sharedTree({ "a.js": ERROR });
    // A FIFO is as unreadable for root as for other users.
    execFileSync("mkfifo", [join(cwd, "pipe.js")]);
    for (const command of ["check", "fix"]) {
      const { stdout, stderr, status } = await run(command, ["--exit-zero", "a.js", "pipe.js"], cwd);
      expect(status).toBe(2);
      expect(stderr).toContain("v2ready: pipe.js could not be read: is a FIFO\n");
      expect(stdout).toContain("a.js");
    }
  });
});

it("a limit of a value that nothing depends on makes no request undetermined", async () => {
  const cwd = trees.get("limits of single values that nothing depends on")!;
  expect(await run("check", ["--fail-on-undetermined"], cwd)).toMatchObject({ status: 0, stderr: "" });
});

it("an import in another case is followed, and is a problem", async () => {
  const cwd = sharedTree({
    ".git/HEAD": "",
    "use.ts": `import { BASE } from "./settings/base.js";\nfetch(BASE + "/groups");\n`,
    "Settings/base.ts": `export const BASE = "${BASE}";\n`,
  });
  const { stdout } = await run("check", ["--format", "json"], cwd);
  const { findings, problems, unchecked } = JSON.parse(stdout) as JsonReport;
  expect(findings.map(({ path, ruleId }) => `${path} ${ruleId}`)).toContain(
    "use.ts require-version-media-type",
  );
  const message =
    "imports settings/base.js, which exists only in another case, as Settings/base.ts; the import fails where case counts";
  expect(problems).toEqual([{ path: "use.ts", line: 1, kind: "import-case", message }]);
  expect(unchecked).toEqual([]);
});

it("commands in a workflow are checked, and the entry says so", async () => {
  const script = `    with:\n      script: |\n        await fetch("${BASE}/groups/1/clusters");\n`;
  const cwd = sharedTree({
    "ci.yml": `steps:\n  - run: curl --digest ${BASE}/groups\n  - uses: x\n${script}`,
  });
  const { stdout } = await run("check", ["--format", "json"], cwd);
  const { findings, unchecked } = JSON.parse(stdout) as JsonReport;
  expect(findings.map(({ ruleId }) => ruleId)).toContain("require-version-media-type");
  expect(unchecked.map(({ missing }) => missing)).toEqual([
    "headers, request bodies and most properties, except in the commands and scripts in it",
  ]);
});

it("a declaration beside code that nobody compiled is checked", async () => {
  const cwd = sharedTree({
    "dist/typed.d.ts": "export interface Cluster { mongoURIWithOptions: string }\n",
    "dist/typed.js": '"use strict";\n',
  });
  const { stdout } = await run("check", ["--format", "json"], cwd);
  const { findings } = JSON.parse(stdout) as JsonReport;
  expect(findings.map(({ path, ruleId }) => `${path} ${ruleId}`)).toEqual([
    "dist/typed.d.ts no-removed-property",
  ]);
});

it("the table has a case for every kind that can be made without a defect", () => {
  const met = new Set(CASES.flatMap(({ unchecked }) => unchecked.map(kindOf)));
  const elsewhere: readonly UncheckedKind[] = ["internal"];
  expect(UNCHECKED_KINDS.filter((kind) => !met.has(kind) && !elsewhere.includes(kind))).toEqual([]);
});
