import type { ExpectedFinding, InvalidCase, ValidCase } from "../../support/rule-tester.js";

/** Expects a finding of a request with a version, which is checked for that version, whatever the target is. */
export const askedRequest = (property: string, since: string, asked: string): ExpectedFinding => ({
  messageId: "askedRequest",
  confidence: "high",
  role: "request",
  property,
  message: `${property} is rejected in cluster requests from version ${since} on, and this request asks for ${asked}.`,
});
export const askedResponse = (property: string, since: string, asked: string): ExpectedFinding => ({
  messageId: "askedResponse",
  confidence: "high",
  role: "response",
  property,
  message: `${property} is not in cluster responses from version ${since} on, and the request asks for ${asked}.`,
});
const askedUser = (property: string): ExpectedFinding => ({
  ...askedResponse(property, "2025-02-19", "2025-03-12"),
  message: `${property} is not in user responses from version 2025-02-19 on, and the request asks for 2025-03-12.`,
});
const behind = (property: string, since: string, asked: string): ExpectedFinding => ({
  messageId: "behind",
  confidence: "high",
  severity: "info",
  property,
  message: `${property} is removed in version ${since}; the request asks for ${asked}, which still has it.`,
});

export const requestedVersions: readonly InvalidCase[] = [
  {
    name: "2023-02-01 is asked for with old names",
    code: `const headers = { Accept: "application/vnd.%vendor%.2023-02-01+json", "Content-Type": "application/json" };
const url = "%host%/api/%admin%/v2/groups/1/clusters/c0";
const cluster = await (await fetch(url, { headers })).json();
await fetch(url, { method: "PATCH", headers, body: JSON.stringify({ ⟦providerBackupEnabled⟧: true }) });
console.log(cluster.⟦%dbURI%⟧);`,
    errors: [
      askedRequest("providerBackupEnabled", "2023-02-01", "2023-02-01"),
      askedResponse("%dbURI%", "2023-02-01", "2023-02-01"),
    ],
  },
  {
    name: "2023-02-01 is asked for with old names, while the target has them",
    target: "2023-01-01",
    code: `await fetch("%host%/api/%admin%/v2/groups/1/clusters", {
  method: "POST",
  headers: { Accept: "application/vnd.%vendor%.2023-02-01+json", "Content-Type": "application/json" },
  body: JSON.stringify({ name: "c0", ⟦replicationFactor⟧: 3 }),
});`,
    errors: [askedRequest("replicationFactor", "2023-02-01", "2023-02-01")],
  },
  {
    name: "2023-01-01 is asked for, which has the old names, and the target does not",
    code: `const headers = { Accept: "application/vnd.%vendor%.2023-01-01+json", "Content-Type": "application/json" };
const url = "%host%/api/%admin%/v2/groups/1/clusters/c0";
const { ⟦srvAddress⟧ } = await (await fetch(url, { headers })).json();
await fetch(url, { method: "PATCH", headers, body: JSON.stringify({ ⟦providerBackupEnabled⟧: true }) });`,
    errors: [
      behind("srvAddress", "2023-02-01", "2023-01-01"),
      behind("providerBackupEnabled", "2023-02-01", "2023-01-01"),
    ],
  },
  {
    name: "2024-08-05 is asked for with numShards and the disk of 2023-02-01",
    vocabulary: "atlas",
    code: `const headers = { Accept: "application/vnd.atlas.2024-08-05+json", "Content-Type": "application/json" };
await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters", {
  method: "POST",
  headers,
  body: JSON.stringify({
    name: "c0",
    clusterType: "SHARDED",
    ⟦diskSizeGB⟧: 40,
    replicationSpecs: [{ ⟦numShards⟧: 2, zoneName: "Zone 1", regionConfigs: [] }],
  }),
});`,
    errors: [
      askedRequest("diskSizeGB", "2024-08-05", "2024-08-05"),
      askedRequest("replicationSpecs[].numShards", "2024-08-05", "2024-08-05"),
    ],
  },
  {
    name: "2025-03-12 is asked for with the roles of users as they were before",
    vocabulary: "atlas",
    code: `const headers = { Accept: "application/vnd.atlas.2025-03-12+json" };
for (const list of ["orgs/1/users", "orgs/1/teams/2/users", "groups/1/users"]) {
  const users = await (await fetch("https://cloud.mongodb.com/api/atlas/v2/" + list, { headers })).json();
  for (const { roles } of users.results) console.log(roles.map(({ ⟦roleName⟧ }) => roleName));
}`,
    errors: [askedUser("roles[].roleName")],
  },
  {
    name: "a later release is answered by the version before it",
    vocabulary: "atlas",
    code: `import axios from "axios";
const api = axios.create({
  baseURL: "https://cloud.mongodb.com/api/atlas/v2",
  headers: { Accept: "application/vnd.atlas.2025-03-12+json" },
});
await api.patch("/groups/1/clusters/c0", { ⟦diskSizeGB⟧: 80 });
const { data } = await api.get("/groups/1/clusters");
console.log(data.results.map((cluster) => cluster.⟦diskSizeGB⟧ + cluster.replicationSpecs[0].⟦numShards⟧));`,
    errors: [
      askedRequest("diskSizeGB", "2024-08-05", "2025-03-12"),
      askedResponse("diskSizeGB", "2024-08-05", "2025-03-12"),
      askedResponse("replicationSpecs[].numShards", "2024-08-05", "2025-03-12"),
    ],
  },
  {
    name: "a wrapper states the version",
    vocabulary: "atlas",
    code: `const VERSION = "2024-10-23";
const send = (method, path, body) =>
  fetch(\`https://cloud.mongodb.com/api/atlas/v2\${path}\`, {
    method,
    headers: { Accept: \`application/vnd.atlas.\${VERSION}+json\`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
await send("PATCH", "/groups/1/clusters/c0", { ⟦diskSizeGB⟧: 80 });`,
    errors: [askedRequest("diskSizeGB", "2024-08-05", "2024-10-23")],
  },
  {
    name: "a schema of the answer of a later version",
    vocabulary: "atlas",
    filename: "cluster.ts",
    code: `import { z } from "zod";
const Cluster = z.object({ name: z.string(), ⟦diskSizeGB⟧: z.number() });
const response = await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/c0", {
  headers: { Accept: "application/vnd.atlas.2024-08-05+json" },
});
export const cluster = Cluster.parse(await response.json());`,
    errors: [{ messageId: "schema", confidence: "high", role: "type", property: "diskSizeGB" }],
  },
  {
    name: "an older version is asked for than the target",
    vocabulary: "atlas",
    target: "2024-10-23",
    code: `const headers = { Accept: "application/vnd.atlas.2023-02-01+json" };
const cluster = await (await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/c0", { headers })).json();
console.log(cluster.⟦diskSizeGB⟧, cluster.replicationSpecs[0].⟦numShards⟧);`,
    errors: [
      behind("diskSizeGB", "2024-08-05", "2023-02-01"),
      behind("replicationSpecs[].numShards", "2024-08-05", "2023-02-01"),
    ],
  },
  {
    name: "one of two versions that may be asked for refuses it",
    vocabulary: "atlas",
    code: `const date = process.argv[2] === "old" ? "2023-02-01" : "2024-08-05";
await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/c0", {
  method: "PATCH",
  headers: { Accept: \`application/vnd.atlas.\${date}+json\`, "Content-Type": "application/json" },
  body: JSON.stringify({ ⟦diskSizeGB⟧: 80 }),
});`,
    errors: [{ ...askedRequest("diskSizeGB", "2024-08-05", "2024-08-05"), severity: "warning" }],
  },
  {
    name: "the header asks already for the version that the base path will lead to",
    vocabulary: "atlas",
    code: `await fetch("https://cloud.mongodb.com/api/atlas/v1.5/groups/1/clusters/c0", {
  method: "PATCH",
  headers: { Accept: "application/vnd.atlas.2024-08-05+json", "Content-Type": "application/json" },
  body: JSON.stringify({ ⟦diskSizeGB⟧: 80 }),
});`,
    errors: [askedRequest("diskSizeGB", "2024-08-05", "2024-08-05")],
  },
];

