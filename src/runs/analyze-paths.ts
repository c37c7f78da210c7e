import { relative, resolve } from "node:path";
import { InputError, UsageError } from "../core/errors.js";
import type { Problem, ProblemKind } from "../core/problem.js";
import type { SourceText } from "../core/source-text.js";
import type { Unchecked } from "../core/unchecked.js";
import { CatalogInterest } from "../catalog/interest.js";
import type { FileAnalysis } from "../engine/analyze-file.js";
import { RepositoryAnalysis } from "../engine/analyze-repository.js";
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
import { withSlashes } from "../workspace/file-system.js";
import { checkWorkingDirectory } from "../workspace/roots.js";
import { repositoryRoot } from "../workspace/repository.js";
import { addImporters, type FoundFile } from "../hosting/importers.js";
import { dayOf, targetOf } from "../hosting/question.js";
import { catalogFor } from "../hosting/vocabularies.js";
import { analyzeAgain } from "./analyze-again.js";
import { FileReader } from "./file-reader.js";
import { LazyModules } from "./lazy-modules.js";
import { loadFrontend } from "./load-frontend.js";
import { asFlag, confidenceOf, limitsOf, selectRules, type NameOption, type RunFlags } from "./options.js";
import { readStandardInput } from "./standard-input.js";

/** How long the parts of a run took, in milliseconds; for `--stats`. */
export interface Timings {
  search: number;
  read: number;
  analysis: number;
}

/** Whom it is told how far the work is. */
interface Progress {
  show(done: number, total: number): void;
  clear(): void;
}

export interface AnalysisInput {
  readonly paths: readonly string[];
  readonly flags: RunFlags;
  readonly cwd: string;
  readonly now: Date;
  /** Read where the flags or a path `-` ask for it; that of the process where it is left out. */
  readonly stdin?: AsyncIterable<Uint8Array> | undefined;
  readonly progress?: Progress | undefined;
  /** What messages call an option; flags of the command where it is left out. */
  readonly nameOf?: NameOption | undefined;
  /** Called when the search is under way, to prepare what comes after it. */
  readonly whileSearching?: (() => void) | undefined;
}

/** The files of a run, analysed. */
export interface PathAnalysis {
  readonly question: Question;
  /** Those that were asked. */
  readonly rules: readonly Rule[];
  readonly analyses: readonly FileAnalysis[];
  readonly counts: FileCounts;
  readonly problems: readonly Problem[];
  /** Of the problems those of a file or folder that was named and could not be read. */
  readonly unread: readonly Problem[];
  /** Files that were found and left out. */
  readonly notAnalyzed: readonly Unchecked[];
  /** Every text that was read, by its path. */
  readonly sources: ReadonlyMap<string, SourceText>;
  readonly timings: Timings;
  readonly engine: string;
  /** Texts that came on standard input, with their byte-order marks. */
  readonly given: readonly string[];
  /** Files that were not asked about, and that are analysed to see what they make of what others import as well. */
  readonly beside: ReadonlySet<string>;
  /**
   * The same with all files of the tree that import from some files, directly or by way of others. Nothing where that
   * adds none.
   */
  withImportersOf(paths: readonly string[]): Promise<PathAnalysis | undefined>;
  /** The text of a file that was read, or that values lead to; nothing where it cannot be read. */
  read(path: string): SourceText | undefined;
  /** Analyses the same files again, with other texts in the place of some. */
  again(texts: Texts): Promise<FileAnalysis[]>;
  /** What the compiler says against the same files; nothing where types are not asked. */
  typeErrors(texts: Texts): readonly CompileError[];
}

const UNREAD: ReadonlySet<ProblemKind> = new Set(["unreadable", "too-large", "vanished"]);

