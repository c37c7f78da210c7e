import type { Program } from "@oxc-project/types";
import { analyze } from "@typescript-eslint/scope-manager";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import { contains, type Span } from "../../core/span.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { ProgramAnalysis, SharedNames } from "../frontend.js";
import type { Interest } from "../interest.js";
import type { Language } from "../javascript/evaluation/language.js";
import { evaluateModules } from "../javascript/evaluation/module-evaluation.js";
import { Names, type ModuleRecord } from "../javascript/evaluation/module-record.js";
import { Run } from "../javascript/evaluation/run.js";
import type { Grammar } from "../javascript/grammar.js";
import type { Parsed } from "../javascript/parse.js";
import { FactsByFile } from "../javascript/recording/facts-by-file.js";
import { Recorder } from "../javascript/recording/recorder.js";
import type { Limits } from "../limits.js";
import { writtenString } from "../plain/scan.js";
import type { ModuleHost } from "../module-host.js";
import type { CoreProgram } from "./core-tree.js";
import { SharedNamesByWord } from "./shared-names.js";
import type { LoweredComment, LoweredLanguage, LoweredText } from "./language.js";

/** Many clauses in a row, such as `elif`, are levels inside each other in the core tree. */
const TOO_DEEP = { kind: "too-deep", message: "has too many nested levels, searched as plain text" } as const;

interface AddedFile {
  readonly source: SourceText;
  readonly lowered: LoweredText;
  readonly modules: readonly ModuleRecord[];
}

/** Files of one language that are looked at together. */
export class LoweredProgram implements ProgramAnalysis {
  readonly #run: Run;
  readonly #files = new Map<string, AddedFile>();
  readonly #shared: SharedNamesByWord;
  #waiting: ModuleRecord[] = [];

