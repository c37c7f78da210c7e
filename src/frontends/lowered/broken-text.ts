import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import { insideOneOf, type Span } from "../../core/span.js";
import type { StringFact } from "../../facts/string.js";
import type { Interest, StringMatch } from "../interest.js";
import { writtenString } from "../plain/scan.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** More of a file than this share is not read around what does not parse: it is in no language of that name. */
const MAX_BROKEN = 0.5;

/**
 * Returns the problem if a text has too many errors to read the rest of it. Undefined otherwise.
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

/** Returns the nodes and all nodes around them. */
export function withAncestors(nodes: readonly SyntaxNode[]): Set<SyntaxNode> {
  const all = new Set<SyntaxNode>();
  for (const node of nodes)
    for (let at: SyntaxNode | undefined = node; at && !all.has(at); at = at.parent) all.add(at);
  return all;
}

/** Returns what a search of the text finds, where it is asked for: in statements that are left out, for example. */
export function searchedStrings(
  source: SourceText,
  interest: Interest,
  comments: readonly Span[],
  isAsked: (match: StringMatch) => boolean,
): StringFact[] {
  const isInComment = insideOneOf(comments);
  return interest
    .scanText(source.text)
    .filter(isAsked)
    .map((match) => writtenString(source, match, isInComment(match) ? "comment" : "text"));
}

function syntaxProblem(source: SourceText, { start }: Span, message: string): Problem {
  return { path: source.path, line: source.position(start).line, kind: "syntax", message };
}
