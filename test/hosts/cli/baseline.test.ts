import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonReport } from "../../../src/report/index.js";
import { check } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";
import { UNDETERMINED } from "./sources.js";

const BASE = { service: "/api/admin/v1.0", atlas: "/api/atlas/v1.0" } as const;
const BASELINE = ["--baseline", "known.txt"];
const UPDATE = [...BASELINE, "--update-baseline"];

function urlOf(vocabulary: keyof typeof BASE, name: string): string {
  return `url: "https://cloud.mongodb.com${BASE[vocabulary]}/groups/${name}"\n`;
}

const GONE = urlOf("atlas", "one");

async function reportOf(args: readonly string[], cwd: string): Promise<JsonReport> {
  const { stdout } = await check([...args, "--format", "json"], { cwd });
  return JSON.parse(stdout) as JsonReport;
}

async function acceptedTree(files: Readonly<Record<string, string>>): Promise<string> {
  const root = sharedTree({ ".git/HEAD": "", ...files });
  expect((await check(UPDATE, { cwd: root })).status).toBe(0);
  return root;
}

describe.each(["service", "atlas"] as const)("with the names of %s", (vocabulary) => {
  const files = { "a.yaml": urlOf(vocabulary, "one"), "b.yaml": urlOf(vocabulary, "two") };

  it("accepts what was there, and fails on what is new", async () => {
    const root = await acceptedTree(files);
    const before = await check(BASELINE, { cwd: root });
    expect(before).toMatchObject({ status: 0, stderr: "" });
    expect(before.stdout).toContain("2 in the baseline");
    writeFileSync(join(root, "c.yaml"), urlOf(vocabulary, "three"));
    const after = await reportOf(BASELINE, root);
    expect(after.findings.map(({ path }) => path)).toEqual(["c.yaml"]);
    expect(after.summary.findings).toMatchObject({ error: 1, hidden: { baseline: 2 } });
    expect((await check(BASELINE, { cwd: root })).status).toBe(1);
  });
});

it("knows a finding whose line has moved or was reindented", async () => {
  const root = await acceptedTree({ "a.yaml": GONE });
  writeFileSync(join(root, "a.yaml"), `server:\n\n    ${GONE}`);
  expect((await check(BASELINE, { cwd: root })).status).toBe(0);
});

it("knows a finding whose file has moved", async () => {
  const root = await acceptedTree({ "a.yaml": GONE });
  mkdirSync(join(root, "settings"));
  renameSync(join(root, "a.yaml"), join(root, "settings/b.yaml"));
  expect(await check(BASELINE, { cwd: root })).toMatchObject({ status: 0, stderr: "" });
});

it("does not know a copy of an accepted line, in its file or in another one", async () => {
  const root = await acceptedTree({ "a.yaml": GONE });
  writeFileSync(join(root, "a.yaml"), `- ${GONE}- ${GONE}`);
  writeFileSync(join(root, "b.yaml"), GONE);
  const { findings } = await reportOf(BASELINE, root);
  expect(findings.map(({ path }) => path)).toEqual(["a.yaml", "a.yaml", "b.yaml"]);
  writeFileSync(join(root, "a.yaml"), GONE + GONE);
  const again = await reportOf(BASELINE, root);
  expect(again.findings.map(({ path, line }) => `${path}:${line}`)).toEqual(["a.yaml:2", "b.yaml:1"]);
});

it("is the same from every folder", async () => {
  const root = await acceptedTree({ "deep/a.yaml": GONE });
  const args = ["--baseline", "../known.txt"];
  expect((await check([...args, ".."], { cwd: join(root, "deep") })).status).toBe(0);
  expect((await check([...args, "a.yaml"], { cwd: join(root, "deep") })).status).toBe(0);
});

