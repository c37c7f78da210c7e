import { CatalogInterest } from "../../catalog/interest.js";
import type { Catalog } from "../../catalog/catalog.js";
import { SourceText } from "../../core/source-text.js";
import type { FileReadFact } from "../../facts/file-facts.js";
import type { ModuleHost } from "../../frontends/module-host.js";
import { frontendFor } from "../../frontends/registry.js";
import { discoverNow } from "../../workspace/discover.js";
import { importPatterns } from "../../workspace/import-patterns.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import { readSource } from "../../workspace/read.js";
import type { SearchPattern } from "../../workspace/search-pattern.js";
import { loadFrontend } from "../load-frontend.js";

/** What scripts that read files by themselves have in them. */
const WORDS: SearchPattern = {
  source: String.raw`(?:readFile|read(?:Json|JSON|TextFile|YamlFile)|load(?:JsonFile|YamlFile|-json-file|-yaml-file)|read-yaml-file|createReadStream|open(?:Sync|AsBlob)?\(|Bun\.file|(?:exec|spawn|execa|\$)\w*[(\x60]|glob|(?:require|import) *\([^"')]|require\.context|(?:json|ya?ml)["'\x60?])`,
};
/** Whoever calls such a script from further away is taken for somebody who is not known. */
const ROUNDS = 3;
/** More scripts than this are not looked at. */
const MAX_SCRIPTS = 1000;

/** The reads of files in the scripts of a tree of which it is not known what they read, or what for. */
export interface ScriptReads {
  readonly reads: readonly FileReadFact[];
  /** Scripts that were not followed to the end, of which anything may be thought. */
  readonly unknown: readonly string[];
}

/**
 * Evaluates the JavaScript and TypeScript of a tree that may read files, with what imports it.
 *
 * @param isAskedAbout says which files matter; tests read what they please
 * @returns nothing where it is too much, or cannot be searched for
 */
export async function scriptReads(
  cwd: string,
  modules: RepositoryModules,
  catalog: Catalog,
  isAskedAbout: (path: string) => boolean,
): Promise<ScriptReads | undefined> {
  const scripts = findScripts(cwd, modules, isAskedAbout);
  if (!scripts) return undefined;
  const texts = new Map<string, SourceText | undefined>();
  const read = (path: string): SourceText | undefined => {
    if (!texts.has(path)) texts.set(path, textOf(cwd, path));
    return texts.get(path);
  };
  const host = hostOf(modules, read);
  const [first] = scripts;
  if (first === undefined) return { reads: [], unknown: [] };
  const { frontend } = await loadFrontend(first);
  const program = frontend.begin?.(new CatalogInterest(catalog), host);
  if (!program) return undefined;
  const unknown: string[] = [];
  for (const path of scripts) {
    const source = read(path);
    if (!source || program.add(source)) unknown.push(path);
  }
  program.evaluate();
  const all = program.facts().map(({ facts }) => facts);
  unknown.push(...all.filter(({ problems }) => problems.length > 0).map(({ path }) => path));
  return { reads: all.flatMap(({ fileReads }) => fileReads ?? []), unknown };
}

/** Scripts with words of reading, and those that import one of them. */
function findScripts(
  cwd: string,
  modules: RepositoryModules,
  isAskedAbout: (path: string) => boolean,
): readonly string[] | undefined {
  const found = new Set<string>();
  let patterns: readonly SearchPattern[] = [WORDS];
  for (let round = 0; round <= ROUNDS; round++) {
    const question = { cwd, paths: ["."], ignorePatterns: [], noIgnore: false, patterns };
    const candidates = discoverNow(question)?.candidates;
    if (!candidates) return undefined;
    const fresh = candidates.filter(
      (path) => !found.has(path) && frontendFor(path).name === "javascript" && isAskedAbout(path),
    );
    for (const path of fresh) found.add(path);
    if (found.size > MAX_SCRIPTS) return undefined;
    if (fresh.length === 0) break;
    patterns = importPatterns(fresh, [...new Set(fresh.flatMap((path) => modules.aliasesOf(path)))]);
  }
  return [...found].sort();
}

function hostOf(modules: RepositoryModules, read: (path: string) => SourceText | undefined): ModuleHost {
  return {
    resolve: (specifier, from) => modules.resolve(specifier, from),
    read,
    packageOf: (path) => modules.packageOf(path),
    yaml: (text, merges) => modules.yaml(text, merges),
    settingsFiles: (path) => modules.settingsFiles(path),
    environmentFile: (path) => {
      const file = modules.environmentFile(path);
      return file === undefined ? undefined : read(file);
    },
  };
}

function textOf(cwd: string, path: string): SourceText | undefined {
  const result = readSource(cwd, path);
  return result.ok ? new SourceText(path, result.raw) : undefined;
}
