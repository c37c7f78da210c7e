import { describe, expect, it } from "vitest";
import { groupBy } from "../../../src/core/group-by.js";
import { check, report, v2ready } from "../../support/command.js";
import { copyOfFixtures, sharedTree } from "../../support/tree.js";
import { TEST_DAY } from "../../support/analyze.js";

const PROJECT = copyOfFixtures("projects/axios-service-class");

const README = copyOfFixtures("readme");

const TREE = sharedTree({
  "base.js":
    'export const HOST = "https://cloud.mongodb.com";\nexport const BASE = HOST + "/api/atlas/v1.0";\n',
  "call.js":
    'import { BASE } from "./base.js";\nconst auth = "Basic dXNlcjpTZWNyZXQxMjM0NQ==";\nexport const list = (id) =>\n  fetch(`${BASE}/groups/${id}/clusters`, { headers: { Authorization: auth } });\nexport const mine = () => fetch("https://api.github.com/groups/1/clusters");\n',
  "create.js":
    'import { BASE } from "./base.js";\nexport const create = (id) =>\n  axios.post(`${BASE}/groups/${id}/clusters`, {\n    name: "one",\n    numShards: 2,\n  });\nimport axios from "axios";\n',
  "moved.js":
    'fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters", {\n  headers: { Accept: "application/vnd.atlas.2024-10-23+json" },\n});\n',
  "quiet.js":
    '// v2ready-disable-next-line no-unversioned-base-path -- moved next week\nexport const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";\n',
  "weak.js": "export const size = (cluster) => cluster.diskSizeGB + cluster.numShards;\n",
  "nothing.js": "nothing();\n",
  "open.js": "export const ask = (base) => fetch(`${base}/groups/1/clusters`);\n",
  "wrapper.js":
    'const send = (make) => fetch(make());\nexport const mine = () => send(() => "https://api.github.com/user");\nexport const list = () =>\n  send(\n    () => "https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters",\n  );\n',
  "kept.py":
    'import requests\nBODY = {"name": "c", "srvAddress": "x"}\nrequests.post("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters", json=BODY)\n',
  "either.js": [
    'const headers = { Accept: "application/vnd.atlas.2024-11-13+json" };',
    'const base = "https://cloud.mongodb.com/api/atlas/v2/groups/1";',
    "const ask = () => (flex ? fetch(base + '/flexClusters/c', { headers }) : fetch(base + '/clusters/c', { headers }));",
    "const cluster = await (await ask()).json();",
    "console.log(cluster.providerSettings);\n",
  ].join("\n"),
  "kinds.js": [
    "export function show(cluster) {",
    '  if (cluster.providerSettings.providerName === "FLEX") return "flex";',
    "  return cluster.providerSettings.instanceSizeName;\n}\n",
  ].join("\n"),
  "Plain.lua": "var answer = client.Get(url);\n",
  "options.sh":
    "curl --password hunter22 -p hunter23 https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters\n",
  "body.sh":
    'curl -X POST -d "prefix$BODY" https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters\ncurl -X POST -d "{\\"name\\": 1, $MORE}" https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters\n',
  "words.sh":
    "mysql -pconnection\ncurl --digest https://cloud.mongodb.com/api/atlas/v1.0/groups mongodb://me:property@host.example\n",
  "list.pl": "curl --digest https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters\necho done\n",
});

async function why(place: string, { cwd = TREE, args = [] as string[], env = {} } = {}) {
  return v2ready(["why", "--as-of", TEST_DAY, place, ...args], { cwd, env });
}

/** The output as one line, so that it does not matter where it wraps. */
async function saysOf(place: string, options: Parameters<typeof why>[1] = {}): Promise<string> {
  const { stdout, stderr, status } = await why(place, options);
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout.replace(/\s+/g, " ");
}

