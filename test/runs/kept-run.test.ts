import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RULES } from "../../rules/index.js";
import { placeLines } from "../../src/hosts/cli/why.js";
import { analyzePlace, type PlaceAnalysis } from "../../src/runs/analyze-place.js";
import { check } from "../../src/runs/check.js";
import { loadFrontend } from "../../src/runs/load-frontend.js";
import type { RunFlags } from "../../src/runs/options.js";
import { FORMAT_NAMES } from "../../src/report/index.js";
import { projectsFor } from "../../src/runs/projects.js";
import { v2ready } from "../support/command.js";
import { copyOfFixtures, sharedTree } from "../support/tree.js";
import { addToTree, type Tree } from "../workspace/support/tree.js";
import { THOROUGH, someOf } from "../support/thorough.js";

const NOW = new Date("2026-06-01");

beforeEach(() => {
  vi.stubEnv("XDG_STATE_HOME", sharedTree({}));
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Runs `check` in a folder, and keeps what it finds. */
async function kept(cwd: string, flags: RunFlags = {}, paths: readonly string[] = []): Promise<void> {
  await check(RULES, { paths, flags, cwd, now: NOW, keeps: "all runs" });
}

interface Answer {
  readonly analysis: PlaceAnalysis;
  /** Messages to the user. */
  readonly notices: readonly string[];
  /** The files that were parsed, sorted. */
  readonly parsed: readonly string[];
}

async function ask(
  cwd: string,
  path: string,
  { flags = {}, keeps = "all runs" }: { flags?: RunFlags; keeps?: "all runs" | "nothing" } = {},
): Promise<Answer> {
  const [project] = projectsFor({ paths: [path], flags: {}, cwd });
  const parsed = await parsedFiles(project!.root);
  const notices: string[] = [];
  const analysis = await analyzePlace(RULES, project!.paths[0]!, {
    ...{ project: project!, isStdin: false, flags, keeps, asks: true, cwd, now: NOW },
    notify: (line) => notices.push(line),
  });
  return { analysis, notices, parsed: [...parsed].sort() };
}

/** Returns the files that the frontends are given from now on. */
async function parsedFiles(root: string): Promise<ReadonlySet<string>> {
  vi.restoreAllMocks();
  const parsed = new Set<string>();
  for (const path of filesIn(root)) {
    const { frontend } = await loadFrontend(path);
    if (vi.isMockFunction(frontend.analyze)) continue;
    const { analyze, begin, specifiersIn, prepare } = frontend;
    vi.spyOn(frontend, "analyze").mockImplementation((source, interest) => {
      parsed.add(source.path);
      return analyze(source, interest);
    });
    if (prepare)
      vi.spyOn(frontend, "prepare").mockImplementation((source) => {
        parsed.add(source.path);
        return prepare(source);
      });
    if (specifiersIn)
      vi.spyOn(frontend, "specifiersIn").mockImplementation((source) => {
        parsed.add(source.path);
        return specifiersIn(source);
      });
    if (begin)
      vi.spyOn(frontend, "begin").mockImplementation((interest, host, limits) => {
        const program = begin(interest, host, limits);
        const add = program.add.bind(program);
        program.add = (source, follows) => (parsed.add(source.path), add(source, follows));
        return program;
      });
  }
  return parsed;
}

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => !path.startsWith(".git") && statSync(join(root, path)).isFile())
    .sort();
}

/** Returns everything that `why` prints about the lines of a file, with and without the log. */
function linesOf({ analysis }: Answer, path: string): string[] {
  const count = analysis.sources.get(path)?.lineCount ?? 1;
  return Array.from({ length: count }, (_, index) => index + 1).flatMap((line) =>
    [false, true].flatMap((verbose) =>
      placeLines({ path, line }, analysis, { verbose }, { color: false, width: 100 }),
    ),
  );
}

