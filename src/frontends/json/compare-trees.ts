import type { SourceText } from "../../core/source-text.js";
import { shapeChange, type Replacement, type Shape } from "../shapes.js";
import type { JsonValue } from "./nodes.js";
import { parseJson } from "./parse.js";
import { PlacedText } from "./placed-text.js";

/**
 * Checks that an edited JSON text changes only in the edits, comments included. Returns the first other change.
 * Undefined if there is none.
 */
export function jsonChangeBeside(
  before: SourceText,
  after: SourceText,
  edits: readonly Replacement[],
): string | undefined {
  const old = shapesOf(before);
  if (typeof old === "string") return "the file does not parse, so an edit of it cannot be verified";
  const made = shapesOf(after);
  if (typeof made === "string") return `the edited file ${made}`;
  if (isStrict(before.text) && !isStrict(after.text)) return "the edited file is no longer plain JSON";
  return shapeChange(old, made, edits);
}

/** Without comments and trailing commas, so that every reader takes it. */
function isStrict(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** All values, keys and comments; the message of the parser if it is not JSON. */
function shapesOf(source: SourceText): Shape[] | string {
  const parsed = parseJson(PlacedText.of(source));
  if (!parsed.ok) return parsed.message.replace(/, searched as plain text$/, "");
  const shapes: Shape[] = parsed.comments.map(({ start, end }) => ({
    kind: "a comment",
    says: source.text.slice(start, end),
    start,
    end,
  }));
  const open: JsonValue[] = [...parsed.roots];
  for (let value = open.pop(); value; value = open.pop()) {
    shapes.push({ kind: `the ${value.kind}`, start: value.start, end: value.end });
    if (value.kind === "list") for (const item of value.items) open.push(item);
    if (value.kind !== "object") continue;
    for (const member of value.members) {
      shapes.push({ kind: "the key", start: member.key.start, end: member.key.end });
      open.push(member.value);
    }
  }
  return shapes;
}
