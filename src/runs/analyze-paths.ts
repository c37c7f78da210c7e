import type { Edit } from "../core/finding.js";
import type { Problem, ProblemKind } from "../core/problem.js";
import type { SourceText } from "../core/source-text.js";
import type { Unchecked } from "../core/unchecked.js";
import type { FileAnalysis } from "../engine/analyze-file.js";
import { RepositoryAnalysis } from "../engine/analyze-repository.js";
import type { Baseline } from "../engine/baseline.js";
import type { FileCounts } from "../engine/assemble-report.js";
import type { Question } from "../engine/file-context.js";
import { refuseGoneTarget } from "../engine/target-notice.js";
import type { Rule } from "../engine/rule.js";
import type { CompileError } from "../engine/type-oracle.js";
import type { Texts } from "../fix/verify.js";
import { discover } from "../workspace/discover.js";
import { join } from "../workspace/file-system.js";
import type { Project } from "../workspace/projects.js";
import { compilePatterns, type SearchPattern } from "../workspace/search-pattern.js";
import { addImporters, type FoundFile } from "../hosting/importers.js";
import { analyzeAgain } from "./analyze-again.js";
import { beginRun, frontendWith, type BegunRun } from "./begin-run.js";
import { aroundScope } from "./find-files.js";
import { keepRun } from "./kept-run.js";
import type { RunHost } from "./lazy-modules.js";
import { loadFrontend } from "./load-frontend.js";
import type { NameOption, RunFlags } from "./options.js";

/** The duration of each part of a run, in milliseconds; for `--stats`. */
export interface Timings {
  search: number;
  read: number;
  analysis: number;
}

/** Shows the progress of the work. */
interface Progress {
  /** Shows how many of some files were read. */
  show(done: number, total: number): void;
  /** Shows what is being done, if nobody knows how long it takes. */
  say(what: string): void;
  /** Shows what is being done, and the file that it is done with. It is called often. */
  at(what: string, path: string): void;
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
  /** The runs whose findings are kept for a later question; none by default. */
  readonly keeps?: "long runs" | "all runs" | "nothing" | undefined;
  /** True if the findings of a kept run will do, so that no parser is loaded ahead. */
  readonly asks?: boolean | undefined;
  /** The findings that the project accepts for now. */
  readonly baseline?: Baseline | undefined;
}

/** The part of it that is about one project. */
export interface AnalysisInput extends Omit<RunInput, "paths"> {
  readonly project: Project;
  /** True if the only path of the project is the name of what comes on standard input. */
  readonly isStdin: boolean;
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
  /** Keeps what the run found for a later question, with the fixes of the findings. */
  keep(analyses: readonly FileAnalysis[]): void;
}

const UNREAD: ReadonlySet<ProblemKind> = new Set(["unreadable", "utf-16", "too-large", "vanished"]);

/** Returns whether a problem kept its file from being read. */
export function isUnread({ kind }: Problem): boolean {
  return UNREAD.has(kind);
}

/**
 * Finds and reads the files of a project that a command is asked about and those that belong to them, and analyses them.
 * Paths are relative to the root of the project.
 */
export async function analyzePaths(allRules: readonly Rule[], input: AnalysisInput): Promise<PathAnalysis> {
  return analyzeBegun(await beginRun(allRules, input));
}