const MANY_LANGUAGES: Tree = {
  ".git/HEAD": "",
  "Client.java":
    'import java.net.URI;\nimport java.net.http.*;\nclass Client {\n  void list(HttpClient http, String id) throws Exception {\n    http.send(HttpRequest.newBuilder(URI.create("https://cloud.mongodb.com/api/atlas/v1.0/groups/" + id + "/clusters")).build(), HttpResponse.BodyHandlers.ofString());\n  }\n}\n',
  "list.rb":
    'require "net/http"\nputs Net::HTTP.get(URI("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters"))\n',
  "list.php":
    '<?php\necho file_get_contents("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters");\n',
  "list.ps1": 'Invoke-RestMethod -Uri "https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters"\n',
  "Client.cs":
    'using System.Net.Http;\nclass Client {\n  async void List(HttpClient http) {\n    await http.GetAsync("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters");\n  }\n}\n',
  "base.go": 'package main\n\nconst base = "https://cloud.mongodb.com/api/atlas/v1.0"\n',
  "main.go":
    'package main\n\nimport "net/http"\n\nfunc list(id string) {\n\thttp.Get(base + "/groups/" + id + "/clusters")\n}\n',
  "base.py": 'BASE = "https://cloud.mongodb.com/api/atlas/v1.0"\n',
  "call.py":
    "import requests\nfrom base import BASE\n\n\ndef clusters(group):\n    return requests.get(BASE + '/groups/' + group + '/clusters').json()['results'][0]['srvAddress']\n",
  "ci.yml":
    "jobs:\n  list:\n    steps:\n      - run: |\n          curl --digest https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters | jq .results[0].srvAddress\n",
  "README.md":
    "# Use\n\n```sh\ncurl --digest https://cloud.mongodb.com/api/atlas/v1.0/groups\n```\n\nSee /api/atlas/v1.0.\n",
  "weak.js": "export const size = (cluster) => cluster.diskSizeGB + cluster.numShards;\n",
  "list.pl": "curl --digest https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters\n",
  "nothing.js": "nothing();\n",
};

/** Projects with types, data and languages beside JavaScript. */
const PROJECTS = THOROUGH
  ? ["axios-service-class", "own-admin-frontend", "polyglot", "typed-got-client"]
  : ["own-admin-frontend"];

describe("the answer of why with what check kept", () => {
  const CASES: readonly [string, () => string, RunFlags, string[]?][] = [
    ["programs in ten languages", () => sharedTree(MANY_LANGUAGES), {}, ["weak.js"]],
    ...PROJECTS.map((name): [string, () => string, RunFlags] => [
      name,
      () => copyOfFixtures(`projects/${name}`),
      {},
    ]),
    ["service-vocabulary", () => copyOfFixtures("projects/service-vocabulary"), { vocabulary: ["service"] }],
  ];

  it.each(someOf(CASES, [0, 1]))(
    "is that of a run without it for every line of every file: %s",
    async (_name, make, flags, leftOut) => {
      const root = make();
      addToTree(root, { ".git/HEAD": "" });
      await kept(root, flags);
      let whole: Answer | undefined;
      const parsed: string[] = [];
      for (const path of filesIn(root)) {
        const quick = await ask(root, path, { flags });
        const isKept = quick.parsed.length === 0;
        const fresh = isKept && whole ? whole : await ask(root, path, { flags, keeps: "nothing" });
        if (isKept) whole = fresh;
        parsed.push(...quick.parsed);
        expect(quick.notices).toEqual([]);
        // A file that check leaves out is parsed for the person who asks about it; no other one is.
        expect(quick.parsed.filter((one) => one !== path)).toEqual([]);
        expect(linesOf(quick, path)).toEqual(linesOf(fresh, path));
      }
      if (leftOut) expect(parsed).toEqual(leftOut);
    },
  );

  it("is quick after a check of a folder as well", async () => {
    const root = sharedTree({ ".git/HEAD": "", ...PROGRAM });
    await kept(root, {}, ["src"]);
    expect((await ask(root, "src/call.ts")).parsed).toEqual([]);
  });

  it("is quick after a check of a folder also beside files that this check did not read", async () => {
    const root = sharedTree({
      ...{ ".git/HEAD": "", ...PROGRAM },
      "docs/use.md": "See /api/atlas/v1.0.\n",
      "more/list.pl": "curl --digest https://cloud.mongodb.com/api/atlas/v1.0/groups\n",
    });
    await kept(root, {}, ["src"]);
    const quick = await ask(root, "src/call.ts");
    expect(quick.parsed).toEqual([]);
    const fresh = await ask(root, "src/call.ts", { keeps: "nothing" });
    expect(linesOf(quick, "src/call.ts")).toEqual(linesOf(fresh, "src/call.ts"));
    expect(linesOf(await ask(root, "more/list.pl"), "more/list.pl").join("\n")).toContain(
      "no-unversioned-base-path",
    );
  });

  it("is kept by why itself where check did not run before", async () => {
    const root = sharedTree({ ".git/HEAD": "", ...PROGRAM });
    expect((await ask(root, "src/call.ts")).parsed).toContain("src/call.ts");
    expect((await ask(root, "src/call.ts")).parsed).toEqual([]);
  });
});

