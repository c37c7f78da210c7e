import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FORMAT_NAMES } from "../../../src/report/index.js";
import { check } from "../../support/command.js";
import { discoveryCall } from "../../support/repository.js";
import { sharedTree } from "../../support/tree.js";
import type { Tree } from "../../workspace/support/tree.js";

interface Case {
  readonly tree: Tree;
  readonly args?: readonly string[];
  /** A FIFO in the tree. */
  readonly fifo?: string;
  /** A text that the report or the message must contain, so that the run reached the intended state. */
  readonly says: RegExp;
}

const GONE = 'url: "https://cloud.mongodb.com/api/atlas/v1.0/groups"\n';
const OLD_HOST = "uri: mongodb+srv://orders-ab123.mongodb.net/app\n";
/** The baseline of `GONE` in a.yaml. */
const KNOWN = "58855406f9bef47e no-unversioned-base-path a.yaml\n";
const CALL = 'fetch("https://cloud.mongodb.com/api/atlas/v2/groups" + x);\n';

/** The possible results of a run, by their names in the table of docs/ci.md. */
const CASES: ReadonlyMap<string, Case> = new Map(
  Object.entries<Case>({
    "nothing is found": { tree: { "a.yaml": "answer: 42\n" }, says: /^/ },
    "only warnings or information": { tree: { "a.yaml": OLD_HOST }, says: /legacy form/ },
    "warnings, more than `--max-warnings`": {
      tree: { "a.yaml": OLD_HOST },
      args: ["--max-warnings", "0"],
      says: /1 warning is more than the 0/,
    },
    "an error": { tree: { "a.yaml": GONE }, says: /base path of the unversioned/ },
    "an error, with `--exit-zero`": {
      tree: { "a.yaml": GONE },
      args: ["--exit-zero"],
      says: /base path of the unversioned/,
    },
    "only errors that the `--baseline` lists": {
      tree: { ".git/HEAD": "", "a.yaml": GONE, "known.txt": KNOWN },
      args: ["--baseline", "known.txt"],
      says: /baseline/,
    },
    "`--fix` fixes every error": {
      tree: { "a.js": discoveryCall() },
      args: ["--fix"],
      says: /Fixed 1 finding in 1 file; 0 findings left/,
    },
    "`--fix` fixes some of the errors": {
      tree: { "a.js": discoveryCall(), "b.yaml": GONE },
      args: ["--fix"],
      says: /Fixed 1 finding in 1 file; 1 finding left/,
    },
    "a `v2ready-todo` comment is left": {
      tree: { "a.js": "// v2ready-todo[no-removed-property]: decide\nconst a = 1;\n" },
      says: /1 v2ready-todo comment waits/,
    },
    "a file does not parse, and nothing is found in it": {
      tree: { "a.js": "const = ; // cloud.mongodb.com groups/1/clusters providerSettings diskSizeGB\n" },
      says: /does not parse|Unexpected token/,
    },
    "a file cannot be read as text, and nothing is found": {
      tree: { "a.js": Buffer.from(GONE, "utf16le") },
      says: /UTF-16|utf-16/,
    },
    "a limit is reached, and nothing is found": {
      tree: { "a.js": "x = 1;\n".repeat(100) + CALL },
      args: ["--limit", "steps=3"],
      says: /--limit steps|limit/,
    },
    "the file of `--baseline` does not exist": {
      tree: { "a.yaml": GONE },
      args: ["--baseline", "known.txt"],
      says: /baseline known\.txt does not exist/,
    },
    "a file that you named cannot be read": {
      tree: { "b.js": "" },
      fifo: "a.js",
      args: ["a.js"],
      says: /a\.js.* (?:is a FIFO|cannot be read|could not be read)/,
    },
    "a file that you named cannot be read as text": {
      tree: { "a.js": Buffer.from(GONE, "utf16le"), "b.js": "" },
      args: ["a.js", "b.js"],
      says: /a\.js.* is in UTF-16 without a byte-order mark/,
    },
    "there is nothing to scan": { tree: { "empty/": "" }, args: ["empty"], says: /nothing to scan/ },
    "an option is unknown": { tree: { "a.js": "" }, args: ["--nope"], says: /unknown option/ },
  }),
);

interface Row {
  readonly name: string;
  readonly status: number;
  readonly withUnchecked: number;
}

const PAGE = readFileSync(fileURLToPath(new URL("../../../docs/ci.md", import.meta.url)), "utf8");
const ROWS = [...PAGE.matchAll(/^\| (?<name>.*?) +\| (?<status>\d) +\| (?<withUnchecked>\d) +\|$/gm)].map(
  ({ groups }): Row => ({
    name: groups!["name"]!,
    status: Number(groups!["status"]),
    withUnchecked: Number(groups!["withUnchecked"]),
  }),
);

async function run({ tree, args = [], fifo }: Case, more: readonly string[]) {
  const root = sharedTree({ "package.json": "{}", ...tree });
  if (fifo !== undefined) execFileSync("mkfifo", [fifo], { cwd: root });
  const { stdout, stderr, status } = await check([...args, ...more], { cwd: root });
  return { printed: stdout + stderr, status };
}

it("the table of the exit status has every case once", () => {
  expect(ROWS.map(({ name }) => name)).toEqual([...CASES.keys()]);
});

describe.each(ROWS)("where $name", ({ name, status, withUnchecked }) => {
  const one = CASES.get(name)!;

  it.each(FORMAT_NAMES)(`the status is ${status} with --format %s`, async (format) => {
    const result = await run(one, ["--format", format]);
    expect(result).toEqual({ printed: expect.stringMatching(one.says) as unknown, status });
  });

  it(`the status is ${withUnchecked} with --fail-on-unchecked`, async () => {
    expect((await run(one, ["--fail-on-unchecked"])).status).toBe(withUnchecked);
  });
});
