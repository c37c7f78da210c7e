import { beforeAll, describe, expect, it } from "vitest";
import { FORMAT_NAMES, type FormatName } from "../../../src/report/index.js";
import { check, inPairs, type Outcome } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";
import { UNDETERMINED } from "./sources.js";

const cwd = sharedTree({
  // There are many runs, so none of them needs a parser to be loaded.
  "clean/a.yaml": "answer: 42\n",
  "warning/a.yaml": "uri: mongodb+srv://orders-ab123.mongodb.net/app\n",
  "error/a.yaml": "url: https://cloud.mongodb.com/api/atlas/v1.0/groups\n",
  "undetermined/a.js": UNDETERMINED,
  "empty/": "",
  "not-json.json": "{",
  "misfit.json": `{ "name": "mine" }`,
});

interface Case {
  readonly args: readonly string[];
  readonly status: 0 | 1 | 2;
  /** The text of standard error. It must be empty if this is absent. */
  readonly says?: RegExp;
}

const CASES: readonly Case[] = [
  { args: ["clean"], status: 0 },
  { args: ["warning"], status: 0 },
  { args: ["error"], status: 1 },
  { args: ["undetermined"], status: 0 },
  { args: ["clean", "error"], status: 1 },
  { args: ["warning", "--max-warnings", "1"], status: 0 },
  { args: ["warning", "--max-warnings", "0"], status: 1, says: /1 warning is more than the 0 of/ },
  {
    args: ["warning", "--max-warnings", "0", "--quiet"],
    status: 1,
    says: /1 warning is more than the 0 of/,
  },
  { args: ["warning", "--max-warnings", "0", "--exit-zero"], status: 0 },
  { args: ["error", "--exit-zero"], status: 0 },
  { args: ["error", "--quiet"], status: 1 },
  { args: ["error", "--skip", "no-unversioned-base-path"], status: 0 },
  {
    args: ["undetermined", "--fail-on-undetermined"],
    status: 1,
    says: /1 request could not be decided; --show-undetermined lists it/,
  },
  { args: ["undetermined", "--show-undetermined"], status: 0 },
  { args: ["empty"], status: 2, says: /there is nothing to scan/ },
  { args: ["missing"], status: 2, says: /path "missing" does not exist/ },
  {
    args: ["chekc", "error"],
    status: 2,
    says: /path "chekc" does not exist\nDid you mean the command check[?] /,
  },
  {
    args: ["error", "--exit-zer"],
    status: 2,
    says: /unknown option '--exit-zer'\n\(Did you mean --exit-zero\?\)/,
  },
  {
    args: ["error", "--only", "no-removed-propery"],
    status: 2,
    says: /no rule no-removed-propery\nDid you mean no-removed-property\?/,
  },
  {
    args: ["error", "--skip", "nothing"],
    status: 2,
    says: /no rule nothing\nThere are no-deprecated-version, /,
  },
  {
    args: ["error", "--only", "no-removed-property", "--skip", "no-removed-property"],
    status: 2,
    says: /no rule is left to run/,
  },
  {
    args: ["error", "--target", "2023-06-01"],
    status: 2,
    says: /not a released version\nDid you mean .*[?] Released: 2023-01-01, /,
  },
  { args: ["error", "--as-of", "2026-02-30"], status: 2, says: /--as-of 2026-02-30 is not a day/ },
  { args: ["error", "--min-confidence", "hihg"], status: 2, says: /no confidence hihg\nDid you mean high\?/ },
  { args: ["error", "--max-warnings", "-1"], status: 2, says: /--max-warnings -1 is not a number/ },
  { args: ["error", "--vocabulary", "atlsa"], status: 2, says: /no vocabulary atlsa\nDid you mean atlas\?/ },
  {
    args: ["error", "--vocabulary", "./gone.json"],
    status: 2,
    says: /gone\.json cannot be read: there is no such/,
  },
  { args: ["error", "--vocabulary", "./empty"], status: 2, says: /empty cannot be read: it is a directory/ },
  { args: ["error", "--vocabulary", "./not-json.json"], status: 2, says: /not-json\.json: not JSON/ },
  { args: ["error", "--vocabulary", "./misfit.json"], status: 2, says: /misfit\.json: .*title/ },
  {
    args: ["error", "--color", "sometimes"],
    status: 2,
    says: /'sometimes' is invalid\. Allowed choices are auto/,
  },
  { args: ["error", "--stdin-filename", "a.js"], status: 2, says: /--stdin-filename needs --stdin/ },
  { args: ["error", "-"], status: 2, says: /standard input and paths cannot be read together/ },
  {
    args: ["error", "-o", "error/a.yaml/report"],
    status: 2,
    says: /error\/a\.yaml\/report cannot be written/,
  },
];

const key = ({ args }: Case, format: FormatName): string => `${args.join(" ")} ${format}`;
const outcomes = new Map<string, Outcome>();

beforeAll(async () => {
  const runs = CASES.flatMap((one) => FORMAT_NAMES.map((format) => ({ one, format })));
  const all = await inPairs(runs, ({ one, format }) => check([...one.args, "--format", format], { cwd }));
  runs.forEach(({ one, format }, index) => outcomes.set(key(one, format), all[index]!));
});

/** Checks that the whole output is a single document of the format. */
const IS_ONE_DOCUMENT: Readonly<Record<FormatName, (text: string) => boolean>> = {
  text: (text) => /(^|\n)(No findings|\d+ findings?:)/.test(text),
  concise: (text) => /(^|\n)(no findings|\d+ findings?:)[^\n]*\n$/.test(text),
  json: (text) => (JSON.parse(text) as { schemaVersion: number }).schemaVersion === 2,
  sarif: (text) => (JSON.parse(text) as { version: string }).version === "2.1.0",
  github: (text) =>
    text
      .split("\n")
      .slice(0, -2)
      .every((line) => /^::(error|warning|notice) /.test(line)),
};

describe.each(FORMAT_NAMES)("with --format %s", (format) => {
  it.each(CASES.map((one) => ({ ...one, name: one.args.join(" "), one })))(
    "$name ends with $status",
    ({ one }) => {
      const { stdout, stderr, status } = outcomes.get(key(one, format))!;
      expect({ status, stderr }).toEqual({
        status: one.status,
        stderr: one.says ? (expect.stringMatching(one.says) as unknown) : "",
      });
      if (one.status === 2) expect(stdout).toBe("");
      else expect(IS_ONE_DOCUMENT[format](stdout)).toBe(true);
      if (one.status === 2) expect(stderr.split("\n").length).toBeLessThanOrEqual(3);
    },
  );
});

it("an unknown format is reported like any other unknown name", async () => {
  const { stdout, stderr, status } = await check(["error", "--format", "jsno"], { cwd });
  expect({ stdout, stderr, status }).toEqual({
    stdout: "",
    stderr: "v2ready: there is no format jsno\nDid you mean json?\n",
    status: 2,
  });
});
