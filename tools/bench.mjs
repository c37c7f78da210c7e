// npm run bench: measures the audit of a tree of real packages that do not use the API. Compares it with a plain text
// search for the same anchors, and with a structural search with a comparable rule. Whole processes run in turn, so
// that a machine with varying speed treats all alike; only ratios within one round count. Prints a table in Markdown.
// The packages and ast-grep are installed once, into a cache folder outside of the project; nothing else is written.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, homedir, loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "./load.mjs";
import { median, print } from "./tables.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "v2ready-bench");
const tree = join(folder, "tree");
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

// Large, popular, and of many styles; none of them calls the API.
const PACKAGES = [
  "googleapis@178.0.0",
  "aws-cdk-lib@2.276.0",
  "constructs@10.8.1",
  "@elastic/elasticsearch@9.4.3",
  "@kubernetes/client-node@2.0.1",
  "kafkajs@2.2.4",
  "next@16.4.6",
  "react@19.3.1",
  "react-dom@19.3.1",
  "rxjs@7.8.2",
  "typescript@6.0.3",
  "@azure/arm-compute@24.1.0",
  "@google-cloud/pubsub@5.3.1",
  "mongodb@7.9.0",
  "mongoose@9.12.1",
  "webpack@5.112.2",
  "firebase-admin@13.10.0",
  "eslint@10.15.0",
];
const AST_GREP = "@ast-grep/cli@0.51.1";

prepare();
const contenders = [
  { name: "v2ready", ...ownCommand("concise") },
  { name: "rg -l, same anchors", ...(await ripgrep()) },
  { name: "ast-grep scan", ...astGrep() },
];
// The first round warms the cache of the disk and is not counted.
const times = contenders.map(() => []);
for (let round = -1; round < rounds; round++) {
  for (const [index, contender] of contenders.entries()) {
    const { milliseconds } = run(contender);
    if (round >= 0) times[index].push(milliseconds);
  }
}
const peaks = [];
for (const contender of contenders) peaks.push(await peakOf(contender));

const [own, rg, ast] = times;
const { stdout, stderr } = run(ownCommand("json"));
const { summary } = JSON.parse(stdout);
const findings = summary.findings.error + summary.findings.warning + summary.findings.info;
const ownPeak = Number(/peak\s+(\d+) MB/.exec(stderr)[1]);
const { seen, read, parsed, plain } = summary.files;
const overSearch = median(own.map((time, round) => time - 2 * rg[round]));
const timesFaster = median(own.map((time, round) => ast[round] / time));
const [load1] = loadavg();
print(
  ["", "median", "min – max", "v2ready / this", "peak memory, all processes"],
  contenders.map(({ name }, index) => [
    name,
    `${median(times[index]).toFixed(0)} ms`,
    `${Math.min(...times[index]).toFixed(0)} – ${Math.max(...times[index]).toFixed(0)} ms`,
    median(own.map((time, round) => time / times[index][round])).toFixed(2),
    peaks[index],
  ]),
);
print(
  ["reach", "measured", ""],
  [
    [
      "at most 2 × rg + 150 ms",
      `2 × rg ${overSearch < 0 ? "−" : "+"} ${Math.abs(overSearch).toFixed(0)} ms`,
      overSearch <= 150,
    ],
    ["at least 3 × faster than ast-grep", `${timesFaster.toFixed(1)} ×`, timesFaster >= 3],
    ["peak of the command under 250 MB", `${ownPeak} MB`, ownPeak < 250],
    ["no finding by default", `${findings} findings`, findings === 0],
  ].map(([reach, measured, isReached]) => [reach, measured, isReached ? "reached" : "not reached"]),
);
console.log(
  `${seen} files searched, ${read} read, ${parsed} parsed, ${plain} as plain text; ${rounds} rounds on ` +
    `${availableParallelism()} processors, load ${load1.toFixed(1)} at the end.`,
);

function prepare() {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "package.json")))
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  if (!existsSync(tree)) {
    install(PACKAGES);
    // A folder called node_modules is left out of an audit, so the packages move to one that is not.
    renameSync(join(folder, "node_modules"), tree);
    rmSync(join(tree, ".package-lock.json"), { force: true });
  }
  if (!existsSync(join(folder, "node_modules/@ast-grep"))) install([AST_GREP]);
  const build = spawnSync(process.execPath, [join(root, "tools/build.mjs"), "--bundle-only", "--if-stale"], {
    stdio: ["ignore", 2, 2],
  });
  if (build.status !== 0) process.exit(2);
}

function install(packages) {
  const { status } = spawnSync(
    "npm",
    ["install", "--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", ...packages],
    { cwd: folder, stdio: ["ignore", 2, 2] },
  );
  if (status !== 0) process.exit(2);
}

function ownCommand(format) {
  return {
    command: process.execPath,
    args: [join(root, "dist/cli.js"), "check", "--format", format, "--stats", tree],
  };
}

/** Searches for the same strings in the same files. */
async function ripgrep() {
  const { rgPath } = await import("@vscode/ripgrep");
  const { globs, patterns } = await load(`
    import { RULES } from "../../rules/index.js";
    import { loadCatalog } from "../../src/catalog/load.js";
    import { prefilterOf } from "../../src/engine/anchors.js";
    export { LEFT_OUT_FILE_GLOBS as globs } from "../../src/workspace/left-out.js";
    export const { patterns } = prefilterOf(RULES, loadCatalog().vocabularies, false);
  `);
  const args = [
    ...["--no-config", "--hidden", "--no-require-git", "--no-unicode", "--files-with-matches"],
    ...["--glob=!node_modules", ...globs.map((glob) => `--type-add=leftout:${glob}`), "--type-not=leftout"],
    ...patterns.map((pattern) => `--regexp=${pattern}`),
  ];
  return { command: rgPath, args: [...args, tree] };
}

/** Finds calls of fetch in TypeScript files only: a fraction of the work, so the comparison is in favour of ast-grep. */
function astGrep() {
  const packages = join(folder, "node_modules/@ast-grep");
  const command = readdirSync(packages)
    .filter((name) => name.startsWith("cli-"))
    .flatMap((name) => ["ast-grep", "ast-grep.exe"].map((file) => join(packages, name, file)))
    .find((file) => existsSync(file));
  const rule = { id: "bench", language: "TypeScript", rule: { pattern: "fetch($URL, $$$REST)" } };
  return {
    command,
    args: ["scan", "--no-ignore", "hidden", "--inline-rules", JSON.stringify(rule), tree],
  };
}

function run({ command, args }) {
  const start = process.hrtime.bigint();
  const { stdout, stderr, error, status } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
  if (error) throw error;
  if (status > 1) throw new Error(`${command} ended with ${status}: ${stderr.slice(0, 500)}`);
  return { stdout, stderr, milliseconds };
}

/** The most memory that a process and its children hold together, from Linux's own counts, every few milliseconds. */
function peakOf({ command, args }) {
  if (process.platform !== "linux") return "–";
  return new Promise((done, failed) => {
    let peak = 0;
    const child = spawn(command, args, { stdio: "ignore" });
    const timer = setInterval(() => {
      peak = Math.max(peak, residentOf(child.pid));
    }, 5);
    child.on("error", failed);
    child.on("close", () => {
      clearInterval(timer);
      done(`${((peak * 1024) / 1e6).toFixed(0)} MB`);
    });
  });
}

/** In KiB; 0 for a process that is gone. */
function residentOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    const resident = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    return children.reduce((sum, one) => sum + residentOf(one), resident);
  } catch {
    return 0;
  }
}
