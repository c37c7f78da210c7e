import { resolve } from "node:path";
import { addAll } from "../core/add-all.js";
import type { Problem, ProblemKind } from "../core/problem.js";
import { SourceText } from "../core/source-text.js";
import { EVERYTHING, type Unchecked } from "../core/unchecked.js";
import { isTooDeep } from "../core/json-depth.js";
import { unfitForYaml } from "../core/yaml-limits.js";
import type { Prefilter } from "../engine/anchors.js";
import { boundsOf, isWithin } from "../workspace/bounds.js";
import { codeBesideDeclaration, isDeclarationFile } from "../workspace/generated.js";
import type { NotSearched } from "../workspace/not-searched.js";
import { binaryAt, readIfWanted, readSource, type ReadResult } from "../workspace/read.js";

const GENERATED_REASONS = {
  generated: "looks generated, by a comment or by its form",
  minified: "is minified",
  "own-report": "is tracked by git, and is a report of v2ready",
} as const;

/** The problems of a file that values lead to. Binary files have no values, and a file may vanish at any time. */
const UNREAD: ReadonlySet<ProblemKind> = new Set(["unreadable", "too-large", "too-deep"]);

/** Reads candidates, and counts those that are not analysed with the reason. */
export class FileReader {
  readonly problems: Problem[] = [];
  /** Files that mention the API and are left out although they can be read. */
  readonly notAnalyzed: Unchecked[] = [];
  readonly skipped: Record<string, number> = {};
  readonly #given = new Map<string, string>();
  readonly #texts = new Map<string, SourceText>();
  readonly #ahead = new Map<string, ReadResult | undefined>();
  readonly #generated = new Set<string>();
  #bounds: string | undefined;
  opened = 0;
  /** Returns whether git tracks a file; known after the search. */
  isTracked: ((path: string) => boolean) | undefined;

  constructor(
    private readonly cwd: string,
    private readonly prefilter: Prefilter,
    /** Returns whether a file is read although it is generated. */
    private readonly isExplicit: (path: string) => boolean,
  ) {}

  get skippedCount(): number {
    return Object.values(this.skipped).reduce((sum, count) => sum + count, 0);
  }

  /** Every text that was read, by its path. */
  get texts(): ReadonlyMap<string, SourceText> {
    return this.#texts;
  }

  /** The texts that stand for files. */
  get given(): readonly string[] {
    return [...this.#given.values()];
  }

  /** Sets a text that replaces the content of a file. */
  give(path: string, text: string): void {
    this.#given.set(path, text);
  }

  /**
   * Reads a file that will probably be a candidate, for a later `read`. Nothing is counted.
   *
   * @returns whether it will be analysed, as far as its text shows
   */
  readAhead(path: string): boolean {
    if (!this.#ahead.has(path)) this.#ahead.set(path, this.#readIfWanted(path));
    const result = this.#ahead.get(path);
    return result?.ok === true && (result.generated === undefined || this.isExplicit(path));
  }

  #readIfWanted(path: string, prefilter = this.prefilter): ReadResult | undefined {
    return readIfWanted(this.cwd, path, (text) => prefilter.isCandidate(text, path));
  }

  /** Returns the text of a candidate. Undefined if the file is not one, or is skipped. */
  read(path: string): SourceText | undefined {
    this.opened++;
    const given = this.#given.get(path);
    if (given !== undefined)
      return this.prefilter.isCandidate(given, path) ? this.#keep(path, given) : undefined;
    const result = this.#ahead.has(path) ? this.#ahead.get(path) : this.#readIfWanted(path);
    this.#ahead.delete(path);
    if (!result) return undefined;
    if (!result.ok) {
      this.problems.push(result.problem);
      return this.#skip(result.reason);
    }
    const kind = result.generated ?? this.#compiled(path);
    if (kind && !this.isExplicit(path)) {
      // A report is about other files, and a generated declaration is generated again: there is nothing to check. But
      // a program may read its data from a report that belongs to the repository.
      const isReport = kind === "own-report";
      if (isReport ? this.isTracked?.(path) : !isDeclarationFile(path))
        this.#notCheck(path, isReport ? "generated" : kind, GENERATED_REASONS[kind]);
      return this.#skip(kind);
    }
    addAll(this.problems, result.problems);
    return this.#keep(path, result.raw);
  }

  /** Adds a file that was not searched to those that are not checked, if its text would make it a candidate. */
  leaveOut({ path, kind, reason }: NotSearched): void {
    const result = this.#readIfWanted(path);
    if (result && !result.ok) this.problems.push(result.problem);
    else if (result) this.#notCheck(path, kind, reason);
  }

  #notCheck(path: string, kind: Unchecked["kind"], reason: string): void {
    this.notAnalyzed.push({ kind, reason, missing: EVERYTHING, count: 1, places: [{ path }] });
  }

