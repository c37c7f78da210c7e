import type { Span } from "../../../core/span.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { ESCAPED, jsonLiteral, plainQuoting } from "../../lowered/editing/json-text.js";
import type { ReadPayload } from "../../lowered/editing/writing.js";

const STRINGS: ReadonlySet<string> = new Set(["string_literal", "multiline_string_literal"]);
/** Methods that leave JSON as it is. */
const HARMLESS = /^(?:trimIndent|toRequestBody|toByteArray|encodeToByteArray|trim)$/;

/** Reads a body that is JSON in one string or raw string. */
export function readPayload(tree: CodeTree, place: Span): ReadPayload {
  const string = tree.holderOf(place, STRINGS);
  if (!string) return refuse("v2ready cannot change maps and objects that are sent in Kotlin");
  const { parent } = string;
  const method = parent?.type === "navigation_expression" ? parent.named.at(-1)?.text : undefined;
  const isRaw = string.type === "multiline_string_literal";
  if (
    parent?.type === "binary_expression" ||
    string.text.includes("$") ||
    (method !== undefined && !HARMLESS.test(method))
  )
    return refuse("v2ready cannot change JSON that is built at run time");
  const width = isRaw ? 3 : 1;
  const inside = { start: string.start + width, end: string.end - width };
  return { kind: "text", embedded: jsonLiteral(tree, inside, isRaw ? plainQuoting('"""') : ESCAPED) };
}
