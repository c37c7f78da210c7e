import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { JsonReport } from "../src/report/index.js";
import { ROOT, inPairs, v2ready } from "./support/command.js";
import { copyOfFixtures, sharedTree } from "./support/tree.js";
import type { Tree } from "./workspace/support/tree.js";

const FOLDER = copyOfFixtures("projects");

/** A project, the findings in it, the files of code that are evaluated, and the steps that this takes. */
type Row = readonly [name: string, findings: number, files: number, steps: number];

/** A session holds the client, tools use the session, a timer starts itself, and each test starts the whole server. */
function server(): Tree {
  const indexes = Array.from({ length: 12 }, (_, index) => index);
  const tools = indexes.map((index): [string, string] => [
    `src/tools/tool${index}.ts`,
    `import { Tool } from "./tool.js";
export class Tool${index} extends Tool {
  name = "tool${index}";
  async execute(project: string) {
    const answer = await this.session.client.get("/groups/" + project + "/clusters");
    return { content: [answer], name: this.name };
  }
}\n`,
  ]);
  const tests = indexes.map((index): [string, string] => [
    `tests/tool${index}.test.ts`,
    `import { start } from "./start.js";
describe("tool${index}", () => {
  const server = start();
  it("answers", async () => {
    expect(await server().call("tool${index}", "p")).toBeDefined();
  });
});\n`,
  ]);
  const names = indexes.map((index) => `Tool${index}`);
  return {
    ".git/HEAD": "",
    "src/client.ts": `export class Client {
  constructor(private readonly base: string) {}
  async get(path: string) {
    try {
      const response = await fetch(this.base + path);
      return await response.json();
    } catch (error) {
      return { error };
    }
  }
}\n`,
    "src/session.ts": `import { Client } from "./client.js";
export class Session {
  readonly client = new Client("https://cloud.mongodb.com/api/atlas/v1.0");
  readonly events: unknown[] = [];
}\n`,
    "src/telemetry.ts": `import type { Session } from "./session.js";
export class Telemetry {
  constructor(private readonly session: Session) { this.schedule(); }
  schedule() { setTimeout(() => { void this.send(); }, 1000); }
  async send() {
    try {
      for (const event of this.session.events) await this.session.client.get("/groups/" + event);
      this.schedule();
    } catch {
      this.schedule();
    }
  }
}\n`,
    "src/tools/tool.ts": `import type { Session } from "../session.js";
export abstract class Tool {
  abstract name: string;
  constructor(protected readonly session: Session) {}
  abstract execute(project: string): Promise<unknown>;
  register(server: { add(name: string, call: (project: string) => Promise<unknown>): void }) {
    server.add(this.name, async (project) => {
      try {
        return await this.execute(project);
      } catch (error) {
        this.session.events.push(error);
        return undefined;
      }
    });
  }
}\n`,
    "src/tools/all.ts": `${names.map((name, index) => `import { ${name} } from "./tool${index}.js";\n`).join("")}
export const ALL = [${names.join(", ")}];\n`,
    "src/server.ts": `import { Session } from "./session.js";
import { Telemetry } from "./telemetry.js";
import { ALL } from "./tools/all.js";
export class Server {
  readonly session = new Session();
  readonly telemetry = new Telemetry(this.session);
  readonly calls = new Map<string, (project: string) => Promise<unknown>>();
  constructor() { for (const one of ALL) new one(this.session).register(this); }
  add(name: string, call: (project: string) => Promise<unknown>) { this.calls.set(name, call); }
  call(name: string, project: string) { return this.calls.get(name)?.(project); }
}\n`,
    "tests/start.ts": `import { Server } from "../src/server.js";
export function start() {
  let server: Server;
  beforeAll(() => { server = new Server(); });
  return () => server;
}\n`,
    ...Object.fromEntries(tools),
    ...Object.fromEntries(tests),
  };
}

