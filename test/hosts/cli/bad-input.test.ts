import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonReport } from "../../../src/report/index.js";
import { COMMAND, check, report } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";
import { ERROR } from "./sources.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups";
const FIRST = `const base = "${URL}";\n`;
const LEVELS = 100_000;
/** A line break each time, as otherwise the text would be taken for minified and skipped. */
const times = (text: string, count = LEVELS): string => `${text}\n`.repeat(count);

/** Each is deadly for a parser or for whatever walks over its tree. */
const DEEP: Readonly<Record<string, string>> = {
  "brackets.js": `${FIRST}const x = ${times("[")}${times("]")};`,
  "blocks.js": FIRST + times("{") + times("}"),
  "arrows.js": `${FIRST}const x = ${times("a =>")}1;`,
  "unary.js": `${FIRST}const x = ${times("!")}1;`,
  "sum.js": `${FIRST}const x = ${times("a +")}1;`,
  "else-if.js": `${FIRST}if (a) {}${times(" else if (a) {}")}`,
  "conditional.js": `${FIRST}const x = ${times("a ? b :")}c;`,
  "calls.js": `${FIRST}x${times(".then()")};`,
  "assignments.js": `${FIRST}${times("a =")}b;`,
  "template.js": FIRST + "const x = " + times("`${") + "1" + times("}`") + ";",
  "elements.jsx": `${FIRST}const x = ${times("<a>")}${times("</a>")};`,
  "arguments.ts": `${FIRST}type T = ${times("A<")}B${times(">")};`,
  "conditions.ts": `${FIRST}type T = ${times("A extends B ? C :")}D;`,
  "lists.json": `{ "url": "${URL}", "x":\n${times("[")}${times("]")}}`,
  "objects.json": `{ "url": "${URL}", "x":\n${times('{ "a":')}1${times("}")}}`,
  "open.json": `{ "url": "${URL}", "x":\n${times("[")}`,
};

const BROKEN: Readonly<Record<string, { content: string | Uint8Array; line: number; kind: string }>> = {
  "syntax.js": { content: `${FIRST}const = ;\n`, line: 1, kind: "syntax" },
  "syntax.tsx": { content: `${FIRST}export default <a>;\n`, line: 1, kind: "syntax" },
  "syntax.vue": { content: `<script>\n${FIRST}const = ;\n</script>\n`, line: 2, kind: "syntax" },
  "syntax.json": { content: `{ "url": "${URL}",, }\n`, line: 1, kind: "syntax" },
  "latin.js": {
    content: Buffer.concat([Buffer.from("// caf\u00e9\n", "latin1"), Buffer.from(FIRST)]),
    line: 2,
    kind: "encoding",
  },
  "nul.js": { content: `const nul = "\0";\n${FIRST}`, line: 2, kind: "nul-bytes" },
  "bundle.js": {
    content: FIRST + "function f(a) { return a + 1; }\n".repeat(65_000),
    line: 1,
    kind: "too-large",
  },
  "lone-surrogate.py": {
    content: Buffer.from(`\ufeff# \ud800\nurl = "${URL}"\n`, "utf16le"),
    line: 2,
    kind: "encoding",
  },
};

const cwd = sharedTree({
  ...Object.fromEntries(Object.entries(DEEP).map(([path, text]) => [`deep/${path}`, text])),
  ...Object.fromEntries(Object.entries(BROKEN).map(([path, { content }]) => [`broken/${path}`, content])),
  "good/a.js": ERROR,
  "good/utf-16-le.js": Buffer.from(`\ufeff${ERROR}`, "utf16le"),
  "good/utf-16-be.js": Buffer.from(`\ufeff${ERROR}`, "utf16le").swap16(),
  "good/mark.ts": `\ufeff${ERROR}`,
  "good/minified.js": `const base = "${URL}"; const x = [${"1,".repeat(500_000)}];\n`,
  "good/data.bin": `\0\0${URL}`,
  "good/loop": { link: "." },
  "good/up": { link: ".." },
  "good/dangling.js": { link: "nowhere.js" },
  "good/self.js": { link: "self.js" },
  "good/again.js": { link: "a.js" },
});

describe("a text that nests 100,000 deep", () => {
  let found: JsonReport;
  beforeAll(async () => {
    // A stack overflow ends the process.
    found = await report(["deep"], { cwd, asProcess: true });
  });

  it.each(Object.keys(DEEP))("%s is a problem, and read as plain text", (name) => {
    expect(found.problems.filter(({ path }) => path === name)).toMatchObject([{ kind: "too-deep" }]);
    expect(found.findings.filter(({ path }) => path === name)).toMatchObject([
      { ruleId: "no-unversioned-base-path", line: 1, confidence: "medium" },
    ]);
  });

  it("is counted", () => {
    const number = Object.keys(DEEP).length;
    expect(found.summary.files).toMatchObject({ seen: number, read: number, parsed: 0, plain: number });
  });
});

