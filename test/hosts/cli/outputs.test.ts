import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvDraft04 from "ajv-draft-04";
import ajvFormats from "ajv-formats";
import type { Log } from "sarif";
import { describe, expect, it } from "vitest";
import { FORMAT_NAMES, type JsonReport } from "../../../src/report/index.js";
import { isOwnReport } from "../../../src/core/own-report.js";
import { COMMAND, check, inPairs, report, v2ready } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";
import { ERROR, WARNING } from "./sources.js";

/** More than code scanning shows. */
const MANY = 5001;
const cwd = sharedTree({
  ".git/HEAD": "",
  "packages/api/a.js": ERROR,
  "packages/api/b.js": WARNING,
});
/** Apart from the others, because every run would search it. */
const large = sharedTree({
  ".git/HEAD": "",
  "many/a.yaml": "url: https://cloud.mongodb.com/api/atlas/v1.0/groups\n".repeat(MANY - 1),
  "many/b.yaml": "url: https://cloud.mongodb.com/api/atlas/v1.0/groups\n",
});
const read = (path: string): string => readFileSync(join(cwd, path), "utf8");
const schema = JSON.parse(readFileSync("dist/schemas/report.schema.json", "utf8")) as object;
const sarifSchema = createRequire(import.meta.url)(
  "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json",
) as object;

describe("where a report goes", () => {
  it("-o writes the whole of it to a file, into a folder that is not there yet", async () => {
    const { stdout: expected } = await check(["packages"], { cwd });
    const { stdout, stderr, status } = await check(["packages", "-o", "out/deep/report.txt"], { cwd });
    expect({ stdout, stderr, status }).toEqual({ stdout: "", stderr: "", status: 1 });
    expect(read("out/deep/report.txt")).toBe(expected);
  });

  it("several formats go to files beside one on standard output", async () => {
    const { stdout, status } = await check(
      ["packages", "--format", "json=out/a.json", "--format", "concise", "--format", "sarif=out/a.txt"],
      { cwd },
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/^packages\/api\/a\.js:1:47: error /);
    expect((JSON.parse(read("out/a.json")) as JsonReport).findings).toHaveLength(2);
    expect((JSON.parse(read("out/a.txt")) as Log).runs[0]!.results).toHaveLength(2);
  });

  it("-o with a .json file writes JSON, unless another format was asked for", async () => {
    expect(await check(["packages", "-o", "out/c.json"], { cwd })).toEqual({
      stdout: "",
      stderr: "",
      status: 1,
    });
    expect((JSON.parse(read("out/c.json")) as JsonReport).findings).toHaveLength(2);
    await check(["packages", "-o", "out/d.json", "--format", "concise"], { cwd });
    expect(read("out/d.json")).toMatch(/^packages\/api\/a\.js:1:47: error /);
  });

  it("a reader that has gone away does not hide what was found", () => {
    const command = `"${process.execPath}" "${COMMAND}" many --format concise; echo "status $?" >&2`;
    const { stdout, stderr } = spawnSync("sh", ["-c", `(${command}) | head -n 1`], {
      cwd: large,
      encoding: "utf8",
    });
    expect(stdout).toMatch(/^many\/a\.yaml:1:\d+: error [^\n]*\n$/);
    expect(stderr).toBe("status 1\n");
  });

  it.runIf(existsSync("/dev/full"))("standard output on a full disk is trouble", () => {
    const { stderr, status } = spawnSync(
      "sh",
      ["-c", `"${process.execPath}" "${COMMAND}" packages > /dev/full`],
      {
        cwd,
        encoding: "utf8",
      },
    );
    expect(stderr).toMatch(/^v2ready: standard output cannot be written: ENOSPC.*\n$/);
    expect(status).toBe(2);
  });

  it("-o with a .sarif file leaves standard output to the format that was asked for", async () => {
    const { stdout, status } = await check(["packages", "--format", "github", "-o", "out/b.sarif"], { cwd });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=packages\/api\/a\.js,line=1,/);
    expect((JSON.parse(read("out/b.sarif")) as Log).version).toBe("2.1.0");
  });

  it.each([
    { args: ["--format", "json", "--format", "sarif"], says: "two formats cannot share standard output" },
    { args: ["--format", "json="], says: "--format json= names no file" },
  ])("$args is refused", async ({ args, says }) => {
    const { stdout, stderr, status } = await check(["packages", ...args], { cwd });
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    expect(stderr).toContain(says);
  });
});