it("has one sorted line for each finding, and takes the lines of two branches", async () => {
  const root = await acceptedTree({ "b.yaml": GONE, "a b.yaml": GONE });
  const [heading, ...lines] = readFileSync(join(root, "known.txt"), "utf8").split("\n");
  expect(lines).toEqual([
    expect.stringMatching(/^[0-9a-f]{16} no-unversioned-base-path a%20b\.yaml$/),
    expect.stringMatching(/^[0-9a-f]{16} no-unversioned-base-path b\.yaml$/),
    "",
  ]);
  const [first = "", second = ""] = lines;
  writeFileSync(join(root, "known.txt"), [heading, second, heading, first, second].join("\r\n"));
  expect(await check(BASELINE, { cwd: root })).toMatchObject({ status: 0, stderr: "" });
});

it("is not checked itself", async () => {
  const root = await acceptedTree({ "api/atlas/v1.0/groups/a.yaml": GONE });
  const { findings, summary } = await reportOf([], root);
  expect(findings.map(({ path }) => path)).toEqual(["api/atlas/v1.0/groups/a.yaml"]);
  expect(summary.files.skipped).toEqual({ "own-report": 1 });
});

it("says which entries match nothing, and an update removes them", async () => {
  const root = await acceptedTree({ "a.yaml": GONE, "b.yaml": urlOf("atlas", "two") });
  rmSync(join(root, "a.yaml"));
  writeFileSync(join(root, "b.yaml"), "fixed: yes\n");
  const { status, stderr } = await check(BASELINE, { cwd: root });
  expect(status).toBe(0);
  expect(stderr).toBe(
    "v2ready: 2 entries match no finding in known.txt; --update-baseline removes what is not needed\n",
  );
  await check(UPDATE, { cwd: root });
  expect(await check(BASELINE, { cwd: root })).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(join(root, "known.txt"), "utf8")).toMatch(/^#[^\n]*\n$/);
});

it("keeps the entries that a run is not about", async () => {
  const root = await acceptedTree({ "a/a.yaml": GONE, "b/b.yaml": GONE });
  writeFileSync(join(root, "b/b.yaml"), "fixed: yes\n");
  expect((await check([...BASELINE, "a"], { cwd: root })).stderr).toBe("");
  expect((await check([...BASELINE, "--only", "no-removed-property"], { cwd: root })).stderr).toBe("");
  await check([...UPDATE, "a"], { cwd: root });
  await check([...UPDATE, "--only", "no-removed-property"], { cwd: root });
  expect((await check(BASELINE, { cwd: root })).stderr).toContain("1 entry matches no finding");
});

it("counts for limits only what is not accepted", async () => {
  const root = await acceptedTree({
    "a.js": UNDETERMINED,
    "b.yaml": "uri: mongodb+srv://orders-ab123.mongodb.net/app\n",
  });
  const limits = ["--fail-on-undetermined", "--max-warnings", "0"];
  expect((await check(limits, { cwd: root })).status).toBe(1);
  expect((await check([...limits, ...BASELINE], { cwd: root })).status).toBe(0);
  expect((await check([...limits, ...BASELINE, "--quiet"], { cwd: root })).status).toBe(0);
});

it("belongs to all repositories of a run", async () => {
  const root = sharedTree({
    "one/.git/HEAD": "",
    "one/a.yaml": GONE,
    "two/.git/HEAD": "",
    "two/a.yaml": GONE,
  });
  expect((await check([...UPDATE, "one", "two"], { cwd: root })).status).toBe(0);
  expect(await check([...BASELINE, "one", "two"], { cwd: root })).toMatchObject({ status: 0, stderr: "" });
});

describe("a baseline that cannot be used", () => {
  const cwd = sharedTree({
    ".git/HEAD": "",
    "a.yaml": GONE,
    "broken.txt": "# of people\n0123 no-removed-property a.yaml\n",
    "folder/": "",
  });
  symlinkSync("a.yaml", join(cwd, "link.txt"));

  it.each([
    [["--baseline", "known.txt"], "the baseline known.txt does not exist\nWrite it with --update-baseline."],
    [["--baseline", "folder"], "the baseline folder could not be read: is a directory"],
    [["--baseline", "broken.txt"], "line 2 of the baseline is not a finding"],
    [["--update-baseline"], "--update-baseline needs --baseline FILE"],
    [["--baseline", "link.txt", "--update-baseline"], "link.txt is a symbolic link"],
  ])("%s", async (args, message) => {
    const { status, stderr } = await check(args, { cwd });
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
