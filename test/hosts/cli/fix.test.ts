import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { FixReport } from "../../../src/report/fix-report.js";
import { fixPaths } from "../../../src/runs/fix-paths.js";
import { TEST_DAY } from "../../support/analyze.js";
import { check, v2ready, type Outcome, type Surroundings } from "../../support/command.js";
import { commit, discoveryCall, fixed, git, repository } from "../../support/repository.js";
import { sharedTree } from "../../support/tree.js";
import { ERROR } from "./sources.js";
import { someOf } from "../../support/thorough.js";

const CALL = discoveryCall();
const UNVERSIONED = `await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/5f1/alerts", {
  headers: { Accept: "application/json", Authorization: credentials },
});
`;

function fix(cwd: string, args: readonly string[] = [], surroundings: Surroundings = {}): Promise<Outcome> {
  return v2ready(["fix", "--as-of", TEST_DAY, ...args], { cwd, ...surroundings });
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Forms that files may have; every one is fixed in one place. */
const FORMS: Readonly<Record<string, string>> = {
  "lf.js": `// é 😀\n${CALL}`,
  "crlf.js": CALL.replaceAll("\n", "\r\n"),
  "bom.ts": `\uFEFF// first\r\n${CALL}`,
  "no-final-newline.mjs": CALL.trimEnd(),
  "tabs.cjs": CALL.replaceAll("  ", "\t"),
  "two.js": `${CALL}\n${CALL}`,
  "one line.js": CALL.replaceAll("\n", " "),
  "ö/ünïcode.js": CALL,
  "component.vue": `<template><p>v1.0</p></template>\n<script setup>\n${CALL}</script>\n<!-- end -->\n`,
};

describe("fix", () => {
  it("writes what is safe, keeps everything else of a file, and a second run changes nothing", async () => {
    const root = repository({ ...FORMS, "clean.js": "export const a = 1;\r\n" });
    const { status, stdout, stderr } = await fix(root);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^Fixed 10 findings in 9 files; 0 findings left$/m);
    for (const [path, text] of Object.entries(FORMS)) expect(read(root, path)).toBe(fixed(text));
    expect(git(root, "status", "--porcelain").split("\n").filter(Boolean)).toHaveLength(9);
    commit(root);
    const again = await fix(root);
    expect(again.status).toBe(0);
    expect(git(root, "status", "--porcelain")).toBe("");
  });

  it("accepts --no-cache as check does", async () => {
    const root = repository({ "a.js": UNVERSIONED });
    const outcome = await fix(root, ["--no-cache", "--diff", "."]);
    expect(outcome.stderr).not.toContain("unknown option");
    expect(outcome.stdout).toContain("+await fetch");
  });

  it("prints a patch that git apply takes, with the result that fix writes, and changes nothing", async () => {
    const root = repository(FORMS);
    const { status, stdout } = await fix(root, ["--diff"]);
    expect(status).toBe(1);
    expect(git(root, "status", "--porcelain")).toBe("");
    writeFileSync(join(root, ".git/fix.patch"), stdout);
    git(root, "apply", "--check", ".git/fix.patch");
    git(root, "apply", ".git/fix.patch");
    for (const [path, text] of Object.entries(FORMS)) expect(read(root, path)).toBe(fixed(text));
    const done = await fix(root, ["--diff"]);
    expect([done.stdout, done.status]).toEqual(["", 0]);
  });

  it("names files in the patch from the root, wherever it is called", async () => {
    const root = repository({ "packages/api/a.js": CALL, "b.js": CALL });
    const { stdout } = await fix(join(root, "packages/api"), ["--diff", ".", "../../b.js"]);
    writeFileSync(join(root, ".git/fix.patch"), stdout);
    git(root, "apply", ".git/fix.patch");
    expect([read(root, "packages/api/a.js"), read(root, "b.js")]).toEqual([fixed(CALL), fixed(CALL)]);
  });

  it("keeps the mode, and writes the target of a link that is named", async () => {
    const root = repository({ "real.js": CALL, "named.js": { link: "real.js" } });
    chmodSync(join(root, "real.js"), 0o755);
    commit(root);
    await fix(root, ["named.js"]);
    expect(lstatSync(join(root, "named.js")).isSymbolicLink()).toBe(true);
    expect(statSync(join(root, "real.js")).mode & 0o777).toBe(0o755);
    expect(read(root, "real.js")).toBe(fixed(CALL));
  });

  it("lists what it leaves, with its place and what stopped it, and fails where that is an error", async () => {
    const root = repository({ "a.js": `${CALL}${ERROR}` });
    const { status, stdout } = await fix(root);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^A person must change these\n {2}a\.js:4:47 {2}\S.*\n {4}= why: \S/m);
    expect(read(root, "a.js")).toBe(`${fixed(CALL)}${ERROR}`);
    expect((await fix(root, ["--allow-dirty", "--exit-zero"])).status).toBe(0);
  });

  it.each([
    ["edits that are not committed", "a.js", "has uncommitted changes"],
    ["no commit of it", "new.js", "is not in git"],
    ["a rule to ignore it", "ignored/b.js", "is ignored by git"],
  ])("does not touch a file with %s, unless it is allowed", async (_what, path, reason) => {
    const root = repository({ "a.js": CALL, ".gitignore": "ignored\n" });
    const text = `// mine\n${CALL}`;
    addUncommitted(root, path, text);
    const { status, stdout } = await fix(root, [path]);
    expect(status).toBe(1);
    expect(stdout).toContain(`= why: ${path} ${reason} (--allow-dirty)`);
    expect(read(root, path)).toBe(text);
    expect((await fix(root, ["--allow-dirty", path])).status).toBe(0);
    expect(read(root, path)).toBe(fixed(text));
  });

  it("changes a file again that holds just what it wrote, and not one that was edited or was dirty before", async () => {
    const two = `${CALL}${UNVERSIONED}`;
    const root = repository({ "a.js": two, "edited.js": two, "dirty.js": two });
    addUncommitted(root, "dirty.js", `// mine\n${two}`);
    await fix(root, ["--only", "valid-discovery-request", "a.js", "edited.js"]);
    await fix(root, ["--only", "valid-discovery-request", "--allow-dirty", "dirty.js"]);
    const once = read(root, "dirty.js");
    const edited = `${read(root, "edited.js")}// mine\n`;
    writeFileSync(join(root, "edited.js"), edited);
    const { stdout } = await fix(root);
    expect(read(root, "a.js")).not.toBe(two);
    expect(stdout).toContain("edited.js has uncommitted changes (--allow-dirty)");
    expect(stdout).toContain("dirty.js has uncommitted changes (--allow-dirty)");
    expect(stdout).not.toContain("a.js has uncommitted changes");
    expect([read(root, "edited.js"), read(root, "dirty.js")]).toEqual([edited, once]);
    // Both fixes are in it now.
    expect((await check(["--format", "concise", "a.js"], { cwd: root })).stdout).not.toMatch(/^a\.js:/m);
  });

  it("says that there is no way back before it changes files outside of git", async () => {
    const root = sharedTree({ "outside/a.js": CALL });
    const notes: string[] = [];
    const notify = (line: string): void =>
      void notes.push(`${read(root, "outside/a.js") === CALL ? "before" : "after"}: ${line}`);
    const now = new Date(TEST_DAY);
    await fixPaths(["outside"], { cwd: root, now, flags: {}, writes: true, notify });
    expect(notes).toEqual([
      "before: these files are not in git, so the old versions cannot be restored; fix --diff only shows the changes",
    ]);
    expect(read(root, "outside/a.js")).toBe(fixed(CALL));
  });

  it("fixes only what --only asks for and --skip leaves", async () => {
    const root = repository({ "a.js": CALL });
    await fix(root, ["--skip", "valid-discovery-request,no-invalid-version-media-type"]);
    await fix(root, ["--only", "no-removed-property"]);
    expect(git(root, "status", "--porcelain")).toBe("");
    await fix(root, ["--only", "valid-discovery-request"]);
    expect(read(root, "a.js")).toBe(fixed(CALL));
  });

  it.each([
    [["--only", "no-invalid-version-media-type"]],
    [["--skip", "valid-discovery-request"]],
    [["--skip", "no-invalid-version-media-type"]],
  ])("%j fixes what check reports with it, whichever rule says so", async (flags) => {
    const root = repository({ "a.js": CALL });
    const { stdout, status } = await fix(root, flags);
    expect(stdout).toContain("Fixed 1 finding in 1 file; 0 findings left");
    expect(status).toBe(0);
    expect(read(root, "a.js")).toBe(fixed(CALL));
  });

  it("leaves alone what a directive silences", async () => {
    const text = `await fetch("https://admin.example.com/metrics/v1.0/groups/5f1/discovery", {
  // v2ready-disable-next-line no-invalid-version-media-type, valid-discovery-request -- old server
  headers: { Accept: "application/vnd.service.2023-02-01+json", Authorization: credentials },
});
`;
    const root = repository({ "a.js": text });
    expect((await fix(root)).status).toBe(0);
    expect(read(root, "a.js")).toBe(text);
  });

  it("does not write what is not UTF-8", async () => {
    const utf16 = Buffer.from(`\uFEFF${CALL}`, "utf16le");
    const broken = Buffer.concat([Buffer.from(CALL), Buffer.from([0x2f, 0x2f, 0xff, 0x0a])]);
    const root = repository({ "utf16.js": utf16, "broken.js": broken });
    const { stdout, status } = await fix(root);
    expect(status).toBe(1);
    expect(stdout).toContain("= why: utf16.js is not in UTF-8");
    expect(stdout).toContain("= why: broken.js is not in UTF-8");
    expect(git(root, "status", "--porcelain")).toBe("");
  });

  it("prints what came on standard input fixed, and the findings on standard error", async () => {
    const cwd = sharedTree({});
    const input = `\uFEFF${CALL}${ERROR}`;
    const { stdout, stderr, status } = await fix(cwd, ["-"], { input });
    expect([stdout, status]).toEqual([`\uFEFF${fixed(CALL)}${ERROR}`, 1]);
    expect(stderr).toContain("no-unversioned-base-path");
    const clean = "export const a = 1;\n";
    expect(await fix(cwd, ["--stdin"], { input: clean })).toMatchObject({ stdout: clean, status: 0 });
  });

  it.each([
    [["--interactive"], "--interactive needs a terminal"],
    [["--diff", "--interactive"], "contradict each other"],
    [["--format", "sarif"], "fix has no format sarif"],
    [["--only", "no-such-rule"], "there is no rule no-such-rule"],
    [["nowhere"], 'path "nowhere" does not exist'],
  ])("%j is refused", async (args, reason) => {
    const root = repository({ "a.js": CALL });
    const { status, stdout, stderr } = await fix(root, args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(reason);
    expect(git(root, "status", "--porcelain")).toBe("");
  });

  it("reports in JSON what it changed and why, as the schema says", async () => {
    const root = repository({ "a.js": `${CALL}${ERROR}` });
    const { stdout } = await fix(root, ["--format", "json", "--report", "../out/report.json"]);
    const report = JSON.parse(stdout) as FixReport;
    expect(JSON.parse(read(root, "../out/report.json"))).toEqual(report);
    const schema = JSON.parse(
      readFileSync(new URL("../../../src/report/schema/fix-report.schema.json", import.meta.url), "utf8"),
    ) as object;
    const validate = new Ajv2020({ strict: true }).compile(schema);
    expect([validate(report), validate.errors]).toEqual([true, null]);
    expect(report.units).toMatchObject([
      { outcome: "applied", applicability: "safe", edits: [{ path: "a.js", line: 2, column: 23 }] },
      { outcome: "shown", applicability: "display-only", edits: [] },
    ]);
    expect(report.files).toMatchObject([{ path: "a.js", units: [report.units[0]!.id] }]);
    expect(report.left).toMatchObject([{ path: "a.js", line: 4, ruleId: "no-unversioned-base-path" }]);
    rmSync(join(root, "../out"), { recursive: true });
  });
});