/** Finds and reads the files that a command is asked about and those that belong to them, and analyses them. */
export async function analyzePaths(allRules: readonly Rule[], input: AnalysisInput): Promise<PathAnalysis> {
  const { flags, cwd, nameOf = asFlag } = input;
  checkWorkingDirectory(cwd);
  const catalog = catalogFor(flags.vocabulary, cwd);
  const question: Question = {
    catalog,
    target: targetOf(flags.target, catalog, nameOf("target")),
    asOf: dayOf(flags.asOf, input.now, nameOf("asOf")),
    expiry: expiryOf({ warning: flags.expiryWarning, error: flags.expiryError }, nameOf),
    ...(flags.types === false ? {} : { types: typesOf(cwd) }),
  };
  const limits = limitsOf(flags.limit, nameOf);
  const rules = selectRules(allRules, flags);
  const withWeak = confidenceOf(flags.minConfidence) === "low";
  const prefilter = prefilterOf(rules, catalog.vocabularies, withWeak);
  const timings: Timings = { search: 0, read: 0, analysis: 0 };
  const named = new Set(input.paths.map((path) => withSlashes(relative(cwd, resolve(cwd, path)))));
  const isWelcome = (path: string): boolean => flags.ignore === false || named.has(path);
  const files = new FileReader(cwd, prefilter, isWelcome);
  let started = performance.now();
  const lap = (part: keyof Timings): void => {
    const now = performance.now();
    timings[part] += now - started;
    started = now;
  };
  const host = new LazyModules(cwd, files);
  // While ripgrep searches, there is time to read what it has found, and to load the parser that this needs.
  const begin = (path: string): void => {
    if (files.readAhead(path)) frontendWith(host, path).catch(() => undefined);
  };
  const { candidates, engine, seen, leftOut, problems } = await findFiles(input, prefilter, files, begin);
  lap("search");

  const ruleIds = new Set(allRules.map(({ meta }) => meta.id));
  const interest = new CatalogInterest(catalog);
  const isTold = (path: string): boolean => files.isTold(path);
  const settings = { rules, ruleIds, question, interest, readPlain, host, limits, isTold };
  const analysis = new RepositoryAnalysis(settings);
  for (const [index, path] of candidates.entries()) {
    input.progress?.show(index, candidates.length);
    const source = files.read(path);
    if (!source) continue;
    const { frontend, language } = await frontendWith(host, path);
    analysis.add({ source, frontend, language });
  }
  const tooMany =
    engine === "stdin" ? 0 : await findImporters(analysis, host, limits.importers, scopeOf(input));
  lap("read");
  input.progress?.clear();
  return finished(analysis, tooMany, new Set());

  /** @param refused how many files were not added because there were too many */
  function finished(
    analysis: RepositoryAnalysis,
    refused: number,
    beside: ReadonlySet<string>,
  ): PathAnalysis {
    const analyses = analysis.finish();
    lap("analysis");
    refuseGoneTarget(question, analyses);
    const followed = analyses.filter(({ isFollowed }) => isFollowed).length;
    const allProblems = [
      ...problems,
      ...files.problems,
      ...(refused > 0 ? [tooManyImporters(refused, limits.importers)] : []),
    ];
    return {
      question,
      rules,
      analyses,
      beside,
      counts: {
        seen,
        read: files.opened,
        followed,
        withoutAnchor: seen - (analyses.length - followed) - files.skippedCount,
        skipped: files.skipped,
        leftOut,
      },
      problems: allProblems,
      unread: allProblems.filter(({ kind, path }) => UNREAD.has(kind) && named.has(path)),
      notAnalyzed: files.notAnalyzed,
      sources: files.texts,
      timings,
      engine,
      given: files.given,
      withImportersOf: async (paths) => {
        if (engine === "stdin") return undefined;
        const isWhole = input.paths.length === 0 || input.paths.some((path) => resolve(cwd, path) === cwd);
        // Of the others it is known already.
        const open = paths.filter((path) => !isWhole || !analysis.isLinked(path));
        if (open.length === 0) return undefined;
        const wider = new RepositoryAnalysis(settings);
        for (const file of analysis.files) wider.add(file);
        for (const path of open) {
          if (wider.has(path)) wider.link(path);
          const source = wider.has(path) ? undefined : files.readAny(path);
          if (source) wider.add({ source, isFollowed: true, ...(await frontendWith(host, path)) });
        }
        const known = new Set(wider.paths);
        const scope = { ...scopeOf(input), paths: ["."] };
        const more = await findImporters(wider, host, limits.importers, scope, open);
        const added = wider.paths.filter((path) => !known.has(path));
        if (added.length + more === 0) return undefined;
        const reached = new Set(analyses.map(({ source }) => source.path));
        const fresh = added.filter((path) => !reached.has(path));
        return finished(wider, refused + more, new Set([...beside, ...fresh]));
      },
      read: (path) => files.readAny(path),
      again: (texts) => {
        const types = flags.types === false ? {} : { types: typesOf(cwd, texts) };
        return analyzeAgain({ ...settings, question: { ...question, ...types } }, analysis.files, texts);
      },
      typeErrors: (texts) => {
        if (flags.types === false) return [];
        const paths = analyses.map(({ source }) => source.path);
        return typesOf(cwd, texts).errorsIn?.(paths) ?? [];
      },
    };
  }
}

