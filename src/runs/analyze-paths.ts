import { addAll } from "../core/add-all.js";
import type { Edit } from "../core/finding.js";
import type { Problem, ProblemKind } from "../core/problem.js";
import type { SourceText } from "../core/source-text.js";
import type { Unchecked } from "../core/unchecked.js";
import { CatalogInterest } from "../catalog/interest.js";
import type { FileAnalysis, FileToAnalyze } from "../engine/analyze-file.js";
import { RepositoryAnalysis, type AnalysisSettings } from "../engine/analyze-repository.js";
import { mayConcernCode } from "../engine/importable-data.js";
import { prefilterOf, type Prefilter } from "../engine/anchors.js";
import type { FileCounts } from "../engine/assemble-report.js";
import { expiryOf } from "../engine/expiry.js";
import type { Question } from "../engine/file-context.js";
import { refuseGoneTarget } from "../engine/target-notice.js";
import type { Rule } from "../engine/rule.js";
import type { CompileError, TypeOracle } from "../engine/type-oracle.js";
import type { Texts } from "../fix/verify.js";
import { readPlain } from "../frontends/plain/frontend.js";
import { typescriptOracle } from "../types/typescript-oracle.js";
import { discover, type DiscoverOptions } from "../workspace/discover.js";
import { isInside } from "../workspace/project-root.js";
import type { Project } from "../workspace/projects.js";
import { repositoryRoot } from "../workspace/repository.js";
import { textForCompiler } from "../workspace/read.js";
import { compilePatterns, type SearchPattern } from "../workspace/search-pattern.js";
import { addImporters, type FoundFile } from "../hosting/importers.js";
import { frontendFor } from "../frontends/registry.js";
import { dayOf, targetsOf } from "../hosting/question.js";
import { catalogFor } from "../hosting/vocabularies.js";
import { analyzeAgain } from "./analyze-again.js";
import { FileReader, type Prefilters } from "./file-reader.js";
import { keptPrograms, type Keeping } from "./kept-evaluation.js";
import { LazyModules } from "./lazy-modules.js";
import { loadFrontend } from "./load-frontend.js";
import { asFlag, confidenceOf, limitsOf, selectRules, type NameOption, type RunFlags } from "./options.js";
import { NothingToScan } from "./projects.js";
import { readStandardInput } from "./standard-input.js";

/** The duration of each part of a run, in milliseconds; for `--stats`. */
export interface Timings {
  search: number;
  read: number;
  analysis: number;
}

/** Shows the progress of the work. */
interface Progress {
  show(done: number, total: number): void;
  clear(): void;
}

/** The input of a command. */
export interface RunInput {
  /** Files and folders, relative to `cwd`; `cwd` itself where there are none. */
  readonly paths: readonly string[];
  readonly flags: RunFlags;
  /** Absolute. */
  readonly cwd: string;
  readonly now: Date;
  /** Read where the flags or a path `-` ask for it; that of the process where it is left out. */
  readonly stdin?: AsyncIterable<Uint8Array> | undefined;
  /** Receives the notices of a run for people, one line each; without it they are dropped. */
  readonly notify?: ((line: string) => void) | undefined;
  readonly progress?: Progress | undefined;
  /** Returns the name of an option for messages; the flag of the command by default. */
  readonly nameOf?: NameOption | undefined;
  /** Called when the search is under way, to prepare what comes after it. */
  readonly whileSearching?: (() => void) | undefined;
  /** Says whether a run keeps a long evaluation for a later run, or uses the kept one; by default it does neither. */
  readonly keeping?: Keeping | undefined;
}

/** The part of it that is about one project. */
export interface AnalysisInput extends Omit<RunInput, "paths"> {
  readonly project: Project;
  /** True if the only path of the project is the name of what comes on standard input. */
  readonly isStdin: boolean;
  /** True if the files around the named ones are analysed only if they certainly mention the API. */
  readonly isCertainAround?: boolean;
}