export const rightVersions: readonly ValidCase[] = [
  {
    name: "2023-01-01 is asked for and aimed at",
    target: "2023-01-01",
    code: `await fetch("%host%/api/%admin%/v2/groups/1/clusters", {
  method: "POST",
  headers: { Accept: "application/vnd.%vendor%.2023-01-01+json", "Content-Type": "application/json" },
  body: JSON.stringify({ name: "c0", providerBackupEnabled: true, numShards: 2 }),
});`,
  },
  {
    name: "2023-02-01 is asked for, which has numShards in its elements and the disk at the root",
    vocabulary: "atlas",
    code: `const headers = { Accept: "application/vnd.atlas.2024-05-30+json" };
const cluster = await (await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/c0", { headers })).json();
console.log(cluster.diskSizeGB, cluster.replicationSpecs[0].numShards);`,
  },
  {
    name: "2025-03-12 is asked for with the roles of users as they are then",
    vocabulary: "atlas",
    code: `const headers = { Accept: "application/vnd.atlas.2025-03-12+json" };
const get = async (path) => (await fetch("https://cloud.mongodb.com/api/atlas/v2" + path, { headers })).json();
const [user] = (await get("/orgs/1/users")).results;
console.log(user.roles.orgRoles, user.roles.groupRoleAssignments[0].groupId);
console.log((await get("/groups/1/users")).results[0].roles.join());`,
  },
  {
    name: "the shape of 2024-08-05, at whatever target",
    vocabulary: "atlas",
    target: "2023-01-01",
    code: `await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters", {
  method: "POST",
  headers: { Accept: "application/vnd.atlas.2024-08-05+json", "Content-Type": "application/json" },
  body: JSON.stringify({
    name: "c0",
    replicationSpecs: [{ regionConfigs: [{ electableSpecs: { instanceSize: "M30", nodeCount: 3, diskSizeGB: 40 } }] }],
  }),
});`,
  },
];
