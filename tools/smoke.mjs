// npm run smoke: packs the package as it would be published, installs it into an empty project under every supported
// major version of Node.js, and runs it there as a user does. Prints a line for each; nothing is left behind.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const MAJORS = ["20", "22", "24"];
const OLD =
  'export const list = () => fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters");\n';

const LIBRARY =
  'import("v2ready").then(({ loadCatalog }) => console.log(loadCatalog().vocabularies.map(({ name }) => name).join(" ")))';
const SCHEMA =
  'console.log(require("node:fs").readFileSync(require.resolve("v2ready/schemas/report.schema.json"), "utf8"))';

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "v2ready-smoke-"));
let failures = 0;
try {
  const tarball = pack();
  for (const major of MAJORS) {
    const node = nodeOf(major);
    const project = join(folder, `project-${major}`);
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
    writeFileSync(join(project, "old.js"), OLD);
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
    check(at, "library", [0, (out) => out.trim() === "service atlas"], "node", "-e", LIBRARY);
    check(at, "schemas", [0, (out) => out.includes("json-schema.org")], "node", "-e", SCHEMA);
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
  // What prepack prints stands before the JSON.
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

function findsOldBase(output) {
  return JSON.parse(output).findings.some(({ ruleId }) => ruleId === "no-unversioned-base-path");
}