describe("what a report is", () => {
  it("JSON fits the schema that the package ships", async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajvFormats.default(ajv);
    const validate = ajv.compile(schema);
    expect({ valid: validate(await report(["packages"], { cwd })), errors: validate.errors }).toEqual({
      valid: true,
      errors: null,
    });
  });

  it("SARIF fits its official schema", async () => {
    const ajv = new ajvDraft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
    ajvFormats.default(ajv);
    const validate = ajv.compile(sarifSchema);
    const { stdout } = await check(["packages", "--format", "sarif"], { cwd });
    validate(JSON.parse(stdout));
    expect(validate.errors).toBeNull();
  });

  it("a second run says the same, in every format", async () => {
    const runs = await inPairs([...FORMAT_NAMES, ...FORMAT_NAMES], (format) =>
      check(["packages", "--format", format], { cwd }),
    );
    const half = FORMAT_NAMES.length;
    expect(runs.slice(half)).toEqual(runs.slice(0, half));
  });

  it("paths are relative to the root of the repository", async () => {
    const below = join(cwd, "packages/api");
    const [concise, up, github, sarif] = await inPairs(
      [
        ["--format", "concise"],
        ["--format", "concise", ".."],
        ["--format", "github"],
        ["--format", "sarif"],
      ],
      async (args) => (await check(args, { cwd: below })).stdout,
    );
    expect(concise).toMatch(/^packages\/api\/a\.js:1:47: error /);
    expect(up).toMatch(/^packages\/api\/a\.js:1:47: error /);
    expect(github).toMatch(/^::error file=packages\/api\/a\.js,line=1,/);
    const [first] = (JSON.parse(sarif!) as Log).runs[0]!.results!;
    expect(first!.locations![0]!.physicalLocation!.artifactLocation!.uri).toBe("packages/api/a.js");
  });

  it("--stats goes to standard error and changes nothing else", async () => {
    const plain = await check(["packages", "--format", "json"], { cwd });
    const stats = await check(["packages", "--format", "json", "--stats"], { cwd });
    expect(stats.stdout).toBe(plain.stdout);
    expect(stats.stderr).toMatch(
      /^search +\d+ ms {2}2 files, .*\nread .*\nanalysis .* 2 parsed.*\nsteps +\d+ {2}\d files; .*\n +\d+ {2}packages.*\n(?: .*\n)*peak /,
    );
    expect(stats.stderr).toMatch(/\n {2}confidence .*\n {2}rules .*\n {2}directories +packages \d+\n/);
    expect(stats.stderr).not.toMatch(/\b1 files/);
  });

  it("--group-by chooses what stands together in the text", async () => {
    const headings = await Promise.all(
      [[], ["--group-by", "file"], ["--group-by", "rule"], ["--group-by", "directory"]].map(
        async (args) => (await check(["packages", ...args], { cwd })).stdout.split("\n")[0],
      ),
    );
    expect(headings).toEqual(["Errors", "packages/api/a.js", "no-unversioned-base-path", "packages/api"]);
    expect((await check(["packages", "--group-by", "week"], { cwd })).status).toBe(2);
  });

  it("--quiet shows errors only and counts what it does not show", async () => {
    const { findings, summary } = await report(["packages", "--quiet"], { cwd });
    expect(findings.map(({ severity }) => severity)).toEqual(["error"]);
    expect(summary.findings).toEqual({ error: 1, warning: 0, info: 0, hidden: { quiet: 1 } });
  });
});

