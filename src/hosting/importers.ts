import type { FileToAnalyze } from "../engine/analyze-file.js";
import type { RepositoryAnalysis } from "../engine/analyze-repository.js";
import type { SourceText } from "../core/source-text.js";
import type { Frontend } from "../frontends/frontend.js";
import type { ModuleHost } from "../frontends/module-host.js";
import { importPatterns, stringsEndingIn } from "../workspace/import-patterns.js";
import type { SearchPattern } from "../workspace/search-pattern.js";

/** The other files, as the search for importers needs them. */
export interface ImporterHost extends ModuleHost {
  /** Specifiers that lead to a file without naming it. */
  aliasesOf(path: string): readonly string[];
}

/** A file that holds one of the patterns of a round, with its frontend loaded. */
export interface FoundFile {
  readonly path: string;
  readonly frontend: Frontend;
  readonly language: string | undefined;
}

/** What a search came to. */
export interface ImporterSearch {
  /** How many files were left out because there were too many. */
  readonly refused: number;
  /** Whether a file, with this text, imports from one of those whose importers were looked for. */
  isImporter(source: SourceText, frontend: Frontend): boolean;
}

/**
 * Adds the files that import from a file of the analysis, those that import from them, and so on: what a wrapper is
 * called with, and what becomes of an answer, stands in files that have no trace of the API themselves.
 *
 * Gives out the patterns to search the tree for, round by round, and takes back the files that hold one of them: how
 * files are searched, and whether somebody waits for it, is the affair of the caller.
 *
 * @param maxFiles how many files may be added
 */
export function* addImporters(
  analysis: RepositoryAnalysis,
  host: ImporterHost,
  maxFiles: number,
): Generator<readonly SearchPattern[], ImporterSearch, readonly FoundFile[]> {
  const sought = new Set<string>();
  const searched: SearchPattern[] = [];
  const refused = new Set<string>();
  let added = 0;
  let open = analysis.paths.filter((path) => analysis.isImportable(path));
  while (open.length > 0) {
    for (const path of open) sought.add(path);
    const patterns = importPatterns(open, [...new Set(open.flatMap((path) => host.aliasesOf(path)))]);
    searched.push(...patterns);
    const found = yield patterns;
    const importers: string[] = [];
    for (const { path, frontend, language } of found) {
      if (analysis.has(path)) continue;
      const file = importerAt(path, { frontend, language }, patterns, host, sought);
      if (!file) continue;
      if (added >= maxFiles) {
        refused.add(path);
        continue;
      }
      added++;
      analysis.add(file);
      importers.push(path);
    }
    open = importers.filter((path) => analysis.isImportable(path));
  }
  return {
    refused: refused.size,
    isImporter: (source, frontend) => importsFrom(source, frontend, searched, host, sought),
  };
}

/** The file, if it is one that imports from one of those that are sought. */
function importerAt(
  path: string,
  { frontend, language }: Omit<FoundFile, "path">,
  patterns: readonly SearchPattern[],
  host: ModuleHost,
  sought: ReadonlySet<string>,
): FileToAnalyze | undefined {
  const source = frontend.specifiersIn && host.read(path);
  if (!source || !importsFrom(source, frontend, patterns, host, sought)) return undefined;
  return { source, frontend, language, isFollowed: true };
}

function importsFrom(
  source: SourceText,
  { specifiersIn }: Frontend,
  patterns: readonly SearchPattern[],
  host: ModuleHost,
  sought: ReadonlySet<string>,
): boolean {
  if (!specifiersIn) return false;
  const ends = [...stringsEndingIn(source.text, patterns)];
  if (ends.length === 0) return false;
  const leadsThere = (specifier: string): boolean => {
    const lead = host.resolve(specifier, source.path);
    return lead !== undefined && sought.has(lead);
  };
  return specifiersIn(source.text).some(
    (specifier) => ends.some((end) => specifier.endsWith(end)) && leadsThere(specifier),
  );
}
