import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const OPTIONS = `{ headers: { Accept: "application/json" } }`;

async function messagesIn(path: string, text: string): Promise<readonly string[]> {
  const { findings } = await analyze(path, text);
  return findings.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

const PLAIN = [expect.stringMatching(/^require-version-media-type: GET \/groups\/\{g\}\/clusters sends/)];

describe("a URL whose parts are assigned", () => {
  it.each([
    [
      `new URL("https://cloud.mongodb.com")`,
      `u.pathname = "/api/atlas/v2/groups/" + g + "/clusters"`,
      "u.toString()",
    ],
    [`new URL("https://h.test/old?x=1")`, `u.pathname = "api/admin/v2/groups/" + g + "/clusters"`, "u.href"],
    [`new URL(process.env.BASE)`, "u.pathname = `/api/admin/v2/groups/${g}/clusters`", "u"],
    [
      `new URL("https://x.test/api/admin/v2/groups/" + g + "/clusters?a=1")`,
      `u.host = process.env.HOST`,
      "u",
    ],
    [`new URL("https://x.test")`, `u.href = "https://y.test/api/admin/v2/groups/" + g + "/clusters"`, "u"],
  ])("is known: %s; %s", async (made, change, use) => {
    const code = `export const f = (g) => { const u = ${made}; ${change}; return fetch(${use}, ${OPTIONS}); };\n`;
    expect(await messagesIn("a.mjs", code)).toEqual(PLAIN);
  });

  it("keeps the place of its path, which a fix changes", async () => {
    const code = `const u = new URL("https://cloud.mongodb.com");\nu.pathname = "/api/atlas/v1.0/groups/" + g;\nfetch(u);\n`;
    const { source, findings } = await analyze("a.mjs", code);
    const base = findings.find(({ ruleId }) => ruleId === "no-unversioned-base-path")!;
    expect(source.position(base.place.start).line).toBe(2);
  });
});

describe("a base path with a part that is not known", () => {
  it.each([
    ["a.mjs", `export const f = (k, g) => fetch("https://h/api/" + k + "/v1.0/groups/" + g + "/clusters");`],
    [
      "a.py",
      `import requests\ndef f(k, g): return requests.get("https://h/api/" + k + "/v1.0/groups/" + g + "/clusters")`,
    ],
    ["a.sh", `curl --digest -u a:b "https://h/api/$KIND/v1.0/groups/$G/clusters"`],
  ])("is undetermined on a host that is not public: %s", async (path, code) => {
    expect(await messagesIn(path, `${code}\n`)).toEqual([
      expect.stringMatching(/^undetermined-request: Cannot tell where this request goes: https:\/\/h\/api\//),
    ]);
  });
});
