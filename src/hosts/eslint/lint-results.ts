import type { Finding } from "../../core/finding.js";
import type { SourceText } from "../../core/source-text.js";

/** The results to report for a file. */
export interface LintResult {
  /** Those in the file that no directive silences, of every confidence. */
  readonly findings: readonly Finding[];
  /** All of the files that belong together: their fixes may share a unit. */
  readonly all: readonly Finding[];
  /** The texts that places are in. */
  readonly sources: ReadonlyMap<string, SourceText | undefined>;
  /** The offset of the linted text in the file; not 0 if a linter takes a script out of a component. */
  readonly offset: number;
}

/** A result with the root, for messages to people. */
export interface ShownLintResult extends LintResult {
  /** The root that paths are relative to, from ESLint's working directory; empty where that is the same folder. */
  readonly from: string;
}

export const NOTHING: LintResult = { findings: [], all: [], sources: new Map(), offset: 0 };
