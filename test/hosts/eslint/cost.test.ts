import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { eslint } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const PLUGIN = fileURLToPath(new URL("../../../dist/eslint.js", import.meta.url));
const ESLINT = import.meta.resolve("eslint");
const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";

/** Counts, in the process of ESLint, what is loaded and how often the parser of the plugin gets a text. */
const SPY = {
  "hooks.mjs": `
    import { appendFileSync } from "node:fs";
    let file;
    export function initialize(data) { file = data; }
    export async function load(url, context, next) {
      appendFileSync(file, "load " + url + "\\n");
      return next(url, context);
    }`,
  "spy.cjs": `
    const { appendFileSync } = require("node:fs");
    const Module = require("node:module");
    const file = process.env.SPIED;
    const load = Module._load;
    Module._load = (request, ...rest) => {
      appendFileSync(file, "require " + request + "\\n");
      return load(request, ...rest);
    };
    const processes = require("node:child_process");
    for (const name of ["spawn", "spawnSync"]) {
      const real = processes[name];
      processes[name] = (...args) => {
        appendFileSync(file, name + "\\n");
        return real(...args);
      };
    }
    const fs = require("node:fs");
    for (const name of ["openSync", "statSync"]) {
      const real = fs[name];
      fs[name] = (path, ...rest) => {
        appendFileSync(file, name + " " + path + "\\n");
        return real(path, ...rest);
      };
    }
    Module.syncBuiltinESMExports();`,
  "eslint.config.mjs": `
    import v2ready from ${JSON.stringify(PLUGIN)};
    export default [{ ignores: ["*.*"] }, ...v2ready.configs.recommended];`,
};

async function spied(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = ["src"],
): Promise<{ readonly log: string[]; readonly findings: string[] }> {
  const cwd = sharedTree({ ...SPY, ...files });
  const log = join(cwd, "spied.txt");
  const { stderr, status, messages } = await eslint(join(cwd, "eslint.config.mjs"), {
    cwd,
    args,
    env: { SPIED: log },
    node: ["--require", join(cwd, "spy.cjs")],
  });
  expect({ stderr, known: status === 0 || status === 1 }).toEqual({ stderr: "", known: true });
  const findings = messages.map(({ path, line, ruleId }) => `${path}:${String(line)} ${String(ruleId)}`);
  return { log: readFileSync(log, "utf8").split("\n"), findings };
}

/** The parts of the plugin that were loaded after it, in order. */
const partsIn = (log: readonly string[]): string[] => [
  ...new Set(log.flatMap((line) => /^require #eslint-(\w+)$/.exec(line)?.[1] ?? [])),
];

/** Searches of the tree: processes that were started. */
const searchesIn = (log: readonly string[]): number => log.filter((line) => line.startsWith("spawn")).length;

const UNRELATED = {
  // The tree contains the searched strings, but not together with what makes them evidence of the API.
  "src/routes.js": 'export const routes = ["/groups/all", "v1.0"];\n',
  "README.md": "See https://cloud.mongodb.com/api/atlas/v1.0 for another way.\n",
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `src/module${String(index)}.js`,
      `import { next } from "./module${String(index + 1)}.js";\nexport const own = () => next(fetch("/users"));\n`,
    ]),
  ),
};

