import type { Parser } from "web-tree-sitter";
import type { SourceText } from "../../core/source-text.js";
import { treeChangeBeside } from "../lowered/editing/compare-trees.js";
import { plainChangeBeside } from "../plain/editing/compare.js";
import type { Replacement } from "../shapes.js";
import { Offsets, type Piece } from "./piece.js";
import { piecesIn } from "./pieces.js";
import { masked } from "./placeholders.js";

type Text = Pick<SourceText, "path" | "text">;

/** A piece of code before and after edits of its file, with those edits as edits of the piece. */
export interface EditedPiece {
  readonly before: Piece;
  readonly after: Piece;
  readonly edits: readonly Replacement[];
}

/**
 * What edits of a file make of the pieces of code in it; nothing where a piece changes outside of them.
 *
 * @param old the pieces of code before the edits
 * @param edits ordered and without overlap, offsets in the old text
 */
export function editedPieces(
  old: readonly Piece[],
  after: Text,
  edits: readonly Replacement[],
): readonly EditedPiece[] | undefined {
  const made = piecesIn(after);
  if (old.length !== made.length) return undefined;
  const all = old.map((piece, index) => {
    const now = made[index]!;
    const own = editsIn(piece, now, edits);
    return own && applied(piece.text, own) === now.text
      ? { before: piece, after: now, edits: own }
      : undefined;
  });
  return all.every((one) => one !== undefined) ? all : undefined;
}

function editsIn(piece: Piece, now: Piece, edits: readonly Replacement[]): Replacement[] | undefined {
  const [old, made] = [new Offsets(piece.stretches), new Offsets(now.stretches)];
  const own: Replacement[] = [];
  let shift = 0;
  for (const { start, end, text } of edits) {
    const from = start + shift;
    shift += text.length - (end - start);
    const place = old.inPiece({ start, end });
    if (!place) continue;
    const written = made.inPiece({ start: from, end: from + text.length });
    if (!written) return undefined;
    own.push({ ...place, text: now.text.slice(written.start, written.end) });
  }
  return own.sort((a, b) => a.start - b.start);
}

function applied(text: string, edits: readonly Replacement[]): string {
  let made = "";
  let at = 0;
  for (const { start, end, text: replacement } of edits) {
    made += text.slice(at, start) + replacement;
    at = end;
  }
  return made + text.slice(at);
}

/** Why an edited file, or a script in it, is not the old one outside of the edits; nothing where they are. */
export function embeddedChangeBeside(
  parser: Parser,
  before: SourceText,
  after: SourceText,
  edits: readonly Replacement[],
): string | undefined {
  const around = plainChangeBeside(before, after, edits);
  if (around !== undefined) return around;
  const pieces = editedPieces(piecesIn(before), after, edits);
  if (!pieces) return "the edit changes a script in the file outside of itself";
  for (const { before: old, after: now, edits: own } of pieces) {
    if (own.length === 0) continue;
    const change = treeChangeBeside(parser, { text: masked(old.text) }, { text: masked(now.text) }, own);
    if (change !== undefined) return change;
  }
  return undefined;
}
