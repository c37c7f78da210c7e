import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { expect } from "vitest";
import { SourceText } from "../../src/core/source-text.js";
import { loadParser, type GrammarName } from "../../src/frontends/tree-sitter/grammars.js";
import { parseText } from "../../src/frontends/tree-sitter/parse.js";
import { TEST_DAY } from "./analyze.js";
import { v2ready } from "./command.js";
import { expectResult } from "./program-results.js";
import { SCRIPTS, programIn, runProgram, withCopy } from "./programs.js";
import { THOROUGH } from "./thorough.js";

/** Programs in other languages; their names begin with the language. */
export const scripts: readonly string[] = readdirSync(SCRIPTS);

/** The commands that a program needs, by its language. */
const COMMANDS: ReadonlyMap<string, readonly (readonly [command: string, ...args: string[]])[]> = new Map([
  ["go", [["go", "version"]]],
  ["java", [["javac", "--version"]]],
  // Debian has curl for PHP in a package of its own.
  ["php", [["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"]]],
  ["python", [["python3", "--version"]]],
  ["ruby", [["ruby", "--version"]]],
  [
    "shell",
    [
      ["bash", "--version"],
      ["curl", "--version"],
      ["jq", "--version"],
    ],
  ],
]);

const known = new Map<string, boolean>();

/** Returns whether the programs of a language can run on this machine. */
function canRun(language: string): boolean {
  const before = known.get(language);
  if (before !== undefined) return before;
  const missing = COMMANDS.get(language)!.find(([command, ...args]) => spawnSync(command, args).status !== 0);
  if (missing)
    process.stderr.write(
      `${missing[0]} is not here: ${language} programs are fixed and parsed, and not run\n`,
    );
  known.set(language, !missing);
  return !missing;
}

/**
 * Expects that a program does the same on the versioned form after `fix`, or is left as it works, and that a second
 * `fix` changes nothing. Where it cannot run, it is only fixed and parsed.
 */
export async function expectMoved(name: string): Promise<void> {
  await withCopy(
    name,
    async (folder) => {
      const runs = canRun(name.split("-")[0]!);
      const { expect: outcome } = await programIn(folder);
      const original = textsIn(folder);
      if (runs && THOROUGH) await expectOld(name, folder);
      const args = ["fix", "--as-of", TEST_DAY, "--allow-dirty", "."];
      const { stdout, stderr } = await v2ready(args, { cwd: folder });
      expect(stderr.replace(/v2ready: these files are not in git.*\n/, "")).toBe("");
      const fixed = textsIn(folder);
      if (outcome === "left") {
        expect(stdout).toMatch(/A person must change these|Not applied/);
        expect(fixed).toEqual(original);
        return;
      }
      expect(fixed).not.toEqual(original);
      for (const [path, text] of fixed) await expectParsed(path, text);
      if (runs) {
        const after = await runProgram(folder, { forms: ["v2"] });
        expectResult(join(SCRIPTS, name), after);
        expect(after.requests.filter(({ form }) => form === "v2").length).toBeGreaterThan(0);
      }
      await v2ready(args, { cwd: folder });
      expect(textsIn(folder)).toEqual(fixed);
    },
    SCRIPTS,
  );
}

/** The program works on the unversioned form, and not on the versioned one. */
async function expectOld(name: string, folder: string): Promise<void> {
  const before = await runProgram(folder, { forms: ["v1.0"] });
  expectResult(join(SCRIPTS, name), before);
  const old = await runProgram(folder, { forms: ["v2"] });
  expect(old.stdout).not.toBe(before.stdout);
}

/** Paths with their texts. */
function textsIn(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map((one) => join(one.parentPath, one.name)).sort();
  return new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
}

const GRAMMARS: ReadonlyMap<string, GrammarName> = new Map([
  [".go", "go"],
  [".java", "java"],
  [".php", "php"],
  [".py", "python"],
  [".rb", "ruby"],
  [".sh", "bash"],
]);

async function expectParsed(path: string, text: string): Promise<void> {
  const grammar = GRAMMARS.get(extname(path));
  if (grammar === undefined) return;
  const parsed = parseText(await loadParser(grammar), new SourceText(path, text).text);
  expect(parsed.ok ? parsed.errors : parsed).toEqual([]);
}
