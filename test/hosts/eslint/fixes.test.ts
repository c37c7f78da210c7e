import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TEST_DAY } from "../../support/analyze.js";
import { v2ready } from "../../support/command.js";
import { eslint, sharedConfig, type LintRun } from "../../support/linters.js";
import { withCopy } from "../../support/programs.js";
import { sharedTree } from "../../support/tree.js";

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";

/** The files of a folder and those below. */
function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name).slice(folder.length + 1),
      readFileSync(join(parentPath, name), "utf8"),
    ]),
  );
}

async function fixedByCommand(name: string): Promise<Record<string, string>> {
  return withCopy(name, async (folder) => {
    await v2ready(["fix", "--as-of", TEST_DAY, "."], { cwd: folder });
    return filesIn(folder);
  });
}

function fixedByEslint(name: string): Promise<{ files: Record<string, string>; run: LintRun }> {
  return withCopy(name, async (folder) => {
    const run = await eslint(sharedConfig("parity"), { cwd: folder, args: ["--fix", "."] });
    expect(run.stderr).toBe("");
    return { run, files: filesIn(folder) };
  });
}

const original = (name: string): Promise<Record<string, string>> =>
  withCopy(name, (folder) => Promise.resolve(filesIn(folder)));

const PROGRAMS = ["create-cluster", "fetch-digest-list", "got-extend-backup", "service-vocabulary-discovery"];

/** Requests, each with a finding that a comment may suppress. */
const SUPPRESSED = [
  {
    part: "a read",
    rule: "no-removed-property",
    code: (off: string) => `const c = await (await fetch("${OLD}/groups/1/clusters/c")).json();
${off}
console.log(c.srvAddress);
`,
  },
  {
    part: "the header",
    rule: "require-version-media-type",
    code: (off: string) => `${off}
const r = await fetch("${OLD}/groups/1/clusters/c");
const c = await r.json();
console.log(c.srvAddress);
`,
  },
  {
    part: "the base",
    rule: "no-unversioned-base-path",
    code: (off: string) => `${off}
const BASE = "${OLD}";
const r = await fetch(BASE + "/groups/1/clusters/c");
console.log((await r.json()).srvAddress);
`,
  },
] as const;

const READ = `const c = await (await fetch("${OLD}/groups/1/clusters/c")).json();\nconsole.log(c.srvAddress);\n`;

/** Data among tests, by what it does. */
const TEST_DATA = {
  "answer with what it reads": { "test/clusters.json": `{ "srvAddress": "a" }\n` },
  "go by its path": { "test/tape.txt": `GET ${OLD}/groups/1/clusters\n` },
  "do neither": { "test/other.json": "{}\n" },
} as const;

/** Writes files, has ESLint fix them in one run, and returns a function that reads one of them. */
async function fixedFiles(files: Readonly<Record<string, string>>): Promise<(path: string) => string> {
  const folder = sharedTree(files);
  await eslint(sharedConfig("parity"), { cwd: folder, args: ["--fix", "."] });
  return (path) => readFileSync(join(folder, path), "utf8");
}

describe("fixes in ESLint", () => {
  it.each(PROGRAMS)("are those of the command in one file, in %s", async (name) => {
    const [wanted, { files }] = await Promise.all([fixedByCommand(name), fixedByEslint(name)]);
    expect(files).toEqual(wanted);
    expect(files).not.toEqual(await original(name));
  });

  it("are none where a comment suppresses a part of the request: units are whole", async () => {
    const suppressed = SUPPRESSED.map(({ rule, code }) =>
      code(`// v2ready-disable-next-line ${rule} -- for a reason`),
    );
    const read = await fixedFiles(
      Object.fromEntries(
        SUPPRESSED.flatMap(({ code }, index) => [
          [`suppressed${index}.mjs`, suppressed[index]!],
          [`open${index}.mjs`, code("// nothing")],
        ]),
      ),
    );
    for (const [index, { part }] of SUPPRESSED.entries()) {
      expect(read(`suppressed${index}.mjs`), part).toBe(suppressed[index]);
      expect(read(`open${index}.mjs`), part).toContain("/api/atlas/v2");
    }
  });

  it("are none where files of data among tests answer with what is read, or go by its path", async () => {
    const folders = Object.entries(TEST_DATA).flatMap(([name, data], index) =>
      Object.entries({ ...data, "a.mjs": READ, "package.json": `{ "description": "${name}" }\n` }).map(
        ([path, text]) => [`${index}/${path}`, text],
      ),
    );
    const read = await fixedFiles(Object.fromEntries(folders) as Record<string, string>);
    expect(["0/a.mjs", "1/a.mjs"].map(read)).toEqual([READ, READ]);
    expect(read("2/a.mjs")).toContain("/api/atlas/v2");
  });

  it("do not reach another file: the message names the command", async () => {
    const { files, run } = await fixedByEslint("payload-file");
    expect(files).toEqual(await original("payload-file"));
    expect(run.messages.map(({ path, message }) => `${path} ${message}`)).toContainEqual(
      expect.stringMatching(
        /^provision\.mjs .* the fix also changes clusters\/archive\.json: npx v2ready fix$/,
      ),
    );
  });
});
