import type { FileToAnalyze } from "../../engine/analyze-file.js";
import type { ProgramAnalysis, SharedNames } from "../../frontends/frontend.js";
import type { Interest } from "../../frontends/interest.js";
import { NO_INTEREST } from "../../frontends/no-interest.js";
import { frontendFor } from "../../frontends/registry.js";
import { addImporters, type FilesToImport, type FoundFile } from "../../hosting/importers.js";
import { discover } from "../../workspace/discover.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import type { SearchPattern } from "../../workspace/search-pattern.js";
import { loadFrontend } from "../load-frontend.js";
import { readerHost, readsOf, type ScriptReads } from "./reader-program.js";
import { wholeTree } from "./tree-files.js";

/** Text in imports that names something else than it says; a line may end before it. */
const IMPORTS: SearchPattern = {
  source: String.raw`\bimport *\(|\brequire *\( *(?:[^ "'\x60)]|["'][^"']*["'] *[+]|\x60[^\x60]*\$)|require\.context|import\.meta\.glob`,
};
const COMPUTED_NAME =
  /\b(?:import|require)\s*\(\s*(?:[^\s"'`)]|(["'])[^"']*\1\s*\+|`[^`]*\$)|require\.context|import\.meta\.glob/;
/** More files than this are not looked at. */
const MAX_FILES = 1000;
/** Only code is evaluated that imports under a computed name, or has to do with such code. */
const COMPUTED_IMPORTS: Interest = { ...NO_INTEREST, computedImports: true };

/**
 * Evaluates the JavaScript and TypeScript of a tree that imports under computed names, which is rare, with the code that
 * calls it.
 *
 * @param isAskedAbout checks which files matter; imports in tests are ignored
 *
 * @returns undefined if there is too much code
 */
export async function computedImports(
  cwd: string,
  modules: RepositoryModules,
  isAskedAbout: (path: string) => boolean,
): Promise<ScriptReads | undefined> {
  const host = readerHost(cwd, modules);
  const search = async (patterns: readonly SearchPattern[]): Promise<string[]> => {
    const { candidates } = await discover({ ...wholeTree(cwd), patterns });
    return candidates.filter((path) => frontendFor(path).name === "javascript" && isAskedAbout(path));
  };
  const first = (await search([IMPORTS])).flatMap((path) => host.read(path) ?? []);
  const computed = first.filter(({ text }) => COMPUTED_NAME.test(text));
  if (computed.length === 0) return { reads: [], unknown: [] };
  if (computed.length > MAX_FILES) return undefined;
  const { frontend } = await loadFrontend(computed[0]!.path);
  const program = frontend.begin?.(COMPUTED_IMPORTS, host);
  if (!program) return undefined;
  const files = new ImportingFiles(program);
  for (const source of computed) {
    files.add({ source });
    if (!files.isConcerned(source.path)) files.remove(source.path);
  }
  const rounds = addImporters(files, host, MAX_FILES);
  let round = rounds.next();
  while (!round.done) {
    const found: FoundFile[] = [];
    for (const path of await search(round.value)) found.push({ path, ...(await loadFrontend(path)) });
    round = rounds.next(found);
  }
  return round.value.refused > 0 ? undefined : readsOf(program, files.unparsed);
}

/** The files of a program of which all importers are searched for. */
class ImportingFiles implements FilesToImport {
  readonly #added = new Set<string>();
  readonly unparsed: string[] = [];

  constructor(private readonly program: ProgramAnalysis) {}

  get paths(): string[] {
    return [...this.#added];
  }

  add({ source }: Pick<FileToAnalyze, "source">): void {
    if (this.program.add(source)) this.unparsed.push(source.path);
    else this.#added.add(source.path);
  }

  remove(path: string): void {
    this.#added.delete(path);
    this.program.remove(path);
  }

  has(path: string): boolean {
    return this.#added.has(path);
  }

  isLinked(path: string): boolean {
    return this.#added.has(path);
  }

  /** Nothing is added without its links. */
  link(): void {}

  isConcerned(path: string): boolean {
    return this.program.isConcerned(path);
  }

  sharedNames(path: string): SharedNames {
    return this.program.sharedNames(path);
  }

  /** Only the imports of files are asked about, not the objects that they may have. */
  get removed(): readonly never[] {
    return [];
  }

  wasRemoved(): boolean {
    return false;
  }

  addAgain(): number {
    return 0;
  }

  missingTypes(): readonly never[] {
    return [];
  }

  variablesIn(): readonly never[] {
    return [];
  }
}
