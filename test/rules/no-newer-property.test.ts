import rule from "../../rules/no-newer-property.js";
import { testRule, type ExpectedFinding } from "../support/rule-tester.js";

const sent = (property: string, since: string, asked: string): ExpectedFinding => ({
  messageId: "request",
  confidence: "high",
  role: "request",
  property,
  message: `${property} is rejected in cluster requests before version ${since}, but this request asks for ${asked}.`,
});
const received = (property: string, since: string, asked: string): ExpectedFinding => ({
  messageId: "response",
  confidence: "high",
  role: "response",
  property,
  message: `${property} is not in cluster responses before version ${since}, but the request asks for ${asked}.`,
});
const REGIONS = "replicationSpecs[].regionConfigs";
const DISK = `${REGIONS}[].electableSpecs.diskSizeGB`;

testRule(rule, {
  invalid: [
    {
      name: "the shape of 2023-02-01 in a request for 2023-01-01; what is inside is not reported again",
      code: `await fetch("%host%/api/%admin%/v2/groups/1/clusters", {
  method: "POST",
  headers: { Accept: "application/vnd.%vendor%.2023-01-01+json", "Content-Type": "application/json" },
  body: JSON.stringify({
    name: "c0",
    replicationSpecs: [{ numShards: 1, ⟦regionConfigs⟧: [{ electableSpecs: { instanceSize: "M30", diskSizeGB: 40 } }] }],
  }),
});`,
      errors: [sent(REGIONS, "2023-02-01", "2023-01-01")],
    },
    {
      name: "what an answer of 2023-02-01 never has, which the code would send back",
      vocabulary: "atlas",
      code: `const headers = { Accept: "application/vnd.atlas.2023-02-01+json", "Content-Type": "application/json" };
const url = "https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/c0";
const { replicationSpecs } = await (await fetch(url, { headers })).json();
const sent = ({ nodeCount, ⟦diskSizeGB⟧ }) => ({ instanceSize: "M30", nodeCount, ...(diskSizeGB && { diskSizeGB }) });
const body = replicationSpecs.map((spec) => ({
  numShards: spec.numShards,
  regionConfigs: spec.regionConfigs.map((one) => ({ ...one, electableSpecs: sent(one.electableSpecs) })),
}));
await fetch(url, { method: "PATCH", headers, body: JSON.stringify({ replicationSpecs: body }) });`,
      errors: [received(DISK, "2024-08-05", "2023-02-01")],
    },
    {
      name: "an answer of 2023-01-01, whatever the target is",
      target: "2023-01-01",
      code: `const headers = { Accept: "application/vnd.%vendor%.2023-01-01+json" };
const { results } = await (await fetch("%host%/api/%admin%/v2/groups/1/clusters", { headers })).json();
for (const { replicationSpecs } of results) console.log(replicationSpecs[0].⟦regionConfigs⟧[0].regionName);`,
      errors: [received(REGIONS, "2023-02-01", "2023-01-01")],
    },
    {
      name: "the disk of 2024-08-05 in a request for 2023-02-01",
      vocabulary: "atlas",
      code: `import got from "got";
const api = got.extend({
  prefixUrl: "https://cloud.mongodb.com/api/atlas/v2",
  headers: { accept: "application/vnd.atlas.2023-02-01+json" },
});
await api.patch("groups/1/clusters/c0", {
  json: {
    ⟦redactClientLogData⟧: true,
    replicationSpecs: [{ numShards: 1, regionConfigs: [{ electableSpecs: { instanceSize: "M30", ⟦diskSizeGB⟧: 40 } }] }],
  },
});`,
      errors: [
        sent("redactClientLogData", "2024-08-05", "2023-02-01"),
        sent(DISK, "2024-08-05", "2023-02-01"),
      ],
    },
    {
      name: "a read of what came later, of an answer that a wrapper asks for",
      vocabulary: "atlas",
      code: `const ask = async (path) => {
  const headers = { Accept: "application/vnd.atlas.2023-11-15+json" };
  return (await fetch(\`https://cloud.mongodb.com/api/atlas/v2\${path}\`, { headers })).json();
};
const cluster = await ask("/groups/1/clusters/c0");
console.log(cluster.replicationSpecs[0].zoneId, cluster.⟦effectiveReplicationSpecs⟧);`,
      errors: [received("effectiveReplicationSpecs", "2024-08-05", "2023-11-15")],
    },
    {
      name: "a schema that takes an answer without it",
      vocabulary: "atlas",
      filename: "cluster.ts",
      code: `import { z } from "zod";
const Cluster = z.object({ name: z.string(), ⟦redactClientLogData⟧: z.boolean().optional() });
const response = await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/c0", {
  headers: { Accept: "application/vnd.atlas.2023-02-01+json" },
});
export const cluster = Cluster.parse(await response.json());`,
      errors: [
        {
          messageId: "type",
          confidence: "high",
          severity: "warning",
          role: "type",
          property: "redactClientLogData",
        },
      ],
    },
    {
      name: "a schema that requires it of the answer",
      vocabulary: "atlas",
      filename: "cluster.ts",
      code: `import { z } from "zod";
const Cluster = z.object({ name: z.string(), ⟦redactClientLogData⟧: z.boolean() });
const response = await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/c0", {
  headers: { Accept: "application/vnd.atlas.2023-02-01+json" },
});
export const cluster = Cluster.parse(await response.json());`,
      errors: [
        {
          messageId: "type",
          confidence: "high",
          role: "type",
          property: "redactClientLogData",
        },
      ],
    },
  ],
  valid: [
    {
      name: "a later date that was never released, which is reported by itself",
      vocabulary: "service",
      code: `await fetch("%host%/api/%admin%/v2/groups/1/clusters/c0", {
  method: "PATCH",
  headers: { Accept: "application/vnd.%vendor%.2024-10-23+json", "Content-Type": "application/json" },
  body: JSON.stringify({ replicationSpecs: [{ regionConfigs: [{ electableSpecs: { diskSizeGB: 40 } }] }] }),
});`,
    },
    {
      name: "a version that has it",
      code: `await fetch("%host%/api/%admin%/v2/groups/1/clusters", {
  method: "POST",
  headers: { Accept: "application/vnd.%vendor%.2023-02-01+json", "Content-Type": "application/json" },
  body: JSON.stringify({ name: "c0", replicationSpecs: [{ numShards: 1, regionConfigs: [] }] }),
});`,
    },
    {
      name: "one of two versions that may be asked for has it",
      code: `const date = process.argv[2] ? "2023-01-01" : "2023-02-01";
await fetch("%host%/api/%admin%/v2/groups/1/clusters", {
  method: "POST",
  headers: { Accept: \`application/vnd.%vendor%.\${date}+json\`, "Content-Type": "application/json" },
  body: JSON.stringify({ name: "c0", replicationSpecs: [{ numShards: 1, regionConfigs: [] }] }),
});`,
    },
    {
      name: "a call that states no version",
      code: `const type = "application/vnd.%vendor%.2023-01-01+json";
await fetch("%host%/api/%admin%/v1.0/groups/1/clusters", {
  method: "POST",
  body: JSON.stringify({ name: "c0", replicationSpecs: [{ numShards: 1, regionConfigs: [] }] }),
});`,
    },
    {
      name: "another resource, and another service",
      code: `const headers = { Accept: "application/vnd.%vendor%.2023-01-01+json", "Content-Type": "application/json" };
const body = JSON.stringify({ regionConfigs: [], zoneId: "1", replicationSpecs: [{ regionConfigs: [] }] });
await fetch("%host%/api/%admin%/v2/groups/1/privateIpMode", { method: "PATCH", headers, body });
await fetch("https://shop.example.com/clusters", { method: "POST", headers, body });`,
    },
    {
      name: "the disk of the cluster itself at 2023-02-01",
      vocabulary: "atlas",
      code: `const headers = { Accept: "application/vnd.atlas.2023-02-01+json" };
const cluster = await (await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/c0", { headers })).json();
console.log(cluster.diskSizeGB, cluster.replicationSpecs[0].zoneId);`,
    },
  ],
});