/** The files of a project, analysed. */
export interface PathAnalysis {
  readonly question: Question;
  /** Those that were asked. */
  readonly rules: readonly Rule[];
  readonly analyses: readonly FileAnalysis[];
  readonly counts: FileCounts;
  readonly problems: readonly Problem[];
  /** Problems of files and folders that were given and could not be read. */
  readonly unread: readonly Problem[];
  /** Files that were found and left out. */
  readonly notAnalyzed: readonly Unchecked[];
  /** Every text that was read, by its path. */
  readonly sources: ReadonlyMap<string, SourceText>;
  readonly timings: Timings;
  readonly engine: string;
  /** Texts that came on standard input, with their byte-order marks. */
  readonly given: readonly string[];
  /** Returns whether findings in a file are reported: the others are analysed for what they have to do with those. */
  isAsked(path: string): boolean;
  /**
   * Analyses also all code of the project that uses what some edits change, directly or indirectly. Undefined if there
   * is no such code.
   */
  withUsersOf(edits: readonly Edit[]): Promise<PathAnalysis | undefined>;
  /** Returns the text of a file that was read, or that values lead to. Undefined if it cannot be read. */
  read(path: string): SourceText | undefined;
  /** Analyses the same files again, with other texts instead of some of them. */
  again(texts: Texts): Promise<FileAnalysis[]>;
  /** Returns the errors of the compiler in the same files; none if types are not used. */
  typeErrors(texts: Texts): readonly CompileError[];
}

const UNREAD: ReadonlySet<ProblemKind> = new Set(["unreadable", "too-large", "vanished"]);

/**
 * Finds and reads the files of a project that a command is asked about and those that belong to them, and analyses them.
 * Paths are relative to the root of the project.
 */
