import { describe, expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const NEWEST = "2025-03-12";
const BASE = "https://cloud.mongodb.com/api/atlas/v2/groups/a";
const OLD = "application/vnd.atlas.2023-02-01+json";
const NEW = `application/vnd.atlas.${NEWEST}+json`;

async function upgrade(files: Files | string, target = NEWEST) {
  const {
    units,
    files: after,
    remaining,
  } = await fixFiles(typeof files === "string" ? { "a.js": files } : files, ["safe"], target);
  const [unit] = units;
  return { units, how: unit?.applicability, reasons: unit?.reasons, after, remaining, code: after["a.js"] };
}

const get = (path: string, type = OLD): string =>
  `const answer = await fetch("${BASE}${path}", { headers: { Accept: "${type}" } });\n`;
const send = (method: string, path: string, body: string, type = OLD): string =>
  `await fetch("${BASE}${path}", { method: "${method}", headers: { Accept: "${type}", "Content-Type": "${type}" }, body: JSON.stringify(${body}) });\n`;

describe("a request for another resource", () => {
  const FIRST = "application/vnd.atlas.2023-01-01+json";

  it("is converted where a member of its body only has another name", async () => {
    const body = "{ migrationHosts: [host], dropEnabled: true }";
    const code = send("POST", "/liveMigrations", body, FIRST);
    const fixed = await upgrade(`const host = "h";\n${code}`);
    expect(fixed.how).toBe("safe");
    expect(fixed.code).toContain(
      send("POST", "/liveMigrations", body.replace("dropEnabled", "dropDestinationData"), NEW),
    );
    expect(fixed.remaining).toEqual([]);
  });

  it("is converted in Python and in a shell script, too", async () => {
    const python = (name: string, type: string): string =>
      `import requests\n\nrequests.post(\n    "${BASE}/liveMigrations",\n    headers={"Accept": "${type}"},\n    json={"migrationHosts": ["h"], "${name}": True},\n)\n`;
    const shell = (name: string, type: string): string =>
      `curl -X POST -H "Accept: ${type}" -H "Content-Type: application/json" "${BASE}/liveMigrations" -d '{"${name}": true}'\n`;
    const fixed = await upgrade({
      "a.py": python("dropEnabled", FIRST),
      "b.sh": shell("dropEnabled", FIRST),
    });
    expect(fixed.after).toEqual({
      "a.py": python("dropDestinationData", NEW),
      "b.sh": shell("dropDestinationData", NEW),
    });
    expect(fixed.units.map(({ applicability }) => applicability)).toEqual(["safe", "safe"]);
  });

  it("moves from v1.0 with that body in one step", async () => {
    const code = send("POST", "/liveMigrations/validate", "{ dropEnabled: false }", "application/json");
    const fixed = await upgrade(code.replace("/v2/", "/v1.0/"));
    expect(fixed.how).toBe("safe");
    expect(fixed.code).toContain("/api/atlas/v2/groups/a/liveMigrations/validate");
    expect(fixed.code).toContain("JSON.stringify({ dropDestinationData: false })");
  });

  it("asks for the newest version where it touches nothing that changes", async () => {
    const read = "console.log((await answer.json()).javascriptEnabled);\n";
    const fixed = await upgrade(`${get("/clusters/c/processArgs", FIRST)}${read}`);
    expect(fixed).toMatchObject({ how: "safe", code: `${get("/clusters/c/processArgs", NEW)}${read}` });
  });

  it.each([
    [
      "sends a property that nothing replaces",
      send("PATCH", "/clusters/c/processArgs", "{ defaultReadConcern: x, javascriptEnabled: true }", FIRST),
      /the request body has defaultReadConcern, and no single property replaces it/,
    ],
    [
      "reads a property that nothing replaces",
      `${get("/clusters/c/processArgs", FIRST)}console.log((await answer.json()).failIndexKeyTooLong);\n`,
      /reads failIndexKeyTooLong from the response/,
    ],
    [
      "reads the email addresses of users",
      `${get("/users", FIRST)}for (const user of (await answer.json()).results) console.log(user.emailAddress);\n`,
      /reads emailAddress from the response, and a person must decide if username replaces it/,
    ],
    [
      "reads roles, which have another form",
      `${get("/users", FIRST)}const { results } = await answer.json();\nconsole.log(results[0].roles[0].roleName);\n`,
      /reads roles from the response/,
    ],
    [
      "sends the id of an element to copy snapshots",
      send("PATCH", "/clusters/c/backup/schedule", '{ copySettings: [{ replicationSpecId: "5f" }] }', FIRST),
      /the request body has copySettings\[\]\.replicationSpecId/,
    ],
  ])("is left to a person if it %s", async (_what, code, reason) => {
    const { how, reasons, after } = await upgrade(code);
    expect(how).toBe("display-only");
    expect(reasons!.join("\n")).toMatch(reason);
    expect(after["a.js"]).toBe(code);
  });

  it("is reported where it reads what its own version does not have", async () => {
    const code = `${get("/users", NEW)}for (const user of (await answer.json()).results) console.log(user.emailAddress);\n`;
    const { remaining } = await upgrade(code);
    expect(remaining).toHaveLength(1);
    expect(remaining[0]).toContain("no-removed-property");
  });

  it("says nothing of properties with these names elsewhere", async () => {
    const code = `${get("", FIRST)}const form = { emailAddress: "a", roles: [], defaultReadConcern: "local" };\nconsole.log(form.emailAddress, form.roles, (await answer.json()).teamIds);\n`;
    expect((await upgrade(code)).remaining).toEqual([]);
  });
});

describe("a request that states an older version", () => {
  it("asks for the newest one where nothing that it touches changes", async () => {
    const code = `${get("/clusters")}const { results } = await answer.json();\nfor (const { name } of results) console.log(name);\n`;
    const fixed = await upgrade(code);
    expect(fixed).toMatchObject({ how: "safe", code: code.replace(OLD, NEW), remaining: [] });
  });

  it("states the same date in both of its headers", async () => {
    const code = send("PATCH", "/clusters/c", "{ paused: true }");
    expect((await upgrade(code)).code).toBe(code.replaceAll(OLD, NEW));
  });

  it.each([
    ["which its version is the newest of", get("")],
    ["which the date leads to already", get("/clusters", "application/vnd.atlas.2024-08-05+json")],
    ["which ask for a preview", get("/clusters", "application/vnd.atlas.preview+json")],
  ])("stays as it is for an endpoint %s", async (_what, code) => {
    expect((await upgrade(code)).units).toEqual([]);
  });

  it("is converted with its body, from the shape that it has", async () => {
    const region = (disk: string): string =>
      `{ providerName: "AWS", regionName: "US_EAST_1", priority: 7, electableSpecs: { instanceSize: "M10", nodeCount: 3${disk} } }`;
    const body = (root: string, shards: string, disk: string): string =>
      `{ name: "c", clusterType: "REPLICASET", ${root}replicationSpecs: [{ ${shards}regionConfigs: [${region(disk)}] }] }`;
    const code = send("POST", "/clusters", body("diskSizeGB: 20, ", "numShards: 1, ", ""));
    const fixed = await upgrade(code);
    expect(fixed.how).toBe("safe");
    expect(fixed.code).toBe(send("POST", "/clusters", body("", "", ", diskSizeGB: 20"), NEW));
  });

  it("is left to a person if the body gets its disk later, which is in the nodes now", async () => {
    const shard = `{ regionConfigs: [{ providerName: "AWS", regionName: "US_EAST_1", priority: 7, electableSpecs: { instanceSize: "M10", nodeCount: 3 } }] }`;
    const code = `const body = { name: "c", clusterType: "REPLICASET", replicationSpecs: [${shard}] };
body.diskSizeGB = 20;
${send("POST", "/clusters", "body")}`;
    const { how, reasons, after } = await upgrade(code);
    expect(how).toBe("display-only");
    expect(reasons!.join("\n")).toMatch(
      /^diskSizeGB is added to the request body in another place, .* by hand$/m,
    );
    expect(after["a.js"]).toBe(code);
  });

  it.each([
    ["a disk alone", "PATCH", "{ diskSizeGB: 40 }", /diskSizeGB is now in the specs of every region/],
    [
      "several shards in a change",
      "PATCH",
      `{ replicationSpecs: [{ numShards: 2, regionConfigs: [] }] }`,
      /a PATCH names each shard now/,
    ],
    [
      "compute auto-scaling of what may have several shards",
      "POST",
      `{ name: "c", clusterType: "SHARDED", replicationSpecs: [{ numShards: 1, regionConfigs: [{ autoScaling: { compute: { enabled: true } } }] }] }`,
      /Compute auto-scaling works for each shard/,
    ],
    [
      "an element that is not known",
      "PATCH",
      "{ replicationSpecs: [globalThis.first] }",
      /replicationSpecs\[0\]/,
    ],
  ])("is left to a person with %s", async (_what, method, body, reason) => {
    const code = send(method, method === "POST" ? "/clusters" : "/clusters/c", body);
    const { how, reasons, after } = await upgrade(code);
    expect(how).toBe("display-only");
    expect(reasons!.join("\n")).toMatch(reason);
    expect(after["a.js"]).toBe(code);
  });

  it("is unsafe past a change of an endpoint whose properties are not known", async () => {
    const { how, reasons } = await upgrade(
      `await fetch("https://cloud.mongodb.com/api/atlas/v2/orgs/o/users", { headers: { Accept: "${OLD}" } });\n`,
    );
    expect(how).toBe("unsafe");
    expect(reasons).toEqual([
      "from version 2025-02-19 of GET /orgs/{ORG-ID}/users on, pending users, whose names can be missing, are in the list, and links are gone",
    ]);
  });

  it("is unsafe where its date was never released", async () => {
    const { how, reasons } = await upgrade(get("/clusters", "application/vnd.atlas.2024-01-15+json"));
    expect(how).toBe("unsafe");
    expect(reasons).toEqual([
      "2024-01-15 was never released, so it is not known which version the code is written for",
    ]);
  });

  it("is unsafe while the answer is printed, which gets another shape", async () => {
    const { how, reasons } = await upgrade(`${get("/clusters/c")}console.log(await answer.json());\n`);
    expect(how).toBe("unsafe");
    expect(reasons).toEqual(["console.log prints the cluster in the response, so the output changes"]);
  });

  it("is unsafe where code compares with the old type", async () => {
    const code = `${get("/clusters/c")}if (answer.headers.get("content-type") === "${OLD}") console.log("old");\n`;
    const { how, reasons } = await upgrade(code);
    expect(how).toBe("unsafe");
    expect(reasons).toEqual([`a.js also names ${OLD}, which v2ready cannot connect to a request`]);
  });
});

describe("a read of a list whose elements mean something else", () => {
  const one = `${get("/clusters/c")}const cluster = await answer.json();\n`;

  it.each([
    ["an index", "console.log(cluster.replicationSpecs[0].zoneName);\n"],
    ["a pattern", "const { zoneName } = cluster.replicationSpecs[0];\nconsole.log(zoneName);\n"],
    ["a list pattern", "const [{ zoneName }] = cluster.replicationSpecs;\nconsole.log(zoneName);\n"],
    ["nested patterns", "const { replicationSpecs: [{ zoneName }] } = cluster;\nconsole.log(zoneName);\n"],
    [
      "a constant for the list",
      "const { replicationSpecs } = cluster;\nconsole.log(replicationSpecs[0].zoneName);\n",
    ],
    [
      "another name for the list",
      "const zones = cluster.replicationSpecs;\nconst { zoneName } = zones[0];\nconsole.log(zoneName, zones[0].zoneId);\n",
    ],
    [
      "a name for the element",
      "const [first] = cluster.replicationSpecs;\nconst zone = first;\nconsole.log(first.zoneName, zone.zoneId);\n",
    ],
  ])("stays the same for what %s takes of the first one", async (_what, reads) => {
    const fixed = await upgrade(one + reads);
    expect(fixed).toMatchObject({ how: "safe", reasons: [], code: (one + reads).replace(OLD, NEW) });
    expect(fixed.remaining).toEqual([]);
  });

  it.each([
    ["its number of elements", "console.log(cluster.replicationSpecs.length);\n"],
    ["all of them", "for (const { zoneName } of cluster.replicationSpecs) console.log(zoneName);\n"],
    ["another one", "console.log(cluster.replicationSpecs[1].zoneName);\n"],
    ["the first ones", "const [first, second] = cluster.replicationSpecs;\nconsole.log(second.zoneName);\n"],
    ["an element that is passed on", "const [first] = cluster.replicationSpecs;\nshow(first);\n"],
    [
      "an id of an element under a name",
      "const [first] = cluster.replicationSpecs;\nconsole.log(first.id);\n",
    ],
    [
      "another element of a constant",
      "const { replicationSpecs: s } = cluster;\nconsole.log(s[0].zoneName, s[1].zoneName);\n",
    ],
    [
      "a number of elements of a constant",
      "const { replicationSpecs } = cluster;\nconsole.log(replicationSpecs.length);\n",
    ],
    [
      "a variable that gets another value",
      "let { replicationSpecs } = cluster;\nreplicationSpecs = next();\nconsole.log(replicationSpecs[0].zoneName);\n",
    ],
    [
      "a constant that is exported",
      "export const { replicationSpecs } = cluster;\nconsole.log(replicationSpecs[0].zoneName);\n",
    ],
    [
      "a constant that is exported later",
      "const { replicationSpecs } = cluster;\nconsole.log(replicationSpecs[0].zoneName);\nexport { replicationSpecs };\n",
    ],
    ["an id in a pattern", "const [{ id }] = cluster.replicationSpecs;\nconsole.log(id);\n"],
    ["an id", "console.log(cluster.replicationSpecs[0].id);\n"],
    ["a number of shards", "console.log(cluster.replicationSpecs[0].numShards);\n"],
    ["the size of a disk that is written", "cluster.diskSizeGB = 40;\nconsole.log(cluster.name);\n"],
    [
      "an element that is sent back alone",
      `const [first] = cluster.replicationSpecs;\n${send("PATCH", "/clusters/c", "{ replicationSpecs: [first] }")}`,
    ],
    [
      "a list that is sent back",
      `cluster.replicationSpecs[0].regionConfigs[0].priority = 6;\n${send("PATCH", "/clusters/c", "{ replicationSpecs: cluster.replicationSpecs }")}`,
    ],
  ])("is left to a person for %s", async (_what, reads) => {
    const { units, code } = await upgrade(one + reads);
    expect(new Set(units.map(({ applicability }) => applicability))).toEqual(new Set(["display-only"]));
    expect(code).toBe(one + reads);
  });
});

describe("a read of the size of a disk", () => {
  const one = `${get("/clusters/c")}const cluster = await answer.json();\n`;
  const there = "replicationSpecs[0].regionConfigs[0].electableSpecs.diskSizeGB";

  it.each([
    ["a member", "console.log(cluster.diskSizeGB);\n", `console.log(cluster.${there});\n`],
    [
      "a member with another value",
      "console.log(cluster.diskSizeGB ?? 10);\n",
      "console.log(cluster.replicationSpecs?.[0]?.regionConfigs?.[0]?.electableSpecs?.diskSizeGB ?? 10);\n",
    ],
    [
      "a member in brackets",
      `console.log(cluster["diskSizeGB"]);\n`,
      `console.log(cluster["replicationSpecs"][0]["regionConfigs"][0]["electableSpecs"]["diskSizeGB"]);\n`,
    ],
    [
      "a pattern",
      "const { name, diskSizeGB } = cluster;\nconsole.log(name, diskSizeGB);\n",
      "const { name, replicationSpecs: [{ regionConfigs: [{ electableSpecs: { diskSizeGB } }] }] } = cluster;\nconsole.log(name, diskSizeGB);\n",
    ],
    [
      "a pattern with another name",
      "const { diskSizeGB: size } = cluster;\nconsole.log(size);\n",
      "const { replicationSpecs: [{ regionConfigs: [{ electableSpecs: { diskSizeGB: size } }] }] } = cluster;\nconsole.log(size);\n",
    ],
  ])("moves to the first node: %s", async (_what, before, after) => {
    const fixed = await upgrade(one + before);
    expect(fixed).toMatchObject({ how: "safe", reasons: [], code: one.replace(OLD, NEW) + after });
    expect(fixed.remaining).toEqual([]);
  });

  it("moves in Python and in filters of jq", async () => {
    const python = `import requests
r = requests.get("${BASE}/clusters/c", headers={"Accept": "${OLD}"})
c = r.json()
print(c["diskSizeGB"], c.get("diskSizeGB"))
`;
    const shell = `curl -s --digest -u "$K" -H "Accept: ${OLD}" "${BASE}/clusters/c" | jq -r '.diskSizeGB'\n`;
    const { how, after } = await upgrade({ "a.py": python, "a.sh": shell });
    expect(how).toBe("safe");
    expect(after).toEqual({
      "a.py": python
        .replace(OLD, NEW)
        .replace(
          `c["diskSizeGB"], c.get("diskSizeGB")`,
          `c["replicationSpecs"][0]["regionConfigs"][0]["electableSpecs"]["diskSizeGB"], c.get("replicationSpecs", [{}])[0].get("regionConfigs", [{}])[0].get("electableSpecs", {}).get("diskSizeGB")`,
        ),
      "a.sh": shell.replace(OLD, NEW).replace(".diskSizeGB", `.${there}`),
    });
  });
});

describe("a date that requests share", () => {
  const constant = `const TYPE = "${OLD}";\nconst headers = { Accept: TYPE };\n`;
  const list = `await fetch("${BASE}/clusters", { headers });\n`;

  it("changes once, also for requests that it makes no difference to", async () => {
    const code = `${constant}${list}await fetch("${BASE}", { headers });\n`;
    const { units, code: after } = await upgrade(code);
    expect(units).toHaveLength(1);
    expect(after).toBe(code.replace(OLD, NEW));
  });

  it("changes in the file that holds it", async () => {
    const files = {
      "type.js": `export const VERSION = "2023-02-01";\n`,
      "a.js": `import { VERSION } from "./type.js";\nawait fetch("${BASE}/clusters", { headers: { Accept: \`application/vnd.atlas.\${VERSION}+json\` } });\n`,
    };
    const { how, after } = await upgrade(files);
    expect(how).toBe("safe");
    expect(after).toEqual({ ...files, "type.js": `export const VERSION = "${NEWEST}";\n` });
  });

  it("stays for all where one of them needs a person", async () => {
    const { how, code } = await upgrade(
      `${constant}${list}await fetch("${BASE}/clusters/c", { method: "PATCH", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify({ diskSizeGB: 1 }) });\n`,
    );
    expect(how).toBe("display-only");
    expect(code).toContain(OLD);
  });

  it("stays where another service is sent it, too", async () => {
    const { how, reasons } = await upgrade(
      `${constant}${list}await fetch("https://example.org/x", { headers });\n`,
    );
    expect(how).toBe("display-only");
    expect(reasons).toEqual(["the fetch call, which cannot be moved, sends the same media type"]);
  });

  it("stays where something that is not followed gets it", async () => {
    const { how, reasons } = await upgrade(`${constant}${list}globalThis.register(TYPE);\n`);
    expect(how).toBe("display-only");
    expect(reasons!.join()).toMatch(/the media type is also passed to globalThis\.register/);
  });
});

describe("requests for one resource in a program", () => {
  it("are not safe to upgrade while one of them stays", async () => {
    const { units } = await upgrade(
      `${get("/clusters")}${send("PATCH", "/clusters/c", "{ diskSizeGB: 40 }")}`,
    );
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe", "display-only"]);
    expect(units[0]!.reasons).toEqual([
      "another request for the same resource, in a.js, stays at an older version",
    ]);
  });
});

describe("writes of clusters", () => {
  it("are never sent to 2024-08-05, which ends sooner than the versions before it", async () => {
    const list = get("/clusters");
    const change = send("PATCH", "/clusters/c", "{ paused: true }");
    const { code } = await upgrade(list + change, "2024-08-05");
    expect(code).toBe(list.replace("2023-02-01", "2024-08-05") + change);
    const first = send("PATCH", "/clusters/c", "{ paused: true }", "application/vnd.atlas.2023-01-01+json");
    expect((await upgrade(first, "2024-08-05")).code).toBe(change);
  });

  it("leave it for 2024-10-23", async () => {
    const code = send("PATCH", "/clusters/c", "{ paused: true }", "application/vnd.atlas.2024-08-05+json");
    expect((await upgrade(code, "2024-10-23")).code).toBe(code.replaceAll("2024-08-05", "2024-10-23"));
  });
});

describe("test doubles of a request that is upgraded", () => {
  it("expect the new date", async () => {
    const files = {
      "client.js": `export const list = async () => (await fetch("${BASE}/clusters", { headers: { Accept: "${OLD}" } })).status;\n`,
      "client.test.js": `import nock from "nock";\nimport { list } from "./client.js";\nnock("https://cloud.mongodb.com", { reqheaders: { Accept: "${OLD}" } }).get("/api/atlas/v2/groups/a/clusters").reply(200, { results: [] });\nawait list();\n`,
    };
    const { how, reasons, after } = await upgrade(files);
    expect([how, reasons]).toEqual(["safe", []]);
    expect(after["client.test.js"]).toBe(files["client.test.js"].replace(OLD, NEW));
  });
});
