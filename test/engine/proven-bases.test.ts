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

const WRAPPER = `const BASE = process.env.BASE_URL + "/api/admin/v2";
export const call = (path, headers) =>
  fetch(BASE + path, { headers: { Accept: "${MEDIA_TYPE}", ...headers } });
`;
const CALLER = `import { call } from "./client.js";
export const users = (group) => call(\`/groups/\${group}/databaseUsers\`, { Accept: "application/json" });
`;

it.each([
  ["a default that its only caller replaces", WRAPPER, CALLER, 1],
  ["no media type of the service", WRAPPER.replace(MEDIA_TYPE, "text/plain"), CALLER, 0],
  ["a media type in a comment", `// ${MEDIA_TYPE}\n${WRAPPER.replace(MEDIA_TYPE, "text/plain")}`, CALLER, 0],
  ["a path of something else", WRAPPER, CALLER.replace("/groups/", "/pages/"), 0],
])("a base is that of the service in a file with %s", async (_what, client, caller, count) => {
  const cwd = sharedTree({ ".git/HEAD": "", "client.js": client, "caller.js": caller });
  const { findings } = await report(["."], { cwd });
  expect(findings.filter(({ ruleId }) => ruleId === "require-version-media-type")).toHaveLength(count);
});

it("a base is that of the service in a file that imports a media type of the service", async () => {
  const client = `import { TYPE } from "./types.js";\n${WRAPPER.replace(`"${MEDIA_TYPE}"`, "TYPE")}`;
  const types = `export const TYPE = "${MEDIA_TYPE}";\n`;
  const cwd = sharedTree({ ".git/HEAD": "", "client.js": client, "caller.js": CALLER, "types.js": types });
  const { findings } = await report(["."], { cwd });
  expect(findings.map(({ ruleId }) => ruleId)).toEqual(["require-version-media-type"]);
});

it.each([
  ["on a host", "https://cloud.example.com/api/admin/v2/groups/${group}/alerts", 1],
  ["without a host, so of the application itself", "/api/admin/v2/groups/${group}/alerts", 0],
  ["that starts as none of the service", "https://cloud.example.com/api/admin/v2/users/${group}", 0],
])("a path with everyday words that nothing proves is undetermined: %s", async (_what, url, count) => {
  const text = `export const alerts = (group) => fetch(\`${url}\`);\n`;
  const cwd = sharedTree({ ".git/HEAD": "", "client.js": text });
  const { findings, summary } = await report(["--show-undetermined", "."], { cwd });
  expect(summary.undetermined).toBe(count);
  expect(findings.filter(({ message }) => message.includes("another API may have this path"))).toHaveLength(
    count,
  );
});
