import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { eslint } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const PLUGIN = fileURLToPath(new URL("../../../dist/eslint.js", import.meta.url));
const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";

/** Counts, in the process of ESLint, what is loaded and how often a text is handed to the parser of the plugin. */
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
    export default [{ ignores: ["*.*"] }, ...v2ready.configs.recommended.slice(0, 1)];`,
};

async function spied(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = ["src"],
): Promise<string[]> {
  const cwd = sharedTree({ ...SPY, ...files });
  const log = join(cwd, "spied.txt");
  const { stderr, status } = await eslint(join(cwd, "eslint.config.mjs"), {
    cwd,
    args,
    env: { SPIED: log },
    node: ["--require", join(cwd, "spy.cjs")],
  });
  expect({ stderr, known: status === 0 || status === 1 }).toEqual({ stderr: "", known: true });
  return readFileSync(log, "utf8").split("\n");
}

const loads = (log: readonly string[], part: string): boolean =>
  log.some((line) => line === `require #${part}`);

describe("what the plugin costs", () => {
  it("in a project without a use of the API is no parser, no resolver, and no file opened", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `src/module${String(index)}.js`,
        `import { next } from "./module${String(index + 1)}.js";\nexport const own = () => next(fetch("/users"));\n`,
      ]),
    );
    const log = await spied(files);
    expect(loads(log, "eslint-engine")).toBe(true);
    expect(loads(log, "eslint-parsers")).toBe(false);
    expect(loads(log, "eslint-modules")).toBe(false);
    // The configuration has parts for other languages, but no file in one of them is linted.
    for (const peer of ["@eslint/json", "@eslint/markdown", "eslint-plugin-yml"])
      expect(log).not.toContain(`require ${peer}`);
    expect(log.filter((line) => line.startsWith("openSync") && line.includes("/src/module"))).toEqual([]);
  });

  it("in a project that uses it is each file opened once at most, whatever is linted", async () => {
    const log = await spied({
      "src/config.js": `export const BASE = "${OLD}";\n`,
      "src/barrel.js": 'export * from "./config.js";\n',
      ...Object.fromEntries(
        Array.from({ length: 10 }, (_, index) => [
          `src/client${String(index)}.js`,
          'import { BASE } from "./barrel.js";\nfetch(`${BASE}/groups/1/clusters`);\n',
        ]),
      ),
    });
    expect(loads(log, "eslint-parsers")).toBe(true);
    const opened = log.filter((line) => line.startsWith("openSync") && line.includes("/src/"));
    expect(opened.length).toBeGreaterThanOrEqual(12);
    expect(new Set(opened).size).toBe(opened.length);
  });
});
