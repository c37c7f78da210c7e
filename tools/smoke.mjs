// npm run smoke: packs the package as for a release and checks it with publint and are-the-types-wrong. Installs it
// into an empty project under every supported major version of Node.js, and runs the command, the library and the
// plugin there like a user. Prints a line for each, and the size of an installation; nothing is left behind.
import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { OLD_BASE } from "../fixtures/tools/base.mjs";

const MAJORS = ["20", "22", "24"];
const OLD = `export const list = () => fetch("${OLD_BASE}/groups/1/clusters");\n`;

/** Code that a safe fix changes completely. */
const FIXABLE = `export const list = () => fetch("${OLD_BASE}/groups");\n`;

/** A script that uses the library, however it is loaded. */
const USE = `
  const changed = await library.fix({ paths: ["mended.js"] });
  const { findings } = await library.analyze({ paths: ["old.js"] });
  const { ok } = library.convertCluster({ providerBackupEnabled: true });
  console.log(findings.length, changed.files[0].after.includes("/v2/"), ok, library.loadCatalog().vocabularies.length);`;
const USED = "2 true true 2";
const IMPORTED = `import * as library from "v2ready";${USE}`;
const REQUIRED = `const library = require("v2ready"); (async () => {${USE} })();`;

const CONFIG = `import { defineConfig } from "eslint/config";
import v2ready from "v2ready/eslint";

export default defineConfig(v2ready.configs.recommended);
`;
const REQUIRED_CONFIG = `const v2ready = require("v2ready/eslint");

module.exports = [...v2ready.configs.recommended];
`;
/** Compiled as strictly as can be, the declarations of the package included. */
const TYPED = `import { defineConfig } from "eslint/config";
import { analyze, convertCluster, fix, UsageError, type JsonReport } from "v2ready";
import v2ready, { type PluginOptions } from "v2ready/eslint";

const settings: PluginOptions = { target: "2023-02-01", minConfidence: "high" };
export default defineConfig(v2ready.configs.strict, { settings: { v2ready: settings } });

const report: JsonReport = await analyze({ paths: ["src"], limits: { hops: 10 } });
const { files, left } = await fix({ unsafe: true, write: false });
export const summary: string = files.map(({ path, after }) => path + after).join() + String(report.schemaVersion);
export const reasons: string[] = left.map(({ reason }) => reason);
const converted = convertCluster({ a: 1 }, { purpose: "create" });
export const told: readonly string[] = converted.ok ? converted.doubts : converted.blockers;
export const isUsage = (error: unknown): error is UsageError => error instanceof UsageError;
// @ts-expect-error there is no such option
await analyze({ pathz: [] });
`;
const COMPILER_OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  module: "nodenext",
  target: "es2022",
  types: [],
};

const SCHEMA =
  'console.log(require("node:fs").readFileSync(require.resolve("v2ready/schemas/report.schema.json"), "utf8"))';

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "v2ready-smoke-"));
let failures = 0;
let isWeighed = false;
try {
  const tarball = pack();
  const here = { cwd: root, node: process.execPath };
  check(here, "publint", [0, (out) => out.includes("All good!")], "npx", "publint", tarball);
  // It is a package of ES modules, which Node.js requires in all versions that it is for; attw knows nothing of that.
  check(
    here,
    "are the types wrong",
    [0, (out) => out.includes("v2ready/eslint")],
    ...["npx", "attw", "--profile", "esm-only", tarball],
  );
  for (const major of MAJORS) {
    const node = nodeOf(major);
    const project = join(folder, `project-${major}`);
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
    writeFileSync(join(project, "old.js"), OLD);
    writeFileSync(join(project, "mended.js"), FIXABLE);
    const at = { cwd: project, node };
    must(at, "npm", "install", "--engine-strict", "--no-audit", "--no-fund", tarball);
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    check(at, "--version", [0, (out) => out.trim() === version], "npx", "v2ready", "--version");
    check(at, "a finding", [1, findsOldBase], "npx", "v2ready", "--format", "json", "old.js");
    check(at, "nothing to scan", [2, (out) => out === ""], "npx", "v2ready", "absent");
    check(
      at,
      "explain",
      [0, (out) => out.includes("# no-removed-property")],
      "npx",
      "v2ready",
      "explain",
      "no-removed-property",
    );
    check(
      at,
      "rules",
      [0, (out) => JSON.parse(out).length > 10],
      "npx",
      "v2ready",
      "rules",
      "--format",
      "json",
    );
    const isUsed = (out) => out.trim() === USED;
    check(at, "library, imported", [0, isUsed], "node", "--input-type=module", "-e", IMPORTED);
    check(at, "library, required", [0, isUsed], "node", "--input-type=commonjs", "-e", REQUIRED);
    check(at, "schemas", [0, (out) => out.includes("json-schema.org")], "node", "-e", SCHEMA);
    if (!isWeighed) console.log(`        installed: ${weigh(join(project, "node_modules"))}`);
    isWeighed = true;
    must(at, "npm", "install", "--engine-strict", "--no-audit", "--no-fund", "eslint@latest");
    for (const [name, text] of [
      ["eslint.config.mjs", CONFIG],
      ["eslint.config.cjs", REQUIRED_CONFIG],
    ]) {
      writeFileSync(join(project, name), text);
      check(
        at,
        `plugin in ${name}`,
        [1, lintsOldBase],
        ...["npx", "eslint", "--config", name, "--format", "json", "old.js"],
      );
    }
    writeFileSync(join(project, "typed.ts"), TYPED);
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ["typed.ts"] }),
    );
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    check(at, "types", [0, (out) => out === ""], "node", compiler, "-p", ".");
  }
  const elsewhere = join(folder, "elsewhere");
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "old.js"), OLD);
  const at = { cwd: elsewhere, node: process.execPath };
  check(
    at,
    "npx without an installation",
    [1, findsOldBase],
    "npx",
    "--yes",
    "--package",
    tarball,
    "v2ready",
    "--format",
    "json",
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);

