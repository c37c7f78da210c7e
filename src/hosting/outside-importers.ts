import type { SourceText } from "../core/source-text.js";
import type { FileAnalysis } from "../engine/analyze-file.js";
import { importPatterns, stringsEndingIn } from "../workspace/import-patterns.js";
import type { SearchPattern } from "../workspace/search-pattern.js";
import type { ImporterHost } from "./importers.js";

/** The files around the folder that is looked at. Paths are relative to it. */
export interface FilesAround extends Pick<ImporterHost, "read" | "resolve" | "aliasesOf"> {
  /** Whether the folder is a part of a repository: else there are none. */
  readonly isPart: boolean;
  /** The files of the repository outside of the folder that hold one of the patterns. */
  search(patterns: readonly SearchPattern[]): readonly string[];
  /** What a file imports; nothing for files of other languages. */
  specifiersIn(source: SourceText): readonly string[];
}

/** A file, and those that it imports from. */
interface Imports {
  readonly path: string;
  readonly to: readonly string[];
}

/**
 * Who imports from changed files and is not looked at, as he is in another folder of the same repository: the other
 * packages of a monorepo, where only one of them was asked about.
 */
export class OutsideImporters {
  readonly #importers = new Map<string, string | undefined>();
  readonly #imports = new WeakMap<readonly FileAnalysis[], readonly Imports[]>();

  constructor(private readonly files: FilesAround) {}

  /**
   * Why a change is not safe, one sentence without a full stop; nothing where nobody outside imports from it, directly or
   * by way of a file that is looked at.
   *
   * @param changed paths of the files that are changed
   * @param analyses of all files that are looked at
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

  /** The changed files and all that import from them. */
  #reachedFrom(changed: Iterable<string>, imports: readonly Imports[]): ReadonlySet<string> {
    const reached = new Set(changed);
    for (let before = -1; before < reached.size;) {
      before = reached.size;
      for (const { path, to } of imports) if (to.some((one) => reached.has(one))) reached.add(path);
    }
    return reached;
  }

  /** The same for all changes of a state. */
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

  /** One search for all files that were not looked for yet. */
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
