import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { FORMAT_NAMES } from "../../../src/report/index.js";
import { TEST_DAY } from "../../support/analyze.js";
import { inPairs, v2ready, type Outcome, type Surroundings } from "../../support/command.js";
import { discoveryCall, git, repository } from "../../support/repository.js";
import type { Tree } from "../../workspace/support/tree.js";
import { CLEAN, ERROR, UNDETERMINED, WARNING } from "./sources.js";

/** Something for every parser, every exit status and every kind of fix. */
const TREE: Tree = {
  "clean/a.js": CLEAN,
  "error/a.js": ERROR,
  "error/b.py": `url = "https://cloud.mongodb.com/api/atlas/v1.0/groups"\n`,
  "warning/a.ts": WARNING,
  "undetermined/a.js": UNDETERMINED,
  "data/body.json": `{ "name": "a", "clusters": [{ "srvAddress": "mongodb+srv://a.ab123.mongodb.net" }] }\n`,
  "data/settings.yaml": "base: https://cloud.mongodb.com/api/atlas/v1.0\n",
  "parts/a.vue": `<script setup lang="ts">\n${ERROR}</script>\n<template><p>{{ BASE }}</p></template>\n`,
  "parts/a.svelte": `<script>\n${ERROR}</script>\n<p>{BASE}</p>\n`,
  "parts/a.astro": `---\n${ERROR}---\n<p>{BASE}</p>\n`,
  "calls/package.json": `{ "name": "calls", "type": "module" }\n`,
  "calls/discovery.js": discoveryCall(),
  "calls/base.js": ERROR,
  "calls/list.js": `import { BASE } from "./base.js";
export const hosts = async (group) => {
  const answer = await fetch(\`\${BASE}/groups/\${group}/clusters\`, { headers: { authorization: token } });
  return (await answer.json()).results.map((cluster) => cluster.srvAddress);
};
`,
  "typed/tsconfig.json": `{ "compilerOptions": { "strict": true, "module": "esnext" } }\n`,
  "typed/cluster.ts": "export interface Cluster { name: string; autoScaling: object; srvAddress: string }\n",
  "typed/use.ts": `import type { Cluster } from "./cluster";
export const scaled = (clusters: readonly Cluster[]) => clusters.map((one) => one.autoScaling);
`,
  "vocabulary.json": `{ "name": "gateway", "extends": "atlas", "pathAliases": ["/internal/db-admin"] }\n`,
  "misfit.json": `{ "name": "mine" }\n`,
};

const BODY = `{ "name": "prod", "providerBackupEnabled": true }\n`;

export interface Run extends Surroundings {
  readonly args: readonly string[];
  /** The expected exit status, so that two failed runs are not compared. */
  readonly status: 0 | 1 | 2;
}

/** Runs of each kind of command and of each way to end. */
export const RUNS: readonly Run[] = [
  { args: ["--version"], status: 0 },
  { args: ["explain", "no-removed-propery"], status: 2 },
  { args: ["convert"], input: BODY, status: 0 },
  ...onTestDay([
    { args: ["why", "calls/list.js:3"], status: 0 },
    { args: ["undetermined", "--fail-on-undetermined"], status: 1 },
    { args: ["error"], env: { FORCE_COLOR: "1" }, status: 1 },
    { args: ["error", "-o", "out/report.sarif"], status: 1 },
    { args: ["fix", "--markers", "--report", "fixes.json"], status: 1 },
    { args: ["fix", "-"], input: discoveryCall(), status: 0 },
    { args: [".", "--format", "json"], status: 1 },
  ]),
];

/** More runs of the same kinds. */
export const MORE_RUNS: readonly Run[] = [
  { args: ["--help"], status: 0 },
  { args: ["fix", "--help"], status: 0 },
  { args: ["rules", "--format", "json"], status: 0 },
  { args: ["explain", "no-removed-property"], status: 0 },
  { args: ["connection-string", "mongodb+srv://a-ab123.mongodb.net/app", "--to", "GCP"], status: 0 },
  { args: ["connection-string", "-"], input: "mongodb+srv://a-ab123.mongodb.net\n", status: 0 },
  { args: ["convert"], input: "{", status: 2 },
  { args: ["chekc", "error"], status: 2 },
  { args: ["error", "--exit-zer"], status: 2 },
  ...onTestDay([
    { args: ["missing"], status: 2 },
    { args: ["clean"], status: 0 },
    { args: ["warning", "--max-warnings", "0"], status: 1 },
    { args: ["error", "--exit-zero"], status: 0 },
    { args: ["error", "--color", "always"], status: 1 },
    { args: ["error", "--vocabulary", "./vocabulary.json"], status: 1 },
    { args: ["error", "--vocabulary", "./misfit.json"], status: 2 },
    ...FORMAT_NAMES.filter((format) => format !== "json").map((format) => ({
      args: [".", "--format", format],
      status: 1 as const,
    })),
    { args: [".", "--min-confidence", "low", "--show-undetermined"], status: 1 },
    { args: ["-", "--stdin-filename", "a.ts"], input: ERROR, status: 1 },
    { args: ["--stdin"], input: Buffer.from(`\ufeff${ERROR}`, "utf16le"), status: 1 },
    { args: ["check", "--fix", "calls"], status: 0 },
    { args: ["fix", "--diff"], status: 1 },
    { args: ["fix", "--unsafe-fixes", "--format", "json"], status: 1 },
  ]),
];

function onTestDay(runs: readonly Run[]): Run[] {
  return runs.map((run) => ({ ...run, args: [...run.args, "--as-of", TEST_DAY] }));
}

/** Returns the output of a run, and its changes in a separate repository. */
async function trace({ args, ...surroundings }: Run): Promise<{
  outcome: Outcome;
  files: Record<string, string>;
}> {
  const cwd = repository(TREE);
  const outcome = await v2ready(args, { ...surroundings, cwd });
  const paths = git(cwd, "ls-files", "--others", "--modified").split("\n").filter(Boolean);
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(cwd, path), "utf8")]));
  return { outcome, files };
}

/** Checks that a process of its own prints and writes the same as a run in this process. */
export async function compareProcesses(run: Run): Promise<void> {
  const [own, here] = await inPairs([true, false], (asProcess) => trace({ ...run, asProcess }));
  expect(own!.outcome.status).toBe(run.status);
  expect(here).toEqual(own);
}
