import { CatalogInterest } from "../../catalog/interest.js";
import type { Catalog } from "../../catalog/catalog.js";
import { DEFAULT_LIMITS, type Limits } from "../../frontends/limits.js";
import { frontendFor } from "../../frontends/registry.js";
import { discover } from "../../workspace/discover.js";
import { importPatterns } from "../../workspace/import-patterns.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import type { SearchPattern } from "../../workspace/search-pattern.js";
import { loadFrontend } from "../load-frontend.js";
import { readerHost, readsOf, type ScriptReads } from "./reader-program.js";
import { wholeTree } from "./tree-files.js";

/** Words that scripts contain if they read files themselves. */
const WORDS: SearchPattern = {
  source: String.raw`(?:readFile|read(?:Json|JSON|TextFile|YamlFile)|load(?:JsonFile|YamlFile|-json-file|-yaml-file)|read-yaml-file|createReadStream|open(?:Sync|AsBlob)?\(|Bun\.file|(?:exec|spawn|execa|\$)\w*[(\x60]|glob|(?:require|import) *\([^"')]|require\.context|(?:json|ya?ml)["'\x60?])`,
};
/** Code that reads a file may not mention the API, so all code is evaluated. */
const ALL_CODE: Limits = { ...DEFAULT_LIMITS, relevance: false };
/** Callers of such a script that are further away count as unknown. */
const ROUNDS = 3;
/** More scripts than this are not looked at. */
const MAX_SCRIPTS = 1000;

/**
 * Evaluates the JavaScript and TypeScript of a tree that may read files, with its importers.
 *
 * @param isAskedAbout checks which files matter; reads in tests are ignored
 *
 * @returns undefined if there is too much code, or it cannot be searched for
 */
export async function scriptReads(
  cwd: string,
  modules: RepositoryModules,
  catalog: Catalog,
  isAskedAbout: (path: string) => boolean,
): Promise<ScriptReads | undefined> {
  const scripts = await findScripts(cwd, modules, WORDS, isAskedAbout);
  return scripts.isAll ? readsIn(cwd, modules, catalog, scripts.paths) : undefined;
}

async function readsIn(
  cwd: string,
  modules: RepositoryModules,
  catalog: Catalog,
  scripts: readonly string[],
): Promise<ScriptReads | undefined> {
  const host = readerHost(cwd, modules);
  const [first] = scripts;
  if (first === undefined) return { reads: [], unknown: [] };
  const { frontend } = await loadFrontend(first);
  const program = frontend.begin?.(CatalogInterest.of(catalog), host, ALL_CODE);
  if (!program) return undefined;
  const unknown: string[] = [];
  for (const path of scripts) {
    const source = host.read(path);
    if (!source || program.add(source)) unknown.push(path);
  }
  return readsOf(program, unknown);
}

/** Finds scripts with words of reading, and their importers, level by level up to a limit. */
async function findScripts(
  cwd: string,
  modules: RepositoryModules,
  words: SearchPattern,
  isAskedAbout: (path: string) => boolean,
): Promise<{ readonly paths: readonly string[]; readonly isAll: boolean }> {
  const found = new Set<string>();
  let patterns: readonly SearchPattern[] = [words];
  let isAll = true;
  for (let round = 0; round <= ROUNDS; round++) {
    const { candidates } = await discover({ ...wholeTree(cwd), patterns });
    const fresh = candidates.filter(
      (path) => !found.has(path) && frontendFor(path).name === "javascript" && isAskedAbout(path),
    );
    if (fresh.length === 0) break;
    isAll = found.size + fresh.length <= MAX_SCRIPTS;
    if (!isAll) break;
    for (const path of fresh) found.add(path);
    patterns = importPatterns(fresh, [...new Set(fresh.flatMap((path) => modules.aliasesOf(path)))]);
  }
  return { paths: [...found].sort(), isAll };
}
