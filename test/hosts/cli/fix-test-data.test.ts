import { describe, expect, it } from "vitest";
import { fixTree } from "../../support/fixing.js";
import type { Tree } from "../../workspace/support/tree.js";

const OLD = "/api/atlas/v1.0";
const CLIENT = `export const hosts = async (group) => {
  const answer = await fetch(\`https://cloud.mongodb.com${OLD}/groups/\${group}/clusters\`, { headers: { authorization: token } });
  return (await answer.json()).results.map((cluster) => cluster.srvAddress);
};
`;
const NAMED = `{ "results": [{ "name": "a", "srvAddress": "mongodb+srv://a.example.net" }] }\n`;

const fix = (tree: Tree, ...args: string[]) => fixTree({ "package.json": "{}\n", ...tree }, ...args);

describe("what tests go by and is not followed", () => {
  it.each([
    ["an answer in JSON", "test/clusters.json", NAMED],
    ["an answer in a table", "spec/clusters.csv", "name,srvAddress\na,b\n"],
    ["a recorded path", "test/tape.txt", `GET ${OLD}/groups/1/clusters\n`],
    ["an expected URL", "__fixtures__/urls.txt", `https://cloud.mongodb.com${OLD}/groups/1\n`],
  ])("keeps a fix from being safe: %s", async (_what, path, text) => {
    const { changed, stdout } = await fix({ "src/client.mjs": CLIENT, [path]: text });
    expect(changed).toBe("");
    expect(stdout).toContain(`why: ${path} `);
    expect(stdout).toMatch(/\d+ with --unsafe-fixes/);
  });

  it("does so if a test has a finding without a fix", async () => {
    const test = `import { hosts } from "../src/client.mjs";\nconst answers = { ["${OLD}/groups/1/clusters"]: {} };\nplay(answers, hosts);\n`;
    const { changed, stdout } = await fix({ "src/client.mjs": CLIENT, "test/client.test.mjs": test });
    expect(changed).toBe("");
    expect(stdout).toContain("test/client.test.mjs");
  });

  it("does not, if the same fix changes what the test contains", async () => {
    const { changed } = await fix({
      "src/client.mjs": CLIENT.replace("srvAddress", "name"),
      "test/client.test.mjs": `import nock from "nock";\nimport { hosts } from "../src/client.mjs";\ntest("it", async () => {\n  nock("https://cloud.mongodb.com").get("${OLD}/groups/1/clusters").reply(200, { results: [] });\n  expect(await hosts("1")).toEqual([]);\n});\n`,
    });
    expect(changed.split("\n").map((line) => line.trim())).toEqual([
      "M src/client.mjs",
      "M test/client.test.mjs",
      "",
    ]);
  });

  it("is applied on request", async () => {
    const { changed } = await fix(
      { "src/client.mjs": CLIENT, "test/clusters.json": NAMED },
      "--unsafe-fixes",
    );
    expect(changed.trim()).toBe("M src/client.mjs");
  });

  it.each([
    ["other names", "test/clusters.json", `{ "results": [{ "srvAddresses": 1 }] }\n`],
    ["documentation among tests", "test/README.md", `The answer has \`srvAddress\`, asked at ${OLD}.\n`],
    ["a file that is no test", "examples/clusters.json", NAMED],
    ["the test of another package", "packages/b/test/clusters.json", NAMED],
  ])("is distinguished from %s", async (_what, path, text) => {
    const { changed } = await fix({
      "package.json": `{ "workspaces": ["packages/*"] }\n`,
      "packages/a/package.json": `{ "name": "a" }\n`,
      "packages/b/package.json": `{ "name": "b" }\n`,
      "packages/a/src/client.mjs": CLIENT,
      [path.startsWith("packages/") ? path : `packages/a/${path}`]: text,
    });
    expect(changed.trim()).toBe("M packages/a/src/client.mjs");
  });
});
