import type { Parser } from "web-tree-sitter";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import { contains } from "../../core/span.js";
import type { Interest } from "../interest.js";
import { parseText } from "../tree-sitter/parse.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { problemsOf, refusalOf, searchedStrings } from "./broken-text.js";
import type { CoreProgram } from "./core-tree.js";
import type { LoweredComment, LoweredText, ParseText } from "./language.js";

/** A language whose files are one program each, and whose comments are nodes of the tree. */
interface WholeText {
  /** The language as people write it: `C#`. */
  readonly name: string;
  readonly parse?: ParseText;
  readonly programOf: (root: SyntaxNode, interest: Interest, source: SourceText) => CoreProgram;
  readonly commentsIn: (root: SyntaxNode) => LoweredComment[];
}

/** Parses and lowers a file. What does not parse is searched as text. Returns a problem if that is most of it. */
export function lowerWhole(
  parser: Parser,
  source: SourceText,
  interest: Interest,
  { name, parse = parseText, programOf, commentsIn }: WholeText,
): LoweredText | Problem {
  const parsed = parse(parser, source.text);
  if (!parsed.ok) return { path: source.path, kind: parsed.kind, message: parsed.message };
  const { root, errors } = parsed;
  const refusal = refusalOf(source, errors, name);
  if (refusal) return refusal;
  return {
    programs: [programOf(root, interest, source)],
    comments: commentsIn(root),
    problems: problemsOf(source, errors),
    strings: searchedStrings(source, interest, [], (match) => errors.some((error) => contains(error, match))),
  };
}

/** Returns the comments of a grammar that tells those of a line from those of a block. */
export function lineAndBlockComments(root: SyntaxNode): LoweredComment[] {
  const comments: LoweredComment[] = [];
  for (const { type, text, start, end } of root.walk()) {
    if (type === "line_comment") comments.push({ text: text.slice(2), start, end });
    else if (type === "block_comment")
      comments.push({ text: text.slice(2, text.endsWith("*/") ? -2 : undefined), start, end });
  }
  return comments;
}
