import { describe, expect, it } from "vitest";
import type { Finding } from "../../src/core/finding.js";
import { analyze, type AnalyzeOptions } from "../support/analyze.js";

const BASE = "https://cloud.mongodb.com/api/atlas";
const LIST = `${BASE}/v2/groups/1/clusters`;

/** The finding of a rule in a file, with the text at its related places. */
async function only(ruleId: string, code: string, options: AnalyzeOptions = {}) {
  const { findings, source } = await analyze("file.js", code, options);
  const own = findings.filter((finding) => finding.ruleId === ruleId);
  expect(own).toHaveLength(1);
  const { advice, related } = own[0] as Finding;
  return {
    advice,
    related: related.map(({ message, place }) => [message, source.text.slice(place.start, place.end)]),
  };
}

function get(url: string, type: string): string {
  return `fetch("${url}", { headers: { Accept: "${type}" } });`;
}

describe("what the rules about versions advise", () => {
  it.each([
    [
      "the move of a path",
      "no-unversioned-base-path",
      `fetch("${BASE}/v1.0/groups");`,
      {},
      "Change it to /api/atlas/v2, and send Accept: application/vnd.atlas.2023-02-01+json with every request. One without the other fails.",
    ],
    [
      "the move of a path to another target",
      "no-unversioned-base-path",
      `fetch("${BASE}/v1.0/groups");`,
      { target: "2024-08-05" },
      "Change it to /api/atlas/v2, and send Accept: application/vnd.atlas.2024-08-05+json with every request. One without the other fails.",
    ],
    [
      "the move of a path that is written in parts",
      "no-unversioned-base-path",
      `const VERSION = "/v1.0"; fetch("${BASE}" + VERSION + "/groups");`,
      {},
      "Change v1.0 to v2, and send Accept: application/vnd.atlas.2023-02-01+json with every request. One without the other fails.",
    ],
    [
      "a header before the move",
      "require-version-media-type",
      `fetch("${BASE}/v1.0/groups");`,
      {},
      "When you change the base path to v2, also send Accept: application/vnd.atlas.2023-02-01+json.",
    ],
    [
      "a header after it",
      "require-version-media-type",
      `fetch("${LIST}");`,
      {},
      "Send Accept: application/vnd.atlas.2023-02-01+json.",
    ],
    [
      "the first version of an endpoint that is later than the target",
      "require-version-media-type",
      `fetch("${BASE}/v2/groups/1/streams/t:downloadOperationalLogs");`,
      {},
      "Send Accept: application/vnd.atlas.2025-03-12+gzip.",
    ],
    [
      "a download",
      "require-version-media-type",
      get(`${BASE}/v1.0/groups/1/clusters/h/logs/mongodb.gz`, "application/gzip"),
      {},
      "When you change the base path to v2, also send Accept: application/vnd.atlas.2023-02-01+gzip.",
    ],
    [
      "a download of which the endpoint is not listed",
      "require-version-media-type",
      get("/api/admin/v1.0/groups/1/logs", "application/gzip"),
      {},
      "When you change the base path to v2, also send Accept: application/vnd.service.2023-02-01+gzip.",
    ],
    [
      "headers that are lists",
      "require-version-media-type",
      'exports = () => context.http.get({ scheme: "https", host: "cloud.mongodb.com", path: "/api/atlas/v2/groups" });',
      {},
      'Send Accept: ["application/vnd.atlas.2023-02-01+json"].',
    ],
    [
      "both headers",
      "require-version-media-type",
      `fetch("${LIST}", { method: "POST", body: JSON.stringify({ name: "a" }) });`,
      {},
      "Send Accept: application/vnd.atlas.2023-02-01+json, and Content-Type: application/json or application/vnd.atlas.2023-02-01+json.",
    ],
    [
      "a date that was not released",
      "no-invalid-version-media-type",
      get(LIST, "application/vnd.atlas.2023-01-15+json"),
      {},
      "The target version of the migration is application/vnd.atlas.2023-02-01+json.",
    ],
    [
      "a date later than the data",
      "no-invalid-version-media-type",
      get(LIST, "application/vnd.atlas.2099-01-01+json"),
      {},
      "The target version of the migration is application/vnd.atlas.2023-02-01+json. v2ready knows the releases up to 2026-08-21.",
    ],
    [
      "a download asked for as JSON",
      "no-invalid-version-media-type",
      get(`${BASE}/v2/orgs/1/invoices/2/csv`, "application/vnd.atlas.2023-01-01+json"),
      {},
      "Send Accept: application/vnd.atlas.2023-01-01+csv.",
    ],
    [
      "a deprecated version",
      "no-deprecated-version",
      get(LIST, "application/vnd.atlas.2023-01-01+json"),
      {},
      "Use application/vnd.atlas.2023-02-01+json, or application/vnd.atlas.2024-08-05+json, the newest version.",
    ],
    [
      "the version of the target, near its end",
      "no-deprecated-version",
      get(LIST, "application/vnd.atlas.2023-02-01+json"),
      { asOf: "2027-06-01" },
      "The target asks for this version, so there is nothing to fix. To move to 2024-08-05, set the target to newest.",
    ],
    [
      "a target that resolves to what is gone",
      "no-deprecated-version",
      get(`${BASE}/v2/federationSettings/1/identityProviders/2`, "application/vnd.atlas.2023-01-01+json"),
      {},
      "Use application/vnd.atlas.2023-11-15+json.",
    ],
    [
      "a target that is gone itself",
      "no-deprecated-version",
      get(LIST, "application/vnd.atlas.2023-01-01+json"),
      { asOf: "2027-07-01" },
      "Use application/vnd.atlas.2024-08-05+json.",
    ],
    [
      "an endpoint that is deprecated as a whole",
      "no-deprecated-version",
      get(`${BASE}/v2/groups/1/clusters/a/autoScalingConfiguration`, "application/vnd.atlas.2024-08-05+json"),
      {},
      "The endpoint itself is deprecated and has no later version.",
    ],
    [
      "an endpoint that another one replaces",
      "no-deprecated-version",
      get(`${BASE}/v2/groups/1/serverless/a`, "application/vnd.atlas.2023-01-01+json"),
      { asOf: "2027-01-01" },
      "The endpoint itself is deprecated and has no later version. GET /groups/{GROUP-ID}/flexClusters/{NAME} at 2024-11-13 replaces it. backupSettings replaces serverlessBackupOptions, providerSettings has another shape, and connectionStrings has no privateEndpoint.",
    ],
    [
      "an endpoint that another one replaces, as the documents suggest",
      "no-deprecated-version",
      get(`${BASE}/v2/users/1`, "application/vnd.atlas.2023-01-01+json"),
      { asOf: "2027-06-01" },
      "The endpoint itself is deprecated and has no later version. GET /orgs/{ORG-ID}/users/{USER-ID} at 2025-02-19 replaces it, as the documents suggest. roles of the response has another shape, and username replaces emailAddress.",
    ],
  ])("%s", async (_name, ruleId, code, options, advice) => {
    expect((await only(ruleId, code, options)).advice).toBe(advice);
  });
});

