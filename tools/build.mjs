// Writes dist/: the command and the library as bundles that load what they need when they need it, the type
// declarations, and the JSON Schemas. --bundle-only leaves the declarations out; --if-stale does nothing where dist/ is
// newer than its sources.
import { build } from "esbuild";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isStale } from "./stale.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

export async function bundle() {
  rmSync("dist", { recursive: true, force: true });
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const bundles = [
    {
      cli: "src/hosts/cli/main.ts",
      index: "src/index.ts",
      "discover-worker": "src/workspace/discover-worker.ts",
    },
    // By itself: what it shared with the others would be split into twice as many files, and it is their number that a
    // start of ESLint waits for. The parts that are loaded when they are needed are those of `imports` in package.json.
    {
      eslint: "src/hosts/eslint/index.ts",
      "eslint-editing": "src/hosts/eslint/editing.ts",
      "eslint-engine": "src/hosts/eslint/engine.ts",
      "eslint-modules": "src/hosts/eslint/modules.ts",
      "eslint-parsers": "src/hosts/eslint/parsers.ts",
    },
  ];
  for (const entryPoints of bundles)
    await build({
      entryPoints,
      outdir: "dist",
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20.19",
      chunkNames: "chunks/[name]-[hash]",
      external: Object.keys(dependencies),
      sourcemap: false,
      legalComments: "none",
      logLevel: "error",
    });
  chmodSync("dist/cli.js", 0o755);
  // A function of this package is built in: as a dependency it would bring ESLint and TypeScript to everybody.
  const license = readFileSync("node_modules/@typescript-eslint/utils/LICENSE", "utf8");
  writeFileSync(
    "dist/THIRD-PARTY-NOTICES.txt",
    `dist/eslint.js holds parts of @typescript-eslint/utils:\n\n${license}`,
  );
  mkdirSync("dist/schemas", { recursive: true });
  for (const [from, to] of [
    ["src/catalog/schema/catalog.schema.json", "catalog.schema.json"],
    ["src/catalog/schema/vocabulary.schema.json", "vocabulary.schema.json"],
    ["src/report/schema/report.schema.json", "report.schema.json"],
    ["src/report/schema/fix-report.schema.json", "fix-report.schema.json"],
  ]) {
    copyFileSync(from, `dist/schemas/${to}`);
  }
}

function declarations() {
  const { status } = spawnSync(
    process.execPath,
    ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"],
    { stdio: ["ignore", 2, 2] },
  );
  if (status !== 0) process.exit(1);
}

const isCalled = process.argv[1] === fileURLToPath(import.meta.url);
if (isCalled && (!process.argv.includes("--if-stale") || isStale())) {
  await bundle();
  if (!process.argv.includes("--bundle-only")) declarations();
}