/** Adds a file to a repository that git does not track. */
function addUncommitted(root: string, path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe("fix --markers", () => {
  it("leaves one comment where a person must decide, never twice, and check reports it", async () => {
    const root = repository({
      "a.js": `const a = {\r\n  // @ts-ignore\r\n  base: "https://cloud.mongodb.com/api/atlas/v1.0",\r\n};\r\n`,
      ".env": "BASE=https://cloud.mongodb.com/api/atlas/v1.0/groups\n",
      "b.json": '{ "url": "https://cloud.mongodb.com/api/atlas/v1.0/groups" }\n',
    });
    await fix(root, ["--markers"]);
    const marked = read(root, "a.js");
    expect(marked).toMatch(
      /^const a = \{\r\n {2}\/\/ v2ready-todo\[no-unversioned-base-path\]: .+\r\n {2}\/\/ @ts-ignore\r\n {2}base: .+\r\n\};\r\n$/,
    );
    expect(read(root, ".env")).toMatch(/^# v2ready-todo\[no-unversioned-base-path\]: .+\nBASE=.+\n$/);
    commit(root);
    await fix(root, ["--markers"]);
    expect(git(root, "status", "--porcelain")).toBe("");
    const { stdout } = await check(["--format", "concise"], { cwd: root });
    expect(stdout).toContain("a.js:2: problem v2ready-todo[no-unversioned-base-path]");
    // Also when there is nothing else left to say of the file.
    writeFileSync(join(root, "a.js"), marked.replace(/base: .+/, "base: 1"));
    expect((await check(["--format", "concise"], { cwd: root })).stdout).toContain(
      "a.js:2: problem v2ready-todo",
    );
  });
});

describe("fix --markers of a unit", () => {
  const code = `const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
export const resize = (group, name) =>
  fetch(\`\${BASE}/groups/\${group}/clusters/\${name}\`, {
    method: "PATCH",
    body: JSON.stringify({ providerSettings: { instanceSizeName: "M20" } }),
  });
export const alerts = (group) => fetch(\`\${BASE}/groups/\${group}/alerts\`);
`;
  const markersIn = (text: string): readonly string[] => text.match(/v2ready-todo\[[\w-]+\]/g) ?? [];

  it("asks once, where the answer is to be given, and not again elsewhere", async () => {
    const root = repository({ "a.js": code });
    await fix(root, ["--markers"]);
    const marked = read(root, "a.js");
    expect(markersIn(marked)).toEqual(["v2ready-todo[no-removed-property]"]);
    expect(marked).toMatch(/v2ready-todo.+\n.*providerSettings: \{|v2ready-todo.+\nexport const resize/);
    // Also after it was moved to another part of the unit.
    const [line] = /.*v2ready-todo.*\n/.exec(marked)!;
    const moved = `// v2ready-todo[no-unversioned-base-path]: later\n${marked.replace(line, "")}`;
    writeFileSync(join(root, "a.js"), moved);
    commit(root);
    await fix(root, ["--markers"]);
    expect(read(root, "a.js")).toBe(moved);
  });
});

describe("fix --markers in files that are read as text", () => {
  const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups";
  const MARK = "v2ready-todo[no-unversioned-base-path]: ";

  // One for each kind of comment.
  const KINDS = [1, 4, 10, 14, 16, 18];
  const CASES = [
    ["a.yaml", `a:\n  # about it\n  @- url: ${URL} # where\n`],
    ["flow.yml", `a: {\n  x: 1,\n  @url: "${URL}"\n}\n`],
    ["steps.yml", `steps:\n  @- run: |\n      echo\n      open ${URL}\n    name: x\n---\nb: 1\n`],
    ["crlf.yaml", `\uFEFFa: 1\r\n@b: '${URL}'\r\n`],
    ["a.sh", `#!/bin/sh\necho 'a\nb' "$(echo "x")" \\' # it's\n@echo -s \\\n  -X POST \\\n  ${URL}\n`],
    ["a.py", `"""doc\nit's"""\ndef f():\n    @return get("${URL}")\n`],
    ["a.go", 'package a\n\n/* it\'s */\nvar q = `a\n"`\n\n@const base = "' + URL + '"\n'],
    ["a.tf", `locals {\n  @base = "${URL}" # x\n}\n`],
    ["a.rb", `# it's\nname = "a#{x["b"]}'"\n@get "${URL}" # where\n`],
    ["a.php", `<?php\n// it's\n$a = 'b\n"';\n@$url = "${URL}";\n`],
    ["a.cs", `/* it's */\nvar p = """\nit's "x"\n""";\nvar c = '"';\n@var url = $"${URL}/{group}";\n`],
    ["a.rs", `fn f<'a>(q: &'a str) -> char { '"' }\nconst R: &str = r#"a"b"#;\n@const U: &str = "${URL}";\n`],
    ["a.swift", `let a = """\n it's "x"\n"""\n@let u = "${URL}"\n`],
    ["a.dart", `final a = r'\\';\n@final u = '${URL}';\n`],
    ["a.ps1", `<# it's #>\n$a = "it's"\n@$u = "${URL}"\n`],
    ["a.ex", `moduledoc """\nit's\n"""\n@u = "${URL}"\n`],
    ["a.lua", `-- it's\n@local u = "${URL}"\n`],
    ["Jenkinsfile", `def a = '''\nit's\n'''\n@def u = "${URL}"\n`],
    ["Dockerfile", `FROM a\n@RUN x && \\\n  open ${URL}\n`],
  ] as const;

  it.each(someOf(CASES, KINDS))(
    "%s gets one comment, never twice, and check reports it",
    async (path, text) => {
      const before = text.replace("@", "");
      const root = repository({ [path]: before });
      await fix(root, ["--markers"]);
      const marked = read(root, path);
      const added = marked.split("\n").filter((line) => line.includes(MARK));
      expect(added).toHaveLength(1);
      expect(marked.replace(`${added[0]}\n`, "")).toBe(before);
      const at = text.slice(0, text.indexOf("@")).split("\n").length - 1;
      expect(marked.split("\n")[at]).toBe(added[0]);
      commit(root);
      await fix(root, ["--markers"]);
      expect(git(root, "status", "--porcelain")).toBe("");
      const { stdout } = await check(["--format", "concise"], { cwd: root });
      expect(stdout).toContain(`${path}:${at + 1}: problem v2ready-todo[no-unversioned-base-path]`);
    },
  );

  it("leaves files with uncommitted changes alone, and says so", async () => {
    const root = repository({ "a.yaml": "a: 1\n" });
    writeFileSync(join(root, "a.yaml"), `a: ${URL}\n`);
    const { stdout } = await fix(root, ["--markers"]);
    expect(stdout).toContain("no marker: a.yaml has uncommitted changes (--allow-dirty)");
    expect(read(root, "a.yaml")).toBe(`a: ${URL}\n`);
  });

  it.each([
    ["a.json", `{ "url": "${URL}" }\n`, "JSON has no comments"],
    ["a.sh", `cat <<END\n${URL}\nEND\n`, "there is no safe place for a comment"],
    ["b.sh", `echo "a\n${URL}\nb"\n`, "there is no safe place for a comment"],
    ["a.go", "var a = `\n" + URL + "\n`\n", "there is no safe place for a comment"],
    ["a.rb", `a = %q(\n${URL}\n)\n`, "there is no safe place for a comment"],
    ["b.rb", `a = <<~END\n  ${URL}\nEND\n`, "there is no safe place for a comment"],
    ["c.rb", `a if b =~ /"/\nc = "${URL}"\n`, "there is no safe place for a comment"],
    ["a.php", `<?php $a = <<<END\n${URL}\nEND;\n`, "there is no safe place for a comment"],
    ["b.php", `<p>\n<a href="${URL}">x</a>\n`, "there is no safe place for a comment"],
    ["c.php", `<?php $a = 1; ?>\n<a href="${URL}">x</a>\n`, "there is no safe place for a comment"],
    ["a.cs", `var a = @"x\n${URL}\n";\n`, "there is no safe place for a comment"],
    ["a.rs", `let a = r#"\n"${URL}"\n"#;\n`, "there is no safe place for a comment"],
    ["chart.yaml", `{{ if .x }}\na: ${URL}\n`, "there is no safe place for a comment"],
  ])("%s gets none, and the report says why", async (path, text, reason) => {
    const root = repository({ [path]: text });
    const { stdout } = await fix(root, ["--markers"]);
    expect(read(root, path)).toBe(text);
    expect(stdout).toContain(`no marker: ${reason}`);
  });
});

describe("check --fix", () => {
  it("fixes, says so in a line, and checks what is there then", async () => {
    const root = repository({ "a.js": `${CALL}${ERROR}` });
    const { stdout, stderr, status } = await check(["--fix", "--format", "concise"], { cwd: root });
    expect(stderr).toMatch(/^v2ready: Fixed 1 finding in 1 file; 1 finding left: 1 for a person$/m);
    expect(stdout).toMatch(/^a\.js:4:47: error/);
    expect(stdout).not.toContain("no-invalid-version-media-type");
    expect(status).toBe(1);
    expect(read(root, "a.js")).toBe(`${fixed(CALL)}${ERROR}`);
  });

  it("is what its options are for", async () => {
    const root = repository({ "a.js": CALL });
    const { status, stderr } = await check(["--unsafe-fixes"], { cwd: root });
    expect([status, stderr]).toEqual([2, "v2ready: --unsafe-fixes needs --fix\nOr use the command fix.\n"]);
  });
});
