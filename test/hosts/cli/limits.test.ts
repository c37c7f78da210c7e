import { describe, expect, it } from "vitest";
import type { JsonReport } from "../../../src/report/index.js";
import { check, report, v2ready } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const CALLERS = Array.from({ length: 5 }, (_, index) => [
  `wrapper/caller${index}.js`,
  `import { get } from "./get.js";\nexport const list${index} = () => get("/orgs");\n`,
]);
const STAGES = ["2", "3", "4", "5"].map((id) => `if (stage === "${id}") id = "${id}";\n`).join("");
const TREE = sharedTree({
  "wrapper/get.js": `export const get = (path) => fetch("${BASE}" + path);\n`,
  ...Object.fromEntries(CALLERS),
  "deep.js": `const a = (n, p) => (n > 0 ? a(n - 1, p) : fetch("${BASE}" + p));\na(3, "/groups/1/clusters");\n`,
  "hops.js": `const a = "${BASE}/groups/1/clusters";\nconst b = a;\nconst c = b;\nconst d = c;\nfetch(d);\n`,
  "alternatives.js": `const stage = process.env.STAGE;\nlet id = "1";\n${STAGES}fetch("${BASE}/groups/" + id + "/clusters");\n`,
  "files/main.js": `import { server } from "./one.js";\nfetch(server + "/api/atlas/v1.0/groups/1/clusters");\nfetch("${BASE}/groups/1/users");\n`,
  "files/one.js": `import { host } from "./two.js";\nexport const server = "https://" + host;\n`,
  "files/two.js": `export const host = "cloud.mongodb.com";\n`,
  "parts/a.js": `const part = { a: 1, b: 2, c: 3 };\nconst all = [part, part, part];\nfetch("${BASE}/groups", { body: JSON.stringify(all) });\n`,
  "parts/all.js": `const part = { a: 1, b: 2, c: 3 };\nexport const all = [part, part, part];\n`,
  "parts/b.js": `import { all } from "./all.js";\nfetch("${BASE}/groups", { body: JSON.stringify(all) });\n`,
  "loop.js": `let path = "";\nfor (const part of ["/groups", "/1", "/clusters"]) path += part;\nfetch("${BASE}" + path);\n`,
});

/** Files with a share of the steps. The long one is apart from the others, because every run would read it. */
const SHARES = sharedTree({
  "each/a.js": `import { id } from "./id-a.js";\nfetch("${BASE}/groups/" + id);\n`,
  "each/b.js": `import { id } from "./id-b.js";\nfetch("${BASE}/groups/" + id);\n`,
  "each/id-a.js": `export const id = "a";\n`,
  "each/id-b.js": `export const id = "b";\n`,
  "long.js": `let id = "";\n${'id = id === "a" ? "b" : "a";\n'.repeat(20_000)}fetch("${BASE}/groups/" + id + "/clusters");\n`,
});

/** The files of which a report says that a limit was reached. */
function limitsReached({ problems }: JsonReport): string[] {
  return problems.filter(({ kind }) => kind === "limit").map(({ path }) => path);
}

/** Everything that `why` says about a place. */
async function told(place: string, ...flags: string[]): Promise<string> {
  return (await v2ready(["why", "--verbose", ...flags, place], { cwd: TREE })).stdout;
}

/** Returns the message of the finding about the header of a file. */
async function headerOf(path: string, ...flags: string[]): Promise<string> {
  const { findings } = await report([...flags, path], { cwd: TREE });
  return findings.find(({ ruleId }) => ruleId === "require-version-media-type")?.message ?? "";
}

