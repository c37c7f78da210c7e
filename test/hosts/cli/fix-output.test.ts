import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isOwnReport } from "../../../src/core/own-report.js";
import type { FixReport } from "../../../src/report/fix-report.js";
import type { JsonReport } from "../../../src/report/json.js";
import { TEST_DAY } from "../../support/analyze.js";
import { v2ready, type Outcome, type Surroundings } from "../../support/command.js";
import { discoveryCall, git, repository } from "../../support/repository.js";

const CALL = discoveryCall();
const DECLARED = `export interface Cluster {
  connectionStrings: object;
  mongoURI: string;
  providerSettings: object;
  replicationSpecs: object[];
}
`;
/** Prints the answer, so the move is not proven; the other one splits a URI, which no property replaces. */
const API = `import axios from "axios";
const api = axios.create({ baseURL: "https://cloud.mongodb.com/api/atlas/v1.0" });
const old = axios.create({ baseURL: "https://cloud.mongodb.com/api/atlas/v1.0" });
export async function show(groupId, name) {
  const { data } = await api.get(\`/groups/\${groupId}/clusters/\${name}\`);
  console.log(data);
}
export async function hosts(groupId, name) {
  const { data } = await old.get(\`/groups/\${groupId}/clusters/\${name}\`);
  return data.mongoURI.split(",");
}
`;

const TREE = { "a.js": CALL, "src/api.js": API, "src/cluster.d.ts": DECLARED };

function fix(cwd: string, args: readonly string[] = [], more: Surroundings = {}): Promise<Outcome> {
  return v2ready(["fix", "--as-of", TEST_DAY, ...args], { cwd, ...more });
}

