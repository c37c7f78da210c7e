import { describe, expect, it } from "vitest";
import type { JsonReport } from "../../../src/report/index.js";
import { report } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";
import type { Tree } from "../../workspace/support/tree.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";

/** A client, a hub that half of a workspace imports, callers of the client, and files that only use the rest of the hub. */
function workspace(irrelevant: number): Tree {
  const idle = Array.from({ length: irrelevant }, (_, index): [string, string] => [
    `src/idle/${index}.ts`,
    `import { log, sum, type Options } from "../hub.js";
export function run${index}(options: Options): number {
  for (const one of options.list) log(one);
  return sum(options.list) + ${index};
}\n`,
  ]);
  return {
    ".git/HEAD": "",
    "src/client.ts": `export class Client {
  constructor(private readonly base = "${BASE}") {}
  get(path: string) { return fetch(this.base + path); }
}\n`,
    "src/log.ts": `export function log(value: unknown): void { console.log(value); }
export function sum(list: number[]): number { return list.reduce((a, b) => a + b, 0); }
export interface Options { list: number[] }\n`,
    "src/wrapper.ts": `import { Client } from "./client.js";
const client = new Client();
export const clustersOf = (project: string) => client.get("/groups/" + project + "/clusters");\n`,
    "src/hub.ts": `export * from "./log.js";\nexport { clustersOf } from "./wrapper.js";\n`,
    "src/uri.ts": `import { clustersOf } from "./hub.js";
export async function uri(project: string): Promise<string> {
  const answer = await (await clustersOf(project)).json();
  return answer.results[0].mongoURI;
}\n`,
    ...Object.fromEntries(idle),
  };
}

function followed({ summary }: JsonReport): number {
  return summary.files.parsed + summary.files.followed;
}

const places = ({ findings }: JsonReport): string[] =>
  findings.map(({ path, line, ruleId, message }) => `${path}:${line} ${ruleId} ${message}`);

