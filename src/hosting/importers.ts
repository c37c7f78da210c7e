import { addAll } from "../core/add-all.js";
import type { FileToAnalyze } from "../engine/analyze-file.js";
import type { RepositoryAnalysis } from "../engine/analyze-repository.js";
import type { SourceText } from "../core/source-text.js";
import type { Frontend, SharedNames } from "../frontends/frontend.js";
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
interface ImporterSearch {
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
  const sought = new Sought(analysis);
  const searched = { imports: [] as SearchPattern[], variables: [] as string[] };
  const refused = new Set<string>();
  let added = 0;
  for (let open = sought.grown(); open.length > 0; open = sought.grown()) {
    sought.add(open);
    const round: Round = {
      imports: importPatterns(open, [...new Set(open.flatMap((path) => host.aliasesOf(path)))]),
      variables: open.flatMap((path) => analysis.variablesIn(path)),
    };
    addAll(searched.imports, round.imports);
    addAll(searched.variables, round.variables);
    const found = yield [...round.imports, ...round.variables.map((source) => ({ source }))];
    for (const { path, frontend, language } of found) {
      if (analysis.isLinked(path)) continue;
      const file = importerAt(path, { frontend, language }, round, host, sought);
      if (!file) continue;
      if (analysis.has(path)) {
        // It was only looked at by itself so far.
        analysis.link(path);
        continue;
      }
      if (added >= maxFiles) {
        refused.add(path);
        continue;
      }
      analysis.add(file);
      if (analysis.isConcerned(path)) added++;
      else analysis.remove(path);
    }
  }
  return { refused: refused.size, isImporter: importerTest(searched, host, sought.close()) };
}

/** The files whose importers are looked for, with the names that concern who imports them. */
class Sought {
  readonly #names = new Map<string, SharedNames>();

  #analysis: RepositoryAnalysis | undefined;

  constructor(analysis: RepositoryAnalysis) {
    this.#analysis = analysis;
  }

  get paths(): string[] {
    return [...this.#names.keys()];
  }

  has(path: string): boolean {
    return this.#names.has(path);
  }

  add(paths: readonly string[]): void {
    for (const path of paths) this.#names.set(path, this.#analysis!.sharedNames(path));
  }

  /** Files that have more names by now than those whose users were looked for. */
  grown(): string[] {
    const analysis = this.#analysis!;
    return analysis.paths.filter((path) => {
      const { names, isWhole } = analysis.sharedNames(path);
      const known = this.#names.get(path);
      if (!known) return isWhole || names.size > 0;
      return names.size > known.names.size || (isWhole && !known.isWhole);
    });
  }

  /** Lets go of the analysis: whoever keeps what was sought does not keep that as well. */
  close(): this {
    this.#analysis = undefined;
    return this;
  }

  /** Whether a text that imports a file may use one of its names; `export *` hands them on without writing them. */
  mayBeUsedIn(text: string, path: string): boolean {
    const known = this.#names.get(path);
    return known !== undefined && mayUse(text, known);
  }

  /** Whether a text may use a name of any of the files, wherever its imports lead. */
  mayUseAny(text: string): boolean {
    for (const known of this.#names.values()) if (mayUse(text, known)) return true;
    return false;
  }
}

const EXPORTS_ALL = /export\s*[*]/;

function mayUse(text: string, { names, isWhole }: SharedNames): boolean {
  if (isWhole || EXPORTS_ALL.test(text)) return true;
  for (const name of names) if (text.includes(name)) return true;
  return false;
}

/** Made apart from the search, so that whoever keeps it does not keep the analysis as well. */
function importerTest(searched: Round, host: ModuleHost, sought: Sought): ImporterSearch["isImporter"] {
  return (source, frontend) => importsFrom(source, frontend, searched, host, sought);
}

/** The file, if it is one that imports from one of those that are sought. */
function importerAt(
  path: string,
  { frontend, language }: Omit<FoundFile, "path">,
  round: Round,
  host: ModuleHost,
  sought: Sought,
): FileToAnalyze | undefined {
  const source = frontend.specifiersIn && host.read(path);
  if (!source || !importsFrom(source, frontend, round, host, sought)) return undefined;
  return { source, frontend, language, isFollowed: true };
}

/** What a round searches the tree for. */
interface Round {
  readonly imports: readonly SearchPattern[];
  /** Names of variables of the environment. */
  readonly variables: readonly string[];
}

/** Whether a file imports from one of those that are sought, or reads a variable that one of them sets. */
function importsFrom(
  source: SourceText,
  { specifiersIn, resolve }: Frontend,
  { imports, variables }: Round,
  host: ModuleHost,
  sought: Sought,
): boolean {
  if (!specifiersIn) return false;
  const { path, text } = source;
  // A language with its own way to find a module writes no strings.
  if (resolve)
    return (
      sought.mayUseAny(text) &&
      specifiersIn(source).some((specifier) => {
        const lead = resolve(specifier, path, host);
        return lead !== undefined && lead !== path && sought.mayBeUsedIn(text, lead);
      })
    );
  const ends = [...stringsEndingIn(text, imports)];
  const leadsThere = (specifier: string): boolean =>
    leadsTo(specifier, path, host, sought).some((lead) => sought.mayBeUsedIn(text, lead));
  const isImporter =
    ends.length > 0 &&
    specifiersIn(source).some(
      (specifier) => ends.some((end) => endsAlike(specifier, end)) && leadsThere(specifier),
    );
  if (isImporter || !variables.some((name) => text.includes(name))) return isImporter;
  const environment = host.environmentFile?.(path);
  return environment !== undefined && sought.has(environment.path);
}

/** A string with a path may have code before it that says which folder the path starts in. */
function endsAlike(specifier: string, end: string): boolean {
  return specifier.endsWith(end) || (end.includes("${") && end.endsWith(specifier.replace(/^\./, "")));
}

/** The files that a specifier leads to from a file. */
function leadsTo(specifier: string, from: string, host: ModuleHost, sought: Sought): readonly string[] {
  const found = host.resolve(specifier, from);
  if (found !== undefined) return [found];
  // A file that code reads may be named from the folder of the package, or with the folder apart.
  if (/^\.\/.*\.(?:json|ya?ml)$/.test(specifier)) {
    const folder = host.packageOf?.(from) ?? "";
    const named = host.resolve(specifier, `${folder}${folder && "/"}package.json`);
    if (named !== undefined) return [named];
    const end = specifier.slice(1);
    return sought.paths.filter((path) => path.endsWith(end) && (host.packageOf?.(path) ?? "") === folder);
  }
  return specifier === "config" ? (host.settingsFiles?.(from) ?? []) : [];
}