describe("the list of fix", () => {
  it("groups what is left by its reason, with the place and the request, and ends with the next command", async () => {
    const root = repository(TREE);
    const { stdout, stderr } = await fix(root, ["--diff"]);
    expect(stderr).toMatch(
      /^Would fix\n {2}send Accept: application\/json\n {4}a\.js:1:7 {2}GET \/groups\/5f1\/discovery\n {4}1 finding in a\.js \(1 edit\)\n\n/,
    );
    expect(stderr).toMatch(
      /^Probably right, but not proven: --unsafe-fixes applies these\n {2}src\/api\.js:5:26 {2}GET \/groups\/\{groupId\}\/clusters\/\{name\}\n {4}= why: console\.log prints /m,
    );
    expect(stderr).toMatch(
      /^A person must change these\n {2}src\/api\.js:9:26 {2}GET \/groups\/\{groupId\}\/clusters\/\{name\}\n {4}= why: mongoURI is split /m,
    );
    expect(stderr).toMatch(
      /^No automatic fix\n[^]*\n {2}warning {2}providerSettings is declared .*\n {4}src\/cluster\.d\.ts:4:3 {2}providerSettings: object;\n {4}= help: /m,
    );
    expect(stderr).toMatch(
      /^Would fix 1 finding in 1 file; \d+ findings left: \d+ with --unsafe-fixes, \d+ for a person/m,
    );
    expect(stderr).toMatch(new RegExp(`\nNext: npx v2ready fix --as-of ${TEST_DAY}\n$`));
    const helps = stderr.split("\n").filter((line) => line.includes("= help: "));
    expect(new Set(helps).size).toBe(helps.length);
    expect(isOwnReport(stderr)).toBe(true);
    expect(stdout).toMatch(
      /^Patch of v2ready for git apply\. .* may have secrets.*\ndiff --git a\/a\.js b\/a\.js\n/,
    );
  });

  it("counts a header that calls in several files share once, and lists calls in the order of their places", async () => {
    const client = `import axios from "axios";
export const api = axios.create({ baseURL: "https://cloud.mongodb.com/api/atlas/v1.0" });
export const b = (g) => api.get(\`/groups/\${g}/alerts\`);
`;
    const root = repository({
      "client.js": client,
      "a.js":
        'import { api } from "./client.js";\nexport const a = (g) => api.get(`/groups/${g}/alerts`).then((r) => r.status);\n',
    });
    const report = await v2ready(["--as-of", TEST_DAY, "--format", "json"], { cwd: root });
    const found = (JSON.parse(report.stdout) as JsonReport).findings.length;
    const { stderr } = await fix(root, ["--diff", "--unsafe-fixes"]);
    expect(stderr).toMatch(new RegExp(`^Would fix ${found} findings in 1 file; 0 findings left$`, "m"));
    expect(stderr).toMatch(/^ {4}a\.js:2:25 .*\n {4}client\.js:3:25 .*\n/m);
  });

  it("names the next command for what has happened", async () => {
    const root = repository(TREE);
    const nextOf = async (...args: string[]) => /^Next: (.*)$/m.exec((await fix(root, args)).stdout)?.[1];
    writeFileSync(join(root, "a.js"), `// mine\n${CALL}`);
    expect(await nextOf("a.js")).toBe(`npx v2ready fix --allow-dirty --as-of ${TEST_DAY} a.js`);
    git(root, "checkout", "-q", ".");
    expect(await nextOf()).toBe("git diff");
    expect(await nextOf("src/api.js")).toBe(
      `npx v2ready fix --unsafe-fixes --diff --as-of ${TEST_DAY} src/api.js`,
    );
    expect(await nextOf("src/cluster.d.ts")).toBe("npx v2ready explain no-removed-property");
    expect(await nextOf("a.js")).toBeUndefined();
  });

  it("names the page of the most frequent rule among the worst findings that are left, as check does", async () => {
    const root = repository({
      "a.rs": 'const BASE: &str = "https://cloud.mongodb.com/api/atlas/v1.0";\n',
      "b.json":
        '{ "name": "c", "providerSettings": { "instanceSizeName": "M10" }, "replicationFactor": 3 }\n',
    });
    const next = "Next: npx v2ready explain no-removed-property\n";
    expect((await fix(root, [])).stdout).toContain(next);
    const checked = await v2ready(["check", "--as-of", TEST_DAY], { cwd: root });
    expect(checked.stdout).toContain(next);
  });

  it("quotes the next command for a shell", async () => {
    const root = repository({ "it's $1.js": CALL });
    const { stderr } = await fix(root, ["--diff", "it's $1.js"]);
    expect(stderr).toContain(`Next: npx v2ready fix --as-of ${TEST_DAY} 'it'\\''s $1.js'\n`);
  });

  it("shows the code where no request is known, and says what keeps the requests from being found", async () => {
    const base = "https://cloud.mongodb.com/api/atlas/v1.0";
    const root = repository({
      "a.pl": `BASE = "${base}/groups"\n`,
      "b.js": `export const BASE = "${base}";\n`,
    });
    const { stdout } = await fix(root);
    expect(stdout).toContain(`A person must change these
  a.pl:1:34  BASE = "${base}/groups"  no-unversioned-base-path
    = why: Perl is searched as plain text, so v2ready cannot find the requests that use this base path
`);
    expect(stdout).toContain(`
  b.js:1:47  export const BASE = "${base}";  no-unversioned-base-path
    = why: cannot find a request that uses this base path
`);
  });

  it("wraps at words in a narrow terminal", async () => {
    const { stderr } = await fix(repository(TREE), ["--diff"], { env: { COLUMNS: "50" } });
    const long = stderr.split("\n").filter((line) => line.length > 50);
    expect(long.filter((line) => line.trim().includes(" "))).toEqual([]);
    expect(isOwnReport(stderr)).toBe(true);
  });
});

