import { holdsNames } from "../catalog/service-mentions.js";
import type { Edit } from "../core/finding.js";
import type { Problem } from "../core/problem.js";
import type { SourceText } from "../core/source-text.js";
import type { FileFacts } from "../facts/file-facts.js";
import type { Frontend, ProgramAnalysis, SharedNames } from "../frontends/frontend.js";
import type { Interest } from "../frontends/interest.js";
import type { Limits } from "../frontends/limits.js";
import type { ModuleHost } from "../frontends/module-host.js";
import {
  analyzeFile,
  askAbout,
  askRules,
  internalProblem,
  readFacts,
  type FileAnalysis,
  type FileToAnalyze,
  type ReadPlain,
} from "./analyze-file.js";
import type { ApiRequest } from "./api-request.js";
import { mayAskTypes } from "./cluster-fields.js";
import { fileContexts, type Question } from "./file-context.js";
import { givenVariables, mayGet, withGivenVariables, type GivenVariable } from "./given-variables.js";
import { isImportableData, mayConcernCode } from "./importable-data.js";
import type { FileContext, Rule } from "./rule.js";
import { servedIn, startedBy } from "./route-texts.js";
import { SentData } from "./sent-data.js";
import { ServedPaths } from "./served-paths.js";

/** The settings of an analysis. */
export interface AnalysisSettings {
  readonly rules: readonly Rule[];
  /** All rules that a directive may name, also those that are not asked in this run. */
  readonly ruleIds: ReadonlySet<string>;
  readonly question: Question;
  readonly interest: Interest;
  readonly readPlain: ReadPlain;
  /** Finds and reads the files that values are followed into. */
  readonly host: ModuleHost;
  readonly limits: Limits;
  /** Returns whether findings in a file are reported; false for generated files that values only pass through. */
  readonly isReported?: (path: string) => boolean;
}

const NO_NAMES: SharedNames = { names: new Set(), isWhole: false };

/** An offset in a file. */
type Place = Pick<Edit, "path" | "start">;

/** Facts of a file, before a rule is asked. */
interface FileWithFacts {
  readonly source: SourceText;
  readonly facts: FileFacts;
}

/** The files of a program with their contexts, in the same order; or the analyses of files that were not followed. */
interface EvaluatedProgram {
  readonly sources: readonly SourceText[];
  readonly contexts: readonly FileContext[];
  readonly failed: readonly FileAnalysis[];
}

/**
 * The files of a run. Those of a frontend that follows values from file to file are looked at together, when all of
 * them are there; the others one by one.
 */
export class RepositoryAnalysis {
  readonly #added = new Map<string, FileToAnalyze>();
  readonly #programs = new Map<Frontend, ProgramAnalysis>();
  readonly #singles: FileToAnalyze[] = [];
  /** Those of them that have to do with the API as a whole. */
  readonly #data = new Set<string>();
  readonly #given = new Map<string, readonly GivenVariable[]>();
  /** Files of which what they import, and what imports them, is looked at. */
  readonly #linked = new Set<string>();
  /** Files that were taken out again: nothing in them is relevant so far. */
  readonly #removed = new Map<string, FileToAnalyze>();
  /** Files of a program that it could not parse, with the reason. */
  readonly #unparsed = new Map<string, Problem>();

  constructor(private readonly settings: AnalysisSettings) {}