describe("a file that is not as it should be", () => {
  let found: JsonReport;
  beforeAll(async () => {
    found = await report(["broken"], { cwd });
  });

  it.each(Object.entries(BROKEN).map(([name, one]) => ({ name, ...one })))(
    "$name is a problem ($kind), and what is in it is found",
    ({ name, line, kind }) => {
      expect(found.problems.filter(({ path }) => path === name)).toMatchObject([{ kind }]);
      expect(found.findings.filter(({ path }) => path === name)).toMatchObject([{ line }]);
    },
  );
});

describe("a tree with links, encodings and minified lines", () => {
  it("is read once, but for a binary file", async () => {
    const { findings, summary, problems } = await report(["good"], { cwd });
    expect(findings.map(({ path, line, column }) => [path, line, column])).toEqual([
      ["a.js", 1, 47],
      ["mark.ts", 1, 47],
      ["utf-16-be.js", 1, 47],
      ["utf-16-le.js", 1, 47],
    ]);
    expect(summary.files.skipped).toMatchObject({ minified: 1 });
    expect(problems.map(({ kind, path }) => [kind, path])).toEqual([["binary", "data.bin"]]);
  });
});

describe("what cannot be read", () => {
  it("a file and a folder without permission are problems, and the run goes on", () => {
    const tree = join(cwd, "forbidden");
    execFileSync("mkdir", ["-p", join(tree, "folder")]);
    writeFileSync(join(tree, "a.js"), ERROR);
    writeFileSync(join(tree, "b.js"), ERROR);
    writeFileSync(join(tree, "folder/c.js"), ERROR);
    chmodSync(join(tree, "b.js"), 0o000);
    chmodSync(join(tree, "folder"), 0o000);
    chmodSync(cwd, 0o755);
    // Root may read everything.
    const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const { stdout, status } = spawnSync(process.execPath, [COMMAND, "--format", "json"], {
      cwd: tree,
      encoding: "utf8",
      ...nobody,
    });
    const { findings, problems } = JSON.parse(stdout) as JsonReport;
    expect(status).toBe(1);
    expect(findings.map(({ path }) => path)).toEqual(["a.js"]);
    const unreadable = problems.filter(({ kind }) => kind === "unreadable").map(({ path }) => path);
    expect(unreadable).toEqual(["b.js", "folder"]);
  });

  it("a FIFO that nobody writes to keeps nobody waiting, neither found nor named", async () => {
    execFileSync("mkdir", ["-p", join(cwd, "pipes")]);
    execFileSync("mkfifo", [join(cwd, "pipes/pipe.js")]);
    writeFileSync(join(cwd, "pipes/a.js"), ERROR);
    const { findings, summary } = await report(["pipes"], { cwd });
    expect(findings).toHaveLength(1);
    expect(summary.files.leftOut).toEqual({ special: 1 });
    const named = await check(["pipes/pipe.js"], { cwd });
    expect(named).toMatchObject({ stdout: "", status: 2 });
    expect(named.stderr).toMatch(/^v2ready: there is nothing to scan\npipe\.js: .+\n$/);
  });

  it("a file that goes between listing and reading is a problem, and the run goes on", async () => {
    const tree = sharedVanishing();
    const { stdout, status } = await check(["--format", "json"], {
      cwd: tree,
      node: ["--import", join(cwd, "vanish.mjs")],
    });
    const { findings, problems, summary } = JSON.parse(stdout) as JsonReport;
    expect(status).toBe(1);
    expect(findings.map(({ path }) => path)).toEqual(["a.js", "z.js"]);
    expect(problems).toContainEqual(expect.objectContaining({ path: "vanishes.js", kind: "vanished" }));
    expect(summary.files.skipped).toEqual({ vanished: 1 });
  });
});

/** A tree of which one file is taken away after it was searched, in the moment in which it is to be read. */
function sharedVanishing(): string {
  const tree = join(cwd, "vanishing");
  execFileSync("mkdir", ["-p", tree]);
  for (const name of ["a.js", "vanishes.js", "z.js"]) writeFileSync(join(tree, name), ERROR);
  writeFileSync(
    join(cwd, "vanish.mjs"),
    `import fs from "node:fs";
     import { syncBuiltinESMExports } from "node:module";
     const open = fs.openSync;
     let isSearched = 0;
     fs.openSync = (path, ...rest) => {
       if (String(path).endsWith("vanishes.js") && isSearched++) fs.rmSync(path, { force: true });
       return open(path, ...rest);
     };
     syncBuiltinESMExports();`,
  );
  return tree;
}
