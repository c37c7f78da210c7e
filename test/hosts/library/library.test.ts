import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type * as Library from "../../../src/index.js";
import { TEST_DAY } from "../../support/analyze.js";
import { report, v2ready } from "../../support/command.js";
import { git, repository } from "../../support/repository.js";
import { copyOfFixtures, sharedTree } from "../../support/tree.js";

/** The built package by its name, as a script in CommonJS has it. */
const { analyze, fix, UsageError, V2readyError } = createRequire(import.meta.url)(
  "v2ready",
) as typeof Library;

const PROJECTS = copyOfFixtures("projects");
const BASE = "https://cloud.mongodb.com/api/atlas";
const OLD = {
  "base.js": `export const base = "${BASE}/v1.0";\n`,
  "client.js": 'import { base } from "./base.js";\n\nexport const list = () => fetch(`${base}/groups`);\n',
};

describe("analyze", () => {
  it("gives the report that the command prints", async () => {
    const given = await analyze({ cwd: PROJECTS, asOf: TEST_DAY });
    expect(given.findings.length).toBeGreaterThan(50);
    expect(given).toEqual(await report(["."], { cwd: PROJECTS }));
  });

  it("takes what the flags of the command take", async () => {
    const given = await analyze({
      cwd: PROJECTS,
      paths: ["."],
      asOf: "2024-01-01",
      target: "2023-10-01",
      vocabularies: ["atlas"],
      minConfidence: "low",
      only: ["no-removed-property", "no-unversioned-base-path", "undetermined-request"],
      skip: ["no-unversioned-base-path"],
      ignorePatterns: ["*.ts"],
      noIgnore: true,
      types: false,
      limits: { hops: 3 },
      showUndetermined: true,
    });
    const flags = [
      ...["--as-of", "2024-01-01", "--target", "2023-10-01", "--vocabulary", "atlas"],
      ...["--min-confidence", "low", "--only", "no-removed-property,no-unversioned-base-path"],
      ...["--only", "undetermined-request", "--skip", "no-unversioned-base-path"],
      ...[
        "--ignore-pattern",
        "*.ts",
        "--no-ignore",
        "--no-types",
        "--limit",
        "hops=3",
        "--show-undetermined",
      ],
    ];
    expect(given.findings.length).toBeGreaterThan(5);
    expect(given).toEqual(await report([...flags, "."], { cwd: PROJECTS }));
  });

  it.each([
    [{ pathz: ["src"] }, "analyze has no option pathz", "Did you mean paths?"],
    [{ paths: "src" }, "paths must be a list of strings", undefined],
    [{ types: "no" }, "types must be true or false", undefined],
    [{ limits: { hops: 0 } }, "limits hops=0 is not a number above 0", "Write hops=NUMBER."],
    [{ limits: { hobs: 5 } }, "there is no limit hobs", "Did you mean hops?"],
    [{ asOf: "today" }, "asOf today is not a day", "Write it as yyyy-mm-dd."],
    [
      { target: "2022-01-01" },
      "target 2022-01-01 is not a released version",
      expect.stringContaining("Did you"),
    ],
    [{ only: ["no-removed-propperty"] }, "there is no rule no-removed-propperty", expect.any(String)],
  ])("refuses %j", async (options, message, hint) => {
    const refused = analyze({ cwd: PROJECTS, ...options } as Library.AnalyzeOptions);
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    await expect(refused).rejects.toMatchObject({ message, ...(hint === undefined ? {} : { hint }) });
  });

  it("refuses a path that is not there, as an error that tells itself from a defect", async () => {
    const refused = analyze({ cwd: PROJECTS, paths: ["absent"] });
    await expect(refused).rejects.toBeInstanceOf(V2readyError);
    await expect(refused).rejects.toMatchObject({ name: "InputError" });
  });

  it.each([join(PROJECTS, "absent"), fileURLToPath(import.meta.url)])(
    "refuses to work in %s",
    async (cwd) => {
      const refused = analyze({ cwd });
      await expect(refused).rejects.toBeInstanceOf(V2readyError);
      await expect(refused).rejects.toMatchObject({
        name: "InputError",
        message: `cwd "${cwd}" is not a folder`,
      });
    },
  );

  it.each([null, "src", []])("refuses %j instead of options", async (options) => {
    const refused = analyze(options as unknown as Library.AnalyzeOptions);
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    await expect(refused).rejects.toMatchObject({ message: "analyze takes an object of options" });
  });
});

const read = (root: string, name: string): string => readFileSync(join(root, name), "utf8");

describe("fix", () => {
  it("tells what the files would be and writes nothing", async () => {
    const root = sharedTree(OLD);
    const { written, files, units, left, problems } = await fix({ cwd: root, asOf: TEST_DAY });
    expect({ written, left, kinds: problems.map(({ kind }) => kind) }).toEqual({
      written: false,
      left: [],
      kinds: [],
    });
    expect(files.map(({ path, before }) => [path, before])).toEqual(Object.entries(OLD));
    expect(units.map(({ outcome, applicability }) => [outcome, applicability])).toEqual([
      ["applied", "safe"],
    ]);
    expect(Object.keys(OLD).map((name) => read(root, name))).toEqual(Object.values(OLD));
  });

  it("writes what the command writes, with an option", async () => {
    const [ours, theirs] = [repository(OLD), repository(OLD)];
    const { written, files } = await fix({ cwd: ours, asOf: TEST_DAY, write: true });
    await v2ready(["fix", "--as-of", TEST_DAY], { cwd: theirs });
    expect(written).toBe(true);
    expect(files).toHaveLength(2);
    for (const { path, after } of files)
      expect([read(ours, path), read(theirs, path)]).toEqual([after, after]);
    expect(read(ours, "base.js")).toContain("/api/atlas/v2");
  });

  it("does not change files with uncommitted changes without an option", async () => {
    const root = sharedTree(OLD);
    git(root, "init", "-q");
    const careful = await fix({ cwd: root, asOf: TEST_DAY, write: true });
    expect(careful.files).toEqual([]);
    expect(careful.left.map(({ reason }) => reason)[0]).toContain("--allow-dirty");
    const bold = await fix({ cwd: root, asOf: TEST_DAY, write: true, allowDirty: true });
    expect(bold.files.map(({ path }) => path)).toEqual(Object.keys(OLD));
  });

  it("refuses options that only analyze has", async () => {
    const refused = fix({ showUndetermined: true } as Library.FixOptions);
    await expect(refused).rejects.toMatchObject({ message: "fix has no option showUndetermined" });
  });
});
