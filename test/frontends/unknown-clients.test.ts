import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

/** Returns the rules and properties of all findings about requests and properties, with their confidence. */
async function found(path: string, text: string): Promise<readonly string[]> {
  const { findings } = await analyze(path, text);
  return findings
    .filter(({ severity, ruleId }) => severity === "error" || ruleId === "undetermined-request")
    .map(({ ruleId, property, confidence }) => `${confidence} ${property ?? ruleId}`)
    .sort();
}

const BOTH = ["low undetermined-request", "medium numShards"];

describe("a client that a caller gives and that gets a path only", () => {
  it.each([
    [
      "a.mjs",
      "export const shards = async (client, id) => {\n  const { results } = await client.get(`/groups/${id}/clusters`);\n  return results.reduce((n, c) => n + c.numShards, 0);\n};\n",
    ],
    [
      "a.py",
      'def shards(client, group):\n    page = client.get(f"/groups/{group}/clusters", itemsPerPage=500)\n    return sum(c["numShards"] for c in page["results"])\n',
    ],
    [
      "a.rb",
      'class Report\n  def initialize(client)\n    @client = client\n  end\n  def shards(group)\n    @client.get("/groups/#{group}/clusters")["results"].sum { |c| c["numShards"] }\n  end\nend\n',
    ],
    [
      "a.php",
      "<?php\nfunction shards($client, string $group): int {\n  return array_sum(array_map(fn ($c) => $c['numShards'], $client->get(\"groups/$group/clusters\")['results']));\n}\n",
    ],
    [
      "A.cs",
      'class A {\n  static async Task<int> F(IAtlas client, string group) {\n    var page = await client.GetAsync($"/groups/{group}/clusters");\n    return page.GetProperty("results").EnumerateArray().Sum(c => c.GetProperty("numShards").GetInt32());\n  }\n}\n',
    ],
  ])("is undetermined, and what is read of its response is found: %s", async (path, text) => {
    expect(await found(path, text)).toEqual(BOTH);
  });

  it.each([
    [
      "a route of a server",
      'export default (app) => app.get("/groups/:id/clusters", (req, res) => res.json([]));\n',
    ],
    [
      "a function that makes a URL",
      'import { apiUrl } from "lib";\nexport const f = (id) => apiUrl(`/groups/${id}/clusters`);\n',
    ],
    [
      "a program that never names the service",
      "export const f = (gitlab, id) => gitlab.get(`/groups/${id}/clusters`);\n",
    ],
    ["another resource", "export const f = (client, id) => client.get(`/teams/${id}/rooms`);\n"],
    ["a path that is only kept", "export const f = (list, id) => list.push(`/groups/${id}/clusters`);\n"],
  ])("is not seen in %s", async (_, text) => {
    expect(await found("a.mjs", text)).toEqual([]);
  });
});

describe("a path of a resource alone, without a base", () => {
  it.each([
    ["a client", "export const f = (atlas, id) => atlas.get(`/groups/${id}/clusters`);\n"],
    [
      "a module",
      'import { get } from "atlas-api";\nexport const f = (id) => get(`/groups/${id}/clusters`);\n',
    ],
    [
      "a comment",
      "// Asks MongoDB Atlas.\nexport const f = (api, id) => api.get(`/groups/${id}/clusters`);\n",
    ],
    [
      "a media type",
      'export const TYPE = "application/vnd.service.2023-02-01+json";\nexport const f = (api, id) => api.get(`/groups/${id}/clusters`);\n',
    ],
  ])("is undetermined where %s names the service", async (_, text) => {
    expect(await found("a.mjs", text)).toEqual(["low undetermined-request"]);
  });
});

describe("what a function gets of a client that is not known", () => {
  const URL = "https://cloud.mongodb.com/api/atlas/v2";
  const TYPE = "application/vnd.atlas.2023-02-01+json";

  it.each([
    [
      "an import with a name that sends",
      `import { fetchJson } from "some-lib";
export const list = (g, done) =>
  fetchJson(\`${URL}/groups/\${g}/clusters\`, { headers: { Accept: "${TYPE}" } }, (err, body) => done(body.results.map((c) => c.numShards)));
`,
      ["medium numShards"],
    ],
    [
      "a module that the code calls so",
      `const send = require("some-lib");
module.exports = (g, done) => send(\`${URL}/groups/\${g}/clusters\`, (body) => done(body.results[0].numShards));
`,
      BOTH,
    ],
  ])("is its response: %s", async (_, text, expected) => {
    expect(await found("a.js", text)).toEqual(expected);
  });

  it("is an instance of its class for a field that is filled later", async () => {
    const text = `class AtlasHttp {
  async list(g: string) {
    const r = await fetch("${URL}/groups/" + g + "/clusters", { headers: { Accept: "${TYPE}" } });
    return r.json();
  }
}
export class Report {
  private http!: AtlasHttp;
  async shards(g: string) {
    const { results } = await this.http.list(g);
    return results.map((c: any) => c.numShards);
  }
}
`;
    expect(await found("a.ts", text)).toEqual(["high numShards"]);
  });
});