describe("the answer of why", () => {
  it("is the finding, its confidence with the reason, the help and who can change it", async () => {
    const { stdout } = await why("base.js:2");
    expect(stdout.split("\n\n").slice(0, 2)).toEqual([
      'base.js:2  export const BASE = HOST + "/api/atlas/v1.0";',
      [
        "error  /api/atlas/v1.0 is the base path of the unversioned administration API; /api/atlas/v2 replaces it.  no-unversioned-base-path",
        "  at          2:29",
        "  confidence  high: the URL of the request is known (call.js:4:3)",
        "  help        Change it to /api/atlas/v2, and send Accept: application/vnd.atlas.2023-02-01+json with every request. One without the other fails.",
        "  fix         a person must change it (providerSettings is not in the body: write providerName and instanceSize of every region, at create.js:3:47)",
      ].join("\n"),
    ]);
  });

  it("says that the URL of an undetermined request is not known", async () => {
    expect(await saysOf("open.js:1")).toContain("confidence low: the URL of the request is not known (1:30)");
  });

  it.each([
    ["src/clusters.js:8", "fix the command fix can change it"],
    ["deploy/list.sh:2", "fix the command fix can change it"],
  ])("at %s says: %s", async (place, text) => {
    expect(await saysOf(place, { cwd: README })).toContain(text);
  });

  it.each([
    ["body.sh:1", "body not known: $BODY is an environment variable: read at 1:24"],
    ["body.sh:2", "body name, and what $MORE adds: written at 2:18"],
  ])("at %s says of a text with unknown parts: %s", async (place, text) => {
    expect(await saysOf(place)).toContain(text);
  });

  it("names the request with its version, and where base, header and body come from", async () => {
    const { stdout } = await why("create.js:5");
    const request = stdout.split("\n\n").at(-1)!.trimEnd().split("\n");
    expect(request).toEqual([
      "request  POST /groups/{id}/clusters  axios",
      "  sent        at 3:3",
      "  version     v1.0; 2023-02-01 is needed",
      "  base        https://cloud.mongodb.com/api/atlas/v1.0: written at base.js:2:29 → stored in BASE at base.js:2:14 → exported as BASE at base.js:2:14 → imported as BASE at 1:10",
      "  Accept      not sent: headers are set at 3:3",
      "  body        name, numShards: written at 3:47",
      "  elsewhere   3:3 error require-version-media-type",
      "              base.js:2:29 error no-unversioned-base-path",
    ]);
    expect(stdout).toContain("confidence  high: it is in the body of POST /groups/{id}/clusters (3:3)");
  });

  it("lists the nearest ten, says how many there are more, and lists all with --verbose", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `c${index}`);
    const cwd = sharedTree({
      ".git/HEAD": "",
      "many.js": [
        'const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";',
        "const { data: one } = await axios.get(BASE + '/groups/1/clusters/a');",
        `console.log([${names.map(() => "one.srvAddress").join()}]);`,
        ...names.map((name) => `await axios.get(BASE + '/groups/1/clusters/${name}');`),
        'import axios from "axios";',
        "",
      ].join("\n"),
    });
    const few = await saysOf("many.js:3", { cwd });
    expect(few.match(/ at 3:/g)).toHaveLength(10);
    expect(few).toContain("and 2 more findings (--verbose shows all)");
    expect(few).toMatch(/elsewhere 2:/);
    const requests = await saysOf("many.js:1", { cwd });
    expect(requests.match(/request GET \/groups\/1\/clusters\/\w+/g)).toEqual([
      ...["a", "c0", "c1"].map((name) => `request GET /groups/1/clusters/${name}`),
    ]);
    expect(requests).toContain("and 10 more requests (--verbose shows all)");
    const all = await saysOf("many.js:1", { cwd, args: ["--verbose"] });
    expect(all.match(/request GET \/groups/g)).toHaveLength(13);
    expect(all).not.toContain("--verbose shows all");
  });

  it("says what is found elsewhere where nothing has to change at the place itself", async () => {
    const says = await saysOf("call.js:3:3", { args: [] });
    expect(says).toContain("No finding here");
    expect(await saysOf("base.js:1")).toMatch(
      /No finding here\. What has to change for the request.*request GET \/groups\/\{id\}\/clusters fetch.*elsewhere .*2:29 error no-unversioned-base-path/,
    );
  });

  it.each([
    ["call.js:5", "No finding here, because this request goes to another service (5:27)."],
    ["moved.js:2", "Accept already has a date: application/vnd.atlas.2024-10-23+json"],
    ["moved.js:1", "the base path is already the versioned one"],
    ["call.js:3:1", "No finding here, because there is nothing here that a rule looks at"],
    ["nothing.js:1", "does not mention the API, and no value from it is used in a request to the API."],
    [
      "Plain.lua:1",
      "because this file does not mention the API. This language is only searched as text. Requests in it are not followed, so v2ready cannot tell",
    ],
    [
      "list.pl:2",
      "because the text search finds nothing here. This language is only searched as text. Requests in it are not followed",
    ],
    ["quiet.js:2", "check does not show it, because a v2ready-disable comment suppresses it"],
    ["weak.js:1", "check does not show it, because its confidence is low (--min-confidence low shows it)"],
    ["list.pl:1", "confidence medium: found by a text search, because this language is not parsed"],
  ])("at %s says: %s", async (place, text) => {
    expect(await saysOf(place)).toContain(text);
  });

  it("has every finding of check, and no other one, at the line that check names", async () => {
    for (const cwd of [TREE, PROJECT]) {
      const { findings } = await report([], { cwd });
      expect(findings.length).toBeGreaterThan(3);
      const lines = groupBy(findings, ({ path, line }) => `${path}:${line}`);
      for (const [place, own] of lines) {
        const { stdout } = await why(place, { cwd });
        const told = stdout.split("\n").filter((line) => /^(?:error|warning|info) {2}/.test(line));
        expect(told).toEqual(
          own.map(({ severity, message, ruleId }) => `${severity}  ${message}  ${ruleId}`),
        );
      }
    }
  });

  it("shows no secrets", async () => {
    for (const place of ["call.js:2", "call.js:4"])
      for (const args of [[], ["--verbose"]])
        expect((await why(place, { args })).stdout).not.toContain("dXNlcjpTZWNyZXQxMjM0NQ");
  });

  it("masks secrets in what comes from the code, and not in its own sentences", async () => {
    expect(await saysOf("words.sh:1")).toBe(
      "words.sh:1 mysql -p******** No finding here, because there is nothing here that a rule looks at: no request, no base path, no media type, no connection string and no property of the API. ",
    );
  });

  it("shows no value of an option that curl does not have, or that is not its value", async () => {
    const { stdout } = await why("options.sh:1", { args: ["--verbose"] });
    expect(stdout).toContain("********");
    expect(stdout).not.toMatch(/hunter/);
  });

  it("wraps at words in a terminal of 40 columns, but for words that are longer", async () => {
    const { stdout } = await why("create.js:5", { env: { COLUMNS: "40" }, args: ["--verbose"] });
    const wide = stdout.split("\n").filter((line) => line.length > 40);
    expect(wide.filter((line) => line.trim().includes(" "))).toEqual([]);
  });
});

