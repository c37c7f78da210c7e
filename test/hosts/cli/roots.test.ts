import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FORMAT_NAMES, type JsonReport } from "../../../src/report/index.js";
import { analyze } from "../../../src/index.js";
import { TEST_DAY } from "../../support/analyze.js";
import { check, report, v2ready } from "../../support/command.js";
import { git } from "../../support/repository.js";
import { copyOfFixtures, sharedTree } from "../../support/tree.js";
import { addToTree } from "../../workspace/support/tree.js";
import { THOROUGH } from "../../support/thorough.js";

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";
const GIT = { ".git/HEAD": "ref: refs/heads/main\n" };
/** A base, a sender, a caller, and a file that does not mention the API. */
const SERVICE = {
  "src/base.js": `export const BASE = "${OLD}";\n`,
  "src/client.js":
    'import { BASE } from "./base.js";\nexport const send = (path, options) => fetch(BASE + path, options);\n',
  "src/use.js":
    'import { send } from "./client.js";\nexport const list = async () => (await send("/groups/1/clusters")).json();\nexport const first = async () => (await list()).results[0].srvAddress;\n',
  "src/deep/name.js":
    'import { list } from "../use.js";\nexport const name = async () => (await list()).results.map((one) => one.srvAddress);\n',
};

const PROJECTS = readdirSync(fileURLToPath(new URL("../../../fixtures/projects", import.meta.url)), {
  withFileTypes: true,
}).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** The places of findings. */
function places({ findings }: JsonReport): string[] {
  return findings.map(({ path, line, ruleId }) => `${path}:${line} ${ruleId}`);
}

const outputs = sharedTree({});

/** Returns the output of a run on standard output, and in the other formats. */
async function inAllFormats(paths: readonly string[], cwd: string): Promise<object> {
  const files = FORMAT_NAMES.filter((name) => name !== "text").map(
    (name) => `${name}=${join(outputs, name)}`,
  );
  const outcome = await check([...paths, "--format", "text", ...files.flatMap((one) => ["--format", one])], {
    cwd,
  });
  // The next command repeats the paths as they were typed.
  const stdout = outcome.stdout.replace(/^Next: .*\n/m, "");
  return {
    ...outcome,
    stdout,
    files: files.map((one) => readFileSync(one.slice(one.indexOf("=") + 1), "utf8")),
  };
}

describe("a report of a path is the same from every working directory", () => {
  const outside = sharedTree({});
  const holder = sharedTree({
    ...Object.fromEntries(
      Object.entries({ ...GIT, ...SERVICE }).map(([path, text]) => [`repo/${path}`, text]),
    ),
    "links/repo": { link: "../repo" },
    "links/sources": { link: "../repo/src" },
    "links/client.js": { link: "../repo/src/client.js" },
  });
  const repository = join(holder, "repo");
  const ways: readonly (readonly [asked: string, link: string | undefined])[] = [
    [".", "links/repo"],
    ["src", "links/sources"],
    ["src/client.js", "links/client.js"],
    ["src/deep", "links/repo/src/deep"],
  ];

  it.each(ways)(
    "%s, by its name, by its absolute path, through a link, and in every format",
    async (path, link) => {
      const wanted = await inAllFormats([path], repository);
      expect(wanted).toMatchObject({ status: 1, stderr: "" });
      const absolute = join(repository, path);
      expect(await inAllFormats([absolute], outside)).toEqual(wanted);
      expect(await inAllFormats([relative(holder, absolute)], holder)).toEqual(wanted);
      expect(await inAllFormats([join("..", path)], join(repository, "src"))).toEqual(wanted);
      expect(await inAllFormats([link!], holder)).toEqual(wanted);
      expect(await inAllFormats([join(holder, link!)], outside)).toEqual(wanted);
    },
  );

  it("the working directory, where no path is named", async () => {
    const inside = await check(["--format", "json"], { cwd: join(repository, "src/deep") });
    expect(inside).toEqual(await check(["repo/src/deep", "--format", "json"], { cwd: holder }));
  });

  it("in the library", async () => {
    const options = { asOf: TEST_DAY, paths: ["repo/src/client.js"] };
    const named = await analyze({ ...options, cwd: holder });
    expect(named.findings).not.toEqual([]);
    expect(named).toEqual(
      await analyze({ asOf: TEST_DAY, cwd: join(repository, "src"), paths: ["client.js"] }),
    );
    expect(named).toEqual(await report(["links/client.js"], { cwd: holder }));
  });

  it("for fix and why as for check", async () => {
    const fixed = async (path: string, cwd: string) => {
      const outcome = await v2ready(["fix", "--diff", "--as-of", TEST_DAY, path], { cwd });
      const next = `Next: npx v2ready fix --as-of ${TEST_DAY} ${path}\n`;
      expect(outcome.stderr.endsWith(next)).toBe(true);
      return { ...outcome, stderr: outcome.stderr.slice(0, -next.length) };
    };
    const inside = await fixed("src/client.js", repository);
    expect(inside.stdout).toContain("--- a/src/base.js");
    expect(await fixed("links/client.js", holder)).toEqual(inside);
    expect(await fixed(join(repository, "src/client.js"), outside)).toEqual(inside);
    const why = (place: string, cwd: string) => v2ready(["why", "--as-of", TEST_DAY, place], { cwd });
    const told = await why("src/client.js:2", repository);
    expect(told.stdout).toContain("src/client.js:2");
    expect(told.stdout).toContain("require-version-media-type");
    expect(await why("links/client.js:2", holder)).toEqual(told);
    expect(await why(join(repository, "src/client.js:2"), outside)).toEqual(told);
  });
});

