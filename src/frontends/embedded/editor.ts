import { addAll } from "../../core/add-all.js";
import type { Edit } from "../../core/finding.js";
import { PlaceIndex } from "../../core/place-index.js";
import { SourceText } from "../../core/source-text.js";
import type { Location } from "../../core/span.js";
import { isRefusal, type EditResult, type SlotPlace, type SourceEditor } from "../editor.js";
import type { FrontendEntry } from "../frontend.js";
import { openEditor } from "../plain/editing/editor.js";
import { plainLanguage } from "../plain/languages.js";
import { editableBlocksIn, type Block } from "./blocks.js";
import { editedBlocks } from "./compare.js";
import { openHttpFile } from "./http-editor.js";
import { formed, type Form } from "./languages.js";
import { loadedEntries } from "./loaded.js";
import { Offsets, type Piece } from "./piece.js";

/** To check an edit, the edited file is read again. All edits of a file together may read so many characters. */
const MOST_READ = 2_000_000;

interface PieceEditor {
  readonly block: Block;
  /** The path of the block as a file. */
  readonly path: string;
  /** The block in the form that is edited. */
  readonly piece: Piece;
  readonly offsets: Offsets;
  /** The block as the file has it. */
  readonly own: Offsets;
  /** The text of the block as its parser reads it. */
  readonly readable: string;
  readonly editor: SourceEditor;
}

type Openers = ReadonlyMap<FrontendEntry, Awaited<ReturnType<NonNullable<FrontendEntry["loadEditor"]>>>>;

/** Loads the editor of files with code in them. It loads only languages of which a block was read. */
export async function loadEmbeddedEditor(): Promise<(source: SourceText) => SourceEditor | undefined> {
  const openers = new Map();
  for (const entry of loadedEntries()) if (entry.loadEditor) openers.set(entry, await entry.loadEditor());
  return (source) => openEmbedded(openers, source);
}

/** Opens a file for edits of the code in it; other parts are edited like any settings file. */
function openEmbedded(openers: Openers, source: SourceText): SourceEditor | undefined {
  const { path } = source;
  if (plainLanguage(path).language === "http") return openHttpFile(source);
  const plain = openEditor(source);
  const file: EditedFile = { source, blocks: editableBlocksIn(source), charactersLeft: MOST_READ };
  const pieces = file.blocks.flatMap((block): PieceEditor[] => {
    for (const form of block.language.forms) {
      const one = openBlock(openers, path, block, form);
      if (one) return [one];
    }
    return [];
  });
  if (pieces.length === 0) return plain;
  const numbers = new PlaceIndex<number>();
  for (const [number, { piece }] of pieces.entries())
    for (const { start, length } of piece.stretches)
      numbers.add({ path, start, end: start + length }, number);
  const piecesAt = (place: Location): PieceEditor[] =>
    [...new Set(numbers.touching(place))].sort((a, b) => a - b).map((number) => pieces[number]!);
  const within: EditIn = (place, make) => {
    for (const one of piecesAt(place)) {
      const own = one.offsets.inPiece(place);
      if (!own) continue;
      const result = make(one.editor, { path: one.path, ...own });
      return isRefusal(result) ? result : inFile(file, one, result);
    }
    return undefined;
  };
  return {
    replaceText: (place, text) =>
      within(place, (editor, own) => editor.replaceText(own, text)) ??
      plain?.replaceText(place, text) ??
      NO_SCRIPT,
    addHeaders: (slot, headers) =>
      within(placeOf(slot), (editor, own) => editor.addHeaders(movedTo(slot, own), headers)) ?? NO_SCRIPT,
    setHeader: (entry, header) => within(entry, (editor, own) => editor.setHeader(own, header)) ?? NO_SCRIPT,
    renameReads: (reads) => {
      const edits: Edit[] = [];
      for (const read of reads) {
        const made = within(read.place, (editor, own) => editor.renameReads([{ ...read, place: own }]));
        if (!made || isRefusal(made)) return made ?? NO_SCRIPT;
        addAll(edits, made);
      }
      return edits;
    },
    renameDeclarations: () => NO_SCRIPT,
    renameKeys: () => NO_SCRIPT,
    usageOf: (place) => {
      for (const one of piecesAt(place)) {
        const own = one.offsets.inPiece(place);
        if (own) return one.editor.usageOf({ path: one.path, ...own });
      }
      return "unknown";
    },
    readPayload: (place) => {
      for (const one of piecesAt(place)) {
        const own = one.offsets.inPiece(place);
        const payload = own && one.editor.readPayload?.({ path: one.path, ...own });
        if (!payload || isRefusal(payload)) {
          if (payload) return payload;
          continue;
        }
        const inPiece = (edits: Parameters<typeof payload.inFile>[0]): EditResult => {
          const made = payload.inFile(edits);
          return isRefusal(made) ? made : inFile(file, one, made);
        };
        return { ...payload, inFile: inPiece };
      }
      return { refused: "v2ready cannot read the JSON at this place" };
    },
  };
}