function typesOf(cwd: string, texts?: Texts): TypeOracle {
  return typescriptOracle(cwd, repositoryRoot(cwd) ?? cwd, texts);
}

/** The frontend of a file, ready to go. */
async function frontendWith(host: LazyModules, path: string): ReturnType<typeof loadFrontend> {
  const loaded = await loadFrontend(path);
  if (loaded.frontend.begin) await host.load();
  return loaded;
}

interface Found {
  readonly candidates: readonly string[];
  readonly seen: number;
  readonly leftOut: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
  readonly engine: string;
}

/** @param begin is given paths that are probably candidates, as soon as they are known */
async function findFiles(
  input: AnalysisInput,
  prefilter: Prefilter,
  files: FileReader,
  begin: (path: string) => void,
): Promise<Found> {
  const { paths, flags, cwd } = input;
  if (flags.stdin || paths.includes("-")) {
    if (paths.some((path) => path !== "-"))
      throw new UsageError("standard input and paths cannot be read together");
    // Editors give the whole path.
    const name = withSlashes(relative(cwd, resolve(cwd, flags.stdinFilename ?? "stdin.js")));
    const { text, problems } = await readStandardInput(name, input.stdin ?? process.stdin);
    files.give(name, text);
    return { candidates: [name], seen: 1, leftOut: {}, problems, engine: "stdin" };
  }
  if (flags.stdinFilename !== undefined) throw new UsageError("--stdin-filename needs --stdin");
  const patterns = prefilter.patterns.map((source) => ({ source }));
  const discovery = await discover({
    ...scopeOf(input),
    patterns,
    ...(prefilter.encoded ? { encoded: prefilter.encoded } : {}),
    findsTracked: true,
    onCandidate: begin,
    onWait: input.whileSearching,
  });
  if (discovery.seen === 0) {
    throw new InputError("there is nothing to scan", nothingHint(discovery));
  }
  for (const path of discovery.ignoredCandidates ?? []) files.leaveIgnored(path);
  return discovery;
}

/**
 * Adds the files that import from those of the analysis; says how many were left out because there were too many.
 *
 * @param from the files whose importers are looked for; all where it is left out
 */
async function findImporters(
  analysis: RepositoryAnalysis,
  host: LazyModules,
  maxFiles: number,
  scope: Omit<DiscoverOptions, "patterns">,
  from: readonly string[] = analysis.paths,
): Promise<number> {
  const open = from.filter((path) => analysis.isImportable(path));
  if (open.length === 0) return 0;
  await host.load();
  const rounds = addImporters(analysis, host, maxFiles, open);
  let round = rounds.next();
  while (!round.done) {
    const { candidates } = await discover({ ...scope, patterns: round.value });
    const found: FoundFile[] = [];
    for (const path of candidates) found.push({ path, ...(await loadFrontend(path)) });
    round = rounds.next(found);
  }
  return round.value.refused;
}

/** Where to look for files. */
function scopeOf({ paths, flags, cwd }: AnalysisInput): Omit<DiscoverOptions, "patterns"> {
  return {
    cwd,
    paths: paths.length > 0 ? paths : ["."],
    ignorePatterns: flags.ignorePattern ?? [],
    noIgnore: flags.ignore === false,
  };
}

function nothingHint({ leftOut, problems }: Pick<Found, "leftOut" | "problems">): string {
  const [first] = problems;
  if (first) return `${first.path}: ${first.message}`;
  const total = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
  if (total === 0) return "Name a file or a folder with files in it, that no --ignore-pattern leaves out.";
  return `${total} ${total === 1 ? "entry was" : "entries were"} left out: ${Object.keys(leftOut).join(", ")}. --no-ignore reads what is ignored or generated.`;
}

function tooManyImporters(refused: number, limit: number): Problem {
  const message = `${refused} files that import from those with a trace of the API were not followed, beyond the ${limit} of --limit importers`;
  return { path: "", kind: "limit", message, count: refused };
}
