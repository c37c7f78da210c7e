import type { Span } from "../../../core/span.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { ESCAPED, jsonLiteral, plainQuoting } from "../../lowered/editing/json-text.js";
import type { ReadPayload } from "../../lowered/editing/writing.js";

const STRINGS: ReadonlySet<string> = new Set(["string_literal"]);

/** Reads a body that is JSON in one string or text block. */
export function readPayload(tree: CodeTree, place: Span): ReadPayload {
  const string = tree.holderOf(place, STRINGS);
  if (!string) return refuse("v2ready cannot change maps and objects that are sent in Java");
  const { parent, fieldName } = string;
  if (parent?.type === "binary_expression" || fieldName === "object")
    return refuse("v2ready cannot change JSON that is built at run time");
  const quote = string.text.startsWith('"""') ? '"""' : '"';
  const inside = { start: string.start + quote.length, end: string.end - quote.length };
  const quoting = quote.length > 1 ? plainQuoting(quote) : ESCAPED;
  return { kind: "text", embedded: jsonLiteral(tree, inside, quoting) };
}
