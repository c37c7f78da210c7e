/**
 * Why something was not done, or not done fully. Problems are reported beside findings, so that nothing is lost
 * in silence; they never stop a run.
 */
export type ProblemKind =
  /** The file does not parse as its language; it was still read as plain text. */
  | "syntax"
  /** Brackets or chains nest too deeply for a parser; read as plain text. */
  | "too-deep"
  /** Larger than a parser should be asked to take; read as plain text, or only in part. */
  | "too-large"
  /** A limit of the analysis was reached; values behind it are unknown. */
  | "limit"
  /** Bytes that are not valid in the file's encoding; replaced by U+FFFD and read on. */
  | "encoding"
  /** NUL bytes in a text file; it was read nevertheless. */
  | "nul-bytes"
  /** NUL bytes at the start of a file, so that it is taken for a binary one and was not read. */
  | "binary"
  /** A file in UTF-16 without a byte-order mark, which was not read. */
  | "utf-16"
  /** Could not be opened or read. */
  | "unreadable"
  /** Was listed and had gone when it was to be read. */
  | "vanished"
  /** An import of a file whose name has another case; it was followed. */
  | "import-case"
  /** A comment that looks like a directive of this tool and is not one. */
  | "directive"
  /** A marker that `fix --markers` left: a person has to decide something. */
  | "todo"
  /** The search program could not be used; the files were searched without it. */
  | "search"
  /** A failure of this program; the rest of the run went on. */
  | "internal";

export interface Problem {
  /** Relative to the root of the project, with `/`; empty where the run as a whole is meant. */
  readonly path: string;
  /** From 1. */
  readonly line?: number;
  readonly kind: ProblemKind;
  readonly message: string;
  /** Of `limit`: its name, as `--limit` takes it. */
  readonly limit?: string;
  /** How many files it is about, where it is not the one under `path`. */
  readonly count?: number;
}
