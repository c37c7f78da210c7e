import type { SourceText } from "../core/source-text.js";
import { importPatterns, stringsEndingIn } from "../workspace/import-patterns.js";
import type { SearchPattern } from "../workspace/search-pattern.js";

/** The files around the folder that is looked at. Paths are relative to it. */
export interface FilesAround {
  /** Whether the folder is a part of a repository: else there are none. */
  readonly isPart: boolean;
  /** The files of the repository outside of the folder that hold one of the patterns. */
  search(patterns: readonly SearchPattern[]): readonly string[];
  read(path: string): SourceText | undefined;
  /** What a file imports; nothing for files of other languages. */
  specifiersIn(source: SourceText): readonly string[];
  resolve(specifier: string, from: string): string | undefined;
  /** Specifiers that lead to a file without naming it. */
  aliasesOf(path: string): readonly string[];
}

/**
 * Who imports from changed files and is not looked at, as he is in another folder of the same repository: the other
 * packages of a monorepo, where only one of them was asked about.
 */
export class OutsideImporters {
  readonly #importers = new Map<string, string | undefined>();

  constructor(private readonly files: FilesAround) {}

  /**
   * Why a change is not safe, one sentence without a full stop; nothing where nobody outside imports from it, directly or
   * by way of a file that is looked at.
   *
   * @param changed paths of the files that are changed
   * @param known the files that are looked at
   */
  reasonAgainst(changed: Iterable<string>, known: Iterable<SourceText>): string | undefined {
    if (!this.files.isPart) return undefined;
    const reached = this.#reachedFrom(changed, [...known]);
    this.#lookFor(reached);
    for (const path of reached) {
      const importer = this.#importers.get(path);
      if (importer !== undefined)
        return `${importer} imports from ${path}, and is outside of the folder that is looked at`;
    }
    return undefined;
  }

  /** The changed files and all that import from them. */
  #reachedFrom(changed: Iterable<string>, known: readonly SourceText[]): ReadonlySet<string> {
    const reached = new Set(changed);
    const leads = known.map((source) => ({
      path: source.path,
      to: this.files.specifiersIn(source).flatMap((one) => this.files.resolve(one, source.path) ?? []),
    }));
    for (let before = -1; before < reached.size;) {
      before = reached.size;
      for (const { path, to } of leads) if (to.some((one) => reached.has(one))) reached.add(path);
    }
    return reached;
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
