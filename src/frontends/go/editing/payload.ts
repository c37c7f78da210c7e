import type { Span } from "../../../core/span.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { ESCAPED, jsonLiteral, plainQuoting } from "../../lowered/editing/json-text.js";
import type { ReadPayload } from "../../lowered/editing/writing.js";

const STRINGS: ReadonlySet<string> = new Set(["interpreted_string_literal", "raw_string_literal"]);

/** Reads a body that is JSON in one string. */
export function readPayload(tree: CodeTree, place: Span): ReadPayload {
  const string = tree.holderOf(place, STRINGS);
  if (!string) return refuse("v2ready cannot change maps and structs that are sent in Go");
  if (string.parent?.type === "binary_expression")
    return refuse("v2ready cannot change JSON that is built at run time");
  const isRaw = string.type === "raw_string_literal";
  const inside = { start: string.start + 1, end: string.end - 1 };
  return { kind: "text", embedded: jsonLiteral(tree, inside, isRaw ? plainQuoting("`") : ESCAPED) };
}
