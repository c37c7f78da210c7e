import type { Span } from "../../core/span.js";
import type { SourceText } from "../../core/source-text.js";

/** https://www.rfc-editor.org/rfc/rfc9112#section-4 */
const STATUS_LINE = /^HTTP\/\d(?:\.\d)? \d{3}(?: |$)/;

/** Finds the headers of responses that are saved as they came: from a status line to the next empty line. */
export function responseHeads(source: SourceText): Span[] {
  const heads: Span[] = [];
  if (!source.text.includes("HTTP/")) return heads;
  for (let number = 1; number <= source.lineCount; number++) {
    if (!STATUS_LINE.test(source.line(number).trimEnd())) continue;
    const start = source.lineStart(number);
    while (number < source.lineCount && source.line(number + 1).trim() !== "") number++;
    heads.push({ start, end: source.lineStart(number) + source.line(number).length });
  }
  return heads;
}
