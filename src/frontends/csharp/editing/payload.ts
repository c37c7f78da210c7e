import type { Span } from "../../../core/span.js";
import { Decoder, EmbeddedText } from "../../editing/embedded-text.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import type { ReadPayload } from "../../lowered/editing/writing.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

/** Reads JSON in a raw string, which has no escape sequences. */
export function readPayload(tree: CodeTree, place: Span): ReadPayload {
  let node: SyntaxNode | undefined = tree.innermost(place);
  while (node && !node.type.endsWith("string_literal")) node = node.parent;
  const content = node?.type === "raw_string_literal" ? node.child("raw_string_content") : undefined;
  if (!content) return refuse("v2ready cannot change JSON in C# that is not in a raw string");
  const decoder = new Decoder(tree.text, (source, at) => ({ text: source[at]!, length: 1 }));
  decoder.read(content.start, content.end);
  const embedded = new EmbeddedText(
    decoder.text,
    (character) => character,
    [...decoder.places, content.end],
    [],
  );
  return { kind: "text", embedded };
}
