import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shellFrontend } from "../../../src/frontends/shell/entry.js";
import type { Random } from "../../fuzz/random.js";
import type { Interpreted } from "./compare.js";

/** A small random program that ends in calls of curl. */
function programOf(random: Random): string {
  const below = (most: number): number => random.below(most);
  const pick = <One>(all: readonly One[]): One => random.pick(all);
  const name = (): string => pick(["A", "B", "C"]);
  const text = (): string => pick(["x", "y/z", "q-1", "a b", ""]);
  const value = (): string =>
    pick([
      () => `"${text()}"`,
      () => `'${text()}'`,
      () => `"$${name()}${pick(["/", "-", ""])}${pick(["m", "n"])}"`,
      () => `"\${${name()}:-${pick(["d", "e"])}}"`,
      () => `"\${${name()}:+${pick(["d", "e"])}}"`,
      () => `"\${${name()}%${pick(["/z", "*", "m", "/*"])}}"`,
      () => `"\${${name()}#${pick(["y/", "x", "*/"])}}"`,
      () => `"\${${name()}/${pick(["x", "/", "q"])}/${pick(["r", "st"])}}"`,
      () => `$(echo "${pick(["p", "$A"])}")`,
      () => `"$(printf '%s-%s' "$B" ${pick(["u", "v"])})"`,
      () => `$(C=inner; echo "$C$A")`,
      () => `"\${L[${below(3)}]}"`,
      () => `"\${L[*]}"`,
      () => `$((${below(9)} ${pick(["+", "-", "*"])} ${below(9)}))`,
      () => `"$(f ${pick(["k", '"$A"'])})"`,
    ])();
  const test = (): string =>
    pick([
      `[ -z "$${name()}" ]`,
      `[[ "$${name()}" == "x" ]]`,
      `[ "$${name()}" != "y/z" ]`,
      `[ -n "$${name()}" ]`,
    ]);
  const statement = (depth: number): string =>
    pick([
      () => `${name()}=${value()}`,
      () => `${name()}=${value()}`,
      () => `${name()}+=${value()}`,
      () => `L+=(${value()})`,
      () => `L=(${value()} ${value()})`,
      () => `(${name()}=${value()})`,
      () => `${test()} && ${name()}=${value()}`,
      () => `${test()} || ${name()}=${value()}`,
      () =>
        depth > 1 ? ":" : `if ${test()}; then ${statement(depth + 1)}; else ${statement(depth + 1)}; fi`,
      () => (depth > 1 ? ":" : `for C in ${value()} ${value()}; do ${statement(depth + 1)}; done`),
      () =>
        depth > 1
          ? ":"
          : `case "$A" in x) ${statement(depth + 1)};; y/*) ${statement(depth + 1)};; *) :;; esac`,
      () => `g ${value()}`,
      () => `set -- ${value()} ${value()}`,
      () => `${name()}="$1"`,
      () => `cat > t <<E\n$A-$B\nE\n${name()}=$(cat t)`,
    ])();
  const lines = [
    `f() { local A=$1; echo "<$A$B>"; }`,
    `g() { local B=own; C="$1"; set -- "$C" more; A="$2$B"; }`,
    `A=${value().replaceAll("$", "_")}\nB=b\nC=c\nL=(l0 l1)\nset --`,
  ];
  for (let count = 0; count < 6; count++) lines.push(statement(0));
  lines.push('curl "http://h/$A|$B|$C|${L[*]}|$*"');
  return `${lines.join("\n")}\n`;
}

/** Returns the arguments that bash passes to curl, for each program. */
function sentByBash(programs: readonly string[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), "v2ready-shell-"));
  try {
    for (const [index, program] of programs.entries()) writeFileSync(join(folder, `${index}.sh`), program);
    const run = `curl() { printf '%s\\036' "$1"; }; for i in $(seq 0 ${programs.length - 1}); do ( . ./$i.sh ) 2> errors; printf '\\035'; done`;
    const { stdout } = spawnSync("bash", ["-c", run], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
    return stdout
      .split("\u001d")
      .slice(0, -1)
      .map((sent) => sent.split("\u001e").slice(0, -1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bash, with a function that replaces curl. */
export const shell: Interpreted = {
  command: "bash",
  frontend: shellFrontend,
  path: "a.sh",
  batch: 5000,
  hasWords: true,
  program: programOf,
  run: sentByBash,
  source: (program) => program,
};
