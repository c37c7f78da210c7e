import rule from "../../rules/no-deprecated-version.js";
import { testRule } from "../support/rule-tester.js";
import { ENDLESS, ENDS } from "./no-deprecated-version/ends.js";

const VENDOR = "application/vnd.%vendor%";
const FIRST = `${VENDOR}.2023-01-01+json`;
const SECOND = `${VENDOR}.2023-02-01+json`;
const BASE = "%host%/api/%admin%/v2";
const LIST = `${BASE}/groups/1/clusters`;
const ONE = `${LIST}/a`;

const DEPRECATED = { messageId: "deprecated", confidence: "high" } as const;
const GONE = { messageId: "gone", confidence: "high", severity: "error" } as const;
const OPEN = { messageId: "deprecatedOpen", confidence: "high" } as const;

/** Before the first version of the service is gone by its support period, and after its successor came. */
const IN_BETWEEN = "2023-06-01";

const service = { vocabulary: "service" } as const;
const atlas = { vocabulary: "atlas" } as const;

function get(url: string, type: string): string {
  return `fetch("${url}", { headers: { Accept: "${type}" } });`;
}

testRule(rule, {
  valid: [
    ...ENDLESS,
    { name: "the newest version", code: get(LIST, SECOND), ...service },
    { name: "the newest version of the list", code: get(LIST, `${VENDOR}.2024-08-05+json`), ...atlas },
    { name: "the version of the target, which the report names once", code: get(LIST, SECOND), ...atlas },
    {
      name: "the first version, as the target",
      code: get(LIST, FIRST),
      target: "2023-01-01",
      asOf: IN_BETWEEN,
    },
    {
      name: "a version of the target without a day of deletion",
      code: `fetch("${BASE}/groups/1/privateIpMode", { method: "PATCH", headers: { Accept: "${FIRST}", "Content-Type": "application/json" }, body: '{"enabled":false}' });`,
      ...atlas,
    },
    {
      name: "a release of another resource resolves to the newest of this one",
      code: get(LIST, `${VENDOR}.2025-03-12+json`),
      ...atlas,
    },
    {
      name: "a later date of another resource never makes clusters move",
      code: get(LIST, `${VENDOR}.2023-06-01+json`),
      ...service,
    },
    {
      name: "of DELETE, 2023-02-01 is the newest version",
      code: `fetch("${ONE}", { method: "DELETE", headers: { Accept: "${SECOND}" } });`,
    },
    {
      name: "a method that is not known may be DELETE",
      code: `export const call = (method) => fetch("${ONE}", { method, headers: { Accept: "${SECOND}" } });`,
    },
    {
      name: "most endpoints have one version only",
      code: get(`${BASE}/groups/1/databaseUsers`, FIRST),
      ...atlas,
    },
    {
      name: "a path that is not known may be one of those",
      code: `export const get = (path) => fetch("${BASE}" + path, { headers: { Accept: "${FIRST}" } });`,
      ...atlas,
    },
    { name: "a constant of which no use is known", code: `export const ACCEPT = "${FIRST}";`, ...atlas },
    {
      name: "Python, where no endpoint is seen",
      filename: "client.py",
      code: `HEADERS = {"Accept": "${FIRST}"}`,
      ...atlas,
    },
    { name: "on the day before its successor", code: get(LIST, FIRST), asOf: "2023-01-31" },
    {
      name: "a date that is not known",
      code: "fetch(`%host%/api/%admin%/v2/groups/1/clusters`, { headers: { Accept: `application/vnd.%vendor%.${date}+json` } });",
    },
    {
      name: "a date that was never released, before the first",
      code: get(LIST, `${VENDOR}.2022-06-01+json`),
    },
    {
      name: "a date that was never released, between two versions",
      code: get(LIST, `${VENDOR}.2023-01-15+json`),
    },
    { name: "a malformed date", code: get(LIST, `${VENDOR}.2023-1-1+json`) },
    { name: "discovery has no versions", code: get("%host%/%metrics%/v1.0/groups/1/discovery", FIRST) },
    {
      name: "the other vocabulary's type",
      code: 'fetch("%host%/api/admin/v2/groups/1/clusters", { headers: { Accept: "application/vnd.atlas.2023-01-01+json" } }); // vnd.service',
      ...service,
    },
  ],
  invalid: [
    ...ENDS,
    {
      name: "deprecated, with the days left",
      code: get(LIST, `⟦${FIRST}⟧`),
      ...atlas,
      errors: [
        {
          ...DEPRECATED,
          message:
            "Version 2023-01-01 of GET /groups/1/clusters is deprecated and will be deleted on 2027-07-01, in 395 days.",
        },
      ],
    },
    {
      name: "deprecated, by the support period where no day is published",
      code: get(LIST, `⟦${FIRST}⟧`),
      ...service,
      asOf: IN_BETWEEN,
      errors: [
        {
          ...DEPRECATED,
          message:
            "and will be deleted on 2024-02-01, in 245 days (computed from the support period; no date is published).",
        },
      ],
    },
    {
      name: "on the day of its successor",
      code: get(LIST, `⟦${FIRST}⟧`),
      asOf: "2023-02-01",
      errors: [DEPRECATED],
    },
    {
      name: "the last day",
      code: get(LIST, `⟦${FIRST}⟧`),
      ...service,
      asOf: "2024-01-31",
      errors: [{ ...DEPRECATED, severity: "error", message: "in 1 day (" }],
    },
    {
      name: "90 days before the end, the version that the target is",
      code: get(LIST, `⟦${SECOND}⟧`),
      vocabulary: "atlas",
      asOf: "2027-04-02",
      errors: [{ ...DEPRECATED, message: "deleted on 2027-07-01, in 90 days." }],
    },
    {
      name: "30 days before the end",
      code: get(LIST, `⟦${SECOND}⟧`),
      vocabulary: "atlas",
      asOf: "2027-06-01",
      errors: [{ ...DEPRECATED, severity: "error", message: "in 30 days." }],
    },
    {
      name: "gone on the day of deletion",
      code: get(LIST, `⟦${FIRST}⟧`),
      ...service,
      asOf: "2024-02-01",
      errors: [
        {
          ...GONE,
          message:
            "was deleted on 2024-02-01 (computed from the support period; no date is published); the service responds with 410.",
        },
      ],
    },
    {
      name: "gone by the published day",
      code: get(LIST, `⟦${FIRST}⟧`),
      ...atlas,
      asOf: "2027-07-01",
      errors: [
        {
          ...GONE,
          message:
            "Version 2023-01-01 of GET /groups/1/clusters was deleted on 2027-07-01; the service responds with 410.",
        },
      ],
    },
    {
      name: "gone long ago, of another resource",
      code: get(`${BASE}/federationSettings/1/identityProviders/2`, `⟦${FIRST}⟧`),
      ...atlas,
      errors: [{ ...GONE, message: "was deleted on 2025-01-01" }],
    },
    {
      name: "every endpoint of the specification has a second version",
      code: get(`${BASE}/groups/1/databaseUsers`, `⟦${FIRST}⟧`),
      ...service,
      errors: [{ ...GONE, confidence: "medium", message: "Version 2023-01-01 was deleted on 2024-02-01" }],
    },
    {
      name: "above the target, served: known",
      code: get(LIST, `⟦${SECOND}⟧`),
      ...atlas,
      target: "2023-01-01",
      errors: [{ ...DEPRECATED, severity: "info" }],
    },
    {
      name: "staying on a version that is gone is said for the run",
      code: get(LIST, `⟦${FIRST}⟧`),
      ...service,
      target: "2023-01-01",
      errors: [{ ...GONE, severity: "info" }],
    },
    {
      name: "gone, and later than a target that is gone, too",
      code: `fetch("${LIST}", { method: "POST", headers: { Accept: "⟦${VENDOR}.2024-08-05+json⟧" } });`,
      ...atlas,
      target: "2023-02-01",
      asOf: "2027-07-02",
      errors: [GONE],
    },
    {
      name: "below the target",
      code: get(LIST, `⟦${SECOND}⟧`),
      ...atlas,
      target: "2024-08-05",
      errors: [DEPRECATED],
    },
    {
      name: "gone for this endpoint, though the target is served for clusters",
      code: get(`${BASE}/federationSettings/1/identityProviders/2`, `⟦${SECOND}⟧`),
      ...atlas,
      errors: [
        {
          ...GONE,
          message:
            "Version 2023-01-01 of GET /federationSettings/1/identityProviders/2, which 2023-02-01 resolves to, was deleted",
        },
      ],
    },
    {
      name: "a date between two versions",
      code: get(LIST, `⟦${VENDOR}.2023-11-15+json⟧`),
      ...atlas,
      target: "2024-08-05",
      errors: [
        {
          ...DEPRECATED,
          message:
            "Version 2023-02-01 of GET /groups/1/clusters, which 2023-11-15 resolves to, is deprecated",
        },
      ],
    },
    {
      name: "versions differ by method",
      code: `fetch("${LIST}", { method: "POST", headers: { Accept: "⟦${VENDOR}.2024-08-05+json⟧", "Content-Type": "application/json" }, body: "{}" });`,
      ...atlas,
      target: "2024-10-23",
      errors: [
        {
          ...DEPRECATED,
          message:
            "Version 2024-08-05 of POST /groups/1/clusters is deprecated and will be deleted on 2027-03-01",
        },
      ],
    },
    {
      name: "newer than the target, with no day of deletion",
      code: get(`${ONE}/autoScalingConfiguration`, `⟦${VENDOR}.2024-08-05+json⟧`),
      ...atlas,
      errors: [{ ...OPEN, severity: "info", message: "is deprecated; no deletion date is published." }],
    },
    {
      name: "at the target, near its end",
      code: get(LIST, `⟦${SECOND}⟧`),
      ...atlas,
      asOf: "2027-05-01",
      errors: [{ ...DEPRECATED, severity: "warning" }],
    },
    {
      name: "before the first version of the endpoint",
      code: get(`${BASE}/groups/1/streams/t/auditLogs`, `⟦${VENDOR}.2023-01-01+gzip⟧`),
      ...atlas,
      errors: [
        {
          messageId: "beforeFirst",
          confidence: "high",
          severity: "error",
          message:
            "2023-01-01 is earlier than 2023-02-01, the first version of GET /groups/1/streams/t/auditLogs.",
        },
      ],
    },
    {
      name: "an unknown method, where all endpoints agree",
      code: `export const call = (method) => fetch("${ONE}", { method, headers: { Accept: "⟦${FIRST}⟧" } });`,
      asOf: IN_BETWEEN,
      errors: [{ ...DEPRECATED, confidence: "medium" }],
    },
    {
      name: "a constant for many calls, once and with the worst",
      code: `const ACCEPT = "⟦${FIRST}⟧";\nfetch("${ONE}", { method: "DELETE", headers: { Accept: ACCEPT } });\nfetch("${BASE}/federationSettings/1/identityProviders/2", { headers: { Accept: ACCEPT } });`,
      ...atlas,
      errors: [{ ...GONE, message: "identityProviders" }],
    },
    {
      name: "a wrapper: a warning counts more than what is only known",
      code: `const get = (path) => fetch("${BASE}" + path, { headers: { Accept: "⟦${SECOND}⟧" } });\nget("/groups/1/privateIpMode");\nget("/groups/1/clusters");`,
      ...atlas,
      target: "2024-08-05",
      errors: [{ ...DEPRECATED, message: "GET /groups/1/clusters" }],
    },
    {
      name: "a date in a constant of its own",
      code: `const VERSION = "⟦2023-01-01⟧";\nfetch("${LIST}", { headers: { Accept: \`${VENDOR}.\${VERSION}+json\` } });`,
      ...atlas,
      errors: [DEPRECATED],
    },
    {
      name: "the default of an environment variable",
      code: `const VERSION = process.env.VERSION || "⟦2023-01-01⟧";\nfetch("${LIST}", { headers: { Accept: \`${VENDOR}.\${VERSION}+json\` } });`,
      ...atlas,
      errors: [DEPRECATED],
    },
    {
      name: "an instance",
      code: `import axios from "axios";\nconst c = axios.create({ baseURL: "${BASE}", headers: { Accept: "⟦${FIRST}⟧" } });\nc.get("/groups/1/clusters");\nc.delete("/groups/1/clusters/a");`,
      ...atlas,
      errors: [DEPRECATED],
    },
    {
      name: "digest-fetch",
      code: `const DigestFetch = require("digest-fetch");\nnew DigestFetch("u", "k").fetch("${LIST}", { headers: { accept: "⟦${FIRST}⟧" } });`,
      ...atlas,
      errors: [DEPRECATED],
    },
    {
      name: "a list of strings",
      code: `exports = () => context.http.get({ scheme: "https", host: "h.test", path: "/api/%admin%/v2/groups/1/clusters", headers: { Accept: ["⟦${FIRST}⟧"] } });`,
      ...atlas,
      errors: [DEPRECATED],
    },
    {
      name: "one type of a list",
      code: get(LIST, `application/json, ⟦${FIRST}⟧`),
      ...atlas,
      errors: [DEPRECATED],
    },
    {
      name: "both headers are one matter",
      code: `fetch("${LIST}", { method: "POST", headers: { Accept: "⟦${FIRST}⟧", "Content-Type": "${FIRST}" }, body: "{}" });`,
      ...atlas,
      errors: [DEPRECATED],
    },
    {
      name: "only the Content-Type has a date",
      code: `fetch("${LIST}", { method: "POST", headers: { Accept: "application/json", "Content-Type": "⟦${FIRST}⟧" }, body: "{}" });`,
      ...atlas,
      errors: [DEPRECATED],
    },
    {
      name: "before the move of the path",
      code: get("%host%/api/%admin%/v1.0/groups/1/clusters", `⟦${FIRST}⟧`),
      ...atlas,
      errors: [DEPRECATED],
    },
    {
      name: "a constant of which no use is known, where it holds for all",
      code: `export const ACCEPT = "⟦${FIRST}⟧";`,
      ...service,
      errors: [{ ...GONE, confidence: "medium" }],
    },
    {
      name: "a request of which the base is not known, where it holds for all",
      code: `fetch(process.env.BASE + "/groups", { headers: { Accept: "⟦${FIRST}⟧" } });`,
      ...service,
      errors: [{ ...GONE, confidence: "medium" }],
    },
    {
      name: "TypeScript",
      filename: "client.ts",
      code: `export const list = async (): Promise<unknown> => (await fetch("${LIST}", { headers: { Accept: "⟦${FIRST}⟧" as string } })).json();`,
      ...atlas,
      errors: [DEPRECATED],
    },
    {
      name: "Python",
      filename: "client.py",
      code: `HEADERS = {"Accept": "⟦${FIRST}⟧"}`,
      ...service,
      errors: [{ ...GONE, confidence: "medium" }],
    },
    {
      name: "a shell script",
      filename: "list.pl",
      code: `curl -H "Accept: ⟦${FIRST}⟧" "${LIST}"`,
      ...service,
      asOf: IN_BETWEEN,
      errors: [{ ...DEPRECATED, confidence: "medium" }],
    },
    {
      name: "a comment",
      code: `// Accept: ⟦${FIRST}⟧\nexport {};`,
      ...service,
      errors: [{ ...GONE, confidence: "medium", severity: "info" }],
    },
    {
      name: "a page of documentation",
      filename: "docs/usage.md",
      code: `Send \`⟦${FIRST}⟧\`.`,
      ...service,
      errors: [{ ...GONE, confidence: "medium", severity: "info" }],
    },
  ],
});
