import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import { matchEndpoint } from "../../src/catalog/matchers/endpoints.js";
import { HOLE_MARK } from "../../src/facts/text.js";
import { fixFiles } from "../support/fix-files.js";

const [service, atlas] = loadCatalog().vocabularies;
const HEAD = `const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";\n`;

describe("an endpoint is recognised", () => {
  it.each([
    ["GET", "/groups//clusters", "clusters.list"],
    ["POST", "/groups//clusters", "clusters.create"],
    ["PATCH", "/groups//clusters/c0", "clusters.modify"],
    ["DELETE", "/groups//clusters/", "clusters.delete"],
    ["GET", "/groups/1/clusters/", "clusters.list"],
    ["GET", "/groups/1//clusters", "clusters.list"],
    ["GET", "//groups/1/clusters", "clusters.list"],
    ["GET", String.raw`\/groups\/1\/clusters`, "clusters.list"],
    ["GET", "/groups/TODO/clusters/<CLUSTER-NAME>", "clusters.get"],
    ["PATCH", "/groups/YOUR_PROJECT_ID/clusters/xxx", "clusters.modify"],
  ])("%s %s", (method, path, id) => {
    for (const vocabulary of [service!, atlas!])
      expect(matchEndpoint(vocabulary, [method], path).endpoints.map((one) => one.id)).toEqual([id]);
  });

  it.each([
    "/groups//clusters/h/logs/mongodb.gz",
    "/groups/1/clusters//logs/",
    `/groups/1/clusters/h/logs/${HOLE_MARK}`,
  ])("and that it is a download: %s", (path) => {
    expect(matchEndpoint(atlas!, ["GET"], path).endpoints.map(({ format }) => format)).toEqual(["gzip"]);
  });

  it.each([`/groups//${HOLE_MARK}/x/y`, "/groups/1//clusters/2/3/4"])("and none is made up: %s", (path) => {
    expect(matchEndpoint(atlas!, ["GET"], path).endpoints).toEqual([]);
  });
});

describe("a request with an identifier that is not filled in", () => {
  it.each([`""`, `"TODO"`, `"<GROUP-ID>"`, `"YOUR_PROJECT_ID"`, `"xxx"`])(
    "moves with its body and its reads: %s",
    async (id) => {
      const { files } = await fixFiles({
        "a.js": `${HEAD}const groupId = ${id};
const url = \`\${BASE}/groups/\${groupId}/clusters\`;
const { results } = await (await fetch(url)).json();
console.log(new MongoClient(results[0].srvAddress));
await fetch(url, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({
    name: "c0",
    clusterType: "REPLICASET",
    replicationFactor: 3,
    autoScaling: { diskGBEnabled: true },
    providerSettings: { providerName: "AWS", regionName: "EU_WEST_1", instanceSizeName: "M10" },
  }),
});
`,
      });
      expect(files["a.js"]).toContain("/api/atlas/v2");
      expect(files["a.js"]).toContain("connectionStrings");
      expect(files["a.js"]).toContain("regionConfigs");
      expect(files["a.js"]).not.toContain("providerSettings");
    },
  );

  it.each([
    ["`${BASE}/groups/${id}/clusters/${id}/logs/mongodb.gz`", `""`],
    ["`${BASE}/groups/1/clusters/h/logs/${id}`", `""`],
    ["`${BASE}/groups/1/clusters/h/logs/${id}`", "process.env.LOG"],
  ])("asks for the format of a download: %s", async (url, id) => {
    const { files } = await fixFiles({ "a.js": `${HEAD}const id = ${id};\nawait fetch(${url});\n` });
    expect(files["a.js"]).toContain("application/vnd.atlas.2023-02-01+gzip");
  });

  it("keeps the format that is asked for where the rest of the path is unknown", async () => {
    const source = `${HEAD}export const load = (id, rest) =>
  fetch(BASE + "/groups/" + id + rest, { headers: { Accept: "application/gzip" } });
`;
    const { files, units } = await fixFiles({ "a.js": source }, ["safe", "unsafe"]);
    expect(files["a.js"]).toContain("application/vnd.atlas.2023-02-01+gzip");
    const [unit] = units.filter(({ title }) => title.startsWith("move"));
    expect(unit!.applicability).toBe("unsafe");
    expect(unit!.reasons.join()).toContain("cannot tell which resource the request asks for");
  });

  it("says of a resource that is not known that its body was not read", async () => {
    const { units } = await fixFiles({
      "a.js": `${HEAD}await fetch(\`\${BASE}/groups//\${process.env.WHAT}\`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ a: 1 }),
});
`,
    });
    const [unit] = units.filter(({ title }) => title.startsWith("move"));
    expect(unit!.applicability).toBe("unsafe");
    expect(unit!.reasons.join()).toContain("its body and the format of its response are not checked");
  });
});
