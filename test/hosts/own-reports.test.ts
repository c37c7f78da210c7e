import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { FORMAT_NAMES, type JsonReport } from "../../src/report/index.js";
import { TEST_DAY } from "../support/analyze.js";
import { check, report, v2ready } from "../support/command.js";
import { git, repository } from "../support/repository.js";

const HOST = "https://cloud.mongodb.com";
const ROOT = repository({
  "a.js": `export const list = () => fetch("${HOST}/api/atlas/v1.0/groups");\n`,
  "b.py": `BASE = "${HOST}/api/atlas/v1.0"\n`,
});
const reports = new Map<string, string>();
let before: JsonReport;

beforeAll(async () => {
  before = await report([], { cwd: ROOT });
  for (const format of FORMAT_NAMES)
    reports.set(`check.${format}`, (await check(["--format", format], { cwd: ROOT })).stdout);
  const old = await v2ready(["check", "--as-of", "2026-06-01", "--target", "2023-02-01"], { cwd: ROOT });
  expect(old.stdout).toContain("The target 2023-02-01 ends on");
  reports.set("old-target.txt", old.stdout);
  const byFile = await check(["--group-by", "file"], { cwd: ROOT });
  reports.set("by-file.txt", byFile.stdout);
  const { stdout, stderr } = await v2ready(["fix", "--as-of", TEST_DAY, "--diff", "--report", "fix.json"], {
    cwd: ROOT,
  });
  reports.set("v2ready.patch", stdout);
  const heading = "Changes by v2ready fix --diff (lines are as they are, also secrets in them)";
  reports.set("earlier.patch", stdout.replace(/^.*/, heading));
  reports.set("fix.txt", stderr);
  reports.set("fix-report.json", readFileSync(join(ROOT, "fix.json"), "utf8"));
  rmSync(join(ROOT, "fix.json"));
  const text = reports.get("check.text")!.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  reports.set("page.html", `<html><body><pre>${text}</pre></body></html>\n`);
  reports.set("minified.sarif", JSON.stringify(JSON.parse(reports.get("check.sarif")!)));
  reports.set(
    "coloured.log",
    (await check(["--color", "always", "--hyperlinks", "always"], { cwd: ROOT })).stdout,
  );
  reports.set("both.diff", stdout + stderr);
  reports.set("both.txt", stdout + stderr);
  reports.set("windows.txt", reports.get("check.text")!.replaceAll("\n", "\r\n"));
});

describe("a report of this program in the tree", () => {
  it.each([
    ...FORMAT_NAMES.map((format) => `check.${format}`),
    ...[
      "v2ready.patch",
      "earlier.patch",
      "fix.txt",
      "fix-report.json",
      "page.html",
      "minified.sarif",
      "windows.txt",
      "coloured.log",
      "both.diff",
      "both.txt",
      "old-target.txt",
      "by-file.txt",
    ],
  ])("is left out, and counted as such: %s", async (name) => {
    const content = reports.get(name)!;
    expect(content).toContain("/api/atlas/v1.0");
    writeFileSync(join(ROOT, name), content);
    const { findings, summary, unchecked } = await report([], { cwd: ROOT });
    rmSync(join(ROOT, name));
    expect(summary.files.skipped).toEqual({ "own-report": 1 });
    expect([findings, unchecked]).toEqual([before.findings, before.unchecked]);
  });

  it("is read where it is named", async () => {
    writeFileSync(join(ROOT, "named.json"), reports.get("check.json")!);
    const { summary } = await report(["named.json"], { cwd: ROOT });
    rmSync(join(ROOT, "named.json"));
    expect(summary.files.skipped).toEqual({});
  });

  it("is a patch that git applies, with its heading", () => {
    expect(reports.get("v2ready.patch")).toMatch(
      /^Patch of v2ready for git apply\. .* may have secrets.*\ndiff --git a\/a\.js/,
    );
    writeFileSync(join(ROOT, "v2ready.patch"), reports.get("v2ready.patch")!);
    git(ROOT, "apply", "--check", "v2ready.patch");
    rmSync(join(ROOT, "v2ready.patch"));
  });
});

describe("texts that are not reports", () => {
  it.each([
    [
      "a page that quotes one and goes on",
      "notes.md",
      () => `${reports.get("check.text")!}\nThen move on.\n`,
    ],
    [
      "a patch and a report that go on",
      "notes.txt",
      () => `${reports.get("both.txt")!}\nSee /api/atlas/v1.0 in the notes.\n`,
    ],
    ["a program that begins like a patch", "run.sh", () => reports.get("both.txt")!],
    ["a patch of somebody else", "other.patch", () => reports.get("v2ready.patch")!.replace(/^.*\n/, "")],
    ["JSON of another tool", "other.json", () => reports.get("check.json")!.replace('"v2ready"', '"other"')],
    ["SARIF of another tool", "other.sarif", () => reports.get("check.sarif")!.replace('"v2ready"', '"x"')],
  ])("%s is read", async (_name, path, content) => {
    writeFileSync(join(ROOT, path), content());
    const { findings, summary } = await report([], { cwd: ROOT });
    rmSync(join(ROOT, path));
    expect(summary.files.skipped).toEqual({});
    expect(findings.some((finding) => finding.path === path)).toBe(true);
  });
});