describe("what the rules about versions show beside", () => {
  it("every call that uses a deprecated date of a constant", async () => {
    const { related } = await only(
      "no-deprecated-version",
      `const headers = { Accept: "application/vnd.atlas.2023-01-01+json" };
fetch("${BASE}/v2/orgs/1/users", { headers });
fetch("${BASE}/v2/groups/1/alerts", { headers });
fetch("${BASE}/v2/groups/1/clusters/c/processArgs", { headers });
`,
      { target: "2025-03-12" },
    );
    expect(related).toEqual([
      ["sent here", `fetch("${BASE}/v2/orgs/1/users", { headers })`],
      ["sent here", `fetch("${BASE}/v2/groups/1/clusters/c/processArgs", { headers })`],
    ]);
  });

  it("the parts of a path", async () => {
    const { related } = await only(
      "no-unversioned-base-path",
      'const HOST = "/api/atlas", VERSION = "/v1.0";\nfetch(HOST + VERSION + "/groups");',
    );
    expect(related).toContainEqual(["the part before it", "/api/atlas"]);
  });

  it("the calls that an instance sends without the header", async () => {
    const code = `import axios from "axios";\nconst c = axios.create({ baseURL: "${BASE}/v2" });\nc.get("/groups");\nc.get("/orgs");`;
    const { related } = await only("require-version-media-type", code);
    expect(related).toEqual([
      ["sent here", 'c.get("/groups")'],
      ["sent here", 'c.get("/orgs")'],
    ]);
  });

  it("the caller that a wrapper goes without the header for", async () => {
    const code = `const get = (path, headers) => fetch("${BASE}/v2" + path, { headers });\nget("/groups", { Accept: "application/vnd.atlas.2023-02-01+json" });\nget("/orgs");`;
    const { related } = await only("require-version-media-type", code);
    expect(related).toEqual([["called from here", 'get("/orgs")']]);
  });

  it("nothing where the call says it all", async () => {
    expect((await only("require-version-media-type", `fetch("${LIST}", { headers: {} });`)).related).toEqual(
      [],
    );
  });

  it("the call that a constant is sent with", async () => {
    const sent = (date: string) =>
      [
        `const TYPE = "application/vnd.atlas.${date}+json";\nfetch("${LIST}", { headers: { Accept: TYPE } });`,
        [["sent here", `fetch("${LIST}", { headers: { Accept: TYPE } })`]],
      ] as const;
    const [unreleased, call] = sent("2023-01-15");
    expect((await only("no-invalid-version-media-type", unreleased)).related).toEqual(call);
    const [deprecated] = sent("2023-01-01");
    expect((await only("no-deprecated-version", deprecated)).related).toEqual(call);
  });

  it("where following a value ended, what decides first", async () => {
    const { related } = await only(
      "undetermined-request",
      "export const f = (g, what) => fetch(`/api/admin/v2/groups/${g}/${what}`);",
    );
    expect(related.map(([message]) => message)).toEqual([
      "what: a parameter with unknown callers",
      "g: a parameter with unknown callers",
    ]);
  });
});

describe("what is advised about a declared property", () => {
  const declared = `import axios from "axios";
interface Cluster {
  name: string;
  stateName: string;
  connectionStrings: object;
  srvAddress: string;
  mongoURIUpdated: string;
  providerSettings: { instanceSizeName: string };
}
export const one = () => axios.get<Cluster>("${BASE}/v1.0/groups/1/clusters/a");
`;

  it("is what to declare, and not what to read or to send", async () => {
    const { findings } = await analyze("file.ts", declared);
    const own = findings.filter(({ ruleId, role }) => ruleId === "no-removed-property" && role === "type");
    expect(Object.fromEntries(own.map(({ property, advice }) => [property, advice]))).toMatchObject({
      srvAddress: "Declare connectionStrings.standardSrv instead.",
      mongoURIUpdated: "Delete it. Nothing replaces it.",
      providerSettings: "Declare replicationSpecs[].regionConfigs[] instead.",
    });
  });
});