describe("colour", () => {
  it.concurrent.each<{ name: string; args: string[]; env: Record<string, string>; colored: boolean }>([
    { name: "a pipe", args: [], env: {}, colored: false },
    { name: "--color always", args: ["--color", "always"], env: {}, colored: true },
    {
      name: "--color always and NO_COLOR",
      args: ["--color", "always"],
      env: { NO_COLOR: "1" },
      colored: true,
    },
    { name: "--no-color and FORCE_COLOR", args: ["--no-color"], env: { FORCE_COLOR: "1" }, colored: false },
    { name: "--color never", args: ["--color", "never"], env: { FORCE_COLOR: "1" }, colored: false },
    { name: "FORCE_COLOR", args: [], env: { FORCE_COLOR: "1" }, colored: true },
    { name: "FORCE_COLOR=0", args: [], env: { FORCE_COLOR: "0" }, colored: false },
    {
      name: "NO_COLOR before FORCE_COLOR",
      args: [],
      env: { NO_COLOR: "1", FORCE_COLOR: "1" },
      colored: false,
    },
    { name: "an empty NO_COLOR", args: [], env: { NO_COLOR: "", FORCE_COLOR: "1" }, colored: true },
    { name: "JSON", args: ["--color", "always", "--format", "json"], env: {}, colored: false },
    { name: "a file", args: ["--color", "always", "-o", "out/plain.txt"], env: {}, colored: false },
  ])("$name: $colored", async ({ args, env, colored }) => {
    const { stdout } = await check(["packages", ...args], { cwd, env });
    const written = args.includes("-o") ? read("out/plain.txt") : stdout;
    expect(written.includes("\u001b[")).toBe(colored);
    expect(written).toContain("no-unversioned-base-path");
  });
});

describe("a large report", () => {
  it("goes through a pipe whole", async () => {
    const { findings, summary } = await report(["many"], { cwd: large, asProcess: true });
    expect(findings).toHaveLength(MANY);
    expect(summary.findings.error).toBe(MANY);
  });

  it("cautions on standard error where SARIF has limits", async () => {
    const { stderr, stdout } = await check(["many", "--format", "sarif"], { cwd: large });
    expect(stderr).toMatch(/^v2ready: 5001 results: [^\n]*\n$/);
    expect((JSON.parse(stdout) as Log).runs[0]!.results!.length).toBeGreaterThan(0);
  });
});

it("the next command repeats the paths and the options that fix takes as well", async () => {
  const cwd = sharedTree({
    ".git/HEAD": "",
    "it's/a.js": 'fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters");\n',
    "note.txt": "",
  });
  const args = [
    "check",
    "it's",
    "note.txt",
    "--target",
    "2024-10-23",
    "--skip=no-removed-property",
    "--no-types",
    "--stats",
    "--group-by",
    "rule",
  ];
  const { stdout, stderr } = await v2ready([...args, "--no-color"], { cwd, env: { COLUMNS: "60" } });
  const next =
    "Next: npx v2ready fix --diff --target 2024-10-23 --skip no-removed-property --no-types --no-color 'it'\\''s' note.txt";
  expect(stderr).toContain("search");
  expect(stdout.replaceAll("\n  ", " ")).toContain(`${next}\n`);
  expect(isOwnReport(stdout)).toBe(true);
});

it.each([[[]], [["--verbose"]]])("what why prints is known as an output of v2ready: %j", async (options) => {
  const code =
    'const B = "https://cloud.mongodb.com/api/atlas/v1.0";\nawait fetch(`${B}/groups/1/clusters`, { method: "POST", body: process.env.BODY });\n';
  const cwd = sharedTree({ ".git/HEAD": "", "a.js": code });
  for (const place of ["a.js:1", "a.js:2"]) {
    const { stdout } = await v2ready(["why", "--no-cache", ...options, place], {
      cwd,
      env: { COLUMNS: "60" },
    });
    expect(isOwnReport(stdout, "why.txt")).toBe(true);
    expect(isOwnReport(`${stdout}await fetch("https://x.example");\n`, "why.txt")).toBe(false);
  }
});

it("--stats names no files where no code was evaluated", async () => {
  const cwd = sharedTree({ ".git/HEAD": "", "a.txt": "" });
  const { stderr } = await v2ready(["check", "--stats"], { cwd });
  expect(stderr).toMatch(/^steps +0 {2}no code was evaluated\n/m);
});
