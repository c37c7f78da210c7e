import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { check, report, v2ready } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

const SCHEMA = join(import.meta.dirname, "../../../src/report/schema/calendar.schema.json");
const BASE = "https://cloud.mongodb.com/api/atlas";
const accept = (date: string): string => `{ headers: { Accept: "application/vnd.atlas.${date}+json" } }`;

const SOURCE = `import axios from "axios";
const api = axios.create({ baseURL: "${BASE}/v2", ...${accept("2024-08-05")} });
export const create = (id, body) => api.post(\`/groups/\${id}/clusters\`, body);
export const list = (id) => api.get(\`/groups/\${id}/clusters\`);
export const again = (id) => api.get(\`/groups/\${id}/clusters\`);
export const users = (id) => axios.get(\`${BASE}/v2/orgs/\${id}/users\`, ${accept("2023-11-15")});
export const mode = (id) => axios.patch(\`${BASE}/v2/groups/\${id}/privateIpMode\`, {}, ${accept("2023-01-01")});
export const old = (id) => axios.get(\`${BASE}/v1.0/groups/\${id}/clusters\`);
export const none = (id) => axios.get(\`${BASE}/v2/groups/\${id}/clusters\`);
export const odd = (id) => axios.get(\`${BASE}/v2/groups/\${id}/clusters\`, ${accept("2023-05-05")});
export const early = (id) => axios.get(\`${BASE}/v2/groups/\${id}/flexClusters\`, ${accept("2023-01-01")});
`;

const cwd = sharedTree({
  ".git/HEAD": "",
  "src/api.js": SOURCE,
  "src/api.test.js": `import nock from "nock";
nock("https://cloud.mongodb.com").get("/api/atlas/v2/groups/1/clusters").matchHeader("accept", "application/vnd.atlas.2023-02-01+json").reply(200);
`,
  "README.md": `\`\`\`sh
curl -H 'Accept: application/vnd.atlas.2023-02-01+json' ${BASE}/v2/groups/1/clusters
\`\`\`
`,
  "clean/a.js": "export {};\n",
});

interface Calendar {
  readonly catalog: unknown;
  readonly versions: readonly {
    readonly method: string;
    readonly endpoint: string;
    readonly version: string;
    readonly state: string;
    readonly ends?: string;
    readonly newest?: string;
    readonly places: readonly { readonly path: string; readonly line: number }[];
  }[];
  readonly unknown: readonly { readonly line: number }[];
}

async function calendar(...args: string[]): Promise<Calendar> {
  const { stdout, stderr, status } = await v2ready(
    ["calendar", "--format", "json", "--as-of", "2026-06-01", ...args],
    { cwd },
  );
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Calendar;
}

