import { stripVTControlCharacters } from "node:util";
import { readFileSync } from "node:fs";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { RULES } from "../../../rules/index.js";
import { TEST_DAY } from "../../support/analyze.js";
import { commandNames, v2ready } from "../../support/command.js";
import { copyOfFixtures, sharedTree } from "../../support/tree.js";

const README = copyOfFixtures("readme");
const SERVICE = copyOfFixtures("projects/axios-service-class");
const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";

const TREE = sharedTree({
  ".git/HEAD": "",
  "src/http.js": `export class Http {\n  request(path, options) {\n    return fetch("${OLD}" + path, options);\n  }\n}\n`,
  "src/resources/with/a/rather/long/path/groups.js":
    'import { Http } from "../../../../../../http.js";\nconst http = new Http();\nexport const one = (id) => http.request(`/groups/${id}/whitelist`);\nexport const two = (id) => http.request(`/groups/${id}/clusters`);\nexport const three = (id) => http.request(`/groups/${id}/dataLakes`);\n',
  ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`deploy/scripts/list-${n}.sh`, `curl ${OLD}/groups\n`])),
  "test/groups.test.js": `fetch("${OLD}/groups/1/clusters");\n`,
  "docs/guide.md": `Call ${OLD}/groups.\n`,
  "dist/groups.js": `fetch("${OLD}/groups/1/clusters");\n`,
  "broken.js": `fetch("${OLD}/groups" +;\n`,
});

/** Lines of code in a page: they are printed as they are. */
function codeIn(page: string): Set<string> {
  const lines = [...page.matchAll(/^ *```.*\n([^]*?)^ *```/gm)].flatMap(([, code]) => code!.split("\n"));
  return new Set(lines.map((line) => line.trim()));
}

/** The lines that are wider than a terminal although they could be broken at a word. */
async function tooWide(
  args: readonly string[],
  columns: number,
  { cwd = README, code = new Set<string>() } = {},
): Promise<string[]> {
  const { stdout, stderr, status } = await v2ready(args, { cwd, env: { COLUMNS: String(columns) } });
  expect({ args, stderr: status === 2 ? stderr : "", isEmpty: stdout === "" }).toEqual({
    args,
    stderr: "",
    isEmpty: false,
  });
  return (
    stdout
      .split("\n")
      .map(stripVTControlCharacters)
      .filter((line) => stringWidth(line) > columns && line.trim().includes(" ") && !code.has(line.trim()))
      // A command is pasted, and would end where its line does.
      .filter((line) => !line.startsWith("Next: "))
  );
}

const RUN = ["--as-of", TEST_DAY];

describe.each([40, 60, 80, 120])("in a terminal of %i columns lines are wrapped at words", (columns) => {
  it.each([
    { name: "a report", args: ["check", ...RUN] },
    {
      name: "a report in colour with links",
      args: ["check", ...RUN, "--color", "always", "--hyperlinks", "always"],
    },
    { name: "a report by file", args: ["check", ...RUN, "--group-by", "file"] },
    { name: "a report by rule", args: ["check", ...RUN, "--group-by", "rule"] },
    { name: "a report by directory", args: ["check", ...RUN, "--group-by", "directory"] },
  ])("of $name", async ({ args }) => {
    for (const cwd of [README, SERVICE, TREE]) expect(await tooWide(args, columns, { cwd })).toEqual([]);
  });

  it("of what fix says", async () => {
    for (const cwd of [copyOfFixtures("readme"), TREE])
      expect(await tooWide(["fix", ...RUN, "--allow-dirty"], columns, { cwd })).toEqual([]);
  });

  it("of why", async () => {
    for (const place of ["src/clusters.js:3", "src/clusters.js:6", "src/clusters.js:11", "deploy/list.sh:2"])
      for (const log of [[], ["--verbose"]])
        expect(await tooWide(["why", ...RUN, place, ...log], columns)).toEqual([]);
  });

  it("of the pages of rules, but for code", async () => {
    for (const id of [...RULES.map(({ meta }) => meta.id), "valid-directive"]) {
      const code = codeIn(readFileSync(`rules/${id}.md`, "utf8"));
      expect(await tooWide(["explain", id], columns, { code })).toEqual([]);
    }
  });

  it("of lists and help", async () => {
    const commands = await commandNames();
    expect(commands).toContain("check");
    const calls = [["rules"], ["--help"], ...commands.map((name) => [name, "--help"])];
    for (const args of calls) expect(await tooWide(args, columns)).toEqual([]);
  });

  it("of what is said about a connection string", async () => {
    const text = "mongodb+srv://orders-ab123.azure.mongodb.net/shop";
    const args = ["connection-string", text, "--to", "AWS", "--tier", "dedicated", "--created", "2020-01-01"];
    expect(await tooWide(args, columns)).toEqual([]);
  });
});
