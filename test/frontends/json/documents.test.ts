import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { analyze } from "../../support/analyze.js";
import { at, payload } from "./support.js";

/** Returns the findings of a document that are shown by default: rule, confidence, place and text. */
async function shownIn(name: string, text = payload(name)): Promise<string[]> {
  const { findings, problems } = await analyze(name, text);
  expect(problems).toEqual([]);
  const shown = findings.filter(({ confidence }) => confidence !== "low");
  shown.sort((a, b) => a.place.start - b.place.start || (a.ruleId < b.ruleId ? -1 : 1));
  const body = text.replace(/^\uFEFF/, "");
  return shown.map(({ ruleId, confidence, place }) => `${ruleId} ${confidence} ${at(body, place)}`);
}

/** Documents and what the rules say of them. */
const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  "cluster.json": [
    'no-removed-property medium 4:3 "numShards"',
    'no-removed-property medium 5:3 "replicationFactor"',
    'no-removed-property high 6:3 "providerBackupEnabled"',
    'no-removed-property medium 7:3 "autoScaling"',
    'no-removed-property medium 8:3 "providerSettings"',
  ],
  "clusters-list.json": [
    String.raw`no-unversioned-base-path high 2:51 \/api\/atlas\/v1.0`,
    'no-removed-property medium 8:7 "mongoURI"',
    "no-legacy-connection-string high 8:30 orders-shard-00-00-a1b2c.mongodb.net",
    'no-removed-property high 9:7 "mongoURIWithOptions"',
    String.raw`no-legacy-connection-string high 9:31 mongodb://orders-shard-00-00-a1b2c.mongodb.net:27017/?ssl=true\u0026authSource=admin`,
    'no-removed-property medium 10:7 "srvAddress"',
    "no-legacy-connection-string high 10:36 orders-a1b2c.mongodb.net",
    'no-removed-property high 15:11 "regionsConfig"',
  ],
  "clusters.jsonl": [
    'no-removed-property medium 1:13 "numShards"',
    'no-removed-property medium 1:27 "replicationFactor"',
    'no-removed-property medium 1:49 "providerSettings"',
    'no-removed-property medium 2:13 "providerBackupEnabled"',
  ],
  "cluster-template.json": [
    'no-removed-property medium 3:3 "numShards"',
    'no-removed-property medium 4:3 "replicationFactor"',
    'no-removed-property high 6:3 "providerBackupEnabled"',
    'no-removed-property medium 8:3 "providerSettings"',
  ],
  "event.json": [
    String.raw`no-removed-property medium 4:50 \\\"numShards\\\"`,
    String.raw`no-removed-property medium 4:70 \\\"replicationFactor\\\"`,
    String.raw`no-removed-property medium 4:98 \\\"providerSettings\\\"`,
  ],
  "openapi.json": [
    "no-unversioned-base-path high 6:6 /api/atlas/v1.0",
    'no-removed-property medium 12:46 "numShards"',
    'no-removed-property medium 12:62 "providerSettings"',
    'no-removed-property medium 26:11 "mongoURI"',
    'no-removed-property high 27:11 "providerBackupEnabled"',
    'no-removed-property medium 28:11 "providerSettings"',
    'no-removed-property high 35:17 "regionsConfig"',
  ],
  "postman-2.1.json": [
    expect.stringMatching(/^require-version-media-type high 15:23 \[/) as unknown as string,
    String.raw`no-removed-property high 21:57 \"numShards\"`,
    String.raw`no-removed-property high 21:89 \"providerSettings\"`,
    "no-unversioned-base-path high 24:31 /api/atlas/v1.0",
    "no-unversioned-base-path high 26:41 v1.0",
    String.raw`no-removed-property high 32:70 \"replicationFactor\"`,
    String.raw`no-removed-property high 34:52 \"srvAddress\"`,
    'require-version-media-type high 42:23 [{ "key": "Accept", "value": "{{accept}}" }]',
  ],
  "postman-2.0.json": [
    "no-unversioned-base-path high 11:42 /api/atlas/v1.0",
    'require-version-media-type high 14:34 "https://cloud.mongodb.com/api/atlas/v1.0"',
    "no-unversioned-base-path high 14:60 /api/atlas/v1.0",
  ],
  "insomnia-4.json": [
    "no-unversioned-base-path high 5:102 /api/atlas/v1.0",
    'require-version-media-type high 12:18 [{ "name": "Accept", "value": "application/json" }]',
    String.raw`no-removed-property high 14:63 \"autoScaling\"`,
  ],
  "session.har": [
    "no-unversioned-base-path high 9:44 /api/atlas/v1.0",
    expect.stringMatching(/^require-version-media-type high 10:22 \[/) as unknown as string,
    String.raw`no-removed-property high 19:57 \"replicationFactor\"`,
    "no-unversioned-base-path high 31:72 /api/atlas/v1.0",
    "require-version-media-type high 31:128 []",
  ],
  "nock.json": [
    "no-unversioned-base-path high 5:14 /api/atlas/v1.0",
    'no-removed-property high 8:37 "numShards"',
    'no-removed-property high 8:53 "srvAddress"',
  ],
  "cassette.json": [
    "no-unversioned-base-path high 6:42 /api/atlas/v1.0",
    String.raw`no-removed-property high 7:52 \"autoScaling\"`,
    'require-version-media-type high 8:20 { "Content-Type": ["application/json"], "User-Agent": ["Ruby"] }',
    String.raw`no-removed-property high 12:52 \"numShards\"`,
  ],
};

describe("findings in documents", () => {
  for (const [name, expected] of Object.entries(DOCUMENTS)) {
    it(name, async () => {
      expect(await shownIn(name)).toEqual(expected);
    });

    it(`${name} with CRLF and a byte-order mark`, async () => {
      const places = (findings: readonly string[]) =>
        findings.map((finding) => finding.split(" ").slice(0, 3));
      const text = `\uFEFF${payload(name).replaceAll("\n", "\r\n")}`;
      expect(places(await shownIn(name, text))).toEqual(places(await shownIn(name)));
    });
  }

  it("obey directives in comments", async () => {
    const { findings, directives } = await analyze("cluster.jsonc", payload("cluster.jsonc"));
    expect(directives).toMatchObject([
      { line: 6, rules: ["no-removed-property"], reason: "converted when it is sent" },
    ]);
    expect(
      findings.map(
        ({ ruleId, severity, place }) => `${ruleId} ${severity} ${at(payload("cluster.jsonc"), place)}`,
      ),
    ).toEqual([
      'no-removed-property error 4:3 "numShards"',
      'no-removed-property error 4:19 "replicationFactor"',
      'no-removed-property error 6:3 "providerSettings"',
      'no-removed-property error 7:3 "providerBackupEnabled"',
      "no-unversioned-base-path info 1:39 /api/atlas/v1.0",
    ]);
  });

  it("tell data from what is sent, answered and declared", async () => {
    const rolesIn = async (name: string) => {
      const { findings } = await analyze(name, payload(name));
      return [...new Set(findings.flatMap(({ role }) => role ?? []))].sort();
    };
    expect(await rolesIn("cluster.json")).toEqual(["payload"]);
    expect(await rolesIn("postman-2.1.json")).toEqual(["request", "response"]);
    expect(await rolesIn("openapi.json")).toEqual(["payload", "type"]);
  });
});

describe("nothing is shown of", () => {
  it("a cluster in the shape of 2023-02-01", async () => {
    expect(await shownIn("cluster-2023-02-01.json")).toEqual([]);
  });

  const folder = fileURLToPath(new URL("../../../fixtures/payloads/other-products", import.meta.url));
  it.each(readdirSync(folder))("%s", async (name) => {
    expect(await shownIn(`other-products/${name}`)).toEqual([]);
  });

  it("what another service answers with the same names", async () => {
    const har = JSON.parse(payload("session.har")) as { log: { entries: unknown[] } };
    har.log.entries = har.log.entries.slice(1, 2);
    const { findings, context } = await analyze("session.har", JSON.stringify(har));
    expect(findings).toEqual([]);
    expect(context.facts.fields).toHaveLength(3);
  });
});
