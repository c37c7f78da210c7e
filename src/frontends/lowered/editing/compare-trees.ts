import type { Parser } from "web-tree-sitter";
import type { SourceText } from "../../../core/source-text.js";
import { shapeChange, type Replacement, type Shape } from "../../shapes.js";
import type { ParseText } from "../language.js";
import { parseText, type ParsedText } from "../../tree-sitter/parse.js";

type Text = Pick<SourceText, "text">;

/**
 * Checks that the syntax tree of an edited text changes only in the edits. Returns the first other change. Undefined if
 * there is none.
 */
export function treeChangeBeside(
  parser: Parser,
  parse: ParseText = parseText,
  before: Text,
  after: Text,
  edits: readonly Replacement[],
): string | undefined {
  const old = parse(parser, before.text);
  if (!old.ok) return "the file does not parse, so an edit of it cannot be verified";
  const made = parse(parser, after.text);
  if (!made.ok) return `the edited file does not parse: ${made.message}`;
  if (made.errors.length > old.errors.length) return "the edited file has a new syntax error";
  const now = shapesOf(made);
  return shapeChange(shapesOf(old), now, edits) ?? lostComment(now, edits);
}

/** A line that is put in as a comment is none in a text of several lines. */
function lostComment(made: readonly Shape[], edits: readonly Replacement[]): string | undefined {
  let shift = 0;
  for (const { start, end, text } of edits) {
    const from = start + shift;
    shift += text.length - (end - start);
    if (!/^(?:[ \t]*(?:#|\/\/).*\r?\n)+$/.test(text)) continue;
    const isThere = made.some(
      (shape) => shape.says !== undefined && from <= shape.start && shape.end <= from + text.length,
    );
    if (!isThere) return "the comment that is added would not be one";
  }
  return undefined;
}

/** All nodes and tokens but the root: where that begins and ends depends on its first and last token alone. */
function shapesOf({ root }: Extract<ParsedText, { ok: true }>): Shape[] {
  const shapes: Shape[] = [];
  for (const node of root.walk()) {
    const { type, text, start, end } = node;
    if (node === root) continue;
    if (type.includes("comment")) shapes.push({ kind: "a comment", says: text, start, end });
    else shapes.push({ kind: type, start, end });
  }
  return shapes;
}
