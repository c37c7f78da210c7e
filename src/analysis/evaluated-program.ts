import { addAll } from "../core/add-all.js";
import type { Problem } from "../core/problem.js";
import type { SourceText } from "../core/source-text.js";
import type { FileFacts } from "../facts/file-facts.js";
import type { ProgramAnalysis, SharedNames } from "../frontends/frontend.js";
import type { Interest } from "../frontends/interest.js";
import type { Limits } from "../frontends/limits.js";
import type { ModuleHost } from "../frontends/module-host.js";
import type { Language } from "./evaluation/language.js";
import { evaluateModules } from "./evaluation/module-evaluation.js";
import type { ModuleRecord } from "./evaluation/module-record.js";
import { Run } from "./evaluation/run.js";
import { FactsByFile } from "./recording/facts-by-file.js";
import type { Recorder } from "./recording/recorder.js";
import { RelevantCode } from "./relevance/relevance.js";

/** A file that was added, with its modules: one, or one for each piece of code in it that has variables of its own. */
export interface EvaluatedFile {
  readonly source: SourceText;
  readonly modules: readonly ModuleRecord[];
}

interface FactsOfFile {
  readonly source: SourceText;
  readonly facts: FileFacts;
}

/** Files that the evaluator runs together, in JavaScript or in a language that is lowered to its tree. */
export abstract class EvaluatedProgram<File extends EvaluatedFile> implements ProgramAnalysis {
  protected readonly run: Run;
  readonly #files = new Map<string, File>();
  #waiting: ModuleRecord[] = [];
  /** Absent where all code is looked at, relevant or not. */
  readonly #relevant: RelevantCode | undefined;

  constructor(
    recorder: Recorder,
    interest: Interest,
    host: ModuleHost | undefined,
    limits: Limits | undefined,
    language: Language,
  ) {
    this.#relevant = limits?.relevance === false ? undefined : new RelevantCode(interest, host, language);
    this.run = new Run(recorder, interest, language, host, limits, this.#relevant);
  }

  abstract add(source: SourceText, followsImports?: boolean): Problem | undefined;

  /** Returns the facts of an added file. */
  protected abstract factsOf(file: File, byFile: FactsByFile): FileFacts;

  /** Returns the facts of a file that an import led to. */
  protected abstract factsOfImported(module: ModuleRecord, byFile: FactsByFile): FileFacts;

  /** Adds a file to the program. */
  protected take(file: File): void {
    this.#files.set(file.source.path, file);
    addAll(this.#waiting, file.modules);
    for (const module of file.modules) this.#relevant?.add(module);
  }

  evaluate(): void {
    const roots = this.#waiting;
    this.#waiting = [];
    evaluateModules(this.run, roots);
  }

  follow(path: string): void {
    for (const module of this.#files.get(path)?.modules ?? []) module.followsImports = true;
  }

  sharedNames(path: string): SharedNames {
    if (this.#relevant) return this.#relevant.sharedNames(path);
    const isWhole = this.#files.get(path)?.modules.some(exportsSomething) ?? false;
    return { names: new Set(), isWhole };
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

  addData(path: string, variables: readonly string[]): void {
    this.#relevant?.addData(path, variables);
  }

  isConcerned(path: string): boolean {
    return !this.#relevant || !this.#files.has(path) || this.#relevant.concerns(path);
  }

  remove(path: string): void {
    const file = this.#files.get(path);
    if (!file) return;
    this.#files.delete(path);
    this.#waiting = this.#waiting.filter((module) => !file.modules.includes(module));
    for (const module of file.modules) module.isRoot = false;
  }

  facts(): FactsOfFile[] {
    const byFile = new FactsByFile(this.run);
    const added = [...this.#files.values()].map((file) => ({
      source: file.source,
      facts: this.factsOf(file, byFile),
    }));
    const imported = this.run.modules.all
      .filter((module) => !module.isRoot && module.state === "done")
      .map((module) => ({ source: module.source, facts: this.factsOfImported(module, byFile) }));
    return [...added, ...imported];
  }
}

/** Returns whether other files may import anything from a module; always true for a module that is not an ES module. */
function exportsSomething({ program }: ModuleRecord): boolean {
  const items = program.body.filter(({ type }) => /^(?:Import|Export)\w+Declaration$/.test(type));
  return items.length === 0 || items.some(({ type }) => type.startsWith("Export"));
}
