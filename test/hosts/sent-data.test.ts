import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const OLD =
  '{ "name": "c0", "replicationFactor": 3, "providerSettings": { "providerName": "AWS", "instanceSizeName": "M10", "regionName": "US_EAST_1" } }\n';
const REGION =
  '{ "providerName": "AWS", "regionName": "US_EAST_1", "priority": 7, "electableSpecs": { "instanceSize": "M10", "nodeCount": 3 } }';
const NEW = `{ "name": "c0", "clusterType": "SHARDED", "diskSizeGB": 10, "replicationSpecs": [{ "numShards": 2, "regionConfigs": [${REGION}] }] }\n`;

/** Programs that send the file `body.json`, by the file that they are in. */
const PROGRAMS: Readonly<Record<string, (url: string, accept: string) => string>> = {
  "read.mjs": (url, accept) => `import { readFileSync } from "node:fs";
const headers = { Accept: "${accept}", "Content-Type": "application/json" };
await fetch("${url}", { method: "POST", headers, body: readFileSync(new URL("body.json", import.meta.url)) });
`,
  "import.mjs": (url, accept) => `import body from "./body.json" with { type: "json" };
const headers = { Accept: "${accept}", "Content-Type": "application/json" };
await fetch("${url}", { method: "POST", headers, body: JSON.stringify({ ...body, name: "c1" }) });
`,
  "send.sh": (url, accept) => `#!/bin/bash
curl --digest -u "$A:$B" -H "Accept: ${accept}" -H "Content-Type: application/json" -d @body.json "${url}"
`,
};

/** Returns the findings in the data, with the severity, the message and the property. */
async function inData(
  program: string,
  path: string,
  date: string,
  body: string,
  words = "atlas",
): Promise<string[]> {
  const host = words === "atlas" ? "https://cloud.mongodb.com" : "https://admin.example.com";
  const vendor = words === "atlas" ? "atlas" : "service";
  const text = PROGRAMS[program]!(`${host}/api/${words}/v2${path}`, `application/vnd.${vendor}.${date}+json`);
  const cwd = sharedTree({ ".git/HEAD": "", [program]: text, "body.json": body });
  const { findings } = await report([], { cwd });
  return findings.flatMap((one) =>
    one.path === "body.json" ? [`${one.severity} ${one.messageId} ${one.property ?? ""}`] : [],
  );
}

describe.each(Object.keys(PROGRAMS))("a body in a file of data that %s sends", (program) => {
  it.each(["atlas", "admin"])("is judged by the version that the request of %s asks for", async (words) => {
    expect(await inData(program, "/groups/1/clusters", "2023-01-01", OLD, words)).toEqual([
      "info behind replicationFactor",
      "info behind providerSettings",
    ]);
    expect(await inData(program, "/groups/1/clusters", "2023-02-01", OLD, words)).toEqual([
      "error askedRequest replicationFactor",
      "error askedRequest providerSettings",
    ]);
  });

  it("is an error for a version that the target comes before", async () => {
    expect(await inData(program, "/groups/1/clusters", "2024-08-05", NEW)).toEqual([
      "error askedRequest diskSizeGB",
      "error askedRequest replicationSpecs[].numShards",
    ]);
    expect(await inData(program, "/groups/1/clusters", "2023-02-01", NEW)).toEqual([]);
  });

  it("is that of another operation, if the request is", async () => {
    expect(await inData(program, "/groups/1/clusters/tenantUpgrade", "2023-01-01", OLD)).toEqual([]);
    expect(await inData(program, "/groups/1/flexClusters", "2024-11-13", OLD)).toEqual([]);
  });
});
