import type { Edit } from "../../../core/finding.js";
import { overlap, type Span } from "../../../core/span.js";
import { refuse } from "../../editing/refusal.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import type { CodeTree } from "./code-tree.js";

/** Characters that mean themselves in every kind of string of every language, and in a word of a shell. */
const PLAIN = /^[\w ./:=+-]*$/;

/**
 * Replaces characters inside of a string by others that need no escape anywhere: a version, a media type.
 *
 * @param texts the types of nodes that hold text
 */
export function replaceText(
  tree: CodeTree,
  texts: ReadonlySet<string>,
  place: Span,
  text: string,
): readonly Edit[] {
  if (!PLAIN.test(text)) refuse("the new text has characters that strings may need an escape for");
  const holder = tree.innermost(place);
  if (!texts.has(holder.type)) refuse("the place is not inside of a string");
  if (holder.children.some((child) => overlap(child, place)))
    refuse("a part of the string is computed at this place");
  if (isCut(tree.text, holder, place.start) || isCut(tree.text, holder, place.end))
    refuse("the place begins or ends in the middle of an escape sequence");
  return [tree.edit(place, text)];
}

/** Returns whether a backslash before an offset escapes the character there. */
function isCut(text: string, { start }: SyntaxNode, offset: number): boolean {
  let count = 0;
  while (offset - count > start && text[offset - count - 1] === "\\") count++;
  return count % 2 === 1;
}
