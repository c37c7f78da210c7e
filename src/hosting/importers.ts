import { addAll } from "../core/add-all.js";
import type { FileToAnalyze } from "../engine/analyze-file.js";
import type { SourceText } from "../core/source-text.js";
import { isImportableData } from "../engine/importable-data.js";
import { mayGet, readsVariable, type GivenVariable } from "../engine/given-variables.js";
import { isTemplate, mayBeTemplate } from "../engine/template-reads.js";
import type { Frontend, SharedNames } from "../frontends/frontend.js";
import type { ModuleHost } from "../frontends/module-host.js";
import { importPatterns, stringsEndingIn } from "../workspace/import-patterns.js";
import { CodeWords } from "./code-words.js";
import { Sought } from "./sought-files.js";
import { compilePatterns, escaped, type SearchPattern } from "../workspace/search-pattern.js";

/** The files around the analysis that the search for importers needs. */
export interface ImporterHost extends ModuleHost {
  /** Specifiers that resolve to a file without naming it. */
  aliasesOf(path: string): readonly string[];
}

/** The files of an analysis, to which importers are added. See `RepositoryAnalysis`. */
export interface FilesToImport {
  readonly paths: readonly string[];
  /** The files that were taken out again. They may pass objects that matter to others. */
  readonly removed: readonly string[];
  wasRemoved(path: string): boolean;
  has(path: string): boolean;
  add(file: FileToAnalyze): void;
  remove(path: string): void;
  /** Adds the files that were taken out again and have become relevant by what was added later. Returns their number. */
  addAgain(): number;
  isLinked(path: string): boolean;
  link(path: string): void;
  isConcerned(path: string): boolean;
  missingTypes(): readonly (readonly [string, Pick<FileToAnalyze, "frontend" | "language">])[];
  sharedNames(path: string): SharedNames;
  variablesIn(path: string): readonly GivenVariable[];
}

/** A file that holds one of the patterns of a round, with its frontend loaded. */
export interface FoundFile {
  readonly path: string;
  readonly frontend: Frontend;
  readonly language: string | undefined;
}

/** The result of a search. */
interface ImporterSearch {
  /** The number of files that were left out because there were too many. */
  readonly refused: number;
  /** Returns whether a file, with this text, imports from one of the files whose importers were searched for. */
  isImporter(source: SourceText, frontend: Frontend): boolean;
}

/**
 * Adds the files that import from a file of the analysis, the files that import from those, and so on. The arguments of
 * a wrapper, and the uses of a response, are in files that do not mention the API themselves.
 *
 * Yields the patterns to search the tree for, round by round, and takes the files that contain one of them. The caller
 * decides how files are searched, and whether it waits.
 *
 * @param maxFiles how many files may be added
 * @param onFile called with each file that is looked at
 */
export function* addImporters(
  analysis: FilesToImport,
  host: ImporterHost,
  maxFiles: number,
  onFile?: (path: string) => void,
): Generator<readonly SearchPattern[], ImporterSearch, readonly FoundFile[]> {
  const sought = new Sought(analysis);
  const searched = {
    imports: [] as SearchPattern[],
    dataImports: [] as SearchPattern[],
    variables: [] as GivenVariable[],
    provided: [] as Provided[],
  };
  const refused = new Set<string>();
  let added = 0;
  const grown = (): string[] => {
    addTypes(analysis, host);
    added += analysis.addAgain();
    return sought.grown();
  };
  for (let open = grown(); open.length > 0; open = grown()) {
    sought.add(open);
    const round: Round = {
      imports: importPatterns(open, [...new Set(open.flatMap((path) => host.aliasesOf(path)))], (path) => {
        const { names, held } = analysis.sharedNames(path);
        return [...names, ...(held?.keys() ?? [])];
      }),
      dataImports: importPatterns(open.filter(isImportableData), []),
      variables: open.flatMap((path) => analysis.variablesIn(path)),
      provided: open.flatMap((path) => providedBy(path, analysis.sharedNames(path))),
    };
    addAll(searched.imports, round.imports);
    addAll(searched.dataImports, round.dataImports);
    addAll(searched.variables, round.variables);
    addAll(searched.provided, round.provided);
    const found = yield [
      ...round.imports,
      ...round.variables.map(({ name }) => ({ source: name })),
      ...round.provided.map(({ pattern }) => pattern),
    ];
    for (const { path, frontend, language } of found) {
      if (analysis.isLinked(path) || analysis.wasRemoved(path)) continue;
      onFile?.(path);
      const file = importerAt(path, { frontend, language }, round, host, sought);
      if (!file) continue;
      if (analysis.has(path)) {
        // Until now it was only analysed by itself.
        analysis.link(path);
        continue;
      }
      if (added >= maxFiles) {
        refused.add(path);
        continue;
      }
      analysis.add(file);
      // Languages of programs know nothing of what a template reads.
      if (analysis.isConcerned(path) || isTemplate(file.source)) added++;
      else analysis.remove(path);
    }
  }
  return { refused: refused.size, isImporter: importerTest(searched, host, sought.close()) };
}