function pack() {
  const { stdout } = must(
    { cwd: root, node: process.execPath },
    "npm",
    "pack",
    "--json",
    "--pack-destination",
    folder,
  );
  // The output of prepack precedes the JSON.
  const [{ filename, files, size, unpackedSize }] = JSON.parse(stdout.slice(stdout.indexOf("[\n")));
  console.log(`${filename}: ${files.length} files, ${size} bytes, ${unpackedSize} unpacked`);
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const code = readdirSync(join(root, "dist"), { recursive: true })
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(root, "dist", name), "utf8"))
    .join("\n");
  const unused = Object.keys(dependencies).filter(
    (name) => !new RegExp(`(?:from|import|\\()\\s*["']${name}["'/]`).test(code),
  );
  if (unused.length > 0) console.log(`note: dist/ never names the dependencies ${unused.join(", ")}`);
  return join(folder, filename);
}

/** A Node.js of a major version: this one, or the one that a package of npm holds. */
function nodeOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const home = join(folder, `node-${major}`);
  mkdirSync(home);
  must(
    { cwd: home, node: process.execPath },
    "npm",
    "install",
    "--prefix",
    home,
    "--no-audit",
    "--no-fund",
    `${name}@${major}`,
  );
  return join(home, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
}

function start({ cwd, node }, command, ...args) {
  // Under npm run, npm would take its own variables for those of the project at hand.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_/i.test(name) && name !== "INIT_CWD",
  );
  const env = {
    ...Object.fromEntries(inherited),
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  };
  return spawnSync(command, args, { cwd, env, encoding: "utf8", shell: process.platform === "win32" });
}

function must(at, command, ...args) {
  const result = start(at, command, ...args);
  if (result.status !== 0)
    throw new Error(`${command} ${args.join(" ")} failed:\n${result.stdout}${result.stderr}`);
  return result;
}

function check(at, name, [status, holds], command, ...args) {
  const result = start(at, command, ...args);
  let isRight = false;
  try {
    isRight = result.status === status && holds(result.stdout);
  } catch {
    // Said below.
  }
  const version = start(at, "node", "--version").stdout.trim();
  console.log(`${isRight ? "ok    " : "FAILED"}  ${version}  ${name}`);
  if (isRight) return;
  failures++;
  console.log(`status ${result.status}\n${result.stdout}${result.stderr}`);
}

/** Returns the number of packages of an installation, and their size. */
function weigh(folder) {
  const names = readdirSync(folder, { recursive: true }).map((name) => name.split(sep).join("/"));
  const packages = names.filter((name) =>
    /^(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(name),
  );
  const size = names.reduce((sum, name) => {
    const stats = lstatSync(join(folder, name));
    return sum + (stats.isFile() ? stats.size : 0);
  }, 0);
  return `${packages.length} packages, ${(size / 1e6).toFixed(1)} MB`;
}

function lintsOldBase(output) {
  const ids = JSON.parse(output).flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId));
  return ids.includes("v2ready/no-unversioned-base-path");
}

function findsOldBase(output) {
  return JSON.parse(output).findings.some(({ ruleId }) => ruleId === "no-unversioned-base-path");
}