/** Analyses the files that were found and read. */
export async function analyzeBegun(run: BegunRun): Promise<PathAnalysis> {
  const { input, found, texts, files, host, settings, timings, lap, isAsked, typesFor } = run;
  const { project, flags } = input;
  const { question, rules, limits } = settings;
  const analysis = new RepositoryAnalysis(settings);
  for (const [index, { path, source }] of texts.entries()) {
    input.progress?.show(index, texts.length);
    if (!source) continue;
    const { frontend, language } = await frontendWith(host, path);
    await frontend.prepare?.(source);
    analysis.add({ source, frontend, language });
  }
  const unread = new Set(found.problems.map(({ path }) => path));
  for (const path of project.paths) if (path !== "." && !unread.has(path)) files.lookAtNamed(path);
  const tooMany = await findImporters(analysis, run);
  lap("read");
  input.progress?.say("following values from file to file");
  const result = finished(analysis, tooMany, new Set());
  input.progress?.clear();
  return result;

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
    lap("analysis");
    const askedAnalyses = analyses.filter(({ source }) => isAsked(source.path));
    refuseGoneTarget(question, askedAnalyses);
    const asked = askedAnalyses.filter(({ isFollowed }) => !isFollowed).length;
    const listed = new Set(found.problems.map(({ path, kind }) => `${kind} ${path}`));
    const allProblems = [
      ...found.problems,
      ...files.problems.filter(({ path, kind }) => !listed.has(`${kind} ${path}`)),
      ...(refused > 0 ? [tooManyImporters(refused, limits.importers)] : []),
    ];
    return {
      question,
      rules,
      analyses,
      isAsked,
      counts: {
        seen: found.seen,
        read: files.opened,
        followed: analyses.length - asked,
        withoutAnchor: found.seen - asked - files.skippedCount,
        skipped: files.skipped,
        leftOut: found.leftOut,
      },
      problems: allProblems,
      unread: allProblems.filter((one) => isUnread(one) && project.paths.includes(one.path)),
      notAnalyzed: files.notAnalyzed,
      sources: files.texts,
      timings,
      engine: found.engine,
      given: files.given,
      withUsersOf: async (edits) => {
        const isShared = analysis.sharedTest();
        const open = edits.filter((edit) => !changed.has(edit.path) && !isShared(edit));
        if (open.length === 0) return undefined;
        const shared = new Set([...changed, ...open.map(({ path }) => path)]);
        if (!(await haveUsers(analysis, shared, run))) return undefined;
        const wider = new RepositoryAnalysis(settings);
        for (const file of analysis.files) wider.add(file);
        for (const path of shared) {
          const source = wider.has(path) ? undefined : files.readAny(path);
          if (source) wider.add({ source, isFollowed: true, ...(await frontendWith(host, path)) });
          wider.shareAll(path);
        }
        const more = await findImporters(wider, run);
        return finished(wider, refused + more, shared);
      },
      read: (path) => files.readAny(path),
      again: (texts) => {
        const types = flags.types === false ? {} : { types: typesFor(texts) };
        const again = { ...settings, question: { ...question, ...types } };
        return analyzeAgain(again, analysis.files, texts, changed);
      },
      typeErrors: (texts) => {
        if (flags.types === false) return [];
        const paths = analyses.map(({ source }) => source.path);
        return typesFor(texts).errorsIn?.(paths) ?? [];
      },
      keep: (withFixes) => keepRun(run, withFixes),
    };
  }
}

/**
 * Returns whether code of other files may use what is in these files, besides the code that was already looked at. Adds
 * the files with such code that were not added yet.
 */
async function haveUsers(
  analysis: RepositoryAnalysis,
  shared: ReadonlySet<string>,
  run: BegunRun,
): Promise<boolean> {
  if (![...shared].every((path) => analysis.isLinked(path))) return true;
  const [relevant, files] = [analysis.relevantOutside(shared), analysis.paths.length];
  for (const path of shared) analysis.shareAll(path);
  const refused = await findImporters(analysis, run);
  return refused > 0 || analysis.paths.length > files || analysis.relevantOutside(shared) > relevant;
}

/** Adds the files that import from those of the analysis; says how many were left out because there were too many. */
async function findImporters(
  analysis: RepositoryAnalysis,
  { input, host, settings: { limits }, record }: BegunRun,
): Promise<number> {
  const { project, isStdin, progress } = input;
  const isImported = analysis.paths.some((path) => analysis.isImportable(path));
  if (!isImported || (isStdin && !project.isSearched)) return 0;
  await host.load();
  progress?.say("looking for files that import these");
  const rounds = addImporters(analysis, host, limits.importers, (path) => {
    progress?.at("looking for files that import these:", join(project.prefix, path));
  });
  let round = rounds.next();
  while (!round.done) {
    const patterns = round.value;
    const { candidates } = await discover({ ...aroundScope(input), patterns });
    record?.searched(patterns, candidates);
    const found: FoundFile[] = [];
    for (const path of withGiven(candidates, isStdin ? host.read(project.paths[0]!) : undefined, patterns))
      found.push({ path, ...(await loadedFor(path, host)) });
    round = rounds.next(found);
  }
  return round.value.refused;
}

/** Returns the frontend of a file, with those of the code of other languages in it. */
async function loadedFor(path: string, host: RunHost): ReturnType<typeof loadFrontend> {
  const loaded = await loadFrontend(path);
  const source = loaded.frontend.prepare && host.read(path);
  if (source) await loaded.frontend.prepare?.(source);
  return loaded;
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

function tooManyImporters(refused: number, limit: number): Problem {
  const message = `${refused} files that import files with a mention of the API were not followed: the limit of ${limit} is reached (raise it: --limit importers=${limit + refused})`;
  return { path: "", kind: "limit", limit: "importers", message, count: refused };
}
