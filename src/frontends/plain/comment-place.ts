import type { SourceText } from "../../core/source-text.js";
import type { CommentPlace } from "../frontend.js";
import { isCodeAfter } from "./quoting.js";
import { plainLanguage } from "./languages.js";

/** Languages of which every line stands for itself, so that a comment can be put between any two that are whole. */
const LINE_BY_LINE = new Set(["env", "ini", "properties"]);

/**
 * Returns the line of a setting in languages that are read line by line. In others whose texts and comments are
 * recognised without a parser, returns the line where a statement begins. A line that continues the one before has no
 * place of its own.
 */
export function plainCommentPlace(source: SourceText, offset: number): CommentPlace | undefined {
  const { language, lineComments } = plainLanguage(source.path);
  const [mark] = lineComments;
  if (mark === undefined) return undefined;
  return LINE_BY_LINE.has(language)
    ? settingPlace(source, offset, mark)
    : statementPlace(source, offset, mark, language);
}

function statementPlace(
  source: SourceText,
  offset: number,
  mark: string,
  language: string,
): CommentPlace | undefined {
  let { line } = source.position(offset);
  while (line > 1 && source.line(line - 1).endsWith("\\")) line--;
  const start = source.lineStart(line);
  if (!isCodeAfter(source.text.slice(0, start), language)) return undefined;
  // The first line of a script says who runs it.
  if (line === 1 && source.text.startsWith("#!")) return undefined;
  const text = source.line(line);
  const indent = text.slice(0, text.length - text.trimStart().length);
  return { offset: start, indent, delimiters: [`${mark} `, ""] };
}

function settingPlace(source: SourceText, offset: number, mark: string): CommentPlace | undefined {
  const { line } = source.position(offset);
  const goesOn = source.line(line - 1).endsWith("\\");
  const isInString = (source.text.slice(0, source.lineStart(line)).split('"').length - 1) % 2 === 1;
  if (goesOn || isInString || !/^\s*(?:export\s+)?[\w.-]+\s*[=:]/.test(source.line(line))) return undefined;
  return { offset: source.lineStart(line), indent: "", delimiters: [`${mark} `, ""] };
}