describe("fix --quiet", () => {
  it("lists only errors, and prints nothing where there are none", async () => {
    const root = repository(TREE);
    const { stderr, stdout, status } = await fix(root, ["--diff", "--quiet"]);
    expect(stderr).toMatch(/^Probably right, but not proven/);
    expect(stderr).not.toMatch(/cluster\.d\.ts|^Would fix\n|The target/m);
    expect(stdout).toContain("diff --git");
    expect(status).toBe(1);
    expect(await fix(repository({ "a.js": CALL }), ["--quiet"])).toEqual({
      stdout: "",
      stderr: "",
      status: 0,
    });
  });

  it("writes the same markers", async () => {
    const [loud, quiet] = [repository(TREE), repository(TREE)];
    await fix(loud, ["--markers"]);
    await fix(quiet, ["--markers", "--quiet"]);
    for (const path of Object.keys(TREE))
      expect(readFileSync(join(quiet, path), "utf8")).toBe(readFileSync(join(loud, path), "utf8"));
  });
});

describe("fix --format", () => {
  it("concise has one line for each fix and for each that is left", async () => {
    const { stdout, stderr } = await fix(repository(TREE), ["--diff", "--format", "concise"]);
    expect(stdout).toContain("diff --git a/a.js b/a.js\n");
    const lines = stderr.trimEnd().split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "a.js:1:7: would fix: send Accept: application/json (1 finding)",
      expect.stringMatching(
        /^src\/api\.js:5:26: needs --unsafe-fixes: GET \/groups\/\{groupId\}\/clusters\/\{name\} \(2 findings\): console\.log prints /,
      ),
      expect.stringMatching(
        /^src\/api\.js:9:26: needs a person: GET \S+ \(\d findings\): mongoURI is split /,
      ),
    ]);
    expect(stderr).toMatch(/^src\/cluster\.d\.ts:3:3: no automatic fix: mongoURI .+ no-removed-property$/m);
    expect(lines.at(-1)).toMatch(/^Would fix 1 finding in 1 file; \d+ findings left: /);
  });

  it("json has the patch with --diff, and --report does not", async () => {
    const root = repository(TREE);
    const plain = await fix(root, ["--diff", "--report", "fixes.json"]);
    const { stdout, stderr, status } = await fix(root, ["--diff", "--format", "json"]);
    const report = JSON.parse(stdout) as FixReport & { patch: string };
    expect([report.patch, stderr, status]).toEqual([plain.stdout, "", 1]);
    expect(report.writes).toBe(false);
    expect(report.units[0]).toMatchObject({
      outcome: "applied",
      requests: [{ method: "GET", path: "/groups/5f1/discovery", call: { path: "a.js", line: 1 } }],
    });
    const { patch: _patch, ...others } = report;
    expect(JSON.parse(readFileSync(join(root, "fixes.json"), "utf8"))).toEqual(others);
    rmSync(join(root, "fixes.json"));
    const schema = JSON.parse(
      readFileSync(new URL("../../../src/report/schema/fix-report.schema.json", import.meta.url), "utf8"),
    ) as object;
    const validate = new Ajv2020({ strict: true }).compile(schema);
    expect([validate(report), validate.errors]).toEqual([true, null]);
    for (const { unit } of report.left)
      if (unit !== undefined) expect(report.units.filter(({ id }) => id === unit)).toHaveLength(1);
  });
});

