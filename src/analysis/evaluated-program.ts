import { greatestOf } from "../core/add-all.js";
import type { Problem } from "../core/problem.js";
import type { SourceText } from "../core/source-text.js";
import type { FileFacts } from "../facts/file-facts.js";
import { releaseHandles } from "../facts/plain-facts.js";
import type { ProgramAnalysis, SharedNames } from "../frontends/frontend.js";
import type { Interest } from "../frontends/interest.js";
import { DEFAULT_LIMITS, type Limits } from "../frontends/limits.js";
import type { ModuleHost } from "../frontends/module-host.js";
import type { Language } from "./evaluation/language.js";
import { evaluateModules } from "./evaluation/module-evaluation.js";
import type { ModuleRecord } from "./evaluation/module-record.js";
import { parseModule } from "./evaluation/parse-module.js";
import { RootModule } from "./evaluation/root-module.js";
import { Run } from "./evaluation/run.js";
import { ReachesApart, type Touched } from "./evaluation/whole-program.js";
import type { Grammar } from "./evaluation/grammar.js";
import { linkedFiles } from "./linked-files.js";
import { FactsByFile } from "./recording/facts-by-file.js";
import { Recorder } from "./recording/recorder.js";
import { RelevantCode } from "./relevance/relevance.js";

/** A file that was added, with its modules: one, or one for each piece of code in it that has variables of its own. */
export interface EvaluatedFile {
  readonly source: SourceText;
  readonly modules: readonly RootModule[];
}

interface FactsOfFile {
  readonly source: SourceText;
  readonly facts: FileFacts;
}

/** The result of the evaluation of some files. */
interface Evaluated<File> {
  readonly files: readonly File[];
  readonly facts: ReadonlyMap<File, FactsOfFile>;
  /** Facts of the files that imports led to. */
  readonly imported: readonly FactsOfFile[];
  readonly touched: Touched;
  /** Its share of the limits that all evaluations of the program have together. */
  readonly spent: number;
  readonly filesRead: number;
}

/** Trees of so many characters of text are kept until they are evaluated; others are parsed once more. */
const MAX_KEPT = 1_000_000;

/** After so many clashes all files are evaluated together. */
const MAX_CLASHES = 3;

/**
 * Files that the evaluator runs, in a language that is parsed or lowered to its tree. Files that have nothing to
 * do with each other are evaluated one group after the other, and only the facts of a group are kept.
 */
export abstract class EvaluatedProgram<File extends EvaluatedFile> implements ProgramAnalysis {
  readonly #files = new Map<string, File>();
  /** By their keys, with those that do not parse. */
  readonly #modules = new Map<string, RootModule | undefined>();
  /** The keys of modules that the relevance of code knows. */
  readonly #related = new Set<string>();
  /** The files that are only there because others lead to them. */
  readonly #followed = new Set<string>();
  /** Absent where all code is looked at, relevant or not. */
  readonly #relevant: RelevantCode | undefined;
  readonly #limits: Limits;
  #evaluated: Evaluated<File>[] = [];
  #evaluations = 0;
  /** The characters of the files whose trees are kept until they are evaluated. */
  #kept = 0;
  #maxKept = MAX_KEPT;
  #keepsAll = true;

  /** @param prefix what tells the ids of requests from those of other languages */
  constructor(
    private readonly prefix: string,
    protected readonly interest: Interest,
    protected readonly host: ModuleHost | undefined,
    limits: Limits | undefined,
    private readonly evaluatedLanguage: Language,
  ) {
    this.#limits = limits ?? DEFAULT_LIMITS;
    this.#relevant = this.#limits.relevance ? new RelevantCode(interest, host, evaluatedLanguage) : undefined;
  }

  abstract add(source: SourceText, followsImports?: boolean): Problem | undefined;

  /**
   * Returns the facts of an added file.
   *
   * @param modules those of its modules that parse, after they were evaluated
   */
  protected abstract factsOf(file: File, modules: readonly ModuleRecord[], byFile: FactsByFile): FileFacts;

  /** Returns the facts of a file that an import led to. */
  protected abstract factsOfImported(module: ModuleRecord, byFile: FactsByFile): FileFacts;