  get paths(): string[] {
    return [...this.#added.keys()];
  }

  get removed(): string[] {
    return [...this.#removed.keys()];
  }

  wasRemoved(path: string): boolean {
    return this.#removed.has(path);
  }

  addAgain(): number {
    const again = [...this.#removed].filter(([path, { frontend }]) =>
      this.#programs.get(frontend)?.isRelevant(path),
    );
    for (const [path, file] of again) {
      this.#removed.delete(path);
      this.add(file);
    }
    return again.length;
  }

  /** Returns the added files in their order, so that an analysis of other texts links the same files. */
  get files(): FileToAnalyze[] {
    return [...this.#added.values()].map((file) =>
      this.#linked.has(file.source.path) ? { ...file, isLinked: true } : file,
    );
  }

  has(path: string): boolean {
    return this.#added.has(path);
  }

  add(file: FileToAnalyze): void {
    const { path, text } = file.source;
    this.#added.set(path, file);
    this.#removed.delete(path);
    const mentionsService = this.mentionsService(text);
    const isLinked = file.isFollowed === true || file.isLinked === true;
    if (isLinked || mentionsService) this.#linked.add(path);
    const program = this.#programOf(file.frontend);
    if (!program) {
      this.#singles.push(file);
      if (this.#linked.has(path) && mayConcernCode(path)) this.#shareData(path);
    }
    this.#addGiven(file.source);
    if (!program) return;
    const { interest, question } = this.settings;
    const follows = this.#linked.has(path) || holdsNames(text, interest, question.catalog.vocabularies);
    if (file.isFollowed) program.expectsFollowed(path);
    const problem = attempt(path, () => program.add(file.source, follows));
    if (problem) this.#unparsed.set(path, problem);
    // Without a mention of the service, a name of a property concerns others only in code that is relevant anyway.
    else if (mentionsService) program.share(path);
  }

  #shareData(path: string): void {
    this.#data.add(path);
    for (const one of this.#programs.values()) one.addData(path, this.#namesIn(path));
  }

  /** Takes the variables of the environment that a file gives a value with a mention of the service. */
  #addGiven(source: SourceText): void {
    const { path } = source;
    if (!this.#linked.has(path)) return;
    const given = givenVariables(source, this.settings.host).filter(({ value }) =>
      this.mentionsService(value),
    );
    if (given.length === 0) return;
    this.#given.set(path, given);
    this.#shareData(path);
  }

  /** Returns whether what a file imports, and what imports it, is looked at. */
  isLinked(path: string): boolean {
    return this.#linked.has(path);
  }

  /** Looks at what a file imports that was added for its own sake: values lead into it from another file. */
  link(path: string): void {
    const file = this.#added.get(path);
    if (!file) return;
    this.#linked.add(path);
    this.#addGiven(file.source);
    const program = this.#programs.get(file.frontend);
    program?.follow(path);
    if (this.mentionsService(file.source.text)) program?.share(path);
  }

  /** Marks everything in an added file as relevant to its importers, because something in it is about to change. */
  shareAll(path: string): void {
    if (!this.#linked.has(path)) this.link(path);
    const file = this.#added.get(path);
    if (file) this.#programs.get(file.frontend)?.shareAll(path);
  }

  /** Returns how many pieces of code have to do with the API in files that are not among these. */
  relevantOutside(paths: ReadonlySet<string>): number {
    let count = 0;
    for (const program of this.#programs.values()) count += program.relevantOutside(paths);
    return count;
  }

  /**
   * Returns a function that says whether an edit concerns the files that import the edited file, because the edited
   * code uses the API. The function does not keep the analysis in memory.
   */
  sharedTest(): (edit: Place) => boolean {
    const tests = new Map<string, ((path: string, offset: number) => boolean) | undefined>();
    const ofPrograms = new Map(
      [...this.#programs].map(([frontend, program]) => [frontend, program.sharedTest()]),
    );
    for (const path of this.#linked) {
      const file = this.#added.get(path);
      if (file) tests.set(path, ofPrograms.get(file.frontend));
    }
    return ({ path, start }) => tests.has(path) && (tests.get(path)?.(path, start) ?? true);
  }

  /** Returns the names that other files may import from an added file and that matter to them. */
  sharedNames(path: string): SharedNames {
    const removed = this.#removed.get(path);
    if (removed) return this.#programs.get(removed.frontend)?.sharedNames(path) ?? NO_NAMES;
    const file = this.#added.get(path);
    if (!file || !this.#linked.has(path)) return NO_NAMES;
    const program = this.#programs.get(file.frontend);
    const variables = this.#namesIn(path);
    const { question, interest, host } = this.settings;
    const { vocabularies } = question.catalog;
    const served = program
      ? servedIn(file.source, vocabularies, interest, host)
      : startedBy(file.source, vocabularies);
    if (!program && isImportableData(path))
      return { names: new Set(variables), isWhole: true, ...(served ? { served } : {}) };
    const shared = { ...(program?.sharedNames(path) ?? NO_NAMES), ...(served ? { served } : {}) };
    return variables.length > 0 ? { ...shared, names: new Set([...shared.names, ...variables]) } : shared;
  }

  /**
   * Returns the paths of files that declare a type and were not added, each with an added file that has a class below it
   * that matters to others.
   */
  missingTypes(): (readonly [string, FileToAnalyze])[] {
    return [...this.#programs.values()].flatMap((program) =>
      [...program.missingTypes()].flatMap(([path, below]) => {
        const file = this.#linked.has(below) ? this.#added.get(below) : undefined;
        return file && !this.#added.has(path) ? [[path, file] as const] : [];
      }),
    );
  }

  /** Returns the variables of the environment that a file gives a value with a mention of the service. */
  variablesIn(path: string): readonly GivenVariable[] {
    return this.#given.get(path) ?? [];
  }

  #namesIn(path: string): string[] {
    return this.variablesIn(path).map(({ name }) => name);
  }

  /** Returns whether other files may import something that matters from a file that was added. */
  isImportable(path: string): boolean {
    const { names, isWhole, provided, served, held } = this.sharedNames(path);
    return isWhole || names.size > 0 || [provided, served, held].some((one) => one !== undefined);
  }

  /** Returns whether anything in a file that was added has to do with the API. */
  isConcerned(path: string): boolean {
    const file = this.#added.get(path);
    return !file || (this.#programs.get(file.frontend)?.isConcerned(path) ?? true);
  }

  /** Takes a file out again. */
  remove(path: string): void {
    const file = this.#added.get(path);
    if (!file) return;
    if (this.#programs.has(file.frontend)) this.#removed.set(path, file);
    this.#added.delete(path);
    this.#linked.delete(path);
    this.#given.delete(path);
    this.#programs.get(file.frontend)?.remove(path);
  }

  /** Checks whether a text mentions the service. */
  mentionsService(text: string): boolean {
    return this.settings.interest.mentionsService(text);
  }

  /** Follows all values and asks the rules. Never throws. */
  finish(): FileAnalysis[] {
    const { rules, ruleIds, question, interest, readPlain, host } = this.settings;
    const singles = this.#singles.map((file) => ({
      file,
      facts: readFacts(file, interest, readPlain, host),
      given: this.#givenTo(file.source),
    }));
    const senders = singles.flatMap(({ file: { frontend }, facts, given }) =>
      frontend.readsFiles && facts.requests.length > 0
        ? fileContexts([withGivenVariables(facts, given)], question)
        : [],
    );
    const embedded = senders.flatMap(({ requests }) => requests);
    const evaluated = [...this.#programs].map(([frontend, program]) =>
      this.#evaluate(frontend, program, embedded),
    );
    const served = new ServedPaths([...evaluated, { contexts: senders, sources: [] }], host);
    const ofPrograms = evaluated.flatMap((one) => this.#finishProgram(one, () => served));
    const sent = new SentData(
      ofPrograms.map(({ context }) => context),
      senders,
    );
    const libraryImports = evaluated.flatMap(({ contexts }) => contexts[0]?.libraryImports ?? []);
    const more = { libraryImports, servedPaths: () => served };
    const ofSingles = singles.map(({ file: { source }, facts, given }) =>
      askAbout(source, facts, rules, question, ruleIds, sent, given, more),
    );
    return [...ofSingles, ...ofPrograms, ...this.#onlySent(sent)];
  }

  /** Analyses what code sends of files of data that were not added, because their text has nothing distinctive. */
  #onlySent(sent: SentData): FileAnalysis[] {
    const { rules, ruleIds, question, interest, host } = this.settings;
    return sent.paths.flatMap((path): FileAnalysis[] => {
      const facts = sent.factsOf(path, interest.names);
      const source = this.#added.has(path) || facts.fields.length === 0 ? undefined : host.read(path);
      if (!source) return [];
      const [context] = fileContexts([facts], question, sent.requestsOf(path));
      return [{ ...this.#reported(askRules(source, context!, rules, ruleIds)), isFollowed: true }];
    });
  }

  /** Returns the variables of the environment that a program gets. */
  #givenTo({ path }: SourceText): GivenVariable[] {
    return [...this.#given].flatMap(([from, given]) => {
      const text = this.#added.get(from)?.source.text;
      return given.filter((one) => mayGet(path, one, text));
    });
  }

  #reported(analysis: FileAnalysis): FileAnalysis {
    const { isReported } = this.settings;
    return isReported
      ? { ...analysis, findings: analysis.findings.filter(({ place }) => isReported(place.path)) }
      : analysis;
  }

  #programOf(frontend: Frontend): ProgramAnalysis | undefined {
    let program = this.#programs.get(frontend);
    const { interest, host, limits } = this.settings;
    if (!program && frontend.begin) {
      program = frontend.begin(interest, host, limits);
      for (const path of this.#data) program.addData(path, this.#namesIn(path));
      this.#programs.set(frontend, program);
    }
    return program;
  }

  /**
   * Follows the values of a program, and looks at each file by itself if that fails.
   *
   * @param embedded the requests of code in files of other kinds
   */
  #evaluate(frontend: Frontend, program: ProgramAnalysis, embedded: readonly ApiRequest[]): EvaluatedProgram {
    const { rules, ruleIds, question, interest, readPlain } = this.settings;
    const added = [...this.#added.values()].filter((file) => file.frontend === frontend);
    let facts: readonly FileWithFacts[];
    try {
      program.evaluate();
      facts = program.facts();
    } catch (error) {
      // One file too many for the others: each is then looked at by itself.
      const problem = internalProblem("", "following values from file to file", error);
      const failed = added
        .map((file) => analyzeFile(file, rules, question, interest, readPlain, ruleIds))
        .map((one, index) => (index === 0 ? { ...one, problems: [problem, ...one.problems] } : one));
      return { sources: [], contexts: [], failed };
    }
    const plain = added.flatMap(({ source, language }): FileWithFacts[] => {
      const problem = this.#unparsed.get(source.path);
      return problem ? [{ source, facts: readPlain(source, interest, language, problem) }] : [];
    });
    const all = [...facts, ...plain];
    const contexts = fileContexts(
      all.map(({ source, facts: own }) => withGivenVariables(own, this.#givenTo(source))),
      question,
      [],
      embedded,
    );
    return { sources: all.map(({ source }) => source), contexts, failed: [] };
  }

  #finishProgram(
    { sources, contexts, failed }: EvaluatedProgram,
    servedPaths: FileContext["servedPaths"],
  ): FileAnalysis[] {
    const { rules, ruleIds, question } = this.settings;
    const asking = contexts.filter(({ facts: { fields } }) => fields.some(mayAskTypes));
    question.types?.expects?.(asking.map(({ facts }) => facts.path));
    const found = sources.map((source, index) => ({
      ...this.#reported(askRules(source, { ...contexts[index]!, servedPaths }, rules, ruleIds)),
      isFollowed: this.#added.get(source.path)?.isFollowed ?? !this.#added.has(source.path),
    }));
    return [...failed, ...found];
  }
}

function attempt(path: string, action: () => Problem | undefined): Problem | undefined {
  try {
    return action();
  } catch (error) {
    return internalProblem(path, "frontend", error);
  }
}
