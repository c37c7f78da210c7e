import { execFileSync } from "node:child_process";
import { chmodSync, truncateSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "sarif";
import { beforeAll, describe, expect, it } from "vitest";
import { UNCHECKED_KINDS, type UncheckedKind } from "../../src/core/unchecked.js";
import { FORMAT_NAMES, type FormatName, type JsonReport } from "../../src/report/index.js";
import { TEST_DAY } from "../support/analyze.js";
import { v2ready, type Outcome } from "../support/command.js";
import { git } from "../support/repository.js";
import { sharedTree } from "../support/tree.js";
import { withoutPrivileges } from "../workspace/support/privileges.js";
import { addToTree } from "../workspace/support/tree.js";
import { CLEAN, ERROR } from "./cli/sources.js";

/** `check` or `fix` on the day that tests ask about. */
const run = (command: string, args: readonly string[], cwd: string, asNobody = false): Promise<Outcome> => {
  const start = (): Promise<Outcome> => v2ready([command, "--as-of", TEST_DAY, ...args], { cwd });
  return asNobody ? withoutPrivileges(start) : start();
};

const HOST = "https://cloud.mongodb.com";
const BASE = `${HOST}/api/atlas/v1.0`;
/** Nothing in it is wrong as far as a search goes. */
const PYTHON = `BASE = "${HOST}/api/atlas/v2"\nrequests.get(BASE + "/groups")\n`;
/** The base is spelled out nowhere, so that there is nothing to find. */
const MOVED = `fetch("${HOST}/api/atlas/v2/groups", { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });\n`;

/** The same for one group. */
const onGroup = (id: string): string => MOVED.replace('/groups"', `/groups/" + ${id} + "/clusters"`);

const inUtf32 = (text: string, isBig = false): Buffer => {
  const bytes = Buffer.alloc(text.length * 4);
  [...text].forEach((character, index) =>
    isBig
      ? bytes.writeUInt32BE(character.charCodeAt(0), index * 4)
      : bytes.writeUInt32LE(character.charCodeAt(0), index * 4),
  );
  return bytes;
};

interface Case {
  readonly name: string;
  readonly tree: Readonly<Record<string, string | Uint8Array>>;
  readonly args?: readonly string[];
  /** Permissions count: tests may be run by root, who may read everything. */
  readonly asNobody?: boolean;
  /** Makes of the written tree what it is to be. */
  readonly prepare?: (cwd: string) => void;
  /** What the report says was not checked, as `kind path, path:line`; a number where no places are known. */
  readonly unchecked: readonly string[];
  /** Without a flag. */
  readonly status: 0 | 1 | 2;
  /** With `--fail-on-unchecked`. */
  readonly failing: 0 | 1 | 2;
}

const CASES: readonly Case[] = [
  { name: "nothing but parsed files", tree: { "a.js": MOVED }, unchecked: [], status: 0, failing: 0 },
  {
    name: "a program in another language",
    tree: { "a.js": MOVED, "tools/b.py": PYTHON, "tools/a.py": PYTHON },
    unchecked: ["plain-text tools/a.py, tools/b.py"],
    status: 0,
    failing: 1,
  },
  {
    name: "a program in another language with an error",
    tree: { "a.py": `BASE = "${BASE}"\n` },
    unchecked: ["plain-text a.py"],
    status: 1,
    failing: 1,
  },
  {
    name: "another language that does not speak of the API",
    tree: {
      "a.py": 'requests.get("https://gitlab.example.com/api/v4/groups/1/clusters")\n',
      "atlas.py": 'BASE = "http://atlas.internal:21000/api/atlas/v2"\nrequests.get(BASE + "/entity")\n',
      "uri.py": 'URI = "mongodb+srv://app.ab12c.mongodb.net"\n',
    },
    unchecked: [],
    status: 0,
    failing: 0,
  },
  {
    name: "documentation",
    tree: { "README.md": `See ${HOST}/api/atlas/v2/groups.\n` },
    unchecked: ["documentation README.md"],
    status: 0,
    failing: 0,
  },
  {
    name: "settings, which hold values only",
    tree: {
      "a.env": `URL=${HOST}/api/atlas/v2/groups\n`,
      "a.yaml": `url: ${HOST}/api/atlas/v2/groups\n`,
      "a.toml": `url = "${HOST}/api/atlas/v2/groups"\n`,
    },
    unchecked: [],
    status: 0,
    failing: 0,
  },
  {
    name: "settings that run a command or describe a cluster",
    tree: {
      "a.yaml": `run: curl ${HOST}/api/atlas/v2/groups\n`,
      "b.yaml": `base: /api/atlas/v2/groups/1/clusters\nreplicationSpec: {}\nsrvAddress: ""\n`,
    },
    unchecked: ["plain-text a.yaml, b.yaml"],
    status: 0,
    failing: 1,
  },
  {
    name: "a file that does not parse",
    tree: { "a.ts": `${MOVED}const = ;\n` },
    unchecked: ["syntax a.ts:2"],
    status: 0,
    failing: 1,
  },
  {
    name: "a file that nests too deeply",
    tree: { "a.js": `${MOVED}const x = ${"[\n".repeat(100_000)}${"]\n".repeat(100_000)};` },
    unchecked: ["too-deep a.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "a limit of a file",
    tree: { "a.js": MOVED },
    args: ["--limit", "steps=1"],
    unchecked: ["limit a.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "a limit of the run",
    tree: {
      "get.js": `export const get = (path) => fetch("${HOST}/api/atlas/v2/groups" + path, { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });\n`,
      "b.js": 'import { get } from "./get.js";\nget("/1");\n',
      "c.js": 'import { get } from "./get.js";\nget("/2");\n',
    },
    args: ["--limit", "importers=1"],
    unchecked: ["limit 1"],
    status: 0,
    failing: 1,
  },
  {
    name: "generated and minified files",
    tree: {
      "a.js": `// Code generated by a tool. DO NOT EDIT.\n${ERROR}`,
      "b.js": `${"var a=1;".repeat(400)}${ERROR}`,
    },
    unchecked: ["generated a.js", "minified b.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "generated declarations",
    tree: {
      "a.d.ts": `/** @generated */\nexport interface Cluster { mongoURIWithOptions: string }\n`,
      "b.d.mts": `// This file was auto-generated by openapi-typescript.\nexport type Base = "${BASE}";\n`,
      "c.js": MOVED,
      "dist/compiled.d.ts": "export interface Cluster { mongoURIWithOptions: string }\n",
      "dist/compiled.js": '"use strict";\n//# sourceMappingURL=compiled.js.map\n',
    },
    unchecked: [],
    status: 0,
    failing: 0,
  },
  {
    name: "limits of single values that nothing depends on",
    tree: {
      "alternatives.js": `const id = ${Array.from({ length: 40 }, (_, index) => `process.env.A${index} ? "${index}" : `).join("\n")} "x";\n${onGroup("id")}`,
      "recursion.js": `const deep = (n) => (n > 20 ? "x" : deep(n + 1) + "y");\n${onGroup("deep(0)")}`,
      "iterations.js": `let sum = 0;\nfor (let i = 0; i < 1e6; i++) for (let j = 0; j < 1e6; j++) sum += i * j;\n${onGroup("sum")}`,
    },
    unchecked: [],
    status: 0,
    failing: 0,
  },
  {
    name: "a file with NUL bytes",
    tree: { dump: `\0\0${BASE}`, "a.js": CLEAN },
    unchecked: ["binary dump"],
    status: 0,
    failing: 1,
  },
  {
    name: "text in UTF-16 without a byte-order mark",
    tree: {
      "a.js": Buffer.from(ERROR, "utf16le"),
      "b.py": Buffer.from(PYTHON, "utf16le").swap16(),
      "other.js": Buffer.from(CLEAN, "utf16le"),
    },
    unchecked: ["utf-16 a.js, b.py"],
    status: 0,
    failing: 1,
  },
  {
    name: "text in UTF-32, with and without a byte-order mark",
    tree: {
      "big.py": inUtf32(`\ufeff${PYTHON}`, true),
      "little.js": inUtf32(`\ufeff${ERROR}`),
      "plain.js": inUtf32(ERROR),
      "other.js": inUtf32(`\ufeff${CLEAN}`),
    },
    unchecked: ["binary big.py, little.js, plain.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "named files that are not text, whatever they mention",
    tree: {
      "a.tar.gz": Buffer.from("1f8b0800", "hex"),
      "b.zip": "PK",
      "c.gz": BASE.replace("v1.0", "v2"),
      dump: "\0\0",
      "lib/d.gz": "",
      "e.js": "\0",
      "f.js": MOVED,
      "g.js": inUtf32(CLEAN),
      "h.txt": Buffer.from(`\ufeff${CLEAN}`, "utf16le"),
    },
    args: ["a.tar.gz", "b.zip", "c.gz", "dump", "lib", "e.js", "f.js", "g.js", "h.txt"],
    unchecked: ["binary a.tar.gz, b.zip, dump", "plain-text c.gz"],
    status: 0,
    failing: 1,
  },
  {
    name: "files that git tracks and ignores",
    tree: {
      ".gitignore": "dist/\n*.gen.js\nlocal.js\n",
      "dist/deep/a.js": ERROR,
      "dist/other.js": CLEAN,
      "dist/a.min.js": ERROR,
      "b.gen.js": ERROR,
      "c.js": MOVED,
    },
    prepare: (cwd) => {
      git(cwd, "init", "-q");
      git(cwd, "add", "-A", "-f");
      addToTree(cwd, { "local.js": ERROR, "dist/local.js": ERROR });
    },
    unchecked: ["ignored b.gen.js, dist/deep/a.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "a file and a folder without permission",
    tree: { "a.js": MOVED, "secret.js": CLEAN, "folder/b.js": CLEAN },
    asNobody: true,
    prepare: (cwd) => {
      chmodSync(join(cwd, "secret.js"), 0o000);
      chmodSync(join(cwd, "folder"), 0o000);
      chmodSync(cwd, 0o755);
    },
    unchecked: ["unreadable folder, secret.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "a file that is too large to be read",
    tree: { "a.js": ERROR, "b.js": MOVED },
    prepare: (cwd) => truncateSync(join(cwd, "a.js"), 65 * 1024 * 1024),
    unchecked: ["too-large a.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "a file that is too large to be searched",
    tree: { "a.csv": CLEAN, "b.js": MOVED },
    prepare: (cwd) => truncateSync(join(cwd, "a.csv"), 513 * 1024 * 1024),
    unchecked: ["too-large a.csv"],
    status: 0,
    failing: 1,
  },
  {
    name: "imports of files that are not there",
    tree: {
      ".git/HEAD": "",
      "a.ts": `import { one } from "./gone";\nexport * from "./case";\nrequire("./gone.json");\none();\n${MOVED}`,
      "b.mjs": `${MOVED}const { one } = await import("./gone");\none();\nawait import("./gone");\n`,
      "Case.ts": "export const two = 2;\n",
    },
    unchecked: ["missing-import a.ts:1, b.mjs:2", "missing-import a.ts:3"],
    status: 0,
    failing: 1,
  },
  {
    name: "imports of files that the program does without",
    tree: {
      ".git/HEAD": "",
      "a.ts": [
        'import type { A } from "./gone1";',
        'import { B } from "./gone2";',
        'export type { C } from "./gone3";',
        'import { type D } from "./gone4";',
        "try { require('./gone5'); } catch {}",
        'import("./gone6").catch(() => undefined);',
        'import("./gone7").then((one) => one.two).then(console.log, console.error);',
        "const x: A & B & D = {};",
        "function f(require: (name: string) => void) { require('./gone8'); }",
        MOVED,
      ].join("\n"),
      "other.js": 'import "./gone9";\n',
    },
    unchecked: [],
    status: 0,
    failing: 0,
  },
  {
    name: "a v2ready-todo comment",
    tree: { "a.js": `// v2ready-todo[no-removed-property]: decide\n${CLEAN}` },
    unchecked: [],
    status: 1,
    failing: 1,
  },
];

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

/** Whether a report in a format calls the run clean. */
const isCalledClean: Readonly<Partial<Record<FormatName, (output: string) => boolean>>> = {
  text: (output) => /^No findings(?! in what was checked)/m.test(output),
  concise: (output) => /^no findings;/m.test(output),
  github: (output) => /^v2ready: no findings;/m.test(output),
};

describe.each(CASES)("$name", ({ name, args = [], unchecked, status, failing, asNobody }) => {
  it("is told in JSON with its places", () => {
    expect(described(JSON.parse(outcomes.get(key(name, "json"))!.stdout) as JsonReport)).toEqual(unchecked);
  });

  it.each(FORMAT_NAMES)("is told as %s, which is called clean only where nothing is open", (format) => {
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
  it("is exit status 2 for check and fix, and what is found in the others is told", async () => {
    const cwd = sharedTree({ "a.js": ERROR });
    // A FIFO is as unreadable for root as for everybody else.
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
