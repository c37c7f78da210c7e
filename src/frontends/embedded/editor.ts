import type { Parser } from "web-tree-sitter";
import { addAll } from "../../core/add-all.js";
import type { Edit } from "../../core/finding.js";
import type { SourceText } from "../../core/source-text.js";
import type { Location } from "../../core/span.js";
import { isRefusal, type EditResult, type SlotPlace, type SourceEditor } from "../editor.js";
import { openLowered } from "../lowered/editing/editor.js";
import { openEditor } from "../plain/editing/editor.js";
import { SHELL_WRITING } from "../shell/editing/writing.js";
import { editedPieces } from "./compare.js";
import { Offsets, type Piece } from "./piece.js";
import { piecesIn } from "./pieces.js";
import { masked } from "./placeholders.js";

/** To check an edit, the edited file is read again. All edits of a file together may read so many characters. */
const MOST_READ = 30_000_000;

interface PieceEditor {
  readonly piece: Piece;
  readonly offsets: Offsets;
  readonly editor: SourceEditor;
}

/** Opens a file with shell in it for edits of that shell; other parts are edited like any settings file. */
export function openEmbedded(parser: Parser, source: SourceText): SourceEditor | undefined {
  const { path } = source;
  const plain = openEditor(source);
  const file: EditedFile = { source, pieces: piecesIn(source), charactersLeft: MOST_READ };
  const pieces = file.pieces.flatMap((piece): PieceEditor[] => {
    const editor = openLowered(parser, { path, text: masked(piece.text) }, SHELL_WRITING, false);
    return editor ? [{ piece, offsets: new Offsets(piece.stretches), editor }] : [];
  });
  if (pieces.length === 0) return plain;
  const within: EditIn = (place, make) => {
    for (const one of pieces) {
      const own = one.offsets.inPiece(place);
      if (!own) continue;
      const result = make(one.editor, { path, ...own });
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
    usageOf: () => "unknown",
    readPayload: (place) => {
      for (const one of pieces) {
        const own = one.offsets.inPiece(place);
        const payload = own && one.editor.readPayload?.({ path, ...own });
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

/** Makes an edit in the piece that has a place; nothing where none has. */
type EditIn = (
  place: Location,
  make: (editor: SourceEditor, place: Location) => EditResult,
) => EditResult | undefined;

const NO_SCRIPT: EditResult = { refused: "there is no shell script at this place" };

function placeOf(slot: SlotPlace): Location {
  return "place" in slot ? slot.place : slot.call;
}

function movedTo(slot: SlotPlace, place: Location): SlotPlace {
  return "place" in slot ? { ...slot, place } : { ...slot, call: place };
}

/** How a file may have to write what a script says: as it is, or with the escapes of the value around it. */
const ESCAPES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"'),
  (text) => text.replaceAll("'", "''"),
];

interface EditedFile {
  readonly source: SourceText;
  readonly pieces: readonly Piece[];
  charactersLeft: number;
}

/** The edits of a piece as edits of its file, in a form in which the file has the edited piece. */
function inFile(file: EditedFile, { piece, offsets }: PieceEditor, edits: readonly Edit[]): EditResult {
  const { path } = file.source;
  const places = edits.map((edit) => offsets.inFile(edit));
  const isMasked = edits.some(({ start, end }) => {
    const written = piece.text.slice(start, end);
    return masked(piece.text).slice(start, end) !== written;
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
      if (made.length === edits.length && meansThat(file, piece, made, wanted)) return made;
    }
  }
  return { refused: `the text would be read as something else in ${path}` };
}

/** Whether a file that is edited has a piece as it is after its own edits. */
function meansThat(file: EditedFile, piece: Piece, made: readonly Edit[], wanted: readonly Edit[]): boolean {
  const { path, text } = file.source;
  file.charactersLeft -= text.length;
  const ordered = [...made].sort((a, b) => a.start - b.start);
  const pieces = editedPieces(file.pieces, { path, text: withEdits(text, ordered) }, ordered);
  const own = pieces?.find(({ before }) => before.text === piece.text && isSame(before, piece));
  const texts = [...wanted].sort((a, b) => a.start - b.start).map(({ text }) => text);
  return own !== undefined && own.edits.map(({ text }) => text).join("\0") === texts.join("\0");
}

function isSame(a: Piece, b: Piece): boolean {
  return a.stretches[0]?.start === b.stretches[0]?.start;
}

function withEdits(text: string, edits: readonly Edit[]): string {
  return edits.reduceRight((all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end), text);
}