/** Adds the files that declare the types above classes that matter: what imports a type may have objects of them. */
function addTypes(analysis: FilesToImport, host: ImporterHost): void {
  const tried = new Set<string>();
  for (let types = analysis.missingTypes(); types.length > 0;) {
    for (const [path, { frontend, language }] of types) {
      tried.add(path);
      const source = host.read(path);
      if (source) analysis.add({ source, frontend, language, isFollowed: true });
    }
    types = analysis.missingTypes().filter(([path]) => !tried.has(path));
  }
}

/** Created apart from the search, so that code that keeps it does not keep the analysis alive. */
function importerTest(searched: Round, host: ModuleHost, sought: Sought): ImporterSearch["isImporter"] {
  return (source, frontend) => importsFrom(source, frontend, searched, host, sought);
}

/** Returns the file if it imports from one of the files that are searched for. */
function importerAt(
  path: string,
  { frontend, language }: Omit<FoundFile, "path">,
  round: Round,
  host: ModuleHost,
  sought: Sought,
): FileToAnalyze | undefined {
  // Files of other languages only read variables, and pages ask servers.
  const mayRead =
    frontend.specifiersIn ??
    ((frontend.readsFiles && round.variables.length > 0) ||
      ((language === "html" || mayBeTemplate(path)) && round.provided.length > 0));
  const source = mayRead ? host.read(path) : undefined;
  if (!source || !importsFrom(source, frontend, round, host, sought)) return undefined;
  return { source, frontend, language, isFollowed: true };
}

/** The patterns that a round searches the tree for. */
interface Round {
  readonly imports: readonly SearchPattern[];
  /** Those of files of data. */
  readonly dataImports: readonly SearchPattern[];
  readonly variables: readonly GivenVariable[];
  readonly provided: readonly Provided[];
}

/**
 * A type of which a container gives the objects that a file makes, to files of the same language. Or a path under which
 * a file answers requests.
 */
interface Provided {
  readonly pattern: SearchPattern;
  /** Returns whether a file of that language names the type. */
  readonly mayTake: (source: SourceText, isProgram: boolean) => boolean;
}

function providedBy(path: string, shared: SharedNames): Provided[] {
  return [...typesProvidedBy(path, shared), ...answersProvidedBy(shared)];
}

/** Returns a pattern for paths that have a word in some segment, also with a capital letter: `getCluster`. */
function inPath(word: string): string {
  const [first = "", ...rest] = word;
  return `/[A-Za-z0-9_./$:{}-]*[${first}${first.toUpperCase()}]${escaped(rest.join(""))}`;
}

/** The responses of a server under a path go to files that name the path, in any language. */
function answersProvidedBy({ served }: SharedNames): Provided[] {
  if (!served) return [];
  const provide = (source: string, isAsked: (file: SourceText) => boolean): Provided => {
    const pattern = { source };
    const isIn = compilePatterns([pattern]);
    const mayTake: Provided["mayTake"] = (file, isProgram) =>
      isAsked(file) && isIn(file.text) && served.mayRead(file.text, isProgram);
    return { pattern, mayTake };
  };
  return [
    ...[...served.paths].map((path) => provide(String.raw`${escaped(path)}\b`, () => true)),
    // So many texts have a word behind a slash that only those of pages are looked at.
    ...[...served.names].map((name) => provide(inPath(name), isPage)),
    ...[...served.read].map((name) => provide(String.raw`\b${escaped(name)}\b`, isPage)),
    // A program may fill templates with answers that it asked for, or hand them to other programs.
    ...[...served.handed].map((name) =>
      provide(
        String.raw`\b${escaped(name)}\b`,
        (file) => isTemplate(file) || served.started.has(file.path.slice(file.path.lastIndexOf("/") + 1)),
      ),
    ),
  ];
}