  /** Parses a module of a file. */
  protected parse(key: string, source: SourceText, grammar: Grammar): RootModule | Problem {
    const parse = (): ModuleRecord | Problem => parseModule(source, grammar, this.interest, this.host);
    const record = parse();
    const module = "names" in record ? new RootModule(key, source, parse, record) : undefined;
    this.#modules.set(key, module);
    // A file that was taken out keeps its parts.
    if (module && !this.#related.has(key))
      this.#relevant?.add(record as ModuleRecord, this.#followed.has(source.path));
    this.#related.add(key);
    return module ?? (record as Problem);
  }

  /** Adds a file to the program. */
  protected take(file: File): void {
    this.#files.set(file.source.path, file);
    if (this.evaluatedLanguage.traits.keepsTrees) return;
    const { length } = file.source.text;
    if (this.#mayKeep(length)) this.#kept += length;
    else for (const module of file.modules) module.release();
  }

  /** Files that are evaluated together need their trees at the same time, so only trees of other files are dropped. */
  #mayKeep(more: number): boolean {
    if (this.#kept + more <= this.#maxKept) return true;
    if (!this.#keepsAll) return false;
    const sizes = this.#groups().map((group) =>
      group.reduce((sum, { source }) => sum + source.text.length, 0),
    );
    if (greatestOf(sizes) > this.#maxKept / 2) this.#maxKept *= 2;
    else this.#keepsAll = false;
    return this.#keepsAll;
  }

  evaluate(): void {
    const order = new Map([...this.#files.values()].map((file, index) => [file, index]));
    let groups = this.#groups();
    let clashes = 0;
    for (let files = groups.shift(); files; files = groups.shift()) {
      const one = this.#evaluateApart(files);
      const isWhole = !(one instanceof ReachesApart);
      const clashing = this.#evaluated.filter((known) =>
        isWhole ? known.touched.clashes(one.touched) : holds(known.files, one.path),
      );
      if (isWhole && clashing.length === 0) {
        this.#evaluated.push(one);
        continue;
      }
      const reached = isWhole ? [] : groups.filter((group) => holds(group, one.path));
      // They have to do with each other after all.
      const isLast = ++clashes > MAX_CLASHES;
      const again = isLast ? this.#evaluated : clashing;
      const more = isLast ? groups : reached;
      this.#evaluated = this.#evaluated.filter((known) => !again.includes(known));
      const together = [...files, ...again.flatMap((known) => known.files), ...more.flat()];
      together.sort((a, b) => order.get(a)! - order.get(b)!);
      groups = [together, ...groups.filter((group) => !more.includes(group))];
    }
  }

  /** Without a host no file leads to another one. What all files need is then made once. */
  #groups(): File[][] {
    if (!this.host) return this.#files.size > 0 ? [[...this.#files.values()]] : [];
    const files = [...this.#files.values()].map((file) => ({
      file,
      source: file.source,
      followsImports: file.modules.some(({ followsImports }) => followsImports),
    }));
    const groups = linkedFiles(files, this.evaluatedLanguage, this.host, this.#limits.imported);
    return groups.map((group) => group.map(({ file }) => file));
  }

  #evaluateApart(files: readonly File[]): Evaluated<File> | ReachesApart {
    try {
      return this.#evaluate(files);
    } catch (error) {
      if (error instanceof ReachesApart) return error;
      throw error;
    }
  }

  #evaluate(files: readonly File[]): Evaluated<File> {
    const number = this.#evaluations++;
    const within = new Set(files.map(({ source }) => source.path));
    const recorder = new Recorder(this.interest, number === 0 ? this.prefix : `${this.prefix}${number}.`);
    const before = {
      added: this.#modules,
      files: this.#files.size,
      spent: this.#evaluated.reduce((sum, { spent }) => sum + spent, 0),
      imported: this.#evaluated.reduce((sum, { filesRead }) => sum + filesRead, 0),
      isApart: (path: string) => this.#files.has(path) && !within.has(path),
    };
    const run = new Run(
      recorder,
      this.interest,
      this.evaluatedLanguage,
      this.host,
      this.#limits,
      this.#relevant,
      before,
    );
    const modules = new Map(
      files.map((file) => [file, file.modules.flatMap((module) => run.modules.addRoot(run, module) ?? [])]),
    );
    evaluateModules(run, [...modules.values()].flat());
    const byFile = new FactsByFile(run);
    const facts = new Map(
      files.map((file) => [
        file,
        { source: file.source, facts: this.factsOf(file, modules.get(file)!, byFile) },
      ]),
    );
    const imported = run.modules.all
      .filter((module) => !module.isRoot && module.state === "done")
      .map((module) => ({ source: module.source, facts: this.factsOfImported(module, byFile) }));
    releaseHandles([...facts.values(), ...imported].map((one) => one.facts));
    return {
      files,
      facts,
      imported,
      touched: run.touched,
      spent: run.spent - before.spent,
      filesRead: run.modules.imported,
    };
  }

  expectsFollowed(path: string): void {
    this.#followed.add(path);
  }

  follow(path: string): void {
    for (const module of this.#files.get(path)?.modules ?? []) module.followsImports = true;
  }

  sharedNames(path: string): SharedNames {
    if (this.#relevant) return this.#relevant.sharedNames(path);
    const isWhole = this.#files.get(path)?.modules.some(({ exportsSomething }) => exportsSomething) ?? false;
    return { names: new Set(), isWhole };
  }

  missingTypes(): ReadonlyMap<string, string> {
    return this.#relevant?.missingTypes() ?? new Map();
  }

  share(path: string): void {
    this.#relevant?.share(path);
  }

  shareAll(path: string): void {
    this.#relevant?.shareAll(path);
  }

  sharedTest(): (path: string, offset: number) => boolean {
    const relevant = this.#relevant;
    return (path, offset) => relevant?.isSharedAt(path, offset) ?? true;
  }

  relevantOutside(paths: ReadonlySet<string>): number {
    return this.#relevant?.relevantOutside(paths) ?? 0;
  }

  addData(path: string, variables: readonly string[]): void {
    this.#relevant?.addData(path, variables);
  }

  isConcerned(path: string): boolean {
    return !this.#relevant || !this.#files.has(path) || this.#relevant.concerns(path);
  }

  isRelevant(path: string): boolean {
    return this.#relevant?.concerns(path) ?? false;
  }

  remove(path: string): void {
    const file = this.#files.get(path);
    if (!file) return;
    this.#files.delete(path);
    for (const module of file.modules) {
      module.isRoot = false;
      module.release();
    }
  }

  facts(): FactsOfFile[] {
    const facts = new Map(this.#evaluated.flatMap((one) => [...one.facts]));
    return [
      ...[...this.#files.values()].map((file) => facts.get(file)!),
      ...this.#evaluated.flatMap(({ imported }) => imported),
    ];
  }
}

function holds(files: readonly EvaluatedFile[], path: string): boolean {
  return files.some(({ source }) => source.path === path);
}