describe("fix --diff", () => {
  /** The header of the first call is written on a line of its own, above the second call. */
  const SHIFTED = `const base = "https://cloud.mongodb.com/api/atlas/v1.0";
export const users = async (id) => fetch(\`\${base}/groups/\${id}/databaseUsers\`, {
  method: "GET",
});
const other = "https://cloud.mongodb.com/api/atlas/v1.0"; export async function hosts(id) {
  const response = await fetch(\`\${other}/groups/1/clusters/\${id}\`);
  return (await response.json()).mongoURI.split(",");
}
`;

  it("names places in the files as they are, and leaves out what holds for its own text only", async () => {
    const root = repository({ "a.js": SHIFTED });
    const [fixed, checked] = await Promise.all([
      fix(root, ["--unsafe-fixes", "--diff", "--format", "json"]),
      v2ready(["check", "--as-of", TEST_DAY, "--format", "json"], { cwd: root }),
    ]);
    const { left, patch } = JSON.parse(fixed.stdout) as FixReport & { patch: string };
    const { findings } = JSON.parse(checked.stdout) as JsonReport;
    expect(patch).toContain("+  headers: ");
    const inFile = findings.map(({ line, column, ruleId }) => ({ line, column, ruleId }));
    expect(left.map(({ line, column, ruleId }) => ({ line, column, ruleId }))).toEqual(
      inFile.filter(({ line }) => line > 4),
    );
    expect(left.map(({ code }) => code)).toEqual(left.map(({ line }) => SHIFTED.split("\n")[line - 1]));
    expect(left.flatMap(({ requests }) => requests.map(({ call }) => call.line))).toContain(6);

    await fix(root, ["--unsafe-fixes"]);
    const rest = JSON.parse((await fix(root, ["--format", "json"])).stdout) as FixReport;
    expect(Math.min(...rest.left.map(({ line }) => line))).toBeGreaterThan(5);
  });
});

