import { describe, expect, it } from "vitest";
import { convertClusterJson } from "../../../src/convert/json.js";
import { addAll, greatestOf } from "../../../src/core/add-all.js";
import { MOST_FACTS } from "../../../src/engine/bounded-facts.js";
import { Fingerprints } from "../../../src/engine/fingerprints.js";
import { SourceText } from "../../../src/core/source-text.js";
import { loadCatalog } from "../../../src/catalog/load.js";
import { applyEdits } from "../../../src/fix/text-edits.js";
import { indentAt } from "../../../src/fix/payload/style.js";
import { TEST_DAY, analyze } from "../../support/analyze.js";
import { report, v2ready } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

// Sizes at which quadratic work does not end within the time of a test, and at which arguments no longer fit on the
// stack.

const cluster = (number: number): object => ({
  name: `c${number}`,
  providerSettings: { providerName: "AWS", regionName: "EU_WEST_1", instanceSizeName: "M10" },
});

it("converts 20,000 clusters of one line", () => {
  const text = JSON.stringify({ results: Array.from({ length: 20_000 }, (_, index) => cluster(index)) });
  const converted = convertClusterJson(text, {
    vocabularies: loadCatalog().vocabularies,
    purpose: "unknown",
  });
  if (!converted.ok || !("edits" in converted)) throw new Error(JSON.stringify(converted).slice(0, 200));
  const made = applyEdits(
    text,
    converted.edits.map((edit) => ({ path: "a.json", ...edit })),
  );
  expect(made.match(/"replicationSpecs"/g)).toHaveLength(20_000);
  expect(() => JSON.parse(made) as unknown).not.toThrow();
});

it("gives 50,000 findings of one long line different fingerprints", () => {
  const source = new SourceText("a.json", `{"a":"${"x".repeat(2_000_000)}"}\n{"b":1}\r\n\r\n`);
  const fingerprints = new Fingerprints();
  const made = new Set<string>();
  for (let index = 0; index < 50_000; index++) made.add(fingerprints.next("rule", "a.json", source.line(1)));
  expect(made.size).toBe(50_000);
  expect([source.line(2), source.line(3), source.line(4), source.line(9)]).toEqual(['{"b":1}', "", "", ""]);
});

it("finds the indentation of short lines alone", () => {
  expect(indentAt("a\n  b", 4)).toBe("  ");
  expect(indentAt("  b", 2)).toBe("  ");
  expect(indentAt(`\n  ${"x".repeat(5_000)}`, 4_900)).toBe("");
});

describe("a file of many", () => {
  const BASE = "https://cloud.mongodb.com/api/atlas/v1.0/groups/";
  const lines = (count: number, line: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");

  it.each<[what: string, path: string, text: string, findings: number]>([
    ["holes in a template", "a.js", `fetch(\`${BASE}${lines(20_000, (index) => `\${a${index}}`)}\`);\n`, 2],
    [
      "templates in a list",
      "a.js",
      `const all = [\n${lines(20_000, () => `\`${BASE}\${id}\`,`)}];\n`,
      MOST_FACTS,
    ],
    [
      "holes in a body",
      "a.js",
      `fetch("${BASE}1/clusters", { method: "POST", body: \`${lines(20_000, (index) => `{"\${a${index}}":1}`)}\` });\n`,
      2,
    ],
    [
      "elements in markup",
      "a.svelte",
      `<script>\nfetch("${BASE}1");\n</script>\n${lines(200_000, () => "<p/>")}`,
      2,
    ],
    [
      "braces in markup",
      "a.vue",
      `<script>\nfetch("${BASE}1");\n</script>\n<template>${lines(40_000, () => "{{ a }}")}</template>`,
      2,
    ],
    ["documents", "a.jsonl", lines(70_000, () => `{"url":"${BASE}"}`), MOST_FACTS],
    [
      "cases",
      "a.js",
      `switch (x) {\n${lines(150_000, (index) => `case ${index}:`)}}\nfetch("${BASE}1");\n`,
      1,
    ],
    ["imports", "a.js", `${lines(70_000, () => 'import "./b.js";')}fetch("${BASE}1");\n`, 2],
  ])(
    "%s is read to its end",
    async (_, path, text, findings) => {
      const analysis = await analyze(path, text);
      expect(analysis.problems.filter(({ kind }) => kind === "internal")).toEqual([]);
      expect(analysis.findings.length).toBeGreaterThanOrEqual(findings);
    },
    30_000,
  );
});

