/** The reasons why something was not checked, or not fully. The order is that of reports. */
export const UNCHECKED_KINDS = [
  /** This program failed on a file; the rest of the run continued. */
  "internal",
  /** A file or folder that could not be read. */
  "unreadable",
  /** A file that is too large to read, or too large for a parser. */
  "too-large",
  /** A file that mentions the API and has NUL bytes, so it is treated as binary. */
  "binary",
  /** A file in UTF-16 without a byte-order mark. */
  "utf-16",
  /** A limit of the analysis was reached; values beyond it are unknown. */
  "limit",
  /** A file that does not parse as its language; it was searched as plain text. */
  "syntax",
  /** A file with too many nested levels for a parser; it was searched as plain text. */
  "too-deep",
  /** An import of a file that does not exist. */
  "missing-import",
  /** A client that v2ready does not know, or a base path of which no request was found. */
  "unknown-client",
  /** A read of a property that goes, of an object that may be a response of the service. */
  "unknown-object",
  /** A file that git tracks and a .gitignore file excludes. */
  "ignored",
  /** A generated file that mentions the API. */
  "generated",
  /** A minified file that mentions the API. */
  "minified",
  /** A program or setting in a language that has no parser here; it was searched as plain text. */
  "plain-text",
  /** Documentation; it was searched as plain text. */
  "documentation",
] as const;

export type UncheckedKind = (typeof UNCHECKED_KINDS)[number];

/** Something that a run did not check, or not fully: one reason, and all places that it applies to. */
export interface Unchecked {
  readonly kind: UncheckedKind;
  /** The reason, for people. */
  readonly reason: string;
  /** A text for people that says what is not checked there. */
  readonly missing: string;
  /** The missing file, if the entry is about one. */
  readonly module?: Pick<UncheckedPlace, "path">;
  /** The number of files or folders that the entry is about. */
  readonly count: number;
  /** Their places, ordered by path; fewer than `count` if only their number is known. */
  readonly places: readonly UncheckedPlace[];
}

export interface UncheckedPlace {
  /** Relative to the root of the project, with `/`. */
  readonly path: string;
  /** From 1. */
  readonly line?: number;
}

export const EVERYTHING = "everything in it";

/**
 * Returns whether `--fail-on-unchecked` fails because of it. Documentation never makes a run fail, because it does not run.
 */
export function failsRun({ kind }: Pick<Unchecked, "kind">): boolean {
  return kind !== "documentation";
}

/** Counts the files and folders because of which `--fail-on-unchecked` fails. */
export function countFailing(unchecked: readonly Unchecked[]): number {
  return unchecked.filter(failsRun).reduce((sum, { count }) => sum + count, 0);
}

/** Merges entries with the same kind, reason, missing part and module, in the order of reports. */
export function mergeUnchecked(entries: readonly Unchecked[]): Unchecked[] {
  const merged = new Map<string, Unchecked>();
  for (const entry of entries) {
    const key = `${entry.kind}\n${entry.reason}\n${entry.missing}\n${entry.module?.path ?? ""}`;
    const before = merged.get(key);
    if (!before) merged.set(key, entry);
    else {
      const places = [...before.places, ...entry.places];
      merged.set(key, { ...before, count: before.count + entry.count, places });
    }
  }
  return [...merged.values()].map(withOrderedPlaces).sort(compare);
}

function withOrderedPlaces(entry: Unchecked): Unchecked {
  return {
    ...entry,
    places: entry.places.toSorted((a, b) => compareText(a.path, b.path) || lineOf(a) - lineOf(b)),
  };
}

function lineOf({ line = 0 }: UncheckedPlace): number {
  return line;
}

function compare(a: Unchecked, b: Unchecked): number {
  return (
    UNCHECKED_KINDS.indexOf(a.kind) - UNCHECKED_KINDS.indexOf(b.kind) ||
    compareText(a.places[0]?.path ?? "", b.places[0]?.path ?? "") ||
    compareText(a.reason, b.reason)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
