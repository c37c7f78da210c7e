import type { Problem } from "../../core/problem.js";
import type { Unchecked } from "../../core/unchecked.js";
import type { FixReportUnit, LeftFinding } from "../../report/fix-report.js";
import { checkOptions, flagsOf, type FixOptions } from "./options.js";

/** A file with another content than before, a byte-order mark included. */
export interface FixedFile {
  /** Relative to the root of the repository, with `/`. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What fixes made of files, or would make of them. */
export interface FixResult {
  /** Whether `files` are written. */
  readonly written: boolean;
  readonly files: readonly FixedFile[];
  /** What is applied together, and what is not applied, with the reason. */
  readonly units: readonly FixReportUnit[];
  /** Findings that are there afterwards, each with what stopped it. */
  readonly left: readonly LeftFinding[];
  readonly problems: readonly Problem[];
  /** What was not checked, or not fully. */
  readonly unchecked: readonly Unchecked[];
}

/**
 * Applies the fixes that keep the code working, as `v2ready fix` does: each is verified, units are applied as a whole or
 * not at all. Writes nothing unless `write` is set; then a file that could not be written is not in `files`, and its units
 * have the outcome `failed`.
 *
 * @throws {UsageError} an option that cannot be used, such as a target that was never released
 * @throws {InputError} a path that is not there, nothing to look at, or another run that is changing files
 * @throws {CatalogError} a vocabulary that cannot be read
 */
export async function fix(options: FixOptions = {}): Promise<FixResult> {
  checkOptions("fix", options);
  const { cwd = process.cwd(), write = false } = options;
  const [{ fixPaths }, { changesIn, fixReportOf }] = await Promise.all([
    import("../../runs/fix-paths.js"),
    import("../../runs/describe-fixes.js"),
  ]);
  const results = await fixPaths(options.paths ?? [], {
    flags: flagsOf(options),
    writes: write,
    cwd,
    now: new Date(),
    nameOf: (option) => (option === "limit" ? "limits" : option),
  });
  const { units, left, problems, unchecked } = fixReportOf(results, write);
  const files = changesIn(results);
  return { written: write, files, units, left, problems, unchecked };
}