it("adds a list to itself once", () => {
  const list = [1, 2];
  addAll(list, list);
  expect(list).toEqual([1, 2, 1, 2]);
  expect([greatestOf([1, 3, 2]), greatestOf([], 0)]).toEqual([3, 0]);
});

it("lists a fix that 2,700 calls share, and that is not proven, in a few lines", async () => {
  const files = Array.from({ length: 90 }, (_, file) => [
    `src/calls${file}.js`,
    `import { get } from "./client.js";\n${Array.from(
      { length: 30 },
      (__, call) =>
        `export const c${call} = async (g) => console.log((await get(\`/groups/\${g}/clusters/${file}x${call}\`)).data);\n`,
    ).join("")}`,
  ]);
  const cwd = sharedTree({
    ".git/HEAD": "",
    "src/client.js": `import axios from "axios";
const api = axios.create({ baseURL: "https://cloud.mongodb.com/api/atlas/v1.0" });
export const get = (path) => api.get(path);
`,
    ...(Object.fromEntries(files) as Record<string, string>),
  });
  const { stderr, status } = await v2ready(["fix", "--diff", "--as-of", TEST_DAY], { cwd });
  expect(stderr).toContain("\n  and 2680 more (--show-all lists all)\n    = why: console.log prints ");
  expect(stderr.split("\n").length).toBeLessThan(40);
  expect(status).toBe(1);
});

it("lists the first reasons of a fix with each of its findings: 2,000 calls with one base had 4,000,000", async () => {
  const calls = Array.from(
    { length: 30 },
    (_, call) =>
      `export const f${call} = async () => (await axios.get(\`\${BASE}/groups/${call}/clusters\`)).data;\n`,
  );
  const cwd = sharedTree({
    ".git/HEAD": "",
    "a.js": `import axios from "axios";\nconst BASE = "https://cloud.mongodb.com/api/atlas/v1.0";\n${calls.join("")}`,
  });
  const { findings } = await report([], { cwd });
  expect(findings).toHaveLength(31);
  for (const { reasons, fixes } of findings) {
    expect(reasons).toHaveLength(21);
    expect(reasons[0]).toEqual(expect.objectContaining({ path: "a.js", line: 3 }));
    expect(reasons.at(-1)).toEqual({ text: "and 10 more reasons, listed when these are solved" });
    expect(fixes[0]!.applicability).toBe("unsafe");
  }
});

it.each([
  ["in a string", (json: string) => `const sample = \`${json}\`;\n`],
  [
    "that is parsed",
    (json: string) => `const { base } = JSON.parse(\`${json}\`);\nfetch(base + "/api/atlas/v1.0/groups");\n`,
  ],
  [
    "of a body",
    (json: string) => `fetch(BASE + "/groups/1/clusters", { method: "POST", body: \`${json}\` });\n`,
  ],
])("JSON that nests 5,000 deep %s does not end the analysis of a file", async (_, code) => {
  for (const json of ["[\n".repeat(5_000), '{"a":\n'.repeat(5_000) + "1" + "}".repeat(5_000)]) {
    const text = `const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";\n${code(json)}`;
    const { problems, findings } = await analyze("a.js", text);
    expect(problems.filter(({ kind }) => kind === "internal")).toEqual([]);
    expect(findings.map(({ ruleId }) => ruleId)).toContain("no-unversioned-base-path");
  }
});