  /** Looks at a file that was named and is not analysed, and takes it down if it is not text. */
  lookAtNamed(path: string): void {
    if (this.#texts.has(path) || this.#given.has(path)) return;
    if (this.problems.some((problem) => problem.path === path)) return;
    const problem = binaryAt(this.cwd, path);
    if (!problem) return;
    this.problems.push(problem);
    this.#skip("binary");
  }

  /** Returns the text of a candidate outside the given paths. Undefined if the file is not one, or is generated. */
  readAround(path: string): SourceText | undefined {
    const result = this.#readIfWanted(path);
    if (!result?.ok) return undefined;
    if ((result.generated ?? this.#compiled(path)) && !this.isExplicit(path)) return undefined;
    return this.#keep(path, result.raw);
  }

  /** Returns the text of a named file, generated or not, if it has anchors. Undefined if not, or if it cannot be read. */
  readNamed(path: string, prefilter: Prefilter): SourceText | undefined {
    const result = this.#readIfWanted(path, prefilter);
    if (result?.ok === false) this.problems.push(result.problem);
    return result?.ok ? (this.#texts.get(path) ?? this.#keep(path, result.raw)) : undefined;
  }

  /** Checks whether a declaration file is generated. It is if the code beside it is, because a compiler wrote both. */
  #compiled(path: string): "generated" | undefined {
    const code = codeBesideDeclaration(path);
    if (code === undefined) return undefined;
    const beside = readSource(this.cwd, code);
    return beside.ok && beside.generated === "generated" ? "generated" : undefined;
  }

  /** Returns the text of a file that values lead to or from, whether it is a candidate or not. */
  readAny(path: string): SourceText | undefined {
    const known = this.#texts.get(path);
    if (known) return known;
    const given = this.#given.get(path);
    if (given !== undefined) return this.#keep(path, given);
    // A path in code may be a link that leads anywhere.
    if (!isWithin((this.#bounds ??= boundsOf(this.cwd)), resolve(this.cwd, path))) return undefined;
    const result = readSource(this.cwd, path);
    const unfit = result.ok ? unfitForParser(path, result.raw) : undefined;
    if (!result.ok || unfit) {
      const why = result.ok
        ? { path, kind: unfit!.kind, message: `${unfit!.message}, and was not read` }
        : result.problem;
      if (UNREAD.has(why.kind)) this.#reportOnce(why);
      return undefined;
    }
    // A report that a program reads is data of the program.
    const kind = result.generated ?? this.#compiled(path);
    if (kind !== undefined && kind !== "own-report") this.#generated.add(path);
    return this.#keep(path, result.raw);
  }

  /**
   * Returns whether findings in a file are reported: values may lead into a generated one, which people do not edit.
   */
  isReported(path: string): boolean {
    return !this.#generated.has(path) || this.isExplicit(path);
  }

  /** Adds a problem once, because values may lead to a file several times. */
  #reportOnce(problem: Problem): void {
    const isKnown = this.problems.some(({ path, kind }) => path === problem.path && kind === problem.kind);
    if (!isKnown) this.problems.push(problem);
  }

  #keep(path: string, raw: string): SourceText {
    const source = new SourceText(path, raw);
    this.#texts.set(path, source);
    return source;
  }

  #skip(reason: string): undefined {
    this.skipped[reason] = (this.skipped[reason] ?? 0) + 1;
  }
}

/** Returns why settings must not be given to their parser; `undefined` if they may be. */
function unfitForParser(path: string, text: string): ReturnType<typeof unfitForYaml> {
  if (/\.ya?ml$/.test(path)) return unfitForYaml(text);
  const isDeep = path.endsWith(".json") && isTooDeep(text);
  return isDeep ? { kind: "too-deep", message: "has too many nested levels" } : undefined;
}