const PROGRAM = {
  "src/base.ts": 'export const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";\n',
  "src/call.ts":
    'import { BASE } from "./base.js";\nimport { more } from "./more.js";\nexport const all = (id: string) => fetch(`${BASE}/groups/${id}/clusters`);\nmore();\n',
  "src/caller.ts": 'import { all } from "./call.js";\nall("1");\n',
} as const;

/** A property whose type has to be looked up. */
const TYPED = {
  ...PROGRAM,
  "tsconfig.json": '{ "compilerOptions": { "strict": true } }\n',
  "src/sizes.ts":
    '// For /api/atlas/v1.0.\nimport type { Cluster } from "./types.js";\nexport const size = (one: Cluster) => [one.diskSizeGB, one.numShards, one.mongoURI];\n',
  "src/types.ts": "export interface Cluster {\n  diskSizeGB: number;\n}\n",
} as const;

describe("what check kept is used", () => {
  it.each(FORMAT_NAMES)("after a report in the tree that check has written: %s", async (format) => {
    const root = sharedTree({ ".git/HEAD": "", ...PROGRAM });
    await kept(root);
    const { stdout } = await v2ready(["check", "--format", format, "--as-of", "2026-06-01"], { cwd: root });
    expect(stdout).toContain("/api/atlas/v1.0");
    addToTree(root, { [`report.${format === "json" || format === "sarif" ? format : "txt"}`]: stdout });
    expect(await ask(root, "src/call.ts")).toMatchObject({ parsed: [], notices: [] });
  });
});

