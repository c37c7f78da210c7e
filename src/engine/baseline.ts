import { InputError } from "../core/errors.js";
import { BASELINE_HEADING } from "../core/own-report.js";

/** A finding that a project already has and accepts for now: one line of the file. */
export interface KnownFinding {
  /** As in the report. */
  readonly path: string;
  readonly ruleId: string;
  /** 16 hexadecimal digits of what is reported and the text of its line; different for equal findings of one file. */
  readonly digest: string;
}

/** The part of a run that findings belong to. */
export interface BaselineScope {
  /** The folder that comes before its paths in the report; empty if there is none. */
  readonly prefix: string;
  /** Returns whether the run reports what is in a file; the path is without the prefix. */
  readonly isAsked: (path: string) => boolean;
  readonly ruleIds: ReadonlySet<string>;
}

const LINE = /^([0-9a-f]{16}) ([a-z0-9-]+) (.+)$/;

/**
 * The known findings of a project. A finding is known by its path, its rule and the text of its line, so lines above may
 * be added and removed. If its file was moved, it is known by the rule and the text.
 */
export class Baseline {
  /** Entries that no finding has matched, by their lines. */
  readonly #open: Map<string, KnownFinding>;
  readonly #found: KnownFinding[] = [];
  readonly #scopes: BaselineScope[] = [];

  /**
   * @param text the content of the file
   * @param isUpdated true if every finding becomes known
   * @throws {InputError} a line is not one that `text` writes
   */
  constructor(
    text: string,
    private readonly isUpdated: boolean,
  ) {
    this.#open = new Map(
      text.split(/\r?\n/).flatMap((line, index) => {
        if (line === "" || line.startsWith("#")) return [];
        const entry = entryOf(line);
        if (!entry) throw new InputError(`line ${index + 1} of the baseline is not a finding`, UPDATE);
        return [[line, entry] as const];
      }),
    );
  }

  /** Returns the findings that are known. */
  match<Found extends KnownFinding>(found: readonly Found[], scope: BaselineScope): ReadonlySet<Found> {
    this.#scopes.push(scope);
    const named = found.map((one) => ({ one, entry: { ...one, path: withPrefix(scope, one.path) } }));
    if (this.isUpdated) {
      for (const { entry } of named) this.#found.push(entry);
      return new Set(found);
    }
    const known = new Set<Found>();
    for (const { one, entry } of named) if (this.#open.delete(lineOf(entry))) known.add(one);
    const moved = this.#movedFrom(scope, new Set(named.map(({ entry }) => entry.path)));
    for (const { one, entry } of named) {
      if (known.has(one)) continue;
      const from = moved.get(textOf(entry))?.shift();
      if (from && this.#open.delete(lineOf(from))) known.add(one);
    }
    return known;
  }

  /** Returns the open entries of files that no longer have findings, by what is known of them without the path. */
  #movedFrom(scope: BaselineScope, present: ReadonlySet<string>): Map<string, KnownFinding[]> {
    const moved = new Map<string, KnownFinding[]>();
    for (const entry of this.#open.values()) {
      if (present.has(entry.path) || !isInScope(entry, scope)) continue;
      const sameText = moved.get(textOf(entry));
      if (sameText) sameText.push(entry);
      else moved.set(textOf(entry), [entry]);
    }
    return moved;
  }

  /** The number of entries about files and rules of the run that match no finding. */
  get staleCount(): number {
    return [...this.#open.values()].filter((entry) => this.#isAsked(entry)).length;
  }

  /**
   * Returns the updated file: the findings of the run, and the entries that the run is not about. Each has its line, in
   * the order of the paths, so that changes of two branches can be merged.
   */
  text(): string {
    const others = [...this.#open.values()].filter((entry) => !this.#isAsked(entry));
    const keys = [...this.#found, ...others].map((entry) => [entry.path, entry.ruleId, lineOf(entry)]);
    const lines = keys.map((key) => key.join("\0")).sort();
    return [BASELINE_HEADING, ...new Set(lines.map((key) => key.split("\0")[2])), ""].join("\n");
  }

  #isAsked(entry: KnownFinding): boolean {
    return this.#scopes.some((scope) => isInScope(entry, scope));
  }
}

const UPDATE = "Write the file again with --update-baseline.";

function entryOf(line: string): KnownFinding | undefined {
  const [, digest, ruleId, path] = LINE.exec(line) ?? [];
  if (digest === undefined || ruleId === undefined || path === undefined) return undefined;
  try {
    return { digest, ruleId, path: decodeURI(path) };
  } catch {
    return undefined;
  }
}

/** A path may have line breaks, so it is written as in an address. */
function lineOf({ digest, ruleId, path }: KnownFinding): string {
  return `${digest} ${ruleId} ${encodeURI(path)}`;
}

function textOf({ digest, ruleId }: KnownFinding): string {
  return `${digest} ${ruleId}`;
}

function withPrefix({ prefix }: BaselineScope, path: string): string {
  return prefix === "" ? path : `${prefix}/${path}`;
}

function isInScope({ path, ruleId }: KnownFinding, { prefix, isAsked, ruleIds }: BaselineScope): boolean {
  if (!ruleIds.has(ruleId)) return false;
  if (prefix === "") return isAsked(path);
  return path.startsWith(`${prefix}/`) && isAsked(path.slice(prefix.length + 1));
}