describe("relevant code", () => {
  const few = sharedTree(workspace(4));
  const many = sharedTree(workspace(80));

  it("is all that is followed: files that use another part of the same hub are not", async () => {
    const [of4, of80] = [await report(["."], { cwd: few }), await report(["."], { cwd: many })];
    expect(followed(of80)).toBe(followed(of4));
    expect(followed(of4)).toBe(4);
    expect(places(of80)).toEqual(places(of4));
  });

  it("has all findings that all code has", async () => {
    const relevant = await report(["."], { cwd: few });
    const all = await report(["--limit", "relevance=off", "."], { cwd: few });
    expect(places(relevant)).toEqual(places(all));
    expect(places(relevant).some((one) => one.startsWith("src/uri.ts:4 no-removed-property"))).toBe(true);
    expect(followed(all)).toBeGreaterThan(followed(relevant));
  });

  it("is not what only reads a property with an everyday name", async () => {
    const rounds = "for (const a of list) for (const b of list) total += a * b;\n".repeat(400);
    const reading = (name: string): Tree => ({
      ".git/HEAD": "",
      "client.js": `export const list = () => fetch("${BASE}/users");
export function count(list, user) {
  let total = user.${name}.length;
  ${rounds}  return total;
}\n`,
    });
    const limits = async (name: string): Promise<number> => {
      const { problems } = await report(["--limit", "steps=4000", "."], { cwd: sharedTree(reading(name)) });
      return problems.filter(({ kind }) => kind === "limit").length;
    };
    // Both are removed from a resource; only the second says by itself what it belongs to.
    expect([await limits("roles"), await limits("replicationSpec")]).toEqual([0, 1]);
  });

  it("does not evaluate far into what has nothing to do with the API", async () => {
    const rounds = "for (const a of list) for (const b of list) total += work(a, b);\n".repeat(400);
    const tree = {
      ".git/HEAD": "",
      "client.js": `import { setUp } from "./other.js";
setUp([1, 2, 3]);
export const list = (project) => fetch("${BASE}/groups/" + project + "/clusters");\n`,
      "other.js": `const work = (a, b) => a * b;
export function setUp(list) {
  let total = 0;
  ${rounds}  return total;
}\n`,
    };
    const limited = await report(["--limit", "steps=4000", "."], { cwd: sharedTree(tree) });
    expect(limited.problems).toEqual([]);
    expect(limited.findings.map(({ ruleId }) => ruleId).sort()).toEqual([
      "no-unversioned-base-path",
      "require-version-media-type",
    ]);
    const all = await report(["--limit", "steps=4000,relevance=off", "."], { cwd: sharedTree(tree) });
    expect(all.problems.map(({ kind }) => kind)).toEqual(["limit"]);
  });

  it("is not what an imported file says about another API", async () => {
    const rounds = "for (const a of list) for (const b of list) total += a * b;\n".repeat(400);
    const importing = (text: string): Tree => ({
      ".git/HEAD": "",
      "client.js": `export const list = (project) => fetch("${BASE}/groups/" + project + "/clusters");\n`,
      "jobs.js": `import { list } from "./client.js";
import { pull } from "./registry.js";
export const show = (project) => list(project + pull());
export function count(list) {
  let total = 0;
  ${rounds}  return pull() + total;
}\n`,
      "registry.js": `export const pull = () => fetch("${text}");\n`,
    });
    const limits = async (text: string): Promise<number> => {
      const { problems } = await report(["--limit", "steps=4000", "."], { cwd: sharedTree(importing(text)) });
      return problems.filter(({ kind }) => kind === "limit").length;
    };
    // Only the second is a path of this API: `v2` alone is the version of many.
    expect([await limits("/v2/"), await limits("/groups/")]).toEqual([0, 1]);
  });

  it("leaves even less to the rest in a long evaluation", async () => {
    const long = "for (const a of list) for (const b of list) total += a * b;\n".repeat(700);
    const names = Array.from({ length: 60 }, (_, index) => `idle${index}`);
    const short = "for (const a of list) for (const b of list) total += a * b;\n".repeat(20);
    const tree = {
      ".git/HEAD": "",
      "client.js": `import { ${names.join(", ")} } from "./other.js";
export function count(list) {
  let total = 0;
  ${long}  return fetch("${BASE}/groups/" + total);
}
count([1, 2, 3]);
${names.map((name) => `${name}([1, 2, 3]);`).join("\n")}\n`,
      "other.js": names
        .map((name) => `export function ${name}(list) {\n  let total = 0;\n${short}  return total;\n}\n`)
        .join(""),
    };
    const limited = await report(["--limit", "steps=90000", "."], { cwd: sharedTree(tree) });
    expect(limited.problems).toEqual([]);
  });

  it("is also what reads a setting by its name, a file of data, or a global variable", async () => {
    const tree = {
      ".git/HEAD": "",
      "package.json": `{ "name": "app", "dependencies": { "config": "4.0.0" } }`,
      "config/default.json": `{ "api": { "base": "${BASE}" } }`,
      "settings.js": `const config = require("config");\nconst list = () => fetch(config.get("api.base") + "/groups");\n`,
      "data.json": `{ "base": "${BASE}" }`,
      "data.mjs": `import { readFileSync } from "node:fs";
const { base } = JSON.parse(readFileSync("data.json", "utf8"));
export const list = () => fetch(base + "/groups");\n`,
      "global.js": `ATLAS = "${BASE}";\nfunction list() { return fetch(ATLAS + "/groups"); }\n`,
    };
    const { findings } = await report(["."], { cwd: sharedTree(tree) });
    const headers = findings.filter(({ ruleId }) => ruleId === "require-version-media-type");
    expect(headers.map(({ path }) => path).sort()).toEqual(["data.mjs", "global.js", "settings.js"]);
  });

  it("is evaluated completely where code calls it that has nothing to do with the API", async () => {
    const tree = {
      ".git/HEAD": "",
      "client.js": `import { addJob, start } from "./jobs.js";
addJob((project) => {
  let pause = 0;
  for (let i = 0; i < 60; i++) for (let j = 0; j < 60; j++) pause += i * j;
  return fetch("${BASE}/groups/" + project + "/clusters");
});
start("p");\n`,
      "jobs.js": `const jobs = [];
export function addJob(job) { jobs.push(job); }
export function start(project) { for (const job of jobs) job(project); }\n`,
    };
    const { findings } = await report(["."], { cwd: sharedTree(tree) });
    expect(findings.map(({ ruleId }) => ruleId)).toContain("require-version-media-type");
  });

  it("leaves open what a call that is cut short may have written", async () => {
    const tree = {
      ".git/HEAD": "",
      "client.js": `import { decorate } from "./decorate.js";
const headers = {};
decorate(headers);
fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers });\n`,
      "decorate.js": `export function decorate(headers) {
  let n = 0;
  for (let i = 0; i < 60; i++) for (let j = 0; j < 60; j++) n += i * j;
  headers.Accept = ["application/vnd", "atlas", "2023-02-01+json"].join(".");
}\n`,
    };
    const { findings } = await report(["."], { cwd: sharedTree(tree) });
    expect(findings.map(({ ruleId }) => ruleId)).not.toContain("require-version-media-type");
  });

  it.each([
    ["reads it", "return headers.Accept + n;", true],
    ["reads it in a function that it calls", "return text(headers, n);", true],
    ["reads it under another name", "const all = headers ?? {};\n  return { ...all, n };", true],
    ["writes another member", "headers['User-Agent'] = `${n}`;", true],
    ["writes what may be any member", "headers[`Ac${'cept'}`] = n;", false],
    ["writes it under another name", "const all = headers ?? {};\n  all.Accept = WANTED;", false],
    ["writes it in a pattern", "({ Accept: headers.Accept } = { Accept: WANTED });", false],
    ["writes it in a function that it calls", "change(headers);", false],
    ["writes it later", "return () => { headers.Accept = WANTED; };", false],
    ["hands it to an unknown function", "return unknown(headers);", false],
    ["writes it in an object of a member", "headers.more.Accept = WANTED;", true],
    ["writes it by its arguments", "arguments[0].Accept = WANTED;", false],
  ])("knows what a call that is cut short leaves as it was: one that %s", async (_, code, isKept) => {
    const tree = {
      ".git/HEAD": "",
      "client.js": `import { decorate } from "./decorate.js";
const headers = { Accept: "application/json" };
decorate(headers);
fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers });\n`,
      "decorate.js": `import unknown from "unknown";
const WANTED = ["application/vnd", "atlas", "2023-02-01+json"].join(".");
function text(all, n) { return all.Accept + n; }
function change(all) { all.Accept = WANTED; }
export function decorate(headers) {
  let n = 0;
  for (let i = 0; i < 60; i++) for (let j = 0; j < 60; j++) n += i * j;
  ${code}
}\n`,
    };
    const { findings } = await report(["."], { cwd: sharedTree(tree) });
    expect(findings.map(({ ruleId }) => ruleId).includes("require-version-media-type")).toBe(isKept);
  });

  it.each([
    ["this.show();", true],
    ["this.client.name.trim();", true],
    ["this.show(this.client.name, { ...this });", true],
    ["this.other.change();", true],
    ["replace(this);", false],
    ["[1].map(() => replace(this));", false],
  ])("knows what a method that is cut short leaves as it was: %s", async (code, isKept) => {
    const tree = {
      ".git/HEAD": "",
      "client.js": `import createClient from "openapi-fetch";
import unknown from "unknown";
function replace(of) { of.client = unknown(); }
export class Client {
  client = createClient({ headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });
  list() {
    this.count();
    return this.client.GET("/api/atlas/v2/groups");
  }
  count() {
    let n = 0;
    for (let i = 0; i < 60; i++) for (let j = 0; j < 60; j++) n += i * j;
    ${code}
  }
  show(more) { console.log(this.n, more); }
}\n`,
    };
    const { summary } = await report(["."], { cwd: sharedTree(tree) });
    expect(summary.undetermined === 0).toBe(isKept);
  });

  it("goes on after a call inside of it that is cut short", async () => {
    const tree = {
      ".git/HEAD": "",
      "client.js": `import { headers } from "./headers.js";
fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: headers() });\n`,
      "headers.js": `export function headers() {
  spin();
  return { Accept: ["application/json", "text/html"].join(", ") };
}
function spin() { let n = 0; for (let i = 0; i < 60; i++) for (let j = 0; j < 60; j++) n += i * j; }\n`,
    };
    const { findings } = await report(["."], { cwd: sharedTree(tree) });
    expect(findings.map(({ ruleId, confidence }) => `${ruleId} ${confidence}`)).toEqual([
      "require-version-media-type high",
    ]);
  });

  it("is also code that reads a variable of an environment file", async () => {
    const tree = {
      ".git/HEAD": "",
      ".env": `API_URL=${BASE}\nPORT=80\n`,
      "env.js": `import "dotenv/config";\nconst { API_URL, PORT } = process.env;\nexport const env = { url: API_URL, port: PORT };\n`,
      "get.js":
        "import { env } from './env.js';\nexport const get = (path) => fetch(`${env.url}/${path}`);\n",
      "use.js": `import { get } from "./get.js";\nget("groups/1/clusters");\n`,
    };
    const cwd = sharedTree(tree);
    const [relevant, all] = [
      await report(["."], { cwd }),
      await report(["--limit", "relevance=off", "."], { cwd }),
    ];
    expect(places(relevant)).toEqual(places(all));
    expect(places(relevant).some((one) => one.startsWith("get.js:2 require-version-media-type"))).toBe(true);
  });

  it("is followed into tests only where they say something of requests or of answers", async () => {
    const tree = {
      ".git/HEAD": "",
      "client.js": `export const get = (path) => fetch("${BASE}" + path);
export const list = (project) => get("/groups/" + project + "/clusters");\n`,
      "test/list.test.js": `import { list } from "../client.js";\nit("lists", async () => list("p"));\n`,
      "test/orgs.test.js": `import { get } from "../client.js";\nit("gets", async () => get("/orgs"));\n`,
      "test/uri.test.js": `import { list } from "../client.js";
it("has a uri", async () => {
  const { results } = await (await list("p")).json();
  expect(results[0].mongoURI).toBe("");
});\n`,
    };
    const cwd = sharedTree(tree);
    const [relevant, all] = [
      await report(["."], { cwd }),
      await report(["--limit", "relevance=off", "."], { cwd }),
    ];
    expect(places(relevant)).toEqual(places(all));
    expect(places(relevant).some((one) => one.startsWith("test/uri.test.js:4 no-removed-property"))).toBe(
      true,
    );
    expect([followed(relevant), followed(all)]).toEqual([3, 4]);
  });

  it("hands itself over to be called later without being evaluated inside itself", async () => {
    const tree = {
      ".git/HEAD": "",
      "sender.js": `class Sender {
  failed = 0;
  schedule() {
    setTimeout(() => this.run(), 1000);
    process.on("exit", () => this.run());
  }
  async run() {
    try {
      await fetch("${BASE}/groups");
      this.failed = 0;
      this.schedule();
    } catch {
      this.failed++;
      this.schedule();
    } finally {
      this.schedule();
    }
  }
}
new Sender().schedule();\n`,
    };
    const { problems, findings } = await report(["--limit", "steps=4000", "."], { cwd: sharedTree(tree) });
    expect(problems).toEqual([]);
    expect(findings).toHaveLength(2);
  });
});