describe("what is named is analysed with the repository around it", () => {
  const root = sharedTree({ ...GIT, ...SERVICE });

  it("for the findings that it has in the whole", async () => {
    const whole = places(await report(["."], { cwd: root }));
    for (const path of Object.keys(SERVICE)) {
      const own = whole.filter((place) => place.startsWith(`${path}:`));
      expect(own, path).not.toEqual([]);
      expect(places(await report([path], { cwd: root })), path).toEqual(own);
    }
    const both = whole.filter((place) => /^src\/(?:use|base)\.js/.test(place));
    expect(places(await report(["src/use.js", "src/base.js"], { cwd: root }))).toEqual(both);
    const deep = whole.filter((place) => place.startsWith("src/deep/"));
    expect(places(await report(["src/deep"], { cwd: root }))).toEqual(deep);
  });

  it("on standard input under its name, with the text that comes there", async () => {
    const args = ["--stdin", "--stdin-filename", "src/use.js"];
    const same = await report(args, { cwd: root, input: SERVICE["src/use.js"] });
    const named = await report(["src/use.js"], { cwd: root });
    const withoutFixes = ({ findings }: JsonReport): unknown =>
      findings.map(({ fixes: _fixes, reasons: _reasons, ...rest }) => rest);
    expect(withoutFixes(same)).toEqual(withoutFixes(named));
    // A fix of standard input writes to standard output, so it cannot change another file.
    expect(same.findings.map(({ reasons }) => reasons)).toContainEqual([
      { text: "it also changes src/base.js" },
    ]);
    const input = SERVICE["src/use.js"].replaceAll("clusters", "users");
    const other = await report([...args, "--show-undetermined"], { cwd: root, input });
    expect(other.findings.map(({ message }) => message).join("\n")).not.toContain("clusters");
  });

  it("in the packages of a workspace without version control", async () => {
    const workspace = sharedTree({
      "package.json": '{ "workspaces": ["packages/*"] }',
      "packages/core/package.json": '{ "name": "@our/core", "main": "base.js" }',
      "packages/core/base.js": SERVICE["src/base.js"],
      "packages/app/package.json": '{ "name": "@our/app" }',
      "packages/app/use.js": 'import { BASE } from "@our/core";\nfetch(BASE + "/groups/1/clusters");\n',
    });
    expect(places(await report([], { cwd: join(workspace, "packages/app") }))).toEqual([
      "packages/app/use.js:2 require-version-media-type",
    ]);
  });

  it("alone, if values can lead neither into it nor out of it", async () => {
    const cwd = sharedTree({ ...GIT, ...SERVICE, "docs/use.md": `Call ${OLD}/groups.\n` });
    const { summary } = await report(["docs"], { cwd });
    expect(summary.files.followed).toBe(0);
    expect((await report(["src/use.js"], { cwd })).summary.files.followed).toBeGreaterThan(0);
  });

  it("and counts what is named alone", async () => {
    const { summary } = await report(["src/deep/name.js"], { cwd: root });
    expect(summary.files).toMatchObject({ seen: 1, read: 1, parsed: 1, skipped: {}, leftOut: {} });
  });
});

describe("the root of a path", () => {
  const tree = sharedTree({
    "repo/.git": "gitdir: elsewhere\n",
    "repo/a/package.json": "{}",
    "repo/a/x.js": `fetch("${OLD}/groups");\n`,
    "jj/.jj/repo/store": "",
    "jj/a/x.js": `fetch("${OLD}/groups");\n`,
    "hg/.hg/requires": "",
    "hg/a/x.js": `fetch("${OLD}/groups");\n`,
    "pnpm/pnpm-workspace.yaml": "packages: [a/*]\n",
    "pnpm/a/b/package.json": "{}",
    "pnpm/a/b/x.js": `fetch("${OLD}/groups");\n`,
    "package/package.json": "{}",
    "package/a/x.js": `fetch("${OLD}/groups");\n`,
    "none/a/x.js": `fetch("${OLD}/groups");\n`,
  });
  const shown = async (path: string): Promise<string[]> => [
    ...new Set((await report([path], { cwd: tree })).findings.map((finding) => finding.path)),
  ];

  it.each([
    ["the repository of git, a worktree or submodule as well", "repo/a", "a/x.js"],
    ["the repository of Jujutsu", "jj/a/x.js", "a/x.js"],
    ["the repository of Mercurial", "hg/a/x.js", "a/x.js"],
    ["the workspace", "pnpm/a/b", "a/b/x.js"],
    ["the package", "package/a/x.js", "a/x.js"],
    ["the folder that is named", "none", "a/x.js"],
    ["the folder of the file that is named", "none/a/x.js", "x.js"],
  ])("is %s", async (_what, path, name) => {
    expect(await shown(path)).toEqual([name]);
  });

  it("is not a folder that contains more than projects, such as the home folder", async () => {
    const home = sharedTree({
      ".git/HEAD": "",
      "package.json": "{}",
      "a.js": 'import { BASE } from "./notes/base.js";\nfetch(BASE + "/groups/1/clusters");\n',
      "notes/base.js": `export const BASE = "${OLD}";\n`,
    });
    const { stdout } = await check(["notes", "--format", "json"], {
      cwd: home,
      env: { HOME: home },
      asProcess: true,
    });
    const { findings, summary } = JSON.parse(stdout) as JsonReport;
    expect(findings.map(({ path }) => path)).toEqual(["base.js"]);
    expect(summary.files.followed).toBe(0);
  });
});