/** Files that browsers run, or that are built for them. */
const PAGE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?)$/;
const ASKS =
  /\b(?:fetch|ofetch|axios|ajax|getJSON|XMLHttpRequest|HttpClient|useSWR\w*|useQuery|useFetch|superagent|ky|got)\b|\$http\b|\$fetch\b/;

/** Returns whether a file may be one of a page that asks a server. */
function isPage({ path, text }: SourceText): boolean {
  return PAGE.test(path) && ASKS.test(text);
}

function typesProvidedBy(path: string, { provided }: SharedNames): Provided[] {
  const ending = path.slice(path.lastIndexOf("."));
  return [...(provided ?? [])].map((type) => {
    const pattern = {
      source: `${/^\w/.test(type) ? String.raw`\b` : ""}${escaped(type)}${/\w$/.test(type) ? String.raw`\b` : ""}`,
    };
    const isIn = compilePatterns([pattern]);
    return {
      pattern,
      mayTake: ({ path: other, text }) => other.endsWith(ending) && text.includes(type) && isIn(text),
    };
  });
}

/**
 * Returns whether a file imports from one of the files that are searched for, or reads a variable that one of them
 * sets.
 */
function importsFrom(
  source: SourceText,
  frontend: Frontend,
  { imports, dataImports, variables, provided }: Round,
  host: ModuleHost,
  sought: Sought,
): boolean {
  const { path, text } = source;
  const { specifiersIn, resolve } = frontend;
  if (variables.some((one) => mayGetFrom(source, one, host))) return true;
  const isProgram = frontend.begin !== undefined;
  if (provided.some(({ mayTake }) => mayTake(source, isProgram))) return true;
  if (!specifiersIn) return false;
  const code = CodeWords.of(source, frontend);
  // A language with its own module resolution writes only the paths of files of data as strings.
  if (resolve)
    return (
      (sought.data.length > 0 &&
        [...stringsEndingIn(text, dataImports)].some((end) => namesData(end, path, host, sought))) ||
      sought.isImportedBy(code, frontend, host)
    );
  const ends = [...stringsEndingIn(text, imports)];
  const leadsThere = (specifier: string): boolean =>
    leadsTo(specifier, path, host, sought).some((lead) => sought.mayBeUsedIn(code, lead));
  const isImporter =
    ends.length > 0 &&
    specifiersIn(source).some(
      (specifier) => ends.some((end) => endsAlike(specifier, end)) && leadsThere(specifier),
    );
  if (isImporter || !variables.some(({ name }) => text.includes(name))) return isImporter;
  const environment = host.environmentFile?.(path);
  return environment !== undefined && sought.has(environment.path);
}

function mayGetFrom(source: SourceText, variable: GivenVariable, host: ModuleHost): boolean {
  const giver = variable.place.path;
  if (giver === source.path || !readsVariable(source, variable)) return false;
  return mayGet(source.path, variable, host.read(giver)?.text);
}

/** Returns whether a string ends like the path of a file of data that is searched for: code joins it to a folder. */
function namesData(text: string, from: string, host: ModuleHost, sought: Sought): boolean {
  const end = `/${text.slice(text.lastIndexOf("/") + 1)}`;
  const folder = host.packageOf?.(from) ?? "";
  return sought.data.some((path) => `/${path}`.endsWith(end) && (host.packageOf?.(path) ?? "") === folder);
}

/** Code before a string with a path may name the folder that the path is relative to. */
function endsAlike(specifier: string, end: string): boolean {
  return specifier.endsWith(end) || (end.includes("${") && end.endsWith(specifier.replace(/^\./, "")));
}

/** Returns the files that a specifier in a file resolves to. */
function leadsTo(specifier: string, from: string, host: ModuleHost, sought: Sought): readonly string[] {
  const found = host.resolve(specifier, from);
  if (found !== undefined) return [found];
  // A path of a data file may be relative to the package, or be joined to a folder elsewhere.
  if (/^\.\/.*\.(?:json|ya?ml)$/.test(specifier)) {
    const folder = host.packageOf?.(from) ?? "";
    const named = host.resolve(specifier, `${folder}${folder && "/"}package.json`);
    if (named !== undefined) return [named];
    const end = specifier.slice(1);
    return sought.paths.filter((path) => path.endsWith(end) && (host.packageOf?.(path) ?? "") === folder);
  }
  return specifier === "config" ? (host.settingsFiles?.(from) ?? []) : [];
}