export async function analyzePaths(allRules: readonly Rule[], input: AnalysisInput): Promise<PathAnalysis> {
  const { project, flags, nameOf = asFlag } = input;
  const { root } = project;
  const targets = targetsOf(flags.target, catalogFor(flags.vocabulary, input.cwd), nameOf("target"));
  const { catalog } = targets;
  const question: Question = {
    ...targets,
    asOf: dayOf(flags.asOf, input.now, nameOf("asOf")),
    expiry: expiryOf({ warning: flags.expiryWarning, error: flags.expiryError }, nameOf),
    ...(flags.types === false ? {} : { types: typesOf(root) }),
  };
  const limits = limitsOf(flags.limit, nameOf);
  const rules = selectRules(allRules, flags);
  const withWeak = confidenceOf(flags.minConfidence) === "low";
  const prefilter = prefilterOf(rules, catalog.vocabularies, withWeak);
  const timings: Timings = { search: 0, read: 0, analysis: 0 };
  const isAsked = (path: string): boolean => project.paths.some((one) => one === "." || isInside(path, one));
  const isExplicit = (path: string): boolean => flags.ignore === false || project.paths.includes(path);
  const around =
    withWeak && input.isCertainAround ? prefilterOf(rules, catalog.vocabularies, false) : prefilter;
  const files = new FileReader(root, { asked: prefilter, around }, isExplicit, flags.ignore === false);
  let started = performance.now();
  const lap = (part: keyof Timings): void => {
    const now = performance.now();
    timings[part] += now - started;
    started = now;
  };
  const host = new LazyModules(root, files);
  // While ripgrep searches, there is time to read what it has found, and to load the parser that this needs.
  const begin = (path: string): void => {
    if (files.readAhead(path)) frontendWith(host, path).catch(() => undefined);
  };
  const found = await findFiles(input, { asked: prefilter, around }, files, begin);
  const { candidates, engine, seen, leftOut, problems } = found;
  lap("search");

  const ruleIds = new Set(allRules.map(({ meta }) => meta.id));
  const interest = new CatalogInterest(catalog);
  const isReported = (path: string): boolean => files.isReported(path);
  const settings = { rules, ruleIds, question, interest, readPlain, host, limits, isReported };
  const beginProgram = input.keeping && keptPrograms(root, input.keeping, flags, limits);
  const analysis = new RepositoryAnalysis({ ...settings, ...(beginProgram ? { beginProgram } : {}) });
  /** Files that are only asked about: without the question they would not be read, so they change nothing elsewhere. */
  const apart: FileToAnalyze[] = [];
  const all = [
    ...candidates,
    ...found.around.filter((path) => !isAsked(path) && mayLeadElsewhere(path)),
  ].sort();
  for (const [index, path] of all.entries()) {
    input.progress?.show(index, all.length);
    const source = isAsked(path) ? files.read(path) : files.readAround(path);
    if (!source) continue;
    const { frontend, language } = await frontendWith(host, path);
    await frontend.prepare?.(source);
    if (input.isCertainAround && !files.isReadAround(path)) apart.push({ source, frontend, language });
    else analysis.add({ source, frontend, language });
  }
  const unread = new Set(problems.map(({ path }) => path));
  for (const path of project.paths) if (path !== "." && !unread.has(path)) files.lookAtNamed(path);
  const tooMany = await findImporters(analysis, host, limits.importers, input);
  lap("read");
  input.progress?.clear();
  return finished(analysis, tooMany, new Set());

  /**
   * @param refused how many files were not added because there were too many
   * @param changed files in which edits would change values in code that does not mention the API
   */
  function finished(
    analysis: RepositoryAnalysis,
    refused: number,
    changed: ReadonlySet<string>,
  ): PathAnalysis {
    const analyses = analysis.finish();
    const known = new Set(analyses.map(({ source }) => source.path));
    for (const file of apart)
      if (!known.has(file.source.path)) addAll(analyses, analyzeApart(file, settings));
    lap("analysis");
    const askedAnalyses = analyses.filter(({ source }) => isAsked(source.path));
    refuseGoneTarget(question, askedAnalyses);
    const asked = askedAnalyses.filter(({ isFollowed }) => !isFollowed).length;
    const listed = new Set(problems.map(({ path, kind }) => `${kind} ${path}`));
    const allProblems = [
      ...problems,
      ...files.problems.filter(({ path, kind }) => !listed.has(`${kind} ${path}`)),
      ...(refused > 0 ? [tooManyImporters(refused, limits.importers)] : []),
    ];
    return {
      question,
      rules,
      analyses,
      isAsked,
      counts: {
        seen,
        read: files.opened,
        followed: analyses.length - asked,
        withoutAnchor: seen - asked - files.skippedCount,
        skipped: files.skipped,
        leftOut,
      },
      problems: allProblems,
      unread: allProblems.filter(({ kind, path }) => UNREAD.has(kind) && project.paths.includes(path)),
      notAnalyzed: files.notAnalyzed,
      sources: files.texts,
      timings,
      engine,
      given: files.given,
      withUsersOf: async (edits) => {
        const isShared = analysis.sharedTest();
        const open = edits.filter((edit) => !changed.has(edit.path) && !isShared(edit));
        if (open.length === 0) return undefined;
        const shared = new Set([...changed, ...open.map(({ path }) => path)]);
        const wider = new RepositoryAnalysis(settings);
        for (const file of analysis.files) wider.add(file);
        for (const path of shared) {
          const source = wider.has(path) ? undefined : files.readAny(path);
          if (source) wider.add({ source, isFollowed: true, ...(await frontendWith(host, path)) });
          wider.shareAll(path);
        }
        const more = await findImporters(wider, host, limits.importers, input);
        return finished(wider, refused + more, shared);
      },
      read: (path) => files.readAny(path),
      again: (texts) => {
        const types = flags.types === false ? {} : { types: typesOf(root, texts) };
        const again = { ...settings, question: { ...question, ...types } };
        return analyzeAgain(again, analysis.files, texts, changed);
      },
      typeErrors: (texts) => {
        if (flags.types === false) return [];
        const paths = analyses.map(({ source }) => source.path);
        return typesOf(root, texts).errorsIn?.(paths) ?? [];
      },
    };
  }
}

/** Analyses a file only with the files that it imports. */
function analyzeApart(file: FileToAnalyze, settings: AnalysisSettings): FileAnalysis[] {
  const analysis = new RepositoryAnalysis(settings);
  analysis.add(file);
  return analysis.finish().filter(({ source }) => source.path === file.source.path);
}

function typesOf(root: string, texts?: Texts): TypeOracle {
  return typescriptOracle(root, repositoryRoot(root) ?? root, textForCompiler, texts);
}

/** The frontend of a file, ready to go. */
async function frontendWith(host: LazyModules, path: string): ReturnType<typeof loadFrontend> {
  const loaded = await loadFrontend(path);
  if (loaded.frontend.begin) await host.load();
  return loaded;
}

/**
 * Returns whether a file that is not asked about may have to do with others: values are followed in code and out of
 * data.
 */
function mayLeadElsewhere(path: string): boolean {
  return frontendFor(path).reading === "syntax" || mayConcernCode(path);
}

interface Found {
  /** The candidates among the given paths. */
  readonly candidates: readonly string[];
  /** The candidates of the project around the given paths. Those of the given paths may be among them. */
  readonly around: readonly string[];
  readonly seen: number;
  readonly leftOut: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
  readonly engine: string;
}

