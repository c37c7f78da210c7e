/**
 * The reason why something was not done, or not done fully. Problems are reported beside findings, so that nothing is
 * lost silently. They never stop a run.
 */
export type ProblemKind =
  /** The file does not parse as its language; it was searched as plain text. */
  | "syntax"
  /** Brackets or chains have too many nested levels for a parser; the file was searched as plain text. */
  | "too-deep"
  /** The file is too large for a parser; it was searched as plain text, or only in part. */
  | "too-large"
  /** A limit of the analysis was reached; values beyond it are unknown. */
  | "limit"
  /** Bytes that are not valid in the encoding of the file; they were read as U+FFFD. */
  | "encoding"
  /** NUL bytes in a text file, which was still read. */
  | "nul-bytes"
  /** NUL bytes at the start of a file, which was treated as binary and not read. */
  | "binary"
  /** A file in UTF-16 without a byte-order mark, which was not read. */
  | "utf-16"
  /** Could not be opened or read. */
  | "unreadable"
  /** The file was deleted after it was listed. */
  | "vanished"
  /** A path that was named and that a link leads out of the repository; what it leads to was checked. */
  | "outside-link"
  /** An import that resolves only in another case; it was followed. */
  | "import-case"
  /** A comment that looks like a directive of this tool and is not one. */
  | "directive"
  /** A marker that `fix --markers` wrote: a person must decide something. */
  | "todo"
  /** The search program could not be used; the files were searched without it. */
  | "search"
  /** A failure of this program; the rest of the run continued. */
  | "internal";

export interface Problem {
  /** Relative to the root of the project, with `/`; empty for the run as a whole. */
  readonly path: string;
  /** From 1. */
  readonly line?: number;
  readonly kind: ProblemKind;
  readonly message: string;
  /** For `limit`: its name, as in `--limit`. */
  readonly limit?: string;
  /** The number of files that the problem is about, if it is not only the file `path`. */
  readonly count?: number;
}
