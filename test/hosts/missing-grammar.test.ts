import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const copy = mkdtempSync(join(tmpdir(), "v2ready-grammar-"));

beforeAll(() => {
  for (const name of ["package.json", "dist"])
    cpSync(join(ROOT, name), join(copy, "package", name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "package", "node_modules"));
  writeFileSync(join(copy, "package/dist/grammars/python.wasm.br"), "no grammar");
  mkdirSync(join(copy, "project/.git"), { recursive: true });
  writeFileSync(join(copy, "project/.git/HEAD"), "");
  const base = "https://cloud.mongodb.com/api/atlas/v1.0";
  writeFileSync(join(copy, "project/a.py"), `import requests\nrequests.get("${base}/groups")\n`);
  writeFileSync(join(copy, "project/b.sh"), `curl "${base}/groups"\n`);
});

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

it("a grammar that does not load is a problem, and files of its language are searched", () => {
  const command = join(copy, "package/dist/cli.js");
  const { stdout, status } = spawnSync(process.execPath, [command, "check", "--format", "json", "."], {
    cwd: join(copy, "project"),
    encoding: "utf8",
  });
  const { findings, problems } = JSON.parse(stdout) as {
    findings: { path: string; ruleId: string }[];
    problems: { path: string; message: string }[];
  };
  expect(status).toBe(1);
  expect(findings.map(({ path, ruleId }) => `${path} ${ruleId}`).sort()).toEqual([
    "a.py no-unversioned-base-path",
    "b.sh no-unversioned-base-path",
    "b.sh require-version-media-type",
  ]);
  expect(problems.map(({ path, message }) => [path, message])).toEqual([
    ["a.py", expect.stringMatching(/^the grammar of python cannot be loaded: .+; searched as plain text$/)],
  ]);
});

it("code that was taken out of its package ends, and searches files of languages with grammars", () => {
  renameSync(join(copy, "package/package.json"), join(copy, "package/other.json"));
  const command = join(copy, "package/dist/cli.js");
  const run = spawnSync(process.execPath, [command, "check", "--format", "json", "."], {
    cwd: join(copy, "project"),
    encoding: "utf8",
    timeout: 60_000,
  });
  renameSync(join(copy, "package/other.json"), join(copy, "package/package.json"));
  expect(run.status).toBe(1);
  expect(run.stdout).toContain("cannot be loaded: the package of v2ready was not found");
});
