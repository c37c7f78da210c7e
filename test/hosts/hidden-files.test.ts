import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PATCH_HEADING, isOwnReport } from "../../src/core/own-report.js";
import { report, v2ready } from "../support/command.js";
import { commit, repository } from "../support/repository.js";

const CALL = "curl https://cloud.mongodb.com/api/atlas/v1.0/groups";
const ENDING = "no findings; 1 of 1 file read (1 parsed, 0 as plain text)";

describe("a file cannot hide by the looks of a report", () => {
  it.each([
    ["a patch with a command in it", "dep.sh", `${PATCH_HEADING}\ndiff --git a/y b/y\n${CALL}\n`],
    [
      "a command behind a hunk",
      "dep.sh",
      `${PATCH_HEADING}\ndiff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n${CALL}\n`,
    ],
    ["a program that ends with the words of a report", "dep.sh", `${CALL}\n# ${ENDING}\n${ENDING}\n`],
    [
      "JSON with other members",
      "c.json",
      JSON.stringify({ schemaVersion: 2, tool: { name: "v2ready" }, url: CALL.slice(5) }),
    ],
    ["JSON with text behind it", "c.json", `{"schemaVersion":2,"tool":{"name":"v2ready"}}\n${CALL}\n`],
  ])("%s", async (_, name, content) => {
    const root = repository({ [name]: `${content}\n` });
    const { findings, summary } = await report([], { cwd: root });
    expect(summary.files.skipped).toEqual({});
    expect(findings.map(({ path }) => path)).toContain(name);
  });

  it("and one that git tracks is listed as not checked", async () => {
    const root = repository({ "a.sh": `${CALL}\n` });
    await v2ready(["check", "--format", "json", "-o", "r.json"], { cwd: root });
    commit(root);
    const { unchecked } = await report([], { cwd: root });
    expect(unchecked.map(({ kind, places }) => [kind, places.map(({ path }) => path)])).toEqual([
      ["generated", ["r.json"]],
    ]);
  });

  it.each([
    ["a part of a report", { tool: { name: "v2ready" }, findings: [{ url: CALL.slice(5) }] }],
    ["requests", { tool: { name: "v2ready" }, requests: [{ url: CALL.slice(5) }] }],
    [
      "a part of SARIF",
      { version: "2.1.0", runs: [{ tool: { driver: { name: "v2ready" } }, url: CALL.slice(5) }] },
    ],
  ])("and data that names v2ready as its maker is checked: %s", async (_, data) => {
    const root = repository({});
    writeFileSync(join(root, "r.json"), JSON.stringify(data));
    const { findings } = await report([], { cwd: root });
    expect(findings.map(({ ruleId }) => ruleId)).toContain("no-unversioned-base-path");
  });

  it("and text with the name of a picture is listed, also if git does not track it", async () => {
    const root = repository({ "a.js": "x();\n" });
    writeFileSync(join(root, "x.png"), `${CALL}\n`);
    writeFileSync(join(root, "y.png"), "x();\n");
    const { unchecked } = await report([], { cwd: root });
    expect(unchecked.map(({ kind, places }) => [kind, places.map(({ path }) => path)])).toEqual([
      ["ignored", ["x.png"]],
    ]);
  });

  it("and a patch is still one if it ends without a line feed", () => {
    const patch = `${PATCH_HEADING}\ndiff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n`;
    expect(isOwnReport(patch)).toBe(true);
  });
});

it("minified code that mentions the API is not checked, and counts as that", async () => {
  const root = repository({
    "a.min.js": `fetch("${CALL.slice(5)}");\n`,
    "b.min.js": "x();\n",
    "c.js": "y();\n",
  });
  const { unchecked } = await report([], { cwd: root });
  expect(unchecked.map(({ kind, places }) => [kind, places.map(({ path }) => path)])).toEqual([
    ["minified", ["a.min.js"]],
  ]);
  expect((await v2ready(["check", "--fail-on-unchecked"], { cwd: root })).status).toBe(1);
});

it("cookies and headers with keys are masked in every line", async () => {
  const url = CALL.slice(5);
  const root = repository({
    "a.sh": `curl --cookie 'sid=SECRET1' ${url}\ncurl -b sid=SECRET2 ${url}; curl -H 'X-Api-Key: SECRETkey14' ${url}\n`,
    "b.py": `import requests\nrequests.get("${url}", cookies={"sid": "SECRET3", "other": "SECRET4"})\n`,
  });
  const outputs = [
    await v2ready(["check"], { cwd: root }),
    await v2ready(["why", "--verbose", "a.sh:1"], { cwd: root }),
    await v2ready(["why", "--verbose", "a.sh:2"], { cwd: root }),
    await v2ready(["why", "--verbose", "b.py:2"], { cwd: root }),
  ];
  const all = outputs.map(({ stdout, stderr }) => stdout + stderr).join("\n");
  expect(all).toContain("********");
  expect(all).not.toMatch(/SECRET/);
});
