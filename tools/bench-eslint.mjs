// Measures the cost of the ESLint plugin, each time compared with ESLint without it in the same run. The cases are a
// project that does not use the API, the start, and an edit in a file with many requests. Prints tables and writes
// nothing but its projects, into a temporary folder that it removes. It compares CPU time, which does not include other
// processes. Its arguments are the number of rounds and the number of files of the project.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { median, print } from "./tables.mjs";
import { OLD_BASE } from "../fixtures/tools/base.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const ESLINT = join(root, "node_modules/eslint/bin/eslint.js");
const PLUGIN = pathToFileURL(join(root, "dist/eslint.js")).href;
const ROUNDS = Number(process.argv[2] ?? 5);
const FILES = Number(process.argv[3] ?? 2000);
const REQUESTS = 50;
const EDITS = 40;

const build = spawnSync(process.execPath, [join(root, "tools/build.mjs"), "--bundle-only", "--if-stale"], {
  stdio: ["ignore", 2, 2],
});
if (build.status !== 0) process.exit(2);

const folder = realpathSync(mkdtempSync(join(tmpdir(), "v2ready-bench-eslint-")));
try {
  // First, for the sake of the edits, whose parser is counted from the start.
  const parsed = await countParsed();
  const { default: plugin } = await import(PLUGIN);
  writeTools(Object.keys(plugin.rules));
  const project = writeProject();
  paired(`${FILES} files without a use of the API`, project, "src", ["usual", "usual-and-plugin"], 1);
  paired("start: one file without a use of the API", project, "src/module0.js", ["empty", "plugin"], 3);
  await edits(plugin, parsed);
  console.log(
    `${ROUNDS} rounds on ${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)} at the end.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs one after the other, so that both see the same machine. */
function paired(title, cwd, target, configs, repeat) {
  const times = configs.map(() => []);
  for (let round = -1; round < ROUNDS * repeat; round++) {
    for (const [index, config] of configs.entries()) {
      const cpu = run(config, cwd, target);
      if (round >= 0) times[index].push(cpu);
    }
  }
  const [base, own] = times;
  console.log(`\n${title}\n`);
  print(
    ["", "median CPU", "more than without", "ratio"],
    [
      [configs[0] === "usual" ? "ESLint's recommended rules" : "empty plugin", ms(median(base)), "", ""],
      [
        configs[0] === "usual" ? "the same and v2ready" : "v2ready",
        ms(median(own)),
        ms(median(own.map((time, round) => time - base[round]))),
        median(own.map((time, round) => time / base[round])).toFixed(2),
      ],
    ],
  );
}

/** CPU milliseconds of a run of ESLint, all threads. */
function run(config, cwd, target) {
  const log = join(folder, "cpu.txt");
  const args = ["--require", join(folder, "cpu.cjs"), ESLINT, "--no-config-lookup"];
  const { status, stderr } = spawnSync(
    process.execPath,
    [...args, "--config", join(folder, `${config}.mjs`), target],
    { cwd, encoding: "utf8", env: { ...process.env, CPU_LOG: log } },
  );
  if (status !== 0) throw new Error(stderr);
  return Number(readFileSync(log, "utf8"));
}

/** One process that stays, as an editor has it: a character changes, the file is linted again. */
async function edits(plugin, parsed) {
  const { ESLint } = await import("eslint");
  const { default: empty } = await import(pathToFileURL(join(folder, "empty-plugin.mjs")).href);
  const cwd = join(folder, "edited");
  write(join(cwd, "src/config.js"), `export const BASE = "${OLD_BASE}";\n`);
  const text = clientWith(REQUESTS);
  write(join(cwd, "src/client.js"), text);
  const linterWith = (v2ready) => {
    const rules = Object.fromEntries(Object.keys(plugin.rules).map((id) => [`v2ready/${id}`, "error"]));
    const overrideConfig = [{ plugins: { v2ready }, rules }];
    return new ESLint({ cwd, overrideConfigFile: true, overrideConfig });
  };
  const linters = [linterWith(empty), linterWith(plugin)];
  const times = linters.map(() => []);
  let findings = 0;
  const lint = async (linter, edited) => {
    const before = process.cpuUsage();
    const [result] = await linter.lintText(edited, { filePath: join(cwd, "src/client.js") });
    findings = result.messages.length;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const first = await lint(linters[1], text);
  parsed.count = 0;
  for (let round = 0; round < EDITS; round++) {
    const edited = text.replace("number: 25,", `number: ${1000 + round},`);
    for (const [index, linter] of linters.entries()) times[index].push(await lint(linter, edited));
  }
  // The first edits are those in which the code is made fast.
  const [base, own] = times.map((all) => all.slice(EDITS / 2));
  console.log(
    `\nan edit in a file with ${REQUESTS} requests, whose base is imported: ${findings} findings\n`,
  );
  print(
    ["", "median CPU of an edit", "ratio", "files that the plugin parses for it"],
    [
      ["empty plugin", ms(median(base)), "", ""],
      [
        "v2ready",
        ms(median(own)),
        median(own.map((time, round) => time / base[round])).toFixed(2),
        String(parsed.count / EDITS),
      ],
    ],
  );
  console.log(`The first lint of the process: ${ms(first)}.\n`);
}

/** Counts the calls of the plugin's parser in this process, which has not loaded it yet. */
async function countParsed() {
  const { default: Module } = await import("node:module");
  const parsed = { count: 0 };
  const load = Module._load;
  Module._load = (request, ...rest) => {
    const loaded = load(request, ...rest);
    if (!request.includes("oxc-parser") || typeof loaded.parseSync !== "function" || loaded.isCounted)
      return loaded;
    const parseSync = (...args) => {
      parsed.count++;
      return loaded.parseSync(...args);
    };
    return { ...loaded, parseSync, isCounted: true };
  };
  return parsed;
}

function clientWith(count) {
  const requests = Array.from(
    { length: count },
    (_, index) => `
export async function request${index}(group, name) {
  const response = await fetch(\`\${BASE}/groups/\${group}/clusters/\${name}\`, {
    headers: { Accept: "application/json" },
  });
  const cluster = await response.json();
  return { number: ${index}, address: cluster.srvAddress };
}
`,
  );
  return `import { BASE } from "./config.js";\n${requests.join("")}`;
}

/** Ordinary modules that import each other and talk to another service. */
function writeProject() {
  const cwd = join(folder, "project");
  write(join(cwd, "package.json"), '{ "type": "module" }\n');
  for (let index = 0; index < FILES; index++) {
    const lines = Array.from(
      { length: 12 },
      (_, line) => `
export async function load${line}(id, options = {}) {
  const response = await fetch(\`https://api.example.com/users/\${id}/items/${line}\`, options);
  if (!response.ok) throw new Error(\`status \${response.status}\`);
  const { items } = await response.json();
  return items.filter(({ name }) => name !== "").map((item) => next(item.name));
}
`,
    );
    const after = (index + 1) % FILES;
    write(
      join(cwd, `src/module${index}.js`),
      `import { load0 as next } from "./module${after}.js";\n${lines.join("")}`,
    );
  }
  return cwd;
}

/** @param ids of the rules of the plugin, which the empty one has as well */
function writeTools(ids) {
  write(
    join(folder, "cpu.cjs"),
    `process.on("exit", () => {
      const { user, system } = process.cpuUsage();
      require("node:fs").writeFileSync(process.env.CPU_LOG, String((user + system) / 1000));
    });`,
  );
  const recommended = pathToFileURL(join(root, "node_modules/@eslint/js/src/index.js")).href;
  // Without any rule ESLint does not walk the trees, which is not a realistic run.
  write(
    join(folder, "usual.mjs"),
    `import js from ${JSON.stringify(recommended)};
    export default [{ ...js.configs.recommended, languageOptions: { globals: { fetch: "readonly" } } }];`,
  );
  write(
    join(folder, "usual-and-plugin.mjs"),
    `import usual from "./usual.mjs"; import own from "./plugin.mjs"; export default [...usual, ...own];`,
  );
  write(
    join(folder, "plugin.mjs"),
    `import v2ready from ${JSON.stringify(PLUGIN)}; export default v2ready.configs.recommended.slice(0, 1);`,
  );
  write(
    join(folder, "empty-plugin.mjs"),
    `const rule = { meta: { type: "problem", fixable: "code", hasSuggestions: true, schema: [] }, create: () => ({}) };
    export default { rules: Object.fromEntries(${JSON.stringify(ids)}.map((id) => [id, rule])) };`,
  );
  write(
    join(folder, "empty.mjs"),
    `import v2ready from "./empty-plugin.mjs";
    const rules = Object.fromEntries(Object.keys(v2ready.rules).map((id) => ["v2ready/" + id, "error"]));
    export default [{ plugins: { v2ready }, rules }];`,
  );
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function ms(value) {
  return `${value.toFixed(0)} ms`;
}