describe("two checkouts of one repository", () => {
  it("have requests with different ids, which their findings name", async () => {
    const code = `await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups");\n`;
    const holder = sharedTree({
      "first/.git/HEAD": "",
      "first/src/a.js": code,
      "second/.git/HEAD": "",
      "second/src/a.js": code,
    });
    const { requests, groups, findings } = await report(["first", "second"], { cwd: holder });
    const ids = requests.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]+$/);
    expect(groups.map(({ requests: own }) => own)).toEqual(ids.map((id) => [id]));
    for (const { path, request } of findings)
      expect(requests.find(({ id }) => id === request)?.call.path).toBe(path);
  });
});

describe("paths of several repositories", () => {
  const holder = sharedTree({
    ...Object.fromEntries(
      Object.entries({ ...GIT, ...SERVICE }).map(([path, text]) => [`one/${path}`, text]),
    ),
    "group/two/package.json": "{}",
    "group/two/x.pl": `curl ${OLD}/groups\n`,
    "empty/nothing/": "",
  });

  it("are followed each in its own and told side by side, with paths from the folder that holds all", async () => {
    const one = await report(["one/src"], { cwd: holder });
    const two = await report(["group/two"], { cwd: holder });
    const both = await report(["one/src", join(holder, "group/two")], { cwd: holder });
    expect(places(both)).toEqual([
      ...places(two).map((place) => `group/two/${place}`),
      ...places(one).map((place) => `one/${place}`),
    ]);
    const fingerprints = ({ findings }: JsonReport) => findings.map(({ fingerprint }) => fingerprint);
    expect(fingerprints(both)).toEqual([...fingerprints(two), ...fingerprints(one)]);
    expect(both.summary.files.seen).toBe(one.summary.files.seen + two.summary.files.seen);
    expect(both.summary.findings.error).toBe(one.summary.findings.error + two.summary.findings.error);
    expect(both.summary.byDirectory).toEqual({ group: two.findings.length, one: one.findings.length });
    expect(both.targetNotices).toEqual(one.targetNotices);
    expect(both.targetNotices).toHaveLength(2);
    expect(both.requests.map(({ path }) => path)).toEqual(
      [...two.requests, ...one.requests].map(({ path }) => path),
    );
  });

  it("are the same from everywhere, in every format and order", async () => {
    const inside = await inAllFormats(["one", "group/two"], holder);
    const paths = [join(holder, "group/two"), join(holder, "one")];
    expect(await inAllFormats(paths, outputs)).toEqual(inside);
  });

  it("are fixed together", async () => {
    const { stdout } = await v2ready(["fix", "--diff", "--as-of", TEST_DAY, "one", "group/two"], {
      cwd: holder,
    });
    expect(stdout).toContain("--- a/one/src/base.js");
    const patch = join(sharedTree({}), "all.patch");
    writeFileSync(patch, stdout);
    git(holder, "apply", "--check", patch);
  });

  it("may be without a file, if one of them has some", async () => {
    expect(places(await report(["empty", "group/two"], { cwd: holder }))).toHaveLength(1);
    const none = await check(["empty"], { cwd: holder });
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining("there is nothing to scan")]);
  });
});

describe("each file of a project", () => {
  const projects = THOROUGH ? PROJECTS : ["axios-service-class", "service-vocabulary"];

  it.each(projects)("of %s has the findings that it has in the whole", async (name) => {
    const cwd = copyOfFixtures(`projects/${name}`);
    addToTree(cwd, GIT);
    const whole = await report(["."], { cwd });
    const found = [...new Set(whole.findings.map(({ path }) => path))];
    for (const path of found) {
      const own = whole.findings.filter((finding) => finding.path === path);
      expect((await report([path], { cwd })).findings, path).toEqual(own);
    }
    const others = filesIn(cwd).filter((path) => !found.includes(path) && !path.startsWith(".git/"));
    if (others.length > 0) expect((await report(others, { cwd })).findings).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
