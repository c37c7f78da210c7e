// npm run bench:repositories -- FOLDER: checks every checkout in a folder. Compares the cost with that of tsc --noEmit
// on the TypeScript files of the same checkout, in the same run. Prints a table in Markdown. --command FILE measures
// another command than the built one; all arguments after -- go to check, as in -- --limit relevance=off.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measure } from "./meter.mjs";
import { isStale } from "./stale.mjs";
import { print } from "./tables.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values, positionals } = parseArgs({
  options: { command: { type: "string" } },
  allowPositionals: true,
});
const [given, ...flags] = positionals;
if (given === undefined) {
  console.error("Write npm run bench:repositories -- FOLDER.");
  process.exit(2);
}
const start = process.env.INIT_CWD ?? process.cwd();
const folder = resolve(start, given);
const command = values.command ? resolve(start, values.command) : join(root, "dist/cli.js");
if (!values.command && isStale()) {
  const args = [join(root, "tools/build.mjs"), "--bundle-only"];
  if (spawnSync(process.execPath, args, { stdio: ["ignore", 2, 2] }).status !== 0) process.exit(2);
}

/** Checkouts have no installed packages, so imports are unknown to both tools. */
const TSC = (
  "--noEmit --ignoreConfig --skipLibCheck --strict --target es2022 --module esnext " +
  "--moduleResolution bundler --jsx preserve --experimentalDecorators"
).split(" ");

const scratch = mkdtempSync(join(tmpdir(), "v2ready-bench-"));
try {
  const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory());
  print(
    [
      ...["repository", "TypeScript files", "findings", "limits reached", "evaluated files", "steps"],
      ...["peak MB", "CPU s", "CPU s of tsc", "ratio"],
    ],
    names.map(row),
  );
  console.log(`${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)} at the end.`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function row(name) {
  const path = join(folder, name);
  const args = ["check", "--format", "json", "--stats", "--exit-zero", ...flags, "."];
  const { status, stdout, stderr, cpu, peak } = measure(command, args, path);
  if (status !== 0) return [name, "", stderr.trim().split("\n").at(-1)];
  const { findings, problems } = JSON.parse(stdout);
  const [, steps = "0", evaluated = "0"] = /^steps\s+(\d+)\s+(\d+) files/m.exec(stderr) ?? [];
  const files = typescriptIn(path);
  const compiler = files.length > 0 ? compile(files, path) : undefined;
  return [
    name,
    files.length,
    findings.length,
    problems.filter(({ kind }) => kind === "limit").length,
    evaluated,
    steps,
    Math.round(peak),
    cpu.toFixed(1),
    compiler?.toFixed(1) ?? "-",
    compiler ? (cpu / compiler).toFixed(2) : "-",
  ];
}

function compile(files, cwd) {
  const list = join(scratch, "files.txt");
  writeFileSync(list, files.map((file) => `"${file}"\n`).join(""));
  return measure(join(root, "node_modules/typescript/bin/tsc"), [...TSC, `@${list}`], cwd).cpu;
}

function typescriptIn(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) return /^(?:node_modules|\.git)$/.test(entry.name) ? [] : typescriptIn(inner);
    return entry.isFile() && /\.[cm]?tsx?$/.test(entry.name) ? [inner] : [];
  });
}