/** @param begin is given paths that are probably candidates, as soon as they are known */
async function findFiles(
  input: AnalysisInput,
  prefilters: Prefilters,
  files: FileReader,
  begin: (path: string) => void,
): Promise<Found> {
  const { project, isStdin } = input;
  const patternsOf = (prefilter: Prefilter): SearchPattern[] =>
    prefilter.patterns.map((source) => ({ source }));
  const isMore = project.isSearched && !project.paths.includes(".");
  const around = isMore
    ? discover({ ...aroundScope(input), patterns: patternsOf(prefilters.around) })
    : undefined;
  if (isStdin) {
    const name = project.paths[0]!;
    const { text, problems } = await readStandardInput(name, input.stdin ?? process.stdin);
    files.give(name, text);
    const others = (await around)?.candidates ?? [];
    return { candidates: [name], around: others, seen: 1, leftOut: {}, problems, engine: "stdin" };
  }
  const search = discover({
    ...scopeOf(input),
    paths: project.paths,
    patterns: patternsOf(prefilters.asked),
    ...(prefilters.asked.encoded ? { encoded: prefilters.asked.encoded } : {}),
    findsTracked: true,
    onCandidate: begin,
    onWait: input.whileSearching,
  });
  const [discovery, others] = await Promise.all([search, around]);
  if (discovery.seen === 0) {
    throw new NothingToScan("there is nothing to scan", nothingHint(discovery));
  }
  for (const path of discovery.ignoredCandidates ?? []) files.leaveIgnored(path);
  for (const path of discovery.minifiedCode ?? []) files.leaveMinified(path);
  return { ...discovery, around: others?.candidates ?? [] };
}

/** Adds the files that import from those of the analysis; says how many were left out because there were too many. */
async function findImporters(
  analysis: RepositoryAnalysis,
  host: LazyModules,
  maxFiles: number,
  input: AnalysisInput,
): Promise<number> {
  const { project, isStdin } = input;
  const isImported = analysis.paths.some((path) => analysis.isImportable(path));
  if (!isImported || (isStdin && !project.isSearched)) return 0;
  await host.load();
  const rounds = addImporters(analysis, host, maxFiles);
  let round = rounds.next();
  while (!round.done) {
    const patterns = round.value;
    const { candidates } = await discover({ ...aroundScope(input), patterns });
    const found: FoundFile[] = [];
    for (const path of withGiven(candidates, isStdin ? host.read(project.paths[0]!) : undefined, patterns))
      found.push({ path, ...(await loadFrontend(path)) });
    round = rounds.next(found);
  }
  return round.value.refused;
}

/** The files that a search found, with that of which the text came on standard input judged by this text. */
function withGiven(
  found: readonly string[],
  given: SourceText | undefined,
  patterns: readonly SearchPattern[],
): readonly string[] {
  if (!given) return found;
  const others = found.filter((path) => path !== given.path);
  return compilePatterns(patterns)(given.text) ? [...others, given.path].sort() : others;
}

/** Returns the options that all searches of a run share. */
function scopeOf({ project, flags }: AnalysisInput): Omit<DiscoverOptions, "patterns" | "paths"> {
  return {
    cwd: project.root,
    ignorePatterns: flags.ignorePattern ?? [],
    noIgnore: flags.ignore === false,
  };
}

/** Returns the options of the search for other files that affect the named ones. */
function aroundScope(input: AnalysisInput): Omit<DiscoverOptions, "patterns"> {
  const { paths, isSearched } = input.project;
  return { ...scopeOf(input), paths: isSearched ? ["."] : paths, isListed: false };
}

function nothingHint({ leftOut, problems }: Pick<Found, "leftOut" | "problems">): string {
  const [first] = problems;
  if (first) return `${first.path}: ${first.message}`;
  const total = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
  if (total === 0) return "Name a file or a folder with files in it, that no --ignore-pattern leaves out.";
  return `${total} ${total === 1 ? "entry was" : "entries were"} left out: ${Object.keys(leftOut).join(", ")}. --no-ignore reads what is ignored or generated.`;
}

function tooManyImporters(refused: number, limit: number): Problem {
  const message = `${refused} files that import files with a mention of the API were not followed: the limit of ${limit} is reached (--limit importers)`;
  return { path: "", kind: "limit", limit: "importers", message, count: refused };
}
