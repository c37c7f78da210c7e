import type { Problem } from "../core/problem.js";
import type { SourceText } from "../core/source-text.js";
import { prefilterOf } from "../engine/anchors.js";
import type { FileAnalysis } from "../engine/analyze-file.js";
import { RepositoryAnalysis } from "../engine/analyze-repository.js";
import type { Question } from "../engine/file-context.js";
import type { Rule } from "../engine/rule.js";
import { isInside } from "../workspace/project-root.js";
import { analyzeBegun, isUnread, type AnalysisInput } from "./analyze-paths.js";
import { beginRun, frontendWith, type BegunRun } from "./begin-run.js";
import { judgeFixes, withFixes } from "./editing.js";
import { keptAnalyses, keptRun, type Kept } from "./kept-run.js";
import { NothingToScan } from "./projects.js";

/** The analyses of a file and of all others that have to do with it. */
export interface PlaceAnalysis {
  readonly question: Question;
  readonly rules: readonly Rule[];
  readonly analyses: readonly FileAnalysis[];
  readonly sources: ReadonlyMap<string, SourceText>;
  /** Problems of the file itself, if it could not be read. */
  readonly unread: readonly Problem[];
}

/**
 * Analyses the project of a file as `check` does, or takes what an earlier run found. A file that `check` leaves out is
 * analysed as well, with the files that it imports.
 *
 * @param path of the file, relative to the root of the project
 */
export async function analyzePlace(
  allRules: readonly Rule[],
  path: string,
  input: AnalysisInput,
): Promise<PlaceAnalysis> {
  const { run, kept } = await beginAsBefore(allRules, path, input);
  const analyses = await wholeAnalyses(run, kept);
  const isKnown = analyses.some(({ source }) => source.path === path);
  const own = isKnown ? [] : await analyzeNamed(path, run);
  const { question, rules } = run.settings;
  const planned = {
    question,
    rules,
    analyses: [...analyses, ...own],
    sources: run.files.texts,
    unread: run.files.problems.filter((one) => one.path === path && isUnread(one)),
    isAsked: () => true,
    read: (other: string) => run.files.readAny(other),
  };
  return judgeFixes(planned, { root: input.project.root, isStdin: input.isStdin });
}

/**
 * Begins a run over the whole project. If the last `check` was asked about folders and the file is in one of them, it
 * begins a run over these, so that what that run found will do.
 */
async function beginAsBefore(
  allRules: readonly Rule[],
  path: string,
  input: AnalysisInput,
): Promise<{ readonly run: BegunRun; readonly kept: Kept | undefined }> {
  const whole = await beginProject(allRules, path, input);
  const kept = keptRun(whole);
  const { paths } = kept ?? {};
  if (!paths?.some((one) => isInside(path, one)) || paths.join() === whole.input.project.paths.join())
    return { run: whole, kept };
  return { run: await beginRun(allRules, { ...input, project: { ...input.project, paths } }), kept };
}

/** Begins a run over the whole project; over the file alone if nothing else can be searched. */
async function beginProject(
  allRules: readonly Rule[],
  path: string,
  input: AnalysisInput,
): Promise<BegunRun> {
  const { project } = input;
  const begin = (paths: readonly string[]): Promise<BegunRun> =>
    beginRun(allRules, { ...input, project: { ...project, paths } });
  if (!project.isSearched) return begin([path]);
  try {
    return await begin(["."]);
  } catch (error) {
    if (error instanceof NothingToScan) return begin([path]);
    throw error;
  }
}

async function wholeAnalyses(run: BegunRun, kept: Kept | undefined): Promise<readonly FileAnalysis[]> {
  const known = kept && (await keptAnalyses(run, kept));
  if (known === "changed")
    run.input.notify?.("files changed since the last check, so they are analysed again");
  else if (known) return known;
  const analysis = await analyzeBegun(run);
  const { analyses } = await withFixes(analysis);
  analysis.keep(analyses);
  return analyses;
}

/** Analyses a file only with the files that it imports. A weak mention of the API is enough, because a person asks. */
async function analyzeNamed(path: string, { files, settings, host }: BegunRun): Promise<FileAnalysis[]> {
  const { vocabularies } = settings.question.catalog;
  const source = files.readNamed(path, prefilterOf(settings.rules, vocabularies, true));
  if (!source) return [];
  const { frontend, language } = await frontendWith(host, path);
  await frontend.prepare?.(source);
  const analysis = new RepositoryAnalysis(settings);
  analysis.add({ source, frontend, language });
  const analyses = analysis.finish().filter((one) => one.source.path === path);
  const fixed = await withFixes({ analyses, question: settings.question, sources: files.texts });
  return [...fixed.analyses];
}
