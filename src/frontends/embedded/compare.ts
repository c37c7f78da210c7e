import { SourceText } from "../../core/source-text.js";
import { plainChangeBeside } from "../plain/editing/compare.js";
import type { Replacement } from "../shapes.js";
import { editableBlocksIn, type Block } from "./blocks.js";
import { formed } from "./languages.js";
import { loadedFrontend } from "./loaded.js";
import { Offsets, type Piece } from "./piece.js";

type Text = Pick<SourceText, "path" | "text">;

/** A block of code before and after edits of its file, with those edits as edits of the block. */
export interface EditedBlock {
  readonly before: Block;
  readonly after: Block;
  readonly edits: readonly Replacement[];
  /** The new texts in the order of the block, each once: a value may be in a block several times. */
  readonly texts: readonly string[];
}

/**
 * Returns the blocks after edits of their file. Undefined if a block changes outside of the edits.
 *
 * @param old the blocks before the edits
 *
 * @param edits ordered and without overlap, offsets in the old text
 */
export function editedBlocks(
  old: readonly Block[],
  after: Text,
  edits: readonly Replacement[],
): readonly EditedBlock[] | undefined {
  const blocks = editableBlocksIn(after);
  if (old.length !== blocks.length) return undefined;
  const all = old.map((block, index) => {
    const now = blocks[index]!;
    const own = editsIn(block.piece, now.piece, edits);
    if (!own || block.language !== now.language) return undefined;
    const made = own.flat().sort((a, b) => a.start - b.start);
    const texts = own.sort(([a], [b]) => a.start - b.start).map(([{ text }]) => text);
    return applied(block.piece.text, made) === now.piece.text
      ? { before: block, after: now, edits: made, texts }
      : undefined;
  });
  return all.every((one) => one !== undefined) ? all : undefined;
}

/** The edits of one place of the file: one for each time that a block has it. */
type EditsOfPlace = readonly [Replacement, ...Replacement[]];

function editsIn(piece: Piece, now: Piece, edits: readonly Replacement[]): EditsOfPlace[] | undefined {
  const [old, made] = [new Offsets(piece.stretches), new Offsets(now.stretches)];
  const own: EditsOfPlace[] = [];
  let shift = 0;
  for (const { start, end, text } of edits) {
    const from = start + shift;
    shift += text.length - (end - start);
    const [first, ...others] = old.allInPiece({ start, end });
    if (!first) continue;
    const written = made.inPiece({ start: from, end: from + text.length });
    if (!written) return undefined;
    const replacement = now.text.slice(written.start, written.end);
    own.push([{ ...first, text: replacement }, ...others.map((one) => ({ ...one, text: replacement }))]);
  }
  return own;
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

/**
 * Checks that a file and its blocks of code change only in the edits. Returns the first other change. Undefined if
 * there is none.
 */
export async function embeddedChangeBeside(
  before: SourceText,
  after: SourceText,
  edits: readonly Replacement[],
): Promise<string | undefined> {
  const around = plainChangeBeside(before, after, edits);
  if (around !== undefined) return around;
  const blocks = editedBlocks(editableBlocksIn(before), after, edits);
  if (!blocks) return "the edit changes another script of the file";
  for (const block of blocks) {
    const change = block.edits.length > 0 ? await changeInBlock(block) : undefined;
    if (change !== undefined) return change;
  }
  return undefined;
}

/** A block is judged in the form in which it parses. */
async function changeInBlock({ before, after, edits }: EditedBlock): Promise<string | undefined> {
  let reason: string | undefined;
  for (const form of before.language.forms) {
    const frontend = loadedFrontend(form.entry);
    if (!frontend || !("changeBeside" in frontend)) continue;
    const [old, now] = [before, after].map(
      ({ language, piece }) => new SourceText(`block${form.ending}`, formed(language, form, piece).text),
    ) as [SourceText, SourceText];
    const shift = form.around[0].length;
    const own = edits.map((edit) => ({ ...edit, start: edit.start + shift, end: edit.end + shift }));
    const change = await frontend.changeBeside?.(old, now, own);
    if (change === undefined) return undefined;
    reason ??= change;
  }
  return reason ?? "the language of a block in the file is not edited";
}
