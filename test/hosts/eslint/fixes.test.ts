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

describe("fixes in ESLint", () => {
  it.each(["create-cluster", "fetch-digest-list", "got-extend-backup", "service-vocabulary-discovery"])(
    "are those of the command in one file, in %s",
    async (name) => {
      const [wanted, { files }] = await Promise.all([fixedByCommand(name), fixedByEslint(name)]);
      expect(files).toEqual(wanted);
      expect(files).not.toEqual(await original(name));
    },
  );

  it.each([
    [
      "a read",
      "no-removed-property",
      (off: string) => `const c = await (await fetch("${OLD}/groups/1/clusters/c")).json();
${off}
console.log(c.srvAddress);
`,
    ],
    [
      "the header",
      "require-version-media-type",
      (off: string) => `${off}
const r = await fetch("${OLD}/groups/1/clusters/c");
const c = await r.json();
console.log(c.srvAddress);
`,
    ],
    [
      "the base",
      "no-unversioned-base-path",
      (off: string) => `${off}
const BASE = "${OLD}";
const r = await fetch(BASE + "/groups/1/clusters/c");
console.log((await r.json()).srvAddress);
`,
    ],
  ])("is nothing where a directive silences %s of the request: units are whole", async (_, rule, code) => {
    const fixed = async (text: string): Promise<string> => {
      const folder = sharedTree({ "a.mjs": text });
      await eslint(sharedConfig("parity"), { cwd: folder, args: ["--fix", "."] });
      return readFileSync(join(folder, "a.mjs"), "utf8");
    };
    const silenced = code(`// v2ready-disable-next-line ${rule} -- for a reason`);
    expect(await fixed(silenced)).toBe(silenced);
    expect(await fixed(code("// nothing"))).toContain("/api/atlas/v2");
  });

  it.each([
    ["answer with what it reads", { "test/clusters.json": `{ "srvAddress": "a" }\n` }],
    ["go by its path", { "test/tape.txt": `GET ${OLD}/groups/1/clusters\n` }],
  ])("is nothing where files of data among tests %s: it is a choice", async (_what, data) => {
    const code = `const c = await (await fetch("${OLD}/groups/1/clusters/c")).json();\nconsole.log(c.srvAddress);\n`;
    const fixed = async (more: Readonly<Record<string, string>>): Promise<string> => {
      const folder = sharedTree({ "a.mjs": code, "package.json": "{}\n", ...more });
      await eslint(sharedConfig("parity"), { cwd: folder, args: ["--fix", "a.mjs"] });
      return readFileSync(join(folder, "a.mjs"), "utf8");
    };
    expect(await fixed(data)).toBe(code);
    expect(await fixed({ "test/other.json": "{}\n" })).toContain("/api/atlas/v2");
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