describe("what check kept is not used", () => {
  it("after a change of any file that it depends on, and why says so", async () => {
    const root = sharedTree({ ".git/HEAD": "", ...PROGRAM });
    await kept(root);
    const changes: readonly (readonly [string, () => void])[] = [
      ["the file", () => change(root, "src/call.ts", "groups", "orgs")],
      ["an imported file", () => change(root, "src/base.ts", "v1.0", "v1.5")],
      ["a file that imports it", () => change(root, "src/caller.ts", "1", "2")],
      ["a text, but not its size and time", () => changeInSecret(root)],
      ["a file that an import did not find", () => addToTree(root, { "src/more.ts": "export {};\n" })],
      ["a new importer", () => addToTree(root, { "src/new.ts": PROGRAM["src/caller.ts"] })],
      ["a new file", () => addToTree(root, { "new.md": "See /api/atlas/v1.0.\n" })],
    ];
    for (const [what, edit] of changes) {
      expect((await ask(root, "src/call.ts")).parsed, `before a change of ${what}`).toEqual([]);
      edit();
      const after = await ask(root, "src/call.ts");
      expect(after.parsed, what).toContain("src/call.ts");
      expect(after.notices).toEqual(["files changed since the last check, so they are analysed again"]);
      const fresh = await ask(root, "src/call.ts", { keeps: "nothing" });
      expect(linesOf(after, "src/call.ts")).toEqual(linesOf(fresh, "src/call.ts"));
    }
  });

  it("after a change of anything that types come from", async () => {
    const root = sharedTree({ ".git/HEAD": "", ...TYPED });
    await kept(root);
    const changes: readonly (() => void)[] = [
      () => change(root, "src/types.ts", "Cluster {", "Machine {"),
      () => change(root, "tsconfig.json", "true", "false"),
      () => addToTree(root, { "node_modules/@types/a/index.d.ts": "" }),
    ];
    for (const edit of changes) {
      expect((await ask(root, "src/sizes.ts")).parsed).toEqual([]);
      edit();
      expect((await ask(root, "src/sizes.ts")).parsed).toContain("src/sizes.ts");
    }
  });

  it("for another question", async () => {
    const root = sharedTree({ ".git/HEAD": "", ...PROGRAM });
    await kept(root);
    const others: readonly RunFlags[] = [
      { target: "2024-08-05" },
      { asOf: "2026-06-02" },
      { only: ["no-unversioned-base-path"] },
      { limit: ["steps=400000"] },
      { types: false },
      { vocabulary: ["atlas"] },
    ];
    for (const flags of others) {
      const { parsed, notices } = await ask(root, "src/call.ts", { flags });
      expect({ flags, isParsed: parsed.includes("src/call.ts"), notices }).toEqual({
        ...{ flags, isParsed: true, notices: [] },
      });
    }
  });

  it.each<[string, (file: string) => void]>([
    ["is broken", (file) => writeFileSync(file, "broken")],
    ["is cut", (file) => writeFileSync(file, readFileSync(file).subarray(0, -10))],
    ["is of another build", (file) => writeFileSync(file, readFileSync(file).fill("0", 0, 8))],
    ["is in a folder that others can write to", (file) => chmodSync(dirname(file), 0o777)],
  ])("where its file %s", async (_what, damage) => {
    const root = sharedTree({ ".git/HEAD": "", ...PROGRAM });
    await kept(root);
    damage(keptFile());
    const { parsed, notices } = await ask(root, "src/call.ts");
    expect({ isParsed: parsed.includes("src/call.ts"), notices }).toEqual({ isParsed: true, notices: [] });
  });

  it("with --no-cache", async () => {
    const root = sharedTree({ ".git/HEAD": "", ...PROGRAM });
    await kept(root);
    expect((await ask(root, "src/call.ts", { keeps: "nothing" })).parsed).toContain("src/call.ts");
  });
});

function change(root: string, path: string, before: string, after: string): void {
  const text = readFileSync(join(root, path), "utf8");
  expect(text).toContain(before);
  writeFileSync(join(root, path), text.replace(before, after));
}

/** Changes a text, but not its size and time. */
function changeInSecret(root: string): void {
  const file = join(root, "src/call.ts");
  const { atime, mtime, size } = statSync(file);
  change(root, "src/call.ts", "clusters", "clusterz");
  utimesSync(file, atime, mtime);
  expect(statSync(file).size).toBe(size);
}

/** Returns the path of the only file in the state folder. */
function keptFile(): string {
  const home = process.env["XDG_STATE_HOME"]!;
  const [file, ...others] = filesIn(home);
  expect(others).toEqual([]);
  return join(home, file!);
}

it("check keeps a long run only, and nothing with --no-cache", async () => {
  const home = process.env["XDG_STATE_HOME"]!;
  const root = sharedTree({ ".git/HEAD": "", "call.js": PROGRAM["src/call.ts"].replace(": string", "") });
  for (const args of [["check"], ["why", "call.js:3"]]) await v2ready(args, { cwd: root });
  expect(readdirSync(home)).toEqual([]);
  addToTree(root, { "long.lua": `get("/api/atlas/v1.0")\n${"-- nothing\n".repeat(10_000)}` });
  for (const args of [["check"], ["why", "call.js:3"]]) await v2ready([...args, "--no-cache"], { cwd: root });
  expect(readdirSync(home)).toEqual([]);
  await v2ready(["check"], { cwd: root });
  expect(keptFile()).toContain("run-");
});
