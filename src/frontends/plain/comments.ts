import { insideOneOf, type Span } from "../../core/span.js";
import type { SourceText } from "../../core/source-text.js";
import type { CommentFact } from "../../facts/file-facts.js";
import { plainLanguage } from "./languages.js";
import { docstrings, pythonStrings } from "./python-strings.js";

/**
 * Finds comments without a parser: line comments that have their line to themselves, and block comments that open at
 * the start of a line. A mark inside a string or after code does not count.
 */
export function commentsIn(source: SourceText, strings: readonly Span[]): CommentFact[] {
  const { lineComments, blockComment } = plainLanguage(source.path);
  const marks = [...lineComments, ...(blockComment ? [blockComment[0]] : [])];
  if (!marks.some((mark) => source.text.includes(mark))) return [];
  const isInString = insideOneOf(strings);
  const comments: CommentFact[] = [];
  for (let number = 1; number <= source.lineCount; number++) {
    const line = source.line(number);
    const indent = line.length - line.trimStart().length;
    const start = source.lineStart(number) + indent;
    const trimmed = line.trimStart();
    if (isInString({ start, end: start + 1 })) continue;
    const mark = lineComments.find((one) => trimmed.startsWith(one));
    if (mark) {
      comments.push({ text: trimmed.slice(mark.length), span: { start, end: start + trimmed.length } });
    } else if (blockComment && trimmed.startsWith(blockComment[0])) {
      const close = source.text.indexOf(blockComment[1], start + blockComment[0].length);
      const end = close < 0 ? source.text.length : close + blockComment[1].length;
      comments.push({
        text: source.text.slice(start + blockComment[0].length, close < 0 ? end : close),
        span: { start, end },
      });
      number = Math.max(number, source.position(end).line);
    }
  }
  return comments;
}

/** Returns the comments and docstrings of a text, found without a parser. Names in them are not uses of anything. */
export function proseIn(source: SourceText): Span[] {
  const { path, text } = source;
  const longStrings = plainLanguage(path).language === "python" ? pythonStrings(text) : [];
  return [...commentsIn(source, longStrings).map(({ span }) => span), ...docstrings(text, longStrings)];
}
