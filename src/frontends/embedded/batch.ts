import { sendsRequests } from "./commands.js";
import { joined, madePiece, partsOf, pieceAt, type Piece } from "./piece.js";

const SET = /^[ \t]*@?set[ \t]+"?([A-Za-z_]\w*)=([^"\r\n]*)"?[ \t]*$/i;

/**
 * Returns the commands of a batch file as those of a shell: https://learn.microsoft.com/windows-server/administration/windows-commands
 */
export function batchPieces(source: string): Piece[] {
  const found: Piece[] = [];
  // A caret at the end of a line continues it.
  for (const { index, 0: whole } of source.matchAll(/^(?:[^\n]*\^\r?\n)*[^\n]+/gm)) {
    const [, name, value = ""] = SET.exec(whole.trimEnd()) ?? [];
    if (name !== undefined) {
      const start = index + whole.lastIndexOf(value);
      // A quote in it would end the text that the assignment is written with.
      if (!/[\\`]/.test(value))
        found.push(
          joined(
            [
              madePiece(`${name.toUpperCase()}="`),
              forShell(source, start, start + value.length),
              madePiece('"'),
            ],
            "",
          ),
        );
    } else if (sendsRequests(whole) && !/^[ \t]*(?:@?rem\b|::)/i.test(whole)) {
      const mark = /^[ \t]*@?/.exec(whole)![0].length;
      found.push(forShell(source, index + mark, index + whole.length));
    }
  }
  return found.some(({ text }) => sendsRequests(text)) ? [joined(found)] : [];
}

/** Replaces `%NAME%` by an expansion of the shell, and a caret before a line break by a backslash. */
function forShell(source: string, start: number, end: number): Piece {
  const piece = pieceAt(source, start, end);
  const parts: Piece[] = [];
  let from = 0;
  for (const { index, 0: mark, 1: name } of piece.text.matchAll(/%(\w+)%|\^(?=\r?\n)|\r(?=\n)/g)) {
    parts.push(partsOf(piece, [{ start: from, end: index }]));
    if (name !== undefined) parts.push(madePiece(`\${${name.toUpperCase()}}`));
    else if (mark === "^") parts.push(madePiece("\\"));
    from = index + mark.length;
  }
  return joined([...parts, partsOf(piece, [{ start: from, end: piece.text.length }])], "");
}
