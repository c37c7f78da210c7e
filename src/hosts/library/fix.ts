import type { Problem } from "../../core/problem.js";
import type { Unchecked } from "../../core/unchecked.js";
import type { FixReportUnit, LeftFinding } from "../../report/fix-report.js";
import { checkOptions, flagsOf, type FixOptions } from "./options.js";

/** A file with a new content, including a byte-order mark. */
export interface FixedFile {
  /** Relative to the root of the repository, with `/`. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The changes that fixes made, or would make. */
export interface FixResult {
  /** True if `files` are written. */
  readonly written: boolean;
  readonly files: readonly FixedFile[];
  /** The units of edits, with what happened to each. A unit that is not applied has a reason. */
  readonly units: readonly FixReportUnit[];
  /** Findings that are left, each with the reason. */
  readonly left: readonly LeftFinding[];
  readonly problems: readonly Problem[];
  /** Everything that was not checked, or not fully. */
  readonly unchecked: readonly Unchecked[];
}

/**
 * Applies the fixes that keep the code working, as `v2ready fix` does. Each unit is verified, and applied as a whole
 * or not at all. Writes nothing unless `write` is set. Then a file that could not be written is not in `files`, and its
 * units have the outcome `failed`.
 *
 * @throws {UsageError} an option that cannot be used, such as a target that was never released
 * @throws {InputError} a path that does not exist, nothing to scan, or another run that is changing files
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
