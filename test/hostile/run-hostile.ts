import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import { DEFAULT_LIMITS } from "../../src/frontends/limits.js";
import type { JsonReport } from "../../src/report/index.js";
import { sharedTree } from "../support/tree.js";
import { PLAIN_CALL, type HostileProgram } from "./programs.js";

const CHILD = fileURLToPath(new URL("child.mjs", import.meta.url));
/** The flags that the command sets for itself. */
const AS_THE_COMMAND = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];
/** Megabytes that the analysis of any of the programs may keep. */
const MEMORY = 500;

/** The cost of analysing a program. */
interface Cost {
  /** By file; what follows values is counted in steps, and nothing in it depends on the machine. */
  readonly steps: Readonly<Record<string, number>>;
  /** Processor time in seconds. */
  readonly seconds: number;
  /** The most that the process has had so far, with all programs before this one. */
  readonly megabytes: number;
}

type Outcome = Pick<JsonReport, "findings" | "problems"> & { readonly cost: Cost };

/** A single operation can do more than the budget of a file has left, and several files have a share of their own. */
const MOST_STEPS = 2 * DEFAULT_LIMITS.total;

/**
 * Returns the report of each program. All are analysed in one process, which ends if one of them takes too much memory.
 */
export async function runHostile(
  programs: readonly HostileProgram[],
  megabytes = MEMORY,
): Promise<Map<string, Outcome>> {
  const tree = Object.fromEntries(
    programs.flatMap(({ files }, index) =>
      Object.entries({ ".git/HEAD": "", ...files }).map(([path, text]) => [`p${index}/${path}`, text]),
    ),
  );
  const root = sharedTree(tree);
  const folders = programs.map((_, index) => `${root}/p${index}`);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...AS_THE_COMMAND, `--max-old-space-size=${megabytes}`, CHILD, ...folders],
    { maxBuffer: 2 ** 28 },
  );
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(programs.length);
  return new Map(programs.map(({ name }, index) => [name, JSON.parse(lines[index]!) as Outcome]));
}

/** Expects that the work of following values is limited. The limit takes some seconds on any machine. */
export function expectFewSteps({ cost: { steps }, problems }: Outcome): void {
  const total = Object.values(steps).reduce((sum, one) => sum + one, 0);
  // Text that is not parsed is not followed.
  if (!problems.some(({ kind }) => kind === "too-deep")) expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(MOST_STEPS);
}

/** Expects that the plain call of every file with one is found, unless a problem says that the file was not parsed. */
export function expectPlainCalls({ files }: HostileProgram, { findings }: Outcome): void {
  const holding = Object.keys(files).filter((path) => files[path]!.includes(PLAIN_CALL));
  const line = (path: string): number =>
    files[path]!.slice(0, files[path]!.lastIndexOf(PLAIN_CALL)).split("\n").length;
  expect(holding.length).toBeGreaterThan(0);
  for (const path of holding) {
    const found = findings.filter((one) => one.path === path && one.line === line(path));
    expect(found.map(({ ruleId }) => ruleId)).toContain("no-unversioned-base-path");
  }
}
