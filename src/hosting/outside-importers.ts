import type { SourceText } from "../core/source-text.js";
import type { FileAnalysis } from "../engine/analyze-file.js";
import { importPatterns, stringsEndingIn } from "../workspace/import-patterns.js";
import type { SearchPattern } from "../workspace/search-pattern.js";
import type { ImporterHost } from "./importers.js";

/** The files around the analysed folder. Paths are relative to it. */
export interface FilesAround extends Pick<ImporterHost, "read" | "resolve" | "aliasesOf"> {
  /** True if the folder is a part of a repository; otherwise there are no files around it. */
  readonly isPart: boolean;
  /** Returns the files of the repository outside the folder that contain one of the patterns. */
  search(patterns: readonly SearchPattern[]): readonly string[];
  /** Returns what a file imports; empty for files of other languages. */
  specifiersIn(source: SourceText): readonly string[];
}

/** A file, and the files that it imports from. */
interface Imports {
  readonly path: string;
  readonly to: readonly string[];
}

/**
 * Finds files that import from changed files and are not analysed because they are in another folder of the same
 * repository. Examples are the other packages of a monorepo of which only one is checked.
 */
export class OutsideImporters {
  readonly #importers = new Map<string, string | undefined>();
  readonly #imports = new WeakMap<readonly FileAnalysis[], readonly Imports[]>();

  constructor(private readonly files: FilesAround) {}

  /**
   * Returns why a change is not safe, one sentence without a full stop; `undefined` if no file outside imports from it,
   * directly or through an analysed file.
   *
   * @param changed paths of the changed files
   * @param analyses of all analysed files
   */
  reasonAgainst(changed: Iterable<string>, analyses: readonly FileAnalysis[]): string | undefined {
    if (!this.files.isPart) return undefined;
    const reached = this.#reachedFrom(changed, this.#importsOf(analyses));
    this.#lookFor(reached);
    for (const path of reached) {
      const importer = this.#importers.get(path);
      if (importer !== undefined)
        return `${importer} imports from ${path}, and is outside of the analysed folder`;
    }
    return undefined;
  }

  /** Returns the changed files and all files that import from them. */
  #reachedFrom(changed: Iterable<string>, imports: readonly Imports[]): ReadonlySet<string> {
    const reached = new Set(changed);
    for (let before = -1; before < reached.size;) {
      before = reached.size;
      for (const { path, to } of imports) if (to.some((one) => reached.has(one))) reached.add(path);
    }
    return reached;
  }

  /** Returns the same object for all changes of a state. */
  #importsOf(analyses: readonly FileAnalysis[]): readonly Imports[] {
    let known = this.#imports.get(analyses);
    if (known) return known;
    known = analyses.map(({ source }) => ({
      path: source.path,
      to: this.files.specifiersIn(source).flatMap((one) => this.files.resolve(one, source.path) ?? []),
    }));
    this.#imports.set(analyses, known);
    return known;
  }

  /** Searches once for all files that were not searched for yet. */
  #lookFor(paths: Iterable<string>): void {
    const fresh = new Set([...paths].filter((path) => !this.#importers.has(path)));
    if (fresh.size === 0) return;
    for (const path of fresh) this.#importers.set(path, undefined);
    const aliases = new Set([...fresh].flatMap((path) => this.files.aliasesOf(path)));
    const patterns = importPatterns([...fresh], [...aliases]);
    for (const path of this.files.search(patterns)) {
      const source = this.files.read(path);
      if (!source || stringsEndingIn(source.text, patterns).size === 0) continue;
      for (const specifier of this.files.specifiersIn(source)) {
        const found = this.files.resolve(specifier, path);
        if (found !== undefined && fresh.has(found)) this.#importers.set(found, path);
      }
    }
  }
}