function openBlock(openers: Openers, path: string, block: Block, form: Form): PieceEditor | undefined {
  const piece = formed(block.language, form, block.piece);
  const text = new SourceText(path + form.ending, piece.text);
  // A line break may end the value that a block is in.
  const editor = openers.get(form.entry)?.(text, false);
  if (!editor) return undefined;
  return {
    block,
    path: text.path,
    piece,
    offsets: new Offsets(piece.stretches),
    own: new Offsets(block.piece.stretches),
    readable: block.language.readable(block.piece.text),
    editor,
  };
}

/** Makes an edit in the piece that contains a place. Undefined if no piece contains it. */
type EditIn = (
  place: Location,
  make: (editor: SourceEditor, place: Location) => EditResult,
) => EditResult | undefined;

const NO_SCRIPT: EditResult = { refused: "v2ready does not edit the code at this place" };

function placeOf(slot: SlotPlace): Location {
  return "place" in slot ? slot.place : slot.call;
}

function movedTo(slot: SlotPlace, place: Location): SlotPlace {
  return "place" in slot ? { ...slot, place } : { ...slot, call: place };
}

/** The ways in which a file may write a script: as it is, or with the escapes of the value around it. */
const ESCAPES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"'),
  (text) => text.replaceAll("'", "''"),
];

interface EditedFile {
  readonly source: SourceText;
  readonly blocks: readonly Block[];
  charactersLeft: number;
}

/** The edits of a piece as edits of its file, in a form in which the file has the edited piece. */
function inFile(
  file: EditedFile,
  { block, offsets, own, readable }: PieceEditor,
  edits: readonly Edit[],
): EditResult {
  const { path } = file.source;
  const places = edits.map((edit) => offsets.inFile(edit));
  const isMasked = places.some((place) => {
    const { start, end } = (place && own.inPiece(place)) ?? { start: 0, end: 0 };
    return readable.slice(start, end) !== block.piece.text.slice(start, end);
  });
  if (isMasked) return { refused: "a placeholder is at this place" };
  // `: ` would end a key of YAML in a value without quotes, and a header needs no blank there.
  for (const wanted of [edits, edits.map((edit) => ({ ...edit, text: edit.text.replaceAll(": ", ":") }))]) {
    for (const escape of ESCAPES) {
      const made = wanted.flatMap(({ text }, index): Edit[] => {
        const place = places[index];
        return place ? [{ path, ...place, text: escape(text) }] : [];
      });
      if (file.charactersLeft <= 0) return { refused: `${path} is too large for so many edits` };
      if (made.length === edits.length && meansThat(file, block, made, wanted)) return made;
    }
  }
  return { refused: `the text would be read as something else in ${path}` };
}

/** Checks whether a block in the edited file is what the edits of the block should give. */
function meansThat(
  file: EditedFile,
  { piece }: Block,
  made: readonly Edit[],
  wanted: readonly Edit[],
): boolean {
  const { path, text } = file.source;
  file.charactersLeft -= text.length;
  const ordered = [...made].sort((a, b) => a.start - b.start);
  const blocks = editedBlocks(file.blocks, { path, text: withEdits(text, ordered) }, ordered);
  const own = blocks?.find(({ before }) => isSame(before.piece, piece));
  const texts = [...wanted].sort((a, b) => a.start - b.start).map(({ text }) => text);
  return own !== undefined && own.texts.join("\0") === texts.join("\0");
}

function isSame(a: Piece, b: Piece): boolean {
  return a.text === b.text && a.stretches[0]?.start === b.stretches[0]?.start;
}

function withEdits(text: string, edits: readonly Edit[]): string {
  return edits.reduceRight((all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end), text);
}
