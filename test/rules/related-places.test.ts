import { describe, expect, it } from "vitest";
import { RULES } from "../../rules/index.js";
import { analyzeAll } from "../support/analyze.js";

/** The related places of a rule's findings, each as its message and the text at it. */
async function relatedOf(ruleId: string, files: Readonly<Record<string, string>>): Promise<string[][]> {
  const rules = RULES.filter(({ meta }) => meta.id === ruleId);
  const findings = await analyzeAll(files, { rules });
  return findings.map(({ related }) =>
    related.map(({ message, place: { path, start, end } }) => {
      const text = files[path]!.slice(start, end);
      return `${path}: ${message}: ${text}`;
    }),
  );
}

describe("places that explain a finding", () => {
  it("are the calls that lead to a request", async () => {
    const code = `const set = (group) => fetch(\`https://cloud.mongodb.com/api/atlas/v2/groups/\${group}/privateIpMode\`, { method: "PATCH", body: '{"enabled":false}' });
set("5f1");`;
    expect(await relatedOf("no-peering-only-mode", { "a.js": code })).toEqual([
      [`a.js: called from here: set("5f1")`],
    ]);
  });

  it("leave out the file of a function without a caller", async () => {
    const code = `export const set = (group) => fetch(\`https://cloud.mongodb.com/api/atlas/v2/groups/\${group}/privateIpMode\`, { method: "PATCH", body: '{"enabled":false}' });
export const uri = (name) => \`mongodb+srv://\${name}-pri.ab123.mongodb.net\`;`;
    expect(await relatedOf("no-peering-only-mode", { "a.js": code })).toEqual([[]]);
    expect(await relatedOf("no-derived-host-name", { "a.js": code })).toEqual([
      ["a.js: stored in name: name"],
    ]);
  });

  it("lead from where a value is written to where it is used", async () => {
    const code = `const HOST = "orders-ab123.mongodb.net";
const connect = (host) => open(\`mongodb+srv://\${host}/shop\`);
connect(HOST);`;
    expect(await relatedOf("no-legacy-connection-string", { "a.js": code })).toEqual([
      ["a.js: stored in HOST: HOST", "a.js: passed as host: connect(HOST)", "a.js: stored in host: host"],
    ]);
  });

  it("are where a header from another place is sent", async () => {
    const code = `const headers = { Authorization: "Basic abc" };
fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers });`;
    expect(await relatedOf("require-digest-auth", { "a.js": code })).toEqual([
      [`a.js: sent here: fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers })`],
    ]);
  });

  it.each([
    [
      "a header in a shared constant",
      'export const ATLAS_HEADERS = { Accept: "application/json" };',
      "Accept is set here in ATLAS_HEADERS: Accept",
    ],
    [
      "a shared constant without the header",
      'export const ATLAS_HEADERS = { "X-A": "b" };',
      'the headers are set here in ATLAS_HEADERS: { "X-A": "b" }',
    ],
  ])("name where to edit %s", async (_what, constant, expected) => {
    const code = `${constant}
export const groups = () => fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: ATLAS_HEADERS });`;
    expect(await relatedOf("require-version-media-type", { "a.js": code })).toEqual([[`a.js: ${expected}`]]);
  });

  it("name a header in a constant of Python", async () => {
    const code = `import requests
HEADERS = {"Accept": "application/json"}
def groups():
    return requests.get("https://cloud.mongodb.com/api/atlas/v2/groups", headers=HEADERS)
`;
    expect(await relatedOf("require-version-media-type", { "a.py": code })).toEqual([
      ['a.py: Accept is set here in HEADERS: "Accept"'],
    ]);
  });

  it("do not name headers that are written in the call", async () => {
    const code = `fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: { Accept: "application/json" } });`;
    expect(await relatedOf("require-version-media-type", { "a.js": code })).toEqual([[]]);
  });

  it("are in another file where that one is the reason", async () => {
    const files = {
      "setup.js": `fetch("https://cloud.mongodb.com/api/atlas/v2/groups/5f1/privateIpMode", { method: "PATCH", body: '{"enabled":false}' });`,
      "database.js": `connect("mongodb+srv://orders.ab123.mongodb.net/shop");`,
    };
    expect(await relatedOf("no-peering-only-mode", files)).toEqual([
      [],
      [`setup.js: turned off here: ${files["setup.js"].slice(0, -1)}`],
    ]);
  });
});
