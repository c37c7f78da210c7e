import type { RepositoryAnalysis } from "../../engine/analyze-repository.js";
import type { FileToAnalyze } from "../../engine/analyze-file.js";
import type { LazyModules } from "./lazy-modules.js";
import { discover, type DiscoverOptions } from "../../workspace/discover.js";
import { importPatterns, stringsEndingIn } from "../../workspace/import-patterns.js";
import type { SearchPattern } from "../../workspace/search-pattern.js";
import type { FileReader } from "./file-reader.js";
import { loadFrontend } from "./load-frontend.js";

/** What is needed to find the files that import from others. */
export interface ImporterSearch {
  readonly scope: Omit<DiscoverOptions, "patterns">;
  readonly files: FileReader;
  readonly host: LazyModules;
  /** How many files may be added. */
  readonly maxFiles: number;
}

/**
 * Adds the files that import from a file of the analysis, those that import from them, and so on: what a wrapper is
 * called with, and what becomes of an answer, stands in files that have no trace of the API themselves.
 *
 * @returns how many files were left out because there were too many
 */
export async function addImporters(analysis: RepositoryAnalysis, search: ImporterSearch): Promise<number> {
  const { scope, files, host, maxFiles } = search;
  const sought = new Set<string>();
  const refused = new Set<string>();
  let added = 0;
  let open = analysis.paths.filter((path) => analysis.isImportable(path));
  if (open.length > 0) await host.load();
  while (open.length > 0) {
    for (const path of open) sought.add(path);
    const variables = open.flatMap((path) => variablesIn(path, analysis, files));
    const imports = importPatterns(open, [...new Set(open.flatMap((path) => host.aliasesOf(path)))]);
    const patterns = [...imports, ...variables.map((source) => ({ source }))];
    const { candidates } = await discover({ ...scope, patterns });
    const importers: string[] = [];
    for (const path of candidates) {
      if (analysis.has(path)) continue;
      const file = await importerAt(path, { imports, variables }, files, host, sought);
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
  return refused.size;
}

/** The variables that an environment file gives a value that speaks of the service. */
function variablesIn(path: string, analysis: RepositoryAnalysis, files: FileReader): string[] {
  if (!path.endsWith(".env")) return [];
  const lines = files.readAny(path)?.text.split("\n") ?? [];
  return lines.flatMap((line) => {
    const name = /^\s*(?:export\s+)?(\w+)\s*[=:]/.exec(line)?.[1];
    return name !== undefined && analysis.speaksOfService(line) ? [name] : [];
  });
}

/** What is searched for. */
interface Sought {
  readonly imports: readonly SearchPattern[];
  /** Names of variables of the environment. */
  readonly variables: readonly string[];
}

/** The file, if it is one that imports from one of those that are sought, or reads a variable that one of them sets. */
async function importerAt(
  path: string,
  { imports, variables }: Sought,
  files: FileReader,
  host: LazyModules,
  sought: ReadonlySet<string>,
): Promise<FileToAnalyze | undefined> {
  const { frontend, language } = await loadFrontend(path);
  const { specifiersIn } = frontend;
  const source = specifiersIn && files.readAny(path);
  if (!source) return undefined;
  const strings = stringsEndingIn(source.text, imports);
  const leadsThere = (specifier: string): boolean =>
    host.leadsTo(specifier, path).some((lead) => sought.has(lead));
  const readsVariable = (): boolean => {
    if (!variables.some((name) => source.text.includes(name))) return false;
    const environment = host.environmentFile(path);
    return environment !== undefined && sought.has(environment.path);
  };
  const ends = [...strings];
  const isImporter =
    ends.length > 0 &&
    specifiersIn(source).some(
      (specifier) => ends.some((end) => specifier.endsWith(end)) && leadsThere(specifier),
    );
  return isImporter || readsVariable() ? { source, frontend, language, isFollowed: true } : undefined;
}