describe.concurrent("v2ready calendar", () => {
  it("has each version of each endpoint once, by the day of its end, with its calls", async () => {
    const { versions, unknown } = await calendar();
    const rows = versions.map(({ method, endpoint, version, state, ends, newest, places }) =>
      [method, endpoint, version, state, ends ?? "-", newest ?? "-", ...places.map(({ line }) => line)].join(
        " ",
      ),
    );
    expect(rows).toEqual([
      "POST /groups/{GROUP-ID}/clusters 2024-08-05 deprecated 2027-03-01 2024-10-23 3",
      "GET /orgs/{ORG-ID}/users 2023-01-01 deprecated 2027-07-01 2025-02-19 6",
      "GET /groups/{GROUP-ID}/clusters 2024-08-05 stable - - 4 5",
      "GET /groups/{GROUP-ID}/clusters v1.0 unversioned - 2024-08-05 8",
      "PATCH /groups/{GROUP-ID}/privateIpMode 2023-01-01 deprecated - - 7",
    ]);
    // No date, a date without a release, and a date before the first version.
    expect(unknown.map(({ line }) => line)).toEqual([9, 10, 11]);
  });

  it.each([[], ["--as-of", "2027-03-01"], ["clean"]])("fits its published schema: %s", async (...args) => {
    const { stdout } = await v2ready(["calendar", "--format", "json", ...args], { cwd });
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    const schema = JSON.parse(readFileSync(SCHEMA, "utf8")) as object;
    expect(ajv.validate(schema, JSON.parse(stdout)), JSON.stringify(ajv.errors)).toBe(true);
    expect(ajv.validate(schema, { ...(JSON.parse(stdout) as object), more: 1 })).toBe(false);
  });

  it("has the calls of the named files only", async () => {
    expect(await calendar("clean")).toMatchObject({ versions: [], unknown: [] });
  });

  it("names files from the folder that holds all repositories", async () => {
    const folder = sharedTree({
      "a/.git/HEAD": "",
      "a/x.js": SOURCE,
      "b/.git/HEAD": "",
      "b/y.js": SOURCE,
    });
    const { stdout } = await v2ready(["calendar", "--format", "json", "a", "b"], { cwd: folder });
    const [first] = (JSON.parse(stdout) as Calendar).versions;
    expect(first?.places.map(({ path, line }) => [path, line])).toEqual([
      ["a/x.js", 3],
      ["b/y.js", 3],
    ]);
  });

  it("lists the days for people", async () => {
    const { stdout, status } = await v2ready(["calendar", "--as-of", "2027-03-01", "src"], { cwd });
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^2027-03-01: deleted\n {2}POST \/groups\/\{GROUP-ID\}\/clusters at 2024-08-05 \(newest 2024-10-23\)\n {4}src\/api\.js:3:\d+\n\n2027-07-01: ends in 122 days\n/,
    );
    for (const heading of [
      "The newest version: no end is known",
      "Deprecated: no day is published",
      "The unversioned API: no day is published",
      "The endpoint or its version is not known",
    ])
      expect(stdout).toContain(`\n\n${heading}\n  `);
    expect(stdout).toContain(
      "5 versions in use, 2 with a day of deletion, the next one is 2027-07-01, as of 2027-03-01",
    );
  });

  it("names the call that replaces a whole endpoint", async () => {
    const folder = sharedTree({
      ".git/HEAD": "",
      "a.js": `fetch(\`${BASE}/v2/groups/\${id}/serverless/one\`, ${accept("2023-01-01")});\n`,
    });
    const successor = "GET /groups/{GROUP-ID}/flexClusters/{NAME} at 2024-11-13";
    const { stdout } = await v2ready(["calendar", "--format", "json"], { cwd: folder });
    expect((JSON.parse(stdout) as Calendar).versions).toMatchObject([{ ends: "2027-01-18", successor }]);
    expect((await v2ready(["calendar"], { cwd: folder })).stdout).toContain(`(replaced by ${successor})`);
    const ics = await v2ready(["calendar", "--format", "ics"], { cwd: folder });
    expect(ics.stdout.replaceAll("\r\n ", "")).toContain(`${successor} replaces it.`);
  });

  it("is the same file for calendars on every day", async () => {
    const folder = sharedTree({});
    for (const day of ["2026-06-01", "2028-01-01"]) {
      const file = join(folder, `${day}.ics`);
      const { stdout, status } = await v2ready(["calendar", "--as-of", day, "-o", file], { cwd });
      expect([status, stdout]).toEqual([0, ""]);
    }
    const [one, other] = ["2026-06-01", "2028-01-01"].map((day) =>
      readFileSync(join(folder, `${day}.ics`), "utf8"),
    );
    expect(one!.match(/^DTSTART;VALUE=DATE:.*$/gm)).toEqual([
      "DTSTART;VALUE=DATE:20270301",
      "DTSTART;VALUE=DATE:20270701",
    ]);
    expect(other).toBe(one);
  });

  it.each([
    [["--format", "xml"], "'xml' is invalid"],
    [["--as-of", "soon"], "--as-of soon is not a day"],
    [["missing"], "missing"],
  ])("refuses %j", async (args, says) => {
    const { stdout, stderr, status } = await v2ready(["calendar", ...args], { cwd });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(says);
  });
});

/** The data of the catalog is of 2026-08-21. */
describe.concurrent("the age of the catalog", () => {
  const NOTE =
    "The catalog's data is 91 days old, so newer versions may be missing. To update v2ready, run git pull in its folder, and install it again.";
  const onDay = (day: string, ...args: string[]) =>
    v2ready(["check", "--as-of", day, ...args, "src"], { cwd });

  it.each([
    ["text", NOTE],
    ["concise", "the catalog is old (data of 2026-08-21)"],
    ["github", `::warning title=old catalog::${NOTE}`],
    ["sarif", NOTE],
    ["json", `"isOld": true`],
  ])("is a warning in %s, from 91 days on", async (format, text) => {
    expect((await onDay("2026-11-20", "--format", format)).stdout.replace(/\s+/g, " ")).toContain(text);
    expect((await onDay("2026-11-19", "--format", format)).stdout.replace(/\s+/g, " ")).not.toContain(text);
  });

  const clean = sharedTree({
    ".git/HEAD": "",
    "v2/a.js": `fetch("${BASE}/v2/groups", ${accept("2023-02-01")});\n`,
    "other/a.js": "export {};\n",
  });

  it("is a warning of clean runs, fixes and calendars, too, and changes no exit status", async () => {
    const runs = [
      ["check", "v2"],
      ["fix", "--diff", "--format", "text", "v2"],
      ["calendar", "v2"],
    ].map((args) => v2ready([...args, "--as-of", "2026-11-20"], { cwd: clean }));
    for (const { stdout, stderr, status } of await Promise.all(runs)) {
      expect(`${stdout}${stderr}`).toContain(NOTE);
      expect(status).toBe(0);
    }
  });

  it("does not warn where no file uses the API", async () => {
    const runs = [
      ["check", "other"],
      ["fix", "--diff", "other"],
      ["calendar", "other"],
      ["check", "--format", "sarif", "other"],
    ].map((args) => v2ready([...args, "--as-of", "2026-11-20"], { cwd: clean }));
    for (const { stdout, stderr } of await Promise.all(runs))
      expect(`${stdout}${stderr}`).not.toMatch(/days old|"isOld": true/);
  });

  it("is a member of the reports for programs", async () => {
    expect((await report(["src"], { cwd })).catalog).toMatchObject({ isOld: false });
    const { stdout } = await v2ready(["fix", "--diff", "--format", "json", "--as-of", "2026-11-20", "src"], {
      cwd,
    });
    expect(JSON.parse(stdout)).toMatchObject({ catalog: { dataAsOf: "2026-08-21", isOld: true } });
    expect((await check(["src"], { cwd })).stdout).not.toContain("The catalog's data");
  });
});
