import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { Span } from "../../core/span.js";

/** More of a file than this share is not read around what does not parse: it is in no language of that name. */
const MAX_BROKEN = 0.5;

/**
 * Why a text with these errors is not read around them; nothing where it is.
 *
 * @param language as people write it: `Python`
 */
export function refusalOf(
  source: SourceText,
  errors: readonly Span[],
  language: string,
): Problem | undefined {
  const broken = errors.reduce((sum, { start, end }) => sum + end - start, 0);
  if (broken <= source.text.length * MAX_BROKEN) return undefined;
  return syntaxProblem(source, errors[0]!, `does not parse as ${language}, searched as plain text`);
}

/** Returns the problems about statements that are left out. */
export function problemsOf(source: SourceText, [first]: readonly Span[]): Problem[] {
  return first ? [syntaxProblem(source, first, "a statement does not parse, searched as plain text")] : [];
}

function syntaxProblem(source: SourceText, { start }: Span, message: string): Problem {
  return { path: source.path, line: source.position(start).line, kind: "syntax", message };
}
