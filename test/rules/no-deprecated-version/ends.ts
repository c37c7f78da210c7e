import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";

const BASE = "%host%/api/%admin%/v2";
const atlas = { vocabulary: "atlas" } as const;

/** Requests whose version or endpoint does not end soon. */
export const ENDLESS: readonly ValidCase[] = [
  { name: "nothing of the vendor", code: 'fetch("/healthz");', noAnchor: true },
  {
    name: "the preview",
    code: `fetch("${BASE}/groups/1/clusters", { headers: { Accept: "application/vnd.%vendor%.preview+json" } });`,
  },
  {
    name: "an announced version",
    code: `fetch("${BASE}/groups/1/clusters", { headers: { Accept: "application/vnd.%vendor%.2023-01-01.upcoming+json" } });`,
  },
  {
    name: "the end of an endpoint that is far away, of a version with a later one, and of a path that is not known",
    code: `fetch("%host%/api/%admin%/v1.0/groups/1/clusters");
export const get = (path) => fetch("%host%/api/%admin%/v1.0/groups/1/" + path);
fetch("%host%/api/%admin%/v1.0/groups/1/pushBasedLogExport");`,
    ...atlas,
    asOf: "2026-10-01",
  },
];

/** Requests without a date to endpoints that end soon, or are gone. */
export const ENDS: readonly InvalidCase[] = [
  {
    name: "the end of an endpoint that a request without a date goes to",
    code: `⟦fetch("%host%/api/%admin%/v1.0/groups/1/serverless")⟧;
⟦fetch("${BASE}/groups/1/serverless")⟧;`,
    ...atlas,
    asOf: "2026-11-28",
    errors: [
      {
        messageId: "endpointEnds",
        severity: "warning",
        confidence: "high",
        message:
          "GET /groups/1/serverless will be deleted on 2027-01-18, in 51 days, from the versioned API as well.",
        advice: "GET /groups/{GROUP-ID}/flexClusters at 2024-11-13 replaces it.",
      },
      { messageId: "endpointEnds", severity: "warning", confidence: "high" },
    ],
  },
  {
    name: "the end of an endpoint that is near, and one that is over",
    code: `⟦fetch("%host%/api/%admin%/v1.0/groups/1/serverless/a")⟧;
⟦fetch("%host%/api/%admin%/v1.0/groups/1/serverless/a/backup/snapshots")⟧;`,
    ...atlas,
    asOf: "2027-01-10",
    errors: [
      { messageId: "endpointEnds", severity: "error", confidence: "high" },
      {
        messageId: "endpointGone",
        severity: "error",
        confidence: "high",
        message:
          "GET /groups/1/serverless/a/backup/snapshots was deleted on 2026-01-22 from the versioned API; it responds with 410 there.",
        advice: "The endpoint itself is deprecated and has no later version.",
      },
    ],
  },
];