describe("a call of a wrapper", () => {
  it("is a place of the request, as in the report", async () => {
    const { stdout } = await v2ready(["check", "--as-of", TEST_DAY, "wrapper.js"], { cwd: TREE });
    expect(stdout).toContain("wrapper.js:4:3");
    expect(await saysOf("wrapper.js:4")).toMatch(/request +GET \/groups\/1\/clusters/);
  });
});

describe("why --verbose", () => {
  it("tells the way of a value from file to file, every step with its place, after the answer", async () => {
    const { stdout } = await why("call.js:4", { args: ["-v"] });
    const lines = stdout.split("\n").map((line) => line.trim());
    const steps = [
      "Log",
      '"https://cloud.mongodb.com" is written  base.js:1:22',
      "stored in HOST  base.js:1:14",
      "imported as BASE  1:10",
      '"/api/atlas/v1.0" is written  base.js:2:29',
      "{id} is not known: id is a parameter with unknown callers  3:22",
    ];
    expect(lines).toEqual(expect.arrayContaining(steps));
    const found = steps.map((step) => lines.indexOf(step));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(stdout).toContain("finding  require-version-media-type: error, high confidence");
  });

  it("tells which response a property is read from", async () => {
    const { stdout } = await why("src/admin-api.ts:34", { cwd: PROJECT, args: ["-v"] });
    expect(stdout).toContain("property srvAddress, read  34:13");
    expect(stdout).toContain("read from a response of axios  33:28");
    expect(stdout).toContain("finding  no-removed-property: error, high confidence");
  });

  it("is the only way to the log", async () => {
    const { stdout } = await why("call.js:4");
    expect(stdout).not.toContain("Log");
    expect(stdout).not.toContain("is written");
  });
});

describe("why", () => {
  it.each([
    ["call.js", "names no line"],
    ["call.js:0", "names no line"],
    ["call.js:99", "has 6 lines"],
    ["nope.js:1", "does not exist"],
    [".:1", "is a folder"],
  ])("refuses %s", async (place, message) => {
    const { status, stderr } = await why(place);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("changes nothing about the exit status", async () => {
    expect((await check([], { cwd: TREE })).status).toBe(1);
    expect((await why("base.js:2")).status).toBe(0);
  });
});

it("a property that no version changes in a body is said to be one", async () => {
  const text = await saysOf("kept.py:2");
  expect(text).toContain("no version changes this property in the body of a request to");
  expect(text).not.toContain("not about clusters");
});

it("a property that other resources keep is said to be one", async () => {
  expect(await saysOf("either.js:5")).toMatch(
    /may also be read from the response of \S+flexClusters\/c, which keeps/,
  );
  expect(await saysOf("kinds.js:3")).toContain("the code tells clusters apart by this property");
});
