import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const MEDIA_TYPE = "application/vnd.service.2023-02-01+json";

/** Checks a client with these two calls behind one base, and returns the lines of its findings with their rules. */
async function findingsIn(first: string, second: string): Promise<string[]> {
  const text = [
    'const BASE = process.env.BASE_URL + "/api/admin/v2";',
    `export const first = (group) => fetch(\`\${BASE}${first});`,
    `export const second = (group) => fetch(\`\${BASE}${second});`,
  ];
  const cwd = sharedTree({ ".git/HEAD": "", "client.js": text.join("\n") });
  const { findings } = await report(["."], { cwd });
  return findings.map(({ line, ruleId }) => `${line} ${ruleId}`);
}

it.each([
  [
    "a media type of the service",
    `/groups/\${group}/databaseUsers\`, { headers: { Accept: "${MEDIA_TYPE}" } }`,
  ],
  ["a resource of the catalog", `/groups/\${group}/clusters\`, { headers: { Accept: "${MEDIA_TYPE}" } }`],
])(
  "a base with everyday words is that of the service in every call, because of %s in one",
  async (_, call) => {
    expect(await findingsIn(call, "/groups/${group}/alerts`")).toEqual(["3 require-version-media-type"]);
  },
);

it.each([
  ["no call proves it", "/groups/${group}/members`", "/groups/${group}/alerts`"],
  [
    "the path starts as none of the service",
    `/groups/\${group}/clusters\`, { headers: { Accept: "${MEDIA_TYPE}" } }`,
    "/pages/${group}`",
  ],
])("a call behind such a base is not one to the service if %s", async (_, first, second) => {
  expect(await findingsIn(first, second)).toEqual([]);
});
