import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import type { ReportedFinding } from "../../src/core/report.js";
import { assembleReport, type AssembledReport, type Selection } from "../../src/engine/assemble-report.js";
import { maskSecrets } from "../../src/engine/secrets.js";
import { RULES } from "../../rules/index.js";
import { TEST_DAY, analyze } from "../support/analyze.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const CALL = `const url = "${BASE}/groups/1/clusters";
const body = (autoScaling, providerSettings) => fetch(url, { method: "POST", body: JSON.stringify({ autoScaling, providerSettings }) });
`;

async function reportOf(text: string, selection: Partial<Selection> = {}): Promise<AssembledReport> {
  const analysis = await analyze("a.js", text);
  const { name, dataAsOf } = loadCatalog().data;
  return assembleReport(
    {
      tool: { name: "v2ready", version: "0" },
      asOf: TEST_DAY,
      target: "2023-02-01",
      targetNotices: [],
      catalog: { name, dataAsOf, isOld: false },
    },
    {
      analyses: [analysis],
      repositoryFindings: [],
      problems: [],
      notAnalyzed: [],
      counts: { seen: 1, read: 1, followed: 0, withoutAnchor: 0, skipped: {}, leftOut: {} },
    },
    RULES,
    { minConfidence: "medium", quiet: false, showUndetermined: false, ...selection },
    (id) => `rules/${id}.md`,
  );
}

async function findingsOf(
  text: string,
  selection: Partial<Selection> = {},
): Promise<readonly ReportedFinding[]> {
  return (await reportOf(text, selection)).findings;
}

describe("what could not be decided", () => {
  it("is counted by what kept it from that, in general words", async () => {
    const { summary } = await reportOf(`import send from "some-http";
export const a = (base) => fetch(\`\${base}/groups/1/clusters\`);
export const b = (url) => fetch(\`\${url}/groups/2/clusters\`);
send.get({ url: "${BASE}/groups" });
send.post({ url: "${BASE}/groups" });
`);
    expect(summary).toMatchObject({
      undetermined: 4,
      undeterminedBy: {
        "a parameter with unknown callers": 2,
        "the client some-http, which v2ready does not know": 2,
      },
    });
  });
});

describe("fingerprints", () => {
  const fingerprints = (findings: readonly ReportedFinding[]): string[] =>
    findings.map(({ fingerprint }) => fingerprint);

  it("are all different", async () => {
    const all = fingerprints(await findingsOf(CALL + CALL.replace(/\b(?:url|body)\b(?!:)/g, "$&2")));
    expect(all.length).toBeGreaterThanOrEqual(4);
    expect(new Set(all).size).toBe(all.length);
  });

  it("stay when lines are added above and code is indented", async () => {
    const moved = `// A comment.\n\n${CALL.replace(/^/gm, "  ")}`;
    expect(fingerprints(await findingsOf(moved))).toEqual(fingerprints(await findingsOf(CALL)));
  });

  it("stay when other findings of the same line are hidden", async () => {
    const line = `/* ${BASE} */ export const base = "${BASE}/groups";\n`;
    const all = await findingsOf(line);
    const errors = await findingsOf(line, { quiet: true });
    expect([all.length, errors.length]).toEqual([2, 1]);
    const known = new Map(all.map(({ place, fingerprint }) => [place.start, fingerprint]));
    for (const { place, fingerprint } of errors) expect(known.get(place.start)).toBe(fingerprint);
  });
});

describe("masks", () => {
  it.each([
    [
      "mongodb+srv://app:hunter2@orders.ab123.mongodb.net/",
      "mongodb+srv://app:********@orders.ab123.mongodb.net/",
    ],
    [
      "https://host/groups?access_token=hunter2&pretty=true",
      "https://host/groups?access_token=********&pretty=true",
    ],
    ["https://host/groups?pretty=true&apiKey=hunter2", "https://host/groups?pretty=true&apiKey=********"],
    [`headers: { Authorization: "Basic aHVudGVyMg==" }`, `headers: { Authorization: "Basic ********" }`],
    [`privateKey: "hunter2"`, `privateKey: "********"`],
    ["export ADMIN_PRIVATE_KEY=hunter2", "export ADMIN_PRIVATE_KEY=********"],
    [`curl -u "public:hunter2" https://host`, `curl -u "public:********" https://host`],
  ])("%s", (line, masked) => {
    expect(maskSecrets(line)).toBe(masked);
  });

  it.each([
    "https://host/groups?apiKey=${key}&token={token}",
    "mongodb+srv://${user}:${password}@orders.ab123.mongodb.net/",
    `const { publicKey, privateKey } = keys;`,
    `privateKey: process.env.PRIVATE_KEY,`,
    "https://cloud.mongodb.com/api/atlas/v1.0/groups/5f1b2c3d4e5f6a7b8c9d0e1f/clusters?pretty=true",
    "GET /groups/{groupId}/clusters sends Accept: application/json, not a dated media type",
    "Basic credentials, but the administration API needs HTTP digest authentication with an API key.",
  ])("leaves %s", (line) => {
    expect(maskSecrets(line)).toBe(line);
  });
});