describe("the limits of a run", () => {
  it("leave out importers beyond their number, and say so", async () => {
    const all = await report(["wrapper"], { cwd: TREE });
    expect([all.summary.files.parsed, all.summary.files.followed]).toEqual([1, 5]);
    const some = await report(["--limit", "importers=2", "wrapper"], { cwd: TREE });
    expect(some.summary.files.followed).toBe(2);
    expect(some.problems).toContainEqual(
      expect.objectContaining({
        kind: "limit",
        message: expect.stringContaining("the limit of 2 is reached") as string,
      }),
    );
  });

  it("name the line of a value with too many parts, and its file if that is another one", async () => {
    const { problems } = await report(["--limit", "parts=10", "parts"], { cwd: TREE });
    const [here, other] = ["a.js", "b.js"].map((file) =>
      problems.find(({ path, limit }) => path === file && limit === "parts"),
    );
    expect(here).toMatchObject({ line: 2, message: expect.not.stringContaining("which is") as string });
    expect(other?.line).toBeUndefined();
    expect(other?.message).toContain("10 parts (raise it: --limit parts=100), which is at all.js:2");
  });

  it("make everything beyond them unknown", async () => {
    expect(await headerOf("loop.js")).toContain("GET /groups/1/clusters");
    expect(await headerOf("loop.js", "--limit", "iterations=2")).not.toContain("GET /groups/1/clusters");
  });

  it("of steps are a problem of the file", async () => {
    const { problems } = await report(["--limit", "steps=3", "deep.js"], { cwd: TREE });
    expect(problems).toContainEqual(
      expect.objectContaining({ path: "deep.js", kind: "limit", limit: "steps" }),
    );
  });

  it("of hops make a value unknown that went too far", async () => {
    expect(await told("hops.js:5")).toContain(`URL ${BASE}/groups/1/clusters`);
    expect(await told("hops.js:5", "--limit", "hops=2")).toContain("{hops} is not known: ");
  });

  it("of alternatives make one unknown of many values", async () => {
    expect(await told("alternatives.js:7")).toContain(`URL ${BASE}/groups/5/clusters`);
    const bounded = await told("alternatives.js:7", "--limit", "alternatives=3");
    expect(bounded).toContain("{alternatives} is not known: ");
    expect(bounded).not.toContain("groups/2");
  });

  it.each(["files", "imported"])("of %s leave out what is imported beyond them, and say so", async (name) => {
    expect(await headerOf("files")).toContain("GET /groups/1/clusters");
    expect(await told("files/main.js:2", "--limit", `${name}=1`)).toContain(`{${name}.host} is not known: `);
    const { problems, findings } = await report(["--limit", `${name}=1`, "files/main.js"], { cwd: TREE });
    expect(problems).toContainEqual(
      expect.objectContaining({
        path: "main.js",
        kind: "limit",
        message: expect.stringContaining(`(raise it: --limit ${name}=`) as string,
      }),
    );
    // Findings that need no other file are still found.
    expect(findings.map(({ line }) => line)).toContain(3);
  });

  it("of files hold for each file that is asked about, that of imported ones for all", async () => {
    const paths = ["each/a.js", "each/b.js"];
    const each = await report(["--limit", "files=1", ...paths], { cwd: SHARES });
    expect(limitsReached(each)).toEqual([]);
    const all = await report(["--limit", "imported=1", ...paths], { cwd: SHARES });
    expect(limitsReached(all)).toEqual(["b.js"]);
  });

  it("of the steps of all files leave each file a share of its own, and say so", async () => {
    const paths = ["long.js", "each/a.js", "each/b.js"];
    const all = await report(["--limit", "total=1", ...paths], { cwd: SHARES });
    // The others need less than their share.
    expect(all.problems.filter(({ kind }) => kind === "limit")).toEqual([
      expect.objectContaining({
        path: "long.js",
        limit: "total",
        message: expect.stringContaining("more than 1 steps (raise it: --limit total=10)") as string,
      }),
    ]);
    expect(limitsReached(await report(paths, { cwd: SHARES }))).toEqual([]);
  });

  it("of the steps of all files hold for many files, whose shares are smaller", async () => {
    const code = 'let id = "";\n' + 'id = id === "a" ? "b" : "a";\n'.repeat(40);
    const file = `${code}fetch("${BASE}/groups/" + id + "/clusters");\n`;
    const stepsOf = async (count: number): Promise<number> => {
      const files = Array.from({ length: count }, (_, index) => [`${index}.js`, file] as const);
      const cwd = sharedTree({ ".git/HEAD": "", ...Object.fromEntries(files) });
      const { stderr } = await check(["--limit", "total=1", "--limit", "steps=20000", "--stats", "."], {
        cwd,
      });
      return Number(/^steps +(\d+)/m.exec(stderr)![1]) / count;
    };
    const [few, many] = [await stepsOf(20), await stepsOf(400)];
    expect(few / many).toBeGreaterThan(1.5);
  });

  it.each([
    ["objects", "const list = [];\nfor (const k of KEYS) { o = { ...o, [k]: k }; list.push({ ...o }); }"],
    ["variables", "KEYS.forEach((k) => { if (process.env[k]) o = { ...o, [k]: 1 }; });"],
  ])("of steps count what is copied and joined: %s", async (_, code) => {
    const stepsFor = async (size: number): Promise<number> => {
      const keys = Array.from({ length: size }, (_, index) => `"k${index}"`).join();
      const text = `const KEYS = [${keys}];\nlet o = {};\n${code}\nfetch("${BASE}/groups", o);\n`;
      const { stderr } = await check(["--stats", "."], { cwd: sharedTree({ "a.js": text }) });
      return Number(/^steps +(\d+)/m.exec(stderr)![1]);
    };
    const [small, large] = [await stepsFor(10), await stepsFor(60)];
    expect(large / small).toBeGreaterThan(8);
  });

  it("are counts: no limit is about time", async () => {
    const { status, stderr } = await check(["--limit", "time=1000", "."], { cwd: TREE });
    expect([status, stderr]).toEqual([2, expect.stringContaining("there is no limit time")]);
  });

  it.each([
    ["imports=3", "there is no limit imports"],
    ["steps=0", "not a number above 0"],
    ["steps", "not a number above 0"],
  ])("refuse %s", async (value, message) => {
    const { status, stderr } = await check(["--limit", value, "."], { cwd: TREE });
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
