import { describe, expect, it } from "vitest";
import { report } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";
import type { Tree } from "../../workspace/support/tree.js";

const HOST = "https://cloud.mongodb.com";

async function leftOpen(tree: Tree): Promise<string[]> {
  const { findings, unchecked } = await report(["--show-undetermined"], {
    cwd: sharedTree({ ".git/HEAD": "", ...tree }),
  });
  return [
    ...findings.map(({ path, line, ruleId }) => `${path}:${line} ${ruleId}`),
    ...unchecked.flatMap(({ kind, places }) => places.map(({ path, line }) => `${path}:${line} ${kind}`)),
  ];
}

describe("a path of the versioned API that no known request has", () => {
  it.each([
    [
      "a part of a URL object",
      "a.mjs",
      `u.pathname = "/api/atlas/v2/groups/" + g + "/clusters";\nawait fetch(u);\n`,
    ],
    [
      "a path of everyday words with a resource",
      "a.mjs",
      "u.pathname = `/api/admin/v2/groups/${g}/clusters`;\nawait fetch(u);\n",
    ],
    ["what a builder gets", "a.py", `URL = builder.path("/api/atlas/v2/groups/1/clusters").build()\n`],
  ])("is undetermined: %s", async (_, path, text) => {
    expect(await leftOpen({ [path]: text })).toContain(`${path}:1 undetermined-request`);
  });

  it("is not, where the call that gets it is known", async () => {
    const text = `import createClient from "openapi-fetch";
const client = createClient({ baseUrl: "${HOST}" });
export const list = (groupId) =>
  client.GET("/api/atlas/v2/groups/{groupId}/clusters", {
    params: { path: { groupId } },
    headers: { Accept: "application/vnd.atlas.2023-02-01+json" },
  });
`;
    expect(await leftOpen({ "a.mjs": text })).toEqual([]);
  });

  it.each([
    ["conf.yaml", `atlas:\n  base: ${HOST}/api/atlas/v2\n`],
    ["conf.json", `{ "atlas": { "base": "${HOST}/api/atlas/v2" } }\n`],
    ["conf.ini", `[atlas]\nbase = ${HOST}/api/atlas/v2\n`],
    [".env", `ATLAS_BASE=${HOST}/api/atlas/v2\n`],
  ])("is not checked in settings: %s", async (path, text) => {
    const found = await leftOpen({ [path]: text, "a.py": "import settings\nprint(settings)\n" });
    expect(found.map((one) => one.replace(/:\d+/, ""))).toContain(`${path} unknown-client`);
  });

  it("is fine in settings that a known request reads, in examples of them, and where the API is described", async () => {
    const tree = {
      ".env.example": `ATLAS_BASE=${HOST}/api/atlas/v2\n`,
      "conf.json": `{ "base": "${HOST}/api/atlas/v2" }\n`,
      "a.mjs": `import conf from "./conf.json" with { type: "json" };
await fetch(conf.base + "/groups", { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });
`,
      "openapi.yaml": `openapi: 3.0.1
paths:
  /api/atlas/v2/groups: {}
  /api/atlas/v2/groups/{groupId}/clusters: {}
`,
    };
    expect(await leftOpen(tree)).toEqual([]);
  });
});