  constructor(
    private readonly language: LoweredLanguage,
    private readonly interest: Interest,
    host?: ModuleHost,
    limits?: Limits,
  ) {
    this.#shared = new SharedNamesByWord(interest);
    this.#run = new Run(
      new Recorder(interest, `${language.name}:`),
      interest,
      host,
      limits,
      undefined,
      evaluated(language, interest),
    );
  }

  add(source: SourceText, followsImports = true): Problem | undefined {
    try {
      return this.#add(source, followsImports);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { path: source.path, ...TOO_DEEP };
    }
  }

  #add(source: SourceText, followsImports: boolean): Problem | undefined {
    const lowered = this.language.lower(source, this.interest);
    if (!("programs" in lowered)) return lowered;
    const { path } = source;
    const modules = lowered.programs.flatMap((program, index) => {
      const grammar = grammarOf(this.language, program, index === 0 ? lowered.comments : []);
      const record = this.#run.modules.addRoot(
        this.#run,
        index === 0 ? path : `${path}#${index}`,
        source,
        grammar,
      );
      return "names" in record ? [record] : [];
    });
    for (const module of modules) module.followsImports = followsImports;
    this.#files.set(path, { source, lowered, modules });
    this.#shared.add(source, modules);
    this.#waiting = [...this.#waiting, ...modules];
    return undefined;
  }

  evaluate(): void {
    const roots = this.#waiting;
    this.#waiting = [];
    evaluateModules(this.#run, roots);
  }

  follow(path: string): void {
    for (const module of this.#files.get(path)?.modules ?? []) module.followsImports = true;
  }

  sharedNames(path: string): SharedNames {
    const text = this.language.sharesVariables ? this.#files.get(path)?.source.text : undefined;
    const isWhole = text !== undefined && this.interest.scanText(text).length > 0;
    return { names: this.#shared.of(path), isWhole };
  }

  // Everything in a file counts as relevant to other files, until it is known which parts are.
  share(): void {}
  shareAll(): void {}
  sharedTest(): () => boolean {
    return () => true;
  }

  addData(): void {}

  isConcerned(): boolean {
    return true;
  }

  remove(path: string): void {
    const file = this.#files.get(path);
    if (!file) return;
    this.#files.delete(path);
    this.#shared.remove(path);
    this.#waiting = this.#waiting.filter((module) => !file.modules.includes(module));
    for (const module of file.modules) module.isRoot = false;
  }

  facts(): { source: SourceText; facts: FileFacts }[] {
    const byFile = new FactsByFile(this.#run);
    const added = [...this.#files.values()].map(({ source, lowered, modules }) => {
      const { strings = [], language = this.language.name, problems, removedKeys = [] } = lowered;
      const around = { strings, comments: [], code: [], isFollowed: true };
      const facts = byFile.of(source, language, modules, problems, around);
      if (facts.requests.length > 0) return { source, facts };
      return { source, facts: this.#withText(source, facts, removedKeys, startsOfVariables(modules)) };
    });
    const imported = this.#run.modules.all
      .filter((module) => !module.isRoot && module.state === "done")
      .map((module) => {
        const around = { strings: [], comments: [], code: [], isFollowed: true };
        return {
          source: module.source,
          facts: byFile.of(module.source, this.language.name, [module], [], around),
        };
      });
    return [...added, ...imported];
  }

  /** Where no request of a file is known, what is written in it counts as in a text that is not parsed. */
  #withText(
    source: SourceText,
    facts: FileFacts,
    removedKeys: readonly Span[],
    variables: ReadonlySet<number>,
  ): FileFacts {
    const known = [...facts.strings, ...facts.fields].flatMap(({ place }) =>
      place.path === source.path ? [place] : [],
    );
    const parts = facts.strings.flatMap((fact) => fact.parts.filter(({ path }) => path === source.path));
    const isKnown = (match: Span): boolean =>
      variables.has(match.start) ||
      [...known, ...parts, ...removedKeys].some(({ start, end }) => start < match.end && match.start < end);
    const strings = this.interest
      .scanText(source.text)
      .filter((match) => !isKnown(match))
      .map((match) => {
        const isRemark = facts.comments.some(({ span }) => contains(span, match));
        return writtenString(source, match, isRemark ? "comment" : "text");
      });
    return { ...facts, strings: [...facts.strings, ...strings] };
  }
}

/** The language as the evaluator asks for it. */
function evaluated(language: LoweredLanguage, interest: Interest): Language {
  const { specifiersIn, resolve, moduleMaker, globalMaker, semantics } = language;
  // A file that was asked about brings the trees of its pieces; one that is imported is one program.
  const imported: Grammar = {
    language: language.name,
    dialects: [],
    tree: (source) => {
      try {
        const lowered = language.lower(source, interest);
        if (!("programs" in lowered)) return { ok: false, kind: "syntax", message: lowered.message };
        const [program] = lowered.programs;
        return program
          ? treeOf(program, lowered.comments)
          : { ok: false, kind: "syntax", message: "has no code" };
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return { ok: false, ...TOO_DEEP };
      }
    },
  };
  return {
    isJavaScript: false,
    grammarFor: (path) => (language.isOwn(path) ? imported : undefined),
    specifiersIn: (source) => specifiersIn.call(language, source),
    resolve: (specifier, from, host) => resolve.call(language, specifier, from, host),
    moduleMaker: (name) =>
      moduleMaker.call(language, name) ??
      (interest.isLibrary(name) ? language.libraryMaker?.(name) : undefined),
    globalMaker: (name) => globalMaker.call(language, name),
    ...(language.submodule ? { submodule: (specifier, name) => language.submodule!(specifier, name) } : {}),
    semantics,
  };
}

/** Where variables are declared and used: `providerSettings := f()` has no property of that name. */
function startsOfVariables(modules: readonly ModuleRecord[]): Set<number> {
  return new Set(modules.flatMap(({ names }) => [...names.identifiers].map(({ start }) => start)));
}

function grammarOf(
  language: LoweredLanguage,
  program: CoreProgram,
  comments: readonly LoweredComment[],
): Grammar {
  return { language: language.name, dialects: [], tree: () => treeOf(program, comments) };
}

function treeOf(program: CoreProgram, comments: readonly LoweredComment[]): Parsed {
  const { scopes } = analyze(program as never, { sourceType: "module", lib: [] });
  return {
    ok: true,
    // The core tree is a part of what oxc gives: it lacks only members that are never read.
    program: program as unknown as Program,
    comments: comments.map(({ text, start, end }) => ({ type: "Line", value: text, start, end })),
    names: new Names(scopes),
    errors: 0,
  };
}