describe("what the plugin costs", () => {
  it("in a project without a use of the API is one search: no engine, no parser, no file opened", async () => {
    const { log } = await spied(UNRELATED);
    expect(partsIn(log)).toEqual([]);
    expect(searchesIn(log)).toBe(1);
    // The configuration has parts for other languages, but no file in one of them is linted.
    for (const peer of ["@eslint/json", "@eslint/markdown", "eslint-plugin-yml"])
      expect(log).not.toContain(`require ${peer}`);
    expect(log.filter((line) => line.startsWith("openSync") && line.includes("/src/module"))).toEqual([]);
  });

  it("is the engine once a file uses the API, without a second search for it", async () => {
    const { log, findings } = await spied({ ...UNRELATED, "src/client.js": `fetch("${OLD}/groups");\n` });
    expect(findings).toEqual([
      "src/client.js:1 v2ready/require-version-media-type",
      "src/client.js:1 v2ready/no-unversioned-base-path",
    ]);
    expect(partsIn(log)).toEqual(["engine", "parsers", "modules", "editing"]);
    // One for candidates, one that counts the files, and one for what tests go by.
    expect(searchesIn(log)).toBe(3);
  });

  it("in a project that uses it is each file opened once at most, whatever is linted", async () => {
    const { log } = await spied({
      "src/config.js": `export const BASE = "${OLD}";\n`,
      "src/barrel.js": 'export * from "./config.js";\n',
      ...Object.fromEntries(
        Array.from({ length: 10 }, (_, index) => [
          `src/client${String(index)}.js`,
          'import { BASE } from "./barrel.js";\nfetch(`${BASE}/groups/1/clusters`);\n',
        ]),
      ),
    });
    expect(partsIn(log)).toContain("parsers");
    const opened = log.filter((line) => line.startsWith("openSync") && line.includes("/src/"));
    expect(opened.length).toBeGreaterThanOrEqual(12);
    expect(new Set(opened).size).toBe(opened.length);
  });
});

/** An editor: one process that lints a file again and again, and says after each step what was found and loaded by then. */
const EDITOR = `
  import { readFileSync, writeFileSync } from "node:fs";
  import { setTimeout } from "node:timers/promises";
  import { ESLint } from ${JSON.stringify(ESLINT)};
  import config from "../eslint.config.mjs";
  const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: config });
  const lint = async (filePath, text) => {
    const [{ messages }] = await eslint.lintText(text, { filePath });
    return messages.map(({ ruleId }) => ruleId);
  };
  const tell = (step, found) => {
    const parts = readFileSync(process.env.SPIED, "utf8").match(/(?<=^require #eslint-)(engine|parsers)$/gm) ?? [];
    console.log(JSON.stringify([step, found, [...new Set(parts)]]));
  };
  const client = 'import { BASE } from "./config.js";\\nfetch(BASE + "/groups");\\n';
  tell("nothing", await lint("src/client.js", client));
  tell("again", await lint("src/client.js", client));
  tell("an option that cannot be used", await new ESLint({ overrideConfigFile: true, overrideConfig: [...config, { settings: { v2ready: { target: "2024-01-01" } } }] })
    .lintText(client, { filePath: "src/client.js" }).catch(({ message }) => message.split(": ").slice(1).join(": ").split(". ")[0]));
  writeFileSync("src/config.js", process.env.NEXT);
  let found = await lint("src/client.js", client);
  for (let round = 0; found.length === 0 && round < 30; round++) {
    await setTimeout(600);
    found = await lint("src/client.js", client);
  }
  tell("a file that appears", found);
`;

describe("the engine in an editor", () => {
  const lintedIn = async (files: Readonly<Record<string, string>>): Promise<unknown[]> => {
    const cwd = sharedTree({ ...SPY, "editor/editor.mjs": EDITOR, "project/src/client.js": "", ...files });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--require", join(cwd, "spy.cjs"), join(cwd, "editor/editor.mjs")],
      {
        cwd: join(cwd, "project"),
        env: {
          PATH: process.env["PATH"],
          SPIED: join(cwd, "spied.txt"),
          NEXT: `export const BASE = "${OLD}";\n`,
        },
      },
    );
    return stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
  };
  const WRONG = "v2ready: settings.v2ready.target 2024-01-01 is not a released version";
  const STEPS = [
    ["nothing", [], []],
    ["again", [], []],
    ["an option that cannot be used", WRONG, ["engine"]],
    ["a file that appears", ["v2ready/require-version-media-type"], ["engine", "parsers"]],
  ];

  it("is loaded when the first file with the API appears", async () => {
    expect(await lintedIn({})).toEqual(STEPS);
  });

  it("is loaded when an imported file mentions it for the first time", async () => {
    const files = { "project/src/config.js": 'export const BASE = "https://api.example.com";\n' };
    expect(await lintedIn(files)).toEqual(STEPS);
  });
});
