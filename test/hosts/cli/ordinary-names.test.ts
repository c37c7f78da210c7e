import { expect, it } from "vitest";
import { check, v2ready } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

// Members that every object of JavaScript has, as names of files, folders, limits and members of programs.
const NAMES = ["constructor", "toString", "hasOwnProperty", "__proto__", "valueOf"];
const LINE = '"https://cloud.mongodb.com/api/atlas/v1.0/groups";\n';

it("files and folders are found whatever they are called", async () => {
  const files = NAMES.flatMap((name) => [
    name,
    `x.${name}`,
    `${name}.java`,
    `${name}.go`,
    `folder/${name}/a.js`,
  ]);
  const cwd = sharedTree(Object.fromEntries(files.map((path) => [path, LINE])));
  const { stdout, stderr, status } = await check(["--format", "json"], { cwd });
  expect(stderr).toBe("");
  expect(status).toBe(1);
  const report = JSON.parse(stdout) as { findings: { path: string }[]; summary: { findings: unknown } };
  expect(new Set(report.findings.map(({ path }) => path))).toEqual(new Set(files));
});

it("folders at the top are counted by their names", async () => {
  const cwd = sharedTree(Object.fromEntries(NAMES.map((name) => [`${name}/a.js`, LINE])));
  const { stdout } = await check(["--format", "json"], { cwd });
  for (const name of NAMES) expect(stdout).toContain(`"${name}": 1`);
});

it.each(NAMES)("there is no limit, rule or vocabulary %s", async (name) => {
  for (const args of [
    ["--limit", `${name}=5`],
    ["--only", name],
    ["--vocabulary", name],
    ["--format", name],
  ]) {
    const { stderr, status } = await v2ready(["check", ...args]);
    expect(status).toBe(2);
    expect(stderr).not.toContain("internal error");
  }
});

it("members of programs with these names are members", async () => {
  const calls = NAMES.map((name) => `_.chain(list).${name}().value(); async.${name}(x); ["a"].${name};`).join(
    "\n",
  );
  const cwd = sharedTree({
    "a.js": `import _ from "lodash";\nimport async from "async";\n${calls}\nfetch(${LINE.trim().slice(0, -1)});\n`,
    "b.json": JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, { url: LINE.slice(1, -3) }]))),
    "c.py": `x = {"constructor": "https://cloud.mongodb.com/api/atlas/v1.0/groups"}\n`,
  });
  const { stderr, status } = await check([], { cwd });
  expect(stderr).toBe("");
  expect(status).toBe(1);
});

it.each([
  ["a.py", 'import requests\nurls = {"NAME": BASE}\nrequests.get(urls["NAME"] + "/groups")\n'],
  [
    "a.go",
    'package main\n\nimport "net/http"\n\nvar urls = map[string]string{"NAME": BASE}\n\nfunc main() { http.Get(urls["NAME"] + "/groups") }\n',
  ],
  ["a.rb", 'URLS = { "NAME" => BASE }\nHTTParty.get(URLS["NAME"] + "/groups")\n'],
])("a value is found by a key with such a name: %s", async (path, program) => {
  const base = '"https://cloud.mongodb.com/api/atlas/v1.0"';
  for (const name of ["ordinary", ...NAMES]) {
    const cwd = sharedTree({ [path]: program.replaceAll("NAME", name).replace("BASE", base) });
    const { stdout } = await check(["--format", "concise"], { cwd });
    expect(`${name}: ${stdout}`).toContain("GET /groups");
  }
});
