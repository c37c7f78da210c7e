// npm run bench: the audit of a tree of real packages that do not use the API, against a plain text search with the
// same anchors and against a structural search with a comparable rule. Whole processes, in turn, so that a machine
// whose speed drifts treats all alike; what counts is the ratio of the medians.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "./load.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, ".bench");
const tree = join(folder, "tree");
const runs = Number(process.env.BENCH_RUNS ?? 5);

// Large, popular, and of many styles; none of them calls the API.
const PACKAGES = [
  "googleapis",
  "aws-cdk-lib",
  "constructs",
  "@elastic/elasticsearch",
  "@kubernetes/client-node",
  "kafkajs",
  "next",
  "react",
  "react-dom",
  "rxjs",
  "typescript@6.0",
  "@azure/arm-compute",
  "@google-cloud/pubsub",
  "mongodb",
  "mongoose",
  "webpack",
  "firebase-admin",
];

prepare();
const rg = (await import("@vscode/ripgrep")).rgPath;
const astGrep = join(folder, "node_modules/@ast-grep/cli-linux-x64-gnu/ast-grep");
const { patterns } = await load(`
  import { RULES } from "../../rules/index.js";
  import { loadCatalog } from "../../src/catalog/load.js";
  import { prefilterOf } from "../../src/engine/anchors.js";
  export const { patterns } = prefilterOf(RULES, loadCatalog().vocabularies, false);
`);
const rule = {
  id: "bench",
  language: "TypeScript",
  rule: { kind: "string_fragment", regex: "api/(atlas|admin)/v1" },
};
const contenders = [
  ["v2ready", process.execPath, [join(root, "dist/cli.js"), "check", "--format", "concise", tree]],
  [
    "rg -l, same anchors",
    rg,
    [
      "--no-config",
      "--hidden",
      "--no-require-git",
      "-l",
      "-g",
      "!node_modules",
      ...patterns.flatMap((one) => ["-e", one]),
      tree,
    ],
  ],
  ...(existsSync(astGrep)
    ? [
        [
          "ast-grep scan",
          astGrep,
          ["scan", "--no-ignore", "hidden", "--inline-rules", JSON.stringify(rule), tree],
        ],
      ]
    : []),
];
const times = new Map(contenders.map(([name]) => [name, []]));
for (let round = -1; round < runs; round++) {
  for (const [name, command, args] of contenders) {
    const { milliseconds } = run(command, args);
    if (round >= 0) times.get(name).push(milliseconds);
  }
}
const own = run(process.execPath, [join(root, "dist/cli.js"), "check", "--format", "json", "--stats", tree]);
const { summary, findings } = JSON.parse(own.stdout);
const base = median(times.get("v2ready"));
console.log(
  `${summary.files.seen} files seen, ${summary.files.read} read, ${summary.files.parsed} parsed, ${findings.length} findings`,
);
console.log(`peak memory of the command: ${/peak\s+(\d+) MB/.exec(own.stderr)?.[1] ?? "?"} MB`);
for (const [name, all] of times) {
  console.log(
    `${name.padEnd(22)} median ${median(all).toFixed(0).padStart(6)} ms   (${Math.min(...all).toFixed(0)}–${Math.max(...all).toFixed(0)})   v2ready / this = ${(base / median(all)).toFixed(2)}`,
  );
}

function prepare() {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "package.json")))
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const npm = (args) =>
    spawnSync("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", ...args], {
      cwd: folder,
      stdio: ["ignore", 2, 2],
    });
  if (!existsSync(tree)) {
    npm(PACKAGES);
    // A folder called node_modules is left out of an audit, so the packages move to one that is not.
    renameSync(join(folder, "node_modules"), tree);
    rmSync(join(tree, ".package-lock.json"), { force: true });
  }
  if (!existsSync(join(folder, "node_modules/@ast-grep"))) npm(["@ast-grep/cli-linux-x64-gnu"]);
  const build = spawnSync(process.execPath, [join(root, "tools/build.mjs"), "--bundle-only"], {
    stdio: "inherit",
  });
  if (build.status !== 0) process.exit(1);
}

function run(command, args) {
  const start = process.hrtime.bigint();
  const { stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (error) throw error;
  return { stdout, stderr, milliseconds: Number(process.hrtime.bigint() - start) / 1e6 };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
