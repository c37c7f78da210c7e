import type { SourceText } from "../../core/source-text.js";
import { bodyConverter } from "../../convert/bodies.js";
import type { FileAnalysis } from "../../engine/analyze-file.js";
import type { Question } from "../../engine/file-context.js";
import { suggestFixes } from "../../fix/suggest-fixes.js";
import type { SourceEditor } from "../../frontends/editor.js";
import { openEditor as openJavaScript } from "../../frontends/javascript/editing/editor.js";
import { openEditor as openJson } from "../../frontends/json/editing/editor.js";
import { openEditor as openPlain } from "../../frontends/plain/editing/editor.js";
import { frontendFor } from "../../frontends/registry.js";

const OPENERS: Readonly<Record<string, (source: SourceText) => SourceEditor | undefined>> = {
  javascript: openJavaScript,
  json: openJson,
  plain: openPlain,
};

/** Gives analyses with a fix at every finding for which one is known: the same that the command does. */
export function withFixes(
  analyses: readonly FileAnalysis[],
  question: Question,
  read: (path: string) => SourceText | undefined,
): FileAnalysis[] {
  const opened = new Map<string, SourceEditor | undefined>();
  const editors = (path: string): SourceEditor | undefined => {
    if (opened.has(path)) return opened.get(path);
    const source = read(path);
    const editor = source && OPENERS[frontendFor(path).name]?.(source);
    opened.set(path, editor);
    return editor;
  };
  return suggestFixes(analyses, question, editors, bodyConverter(question.catalog.vocabularies, read));
}
