import { fixerOf } from "../core/fixer.js";
import { LastKept } from "../core/last-kept.js";
import type { SourceText } from "../core/source-text.js";
import type { FileAnalysis } from "../engine/analyze-file.js";
import type { Question } from "../engine/file-context.js";
import type { ConvertBody } from "../fix/moves/bodies.js";
import type { ConstantStyle } from "../fix/moves/constants.js";
import { withSearchedBases } from "../fix/moves/searched-bases.js";
import { suggestFixes } from "../fix/suggest-fixes.js";
import type { SourceEditor } from "../frontends/editor.js";
import type { FrontendEntry } from "../frontends/frontend.js";
import { plainFrontend } from "../frontends/plain/frontend.js";
import { frontendFor } from "../frontends/registry.js";
import type { PathAnalysis } from "./analyze-paths.js";
import type { JudgeOptions, JudgedAnalysis } from "./judged-fixes.js";

/**
 * Editors hold syntax trees, which take some fifty times the memory of their texts. Files of so many characters stay
 * open; the one that was opened first is closed for another one, and opened again when it is needed.
 */
const MAX_OPEN = 1_000_000;

/** Gives analyses with a fix at every finding for which one is known. */
export type SuggestFixes = (
  analyses: readonly FileAnalysis[],
  question: Question,
  read: (path: string) => SourceText | undefined,
) => FileAnalysis[];

/**
 * Loads the code that edits files. Call it only when there is something to fix.
 *
 * @param paths the files that were read: editors of other languages are not loaded
 */
export async function loadEditing(paths: Iterable<string>, style: ConstantStyle = {}): Promise<SuggestFixes> {
  const entries = new Set<FrontendEntry>([plainFrontend, ...Array.from(paths, frontendFor)]);
  const openers = new Map(
    await Promise.all([...entries].map(async (entry) => [entry, await loadOpener(entry)] as const)),
  );
  const { bodyConverter } = await import("../convert/bodies.js");
  return (analyses, question, read) => {
    const opened = new LastKept<SourceEditor | undefined>(MAX_OPEN);
    const editors = (path: string): SourceEditor | undefined =>
      opened.get(path, () => {
        const source = read(path);
        const opener = openers.get(frontendFor(path)) ?? openers.get(plainFrontend);
        return { value: source && opener?.(source), size: source?.text.length ?? 0 };
      });
    const convertBody: ConvertBody = bodyConverter(question.catalog.vocabularies, read, editors);
    return suggestFixes(analyses, question, editors, convertBody, style);
  };
}

/** A language whose grammar cannot be loaded is only searched, and not edited. */
async function loadOpener(entry: FrontendEntry): Promise<Opener | undefined> {
  try {
    return await entry.loadEditor?.();
  } catch {
    return undefined;
  }
}

type Opener = Awaited<ReturnType<NonNullable<FrontendEntry["loadEditor"]>>>;

/** Adds fixes to the analysis of some paths. */
export async function withFixes<Analysis extends Pick<PathAnalysis, "analyses" | "question" | "sources">>(
  analysis: Analysis,
): Promise<Analysis> {
  const { analyses, question, sources } = analysis;
  const isPlain = analyses.every(
    ({ findings, context }) =>
      findings.length === 0 || (context.facts.reading === "text" && context.requests.length === 0),
  );
  if (isPlain) return { ...analysis, analyses: analyses.map(withSearchedBases) };
  const suggest = await loadEditing(sources.keys());
  return { ...analysis, analyses: suggest(analyses, question, (path) => sources.get(path)) };
}

/** Judges the fixes of an analysis as `fix` does. Loads no code if no fix is planned. */
export async function judgeFixes<Analysis extends JudgedAnalysis>(
  analysis: Analysis,
  options: JudgeOptions,
): Promise<Analysis> {
  const hasFix = analysis.analyses.some(({ findings }) => findings.some((one) => fixerOf(one) !== "person"));
  if (!hasFix) return analysis;
  const { withJudgedFixes } = await import("./judged-fixes.js");
  return withJudgedFixes(analysis, options);
}
