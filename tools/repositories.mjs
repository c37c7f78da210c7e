// npm run repositories -- FOLDER: checks every checkout in a folder from inside, from the folder above, by its absolute
// path and through a symbolic link, each in every format. Compares the outputs byte by byte, except for the next
// command, which repeats the paths. Prints a table in Markdown: findings, CPU seconds and peak memory of one run
// (without those of ripgrep), and whether all runs are equal. Exits with 1 if some differ. --command FILE runs another
// command than the built one.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measure } from "./meter.mjs";
import { isStale } from "./stale.mjs";
import { median, print } from "./tables.mjs";

/** Those that are written to files; text is what is printed. */
const FILE_FORMATS = ["concise", "json", "sarif", "github"];

const root = fileURLToPath(new URL("..", import.meta.url));
const { values, positionals } = parseArgs({
  options: { command: { type: "string" } },
  allowPositionals: true,
});
if (positionals.length !== 1) {
  console.error("Write npm run repositories -- FOLDER.");
  process.exit(2);
}
const start = process.env.INIT_CWD ?? process.cwd();
const folder = resolve(start, positionals[0]);
const command = values.command ? resolve(start, values.command) : join(root, "dist/cli.js");
if (!values.command && isStale()) {
  const args = [join(root, "tools/build.mjs"), "--bundle-only"];
  if (spawnSync(process.execPath, args, { stdio: ["ignore", 2, 2] }).status !== 0) process.exit(2);
}
const today = new Date().toISOString().slice(0, 10);
const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory());
const scratch = mkdtempSync(join(tmpdir(), "v2ready-repositories-"));
const differences = [];
const rows = [];
try {
  for (const name of names) rows.push(row(name));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
print(["repository", "findings", "CPU s", "peak MB", "from everywhere"], rows);
for (const difference of differences) console.log(difference);
process.exit(differences.length > 0 ? 1 : 0);

function row(name) {
  const path = join(folder, name);
  const link = join(scratch, "links", name);
  mkdirSync(join(scratch, "links"), { recursive: true });
  symlinkSync(path, link);
  const [inside, ...others] = [
    ["inside", path, []],
    ["from the folder above", folder, [name]],
    ["by its absolute path", scratch, [path]],
    ["through a link", scratch, [link]],
  ].map(([way, cwd, paths]) => ({ way, ...run(cwd, paths) }));
  const found = others.flatMap((other) => differencesOf(inside, other).map((one) => `${name} ${one}`));
  differences.push(...found);
  const all = [inside, ...others];
  return [
    name,
    findingsIn(inside.outputs.json),
    median(all.map(({ cpu }) => cpu)).toFixed(2),
    Math.round(median(all.map(({ peak }) => peak))),
    found.length === 0 ? "equal" : "DIFFERENT",
  ];
}

function run(cwd, paths) {
  const files = Object.fromEntries(FILE_FORMATS.map((format) => [format, join(scratch, `report.${format}`)]));
  for (const file of Object.values(files)) rmSync(file, { force: true });
  const formats = ["text", ...FILE_FORMATS.map((format) => `${format}=${files[format]}`)];
  const { status, stdout, stderr, cpu, peak } = measure(
    command,
    ["check", "--as-of", today, ...formats.flatMap((format) => ["--format", format]), ...paths],
    cwd,
  );
  const written = FILE_FORMATS.map((format) => [format, textOf(files[format])]);
  return {
    cpu,
    peak,
    outputs: {
      "exit status": String(status),
      "standard error": stderr,
      text: withoutNext(stdout),
      ...Object.fromEntries(written),
    },
  };
}

/** The report without the command to type next, which repeats the paths as they were typed. */
function withoutNext(report) {
  return report.replace(/^Next: [^]*$/m, "");
}

/** Returns the text of a file. Empty if the run wrote no report, for example without a file to check. */
function textOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function findingsIn(json) {
  return json === "" ? "-" : JSON.parse(json).findings.length;
}

function differencesOf(inside, other) {
  return Object.keys(inside.outputs).flatMap((what) => {
    const [expected, found] = [inside.outputs[what], other.outputs[what]];
    if (expected === found) return [];
    const [lines, otherLines] = [expected.split("\n"), found.split("\n")];
    const line = lines.findIndex((text, index) => text !== otherLines[index]);
    const at = line < 0 ? lines.length : line;
    return [
      `${other.way}: ${what} differs at line ${at + 1}\n  inside: ${shown(lines[at])}\n  there:  ${shown(otherLines[at])}`,
    ];
  });
}

function shown(line) {
  return line === undefined ? "(no such line)" : line.slice(0, 200);
}
