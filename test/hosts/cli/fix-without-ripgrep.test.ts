import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TEST_DAY } from "../../support/analyze.js";
import { v2ready } from "../../support/command.js";
import { git, repository } from "../../support/repository.js";
import { writeTree, type Tree } from "../../workspace/support/tree.js";

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";
const CLIENT = `export const hosts = async (group) => {
  const answer = await fetch(\`${OLD}/groups/\${group}/clusters\`, { headers: { authorization: token } });
  return (await answer.json()).results.map((cluster) => cluster.srvAddress);
};
`;

/** As where optional dependencies were left out. */
const withoutRipgrep = (): string[] => ["--require", join(writeTree({ "without.cjs": HOOK }), "without.cjs")];
const HOOK = `const Module = require("node:module");
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  if (request.startsWith("@vscode/ripgrep")) throw new Error("not installed: " + request);
  return resolve.call(this, request, ...rest);
};
`;

async function fix(
  tree: Tree,
  folder: string,
  node: readonly string[],
): Promise<{ changed: string; stdout: string; stderr: string }> {
  const root = repository({ "package.json": "{}\n", ...tree });
  const { stdout, stderr } = await v2ready(["fix", "--as-of", TEST_DAY], { cwd: join(root, folder), node });
  return { stdout, stderr, changed: git(root, "status", "--porcelain") };
}

describe("without ripgrep", () => {
  it("test data is found", async () => {
    const tree = { "src/client.mjs": CLIENT, "test/clusters.csv": "name,srvAddress\na,b\n" };
    const usual = await fix(tree, ".", []);
    expect(usual.changed).toBe("");
    expect(usual.stdout).toMatch(/\d+ with --unsafe-fixes/);
    expect(await fix(tree, ".", withoutRipgrep())).toEqual(usual);
  });

  it.each([
    ["what is safe is applied", { "src/client.mjs": CLIENT }, "."],
    [
      "what another package of the repository imports is followed",
      {
        "src/package.json": `{ "name": "src" }\n`,
        "src/client.mjs": CLIENT,
        "main/package.json": `{ "name": "main" }\n`,
        "main/main.mjs": `import { hosts } from "../src/client.mjs";\nshow(await hosts("g"));\n`,
      },
      "src",
    ],
  ])("%s", async (_what, tree: Tree, folder) => {
    const usual = await fix(tree, folder, []);
    expect(usual.changed.trim()).toBe("M src/client.mjs");
    expect(await fix(tree, folder, withoutRipgrep())).toEqual(usual);
  });
});