/** A tool polls until a cluster is there, many tests start it, and each call writes to a log that all of them share. */
function poller(): Tree {
  const tests = Array.from({ length: 30 }, (_, index): [string, string] => [
    `tests/poll${index}.test.ts`,
    `import { Poller } from "../src/poller.js";
import { Session } from "../src/session.js";
describe("poll${index}", () => {
  it("finds the cluster", async () => {
    const session = new Session();
    session.log("test${index}", { at: ${index} });
    expect(await new Poller(session).wait("/groups/p/clusters/c")).toBeDefined();
  });
});\n`,
  ]);
  return {
    ".git/HEAD": "",
    "src/session.ts": `export class Session {
  private lines: { name: string; value: unknown }[] = [];
  private seen: Record<string, unknown> = {};
  private sinks: ((line: string) => void)[] = [];
  log(name: string, value: unknown) {
    this.seen[name] = value;
    this.lines.push({ name, value });
    for (const sink of this.sinks) {
      try { sink(name); } catch (error) { this.lines.push({ name: "failed", value: error }); }
    }
    const counts: Record<string, number> = {};
    for (const line of this.lines) counts[line.name] = (counts[line.name] ?? 0) + 1;
    for (const [key, count] of Object.entries(counts)) if (count > 10) delete this.seen[key];
    return counts;
  }
  get(path: string) {
    this.log("get", path);
    return fetch("https://cloud.mongodb.com/api/atlas/v1.0" + path).then((response) => response.json());
  }
}\n`,
    "src/poller.ts": `import type { Session } from "./session.js";
export class Poller {
  constructor(private readonly session: Session) {}
  async wait(path: string) {
    let last: Error | undefined;
    for (let round = 0; round < 600; round++) {
      try {
        last = undefined;
        const cluster = await this.session.get(path);
        if (cluster.stateName === "IDLE") return cluster;
        break;
      } catch (error) {
        last = error instanceof Error ? error : new Error(String(error));
        this.session.log("failed", { message: last.message, round });
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
    if (last) throw last;
    return undefined;
  }
}\n`,
    ...Object.fromEntries(tests),
  };
}

/** The first programs that `npm run bench:callers` measures. */
async function callers(language: "python" | "shell"): Promise<Tree> {
  const module = (await import(`../tools/${language}-callers.mjs`)) as Readonly<
    Record<string, (count: number) => ReadonlyMap<string, string>>
  >;
  return { ".git/HEAD": "", ...Object.fromEntries(module[`${language}Callers`]!(20)) };
}

async function rowOf(name: string, cwd: string): Promise<Row> {
  const { stdout, stderr } = await v2ready(["check", "--format", "json", "--stats", "."], { cwd });
  const [, steps = "0", files = "0"] = /^steps\s+(\d+)\s+(\d+) files/m.exec(stderr) ?? [];
  const { findings } = JSON.parse(stdout) as JsonReport;
  return [name, findings.length, Number(files), Number(steps)];
}

/** Steps may vary by this much before a person has to check them. */
const TOLERANCE = 1.1;

it("projects take no more files and steps than fixtures/work.txt says", async () => {
  const [head, ...lines] = readFileSync(join(ROOT, "fixtures/work.txt"), "utf8").trim().split("\n");
  const expected = lines.map((line) => line.split(" "));
  expect(expected.length).toBeGreaterThan(9);
  const generated = new Map([
    ["server", sharedTree(server())],
    ["poller", sharedTree(poller())],
    ["python-callers", sharedTree(await callers("python"))],
    ["shell-callers", sharedTree(await callers("shell"))],
  ]);
  const found = await inPairs(expected, ([name = ""]) =>
    rowOf(name, generated.get(name) ?? join(FOLDER, name)),
  );
  const more = found.filter(([, findings, files, steps], index) => {
    const [least, most, mostSteps] = expected[index]!.slice(1).map(Number);
    return findings < least! || files > most! || steps > mostSteps! * TOLERANCE;
  });
  const table = [head, ...found.map((row) => row.join(" "))].join("\n");
  expect(more, `If this is meant to be, fixtures/work.txt is\n${table}`).toEqual([]);
});
