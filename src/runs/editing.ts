import type { SourceText } from "../core/source-text.js";
import type { FileAnalysis } from "../engine/analyze-file.js";
import type { Question } from "../engine/file-context.js";
import type { ConvertBody } from "../fix/moves/bodies.js";
import type { ConstantStyle } from "../fix/moves/constants.js";
import { suggestFixes } from "../fix/suggest-fixes.js";
import type { SourceEditor } from "../frontends/editor.js";
import { FRONTENDS, frontendFor } from "../frontends/registry.js";
import type { PathAnalysis } from "./analyze-paths.js";

/** Gives analyses with a fix at every finding for which one is known. */
export type SuggestFixes = (
  analyses: readonly FileAnalysis[],
  question: Question,
  read: (path: string) => SourceText | undefined,
) => FileAnalysis[];

/** Loads the code that edits files. Call it only when there is something to fix. */
export async function loadEditing(style: ConstantStyle = {}): Promise<SuggestFixes> {
  const openers = new Map(
    await Promise.all(FRONTENDS.map(async (entry) => [entry, await entry.loadEditor?.()] as const)),
  );
  const { bodyConverter } = await import("../convert/bodies.js");
  return (analyses, question, read) => {
    const opened = new Map<string, SourceEditor | undefined>();
    const editors = (path: string): SourceEditor | undefined => {
      if (opened.has(path)) return opened.get(path);
      const source = read(path);
      const editor = source && openers.get(frontendFor(path))?.(source);
      opened.set(path, editor);
      return editor;
    };
    const convertBody: ConvertBody = bodyConverter(question.catalog.vocabularies, read);
    return suggestFixes(analyses, question, editors, convertBody, style);
  };
}

/** The same for what paths came to. */
export async function withFixes(analysis: PathAnalysis): Promise<PathAnalysis> {
  const { analyses, question, sources } = analysis;
  const isPlain = analyses.every(
    ({ findings, context }) => findings.length === 0 || context.facts.reading === "text",
  );
  if (isPlain) return analysis;
  const suggest = await loadEditing();
  return { ...analysis, analyses: suggest(analyses, question, (path) => sources.get(path)) };
}