describe("the colours of a patch", () => {
  const patch = async (...args: string[]) =>
    (await fix(repository({ "a.js": CALL }), ["--diff", ...args])).stdout;

  it("are red, green, cyan and bold where they are asked for", async () => {
    const shown = await patch("--color", "always");
    expect(shown).toContain(
      "\u001B[1m--- a/a.js\u001B[22m\n\u001B[1m+++ b/a.js\u001B[22m\n\u001B[36m@@ -1,3 +1,3 @@\u001B[39m\n",
    );
    const line = shown.split("\n").find((one) => one.includes("vnd.service"))!;
    expect(line).toMatch(/^.\[31m- {2}headers: .*.\[39m$/);
    expect(shown).toContain(`${line}\n\u001B[32m+  headers: { Accept: "application/json"`);
    const plain = stripVTControlCharacters(shown);
    expect(plain).toBe(await patch());
  });

  it("follow FORCE_COLOR and NO_COLOR", async () => {
    const root = repository({ "a.js": CALL });
    const colored = async (env: Record<string, string>) =>
      (await fix(root, ["--diff"], { env })).stdout.includes("\u001B[31m");
    expect(await colored({ FORCE_COLOR: "1" })).toBe(true);
    expect(await colored({ FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(false);
    expect(await colored({})).toBe(false);
  });
});

const SHARED = `import { DigestClient } from "digest-fetch";
const client = new DigestClient("key", "secret");
const base = "https://cloud.mongodb.com/api/atlas/v1.0";

const send = (url) => client.fetch(url, { headers: { accept: "application/json" } }).then((one) => one.json());

export const other = () => send("https://billing.example.org/invoices");
export const free = async (id) => {
  const { results } = await send(\`\${base}/groups/\${id}/clusters\`);
  return results.filter((cluster) => cluster.providerSettings.instanceSizeName === "M0");
};
`;

describe("what stops a fix", () => {
  it("is reported with the place of the code that it is about, in every format", async () => {
    const root = repository({ "src/shared.js": SHARED });
    const { stderr } = await fix(root, ["--diff"]);
    const reasons = stderr.split("\n").filter((line) => line.includes("= why: "));
    expect(reasons).toContain(
      "    = why: the code reads providerSettings from the response, and no single property replaces it (src/shared.js:10:46)",
    );
    expect(reasons).toContain(
      "    = why: the digest-fetch call to https://billing.example.org/invoices, which does not use this API, also sends this Accept header (src/shared.js:7:28)",
    );
    const concise = await fix(root, ["--format", "concise"]);
    expect(concise.stdout).toContain("no single property replaces it (src/shared.js:10:46)");
    const json = await fix(root, ["--diff", "--format", "json"]);
    const { left } = JSON.parse(json.stdout) as FixReport;
    expect(left[0]!.reasonPlaces).toContainEqual({
      reason: "the code reads providerSettings from the response, and no single property replaces it",
      path: "src/shared.js",
      line: 10,
      column: 46,
    });
  });

  it("is shown by check and why as well", async () => {
    const root = repository({ "src/shared.js": SHARED });
    const { stdout } = await v2ready(["check", "--as-of", TEST_DAY], { cwd: root });
    const lines = stdout.split("\n");
    const at = lines.indexOf("  fix: a person must change this call");
    expect(lines.slice(at + 1).filter((line) => line.startsWith("    = why: ")).length).toBeGreaterThan(1);
    const json = await v2ready(["check", "--format", "json", "--as-of", TEST_DAY], { cwd: root });
    const { findings } = JSON.parse(json.stdout) as JsonReport;
    expect(findings[0]!.reasons).toContainEqual({
      text: "the code reads providerSettings from the response, and no single property replaces it",
      path: "src/shared.js",
      line: 10,
      column: 46,
    });
    const why = await v2ready(["why", "src/shared.js:10", "--as-of", TEST_DAY], { cwd: root });
    expect(why.stdout).toMatch(/^ {2}fix +a person must change it \(.*\)$/m);
  });

  it("is marked at the request if the first reason is about another one, and not where a property is read", async () => {
    const root = repository({ "src/shared.js": SHARED });
    await fix(root, ["--markers"]);
    const lines = readFileSync(join(root, "src/shared.js"), "utf8").split("\n");
    const marked = lines.flatMap((line, index) => (line.includes("v2ready-todo") ? [lines[index + 1]] : []));
    expect(marked.map((line) => line?.slice(0, 12))).toEqual(["const base ="]);
  });
});

it("check, fix and why count the same calls of a client that tests call as well", async () => {
  const root = repository({
    "src/client.js": `const base = "https://cloud.mongodb.com/api/atlas/v1.0";
export const send = (path) => fetch(base + path, unknownOptions);
`,
    "src/calls.js": `import { send } from "./client.js";
export const groups = () => send("/groups");
export const orgs = () => send("/orgs");
`,
    "test/calls.test.js": `import { send } from "../src/client.js";
test("groups", () => send("/groups/5f1/alerts"));
`,
  });
  const checked = await v2ready(["check", "--as-of", TEST_DAY], { cwd: root });
  expect(checked.stdout).toMatch(/^2 requests sent by fetch at src\/client\.js:2:31$/m);
  const { stderr } = await fix(root, ["--unsafe-fixes", "--diff"]);
  expect(stderr).not.toContain("calls.test.js");
  expect(stderr.match(/^ +src\/\S+:\d+:\d+ +\/(?:groups|orgs)$/gm)).toHaveLength(2);
  const asked = await v2ready(["why", "--as-of", TEST_DAY, "src/client.js:1"], { cwd: root });
  expect(asked.stdout.match(/^request {2}/gm)).toHaveLength(2);
  const inTest = await v2ready(["why", "--as-of", TEST_DAY, "test/calls.test.js:2"], { cwd: root });
  expect(inTest.stdout).toMatch(/^request {2}\/groups\/5f1\/alerts/m);
});

it("names the key of the schema that stops a fix", async () => {
  const root = repository({
    "src/schema.ts": `import { z } from "zod";
export const Cluster = z.object({
  name: z.string(),
  mongoURI: z.string(),
});
`,
    "src/calls.ts": `import { Cluster } from "./schema.js";
const base = "https://cloud.mongodb.com/api/atlas/v1.0";
export const one = async (id: string) =>
  Cluster.parse(await (await fetch(\`\${base}/groups/\${id}/clusters/a\`)).json());
`,
  });
  const { stderr } = await fix(root, ["--diff"]);
  expect(stderr).toContain(
    "why: the schema of the response in src/schema.ts requires mongoURI, which is removed (src/schema.ts:4:3)",
  );
});
