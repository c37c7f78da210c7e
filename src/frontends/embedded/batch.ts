import { sendsRequests } from "./commands.js";
import { inQuotes, joined, madePiece, partsOf, pieceAt, type Piece } from "./piece.js";

const SET = /^[ \t]*@?set[ \t]+"?([A-Za-z_]\w*)=([^"\r\n]*)"?[ \t]*$/i;

/** Commands, of which a caret at the end of a line goes on with the next line. */
const COMMANDS = /^(?:[^\n]*\^\r?\n)*[^\n]+/gm;
const REMARK = /^[ \t]*(?:@?rem\b|::)/i;
/** The command whose output a loop goes through: `for /f %%i in ('curl …') do …`. */
const LOOP = /^([ \t]*@?for[ \t]+\/f\b[^'`\n]*\bin[ \t]*\([ \t]*(['`]))(.*)\2[ \t]*\)[ \t]*do\b/is;

/**
 * Returns the commands of a batch file as those of a shell: https://learn.microsoft.com/windows-server/administration/windows-commands
 */
export function batchPieces(source: string): Piece[] {
  const found: Piece[] = [];
  for (const { index, 0: whole } of source.matchAll(COMMANDS)) {
    const set = SET.exec(whole.trimEnd());
    if (set) {
      const value = valueOf(source, index, whole, set);
      // A quote in it would end the text that the assignment is written with.
      if (!/[\\`]/.test(value.text)) found.push(inQuotes(`${set[1]!.toUpperCase()}=`, forShell(value)));
    } else if (sendsRequests(whole) && !REMARK.test(whole)) {
      const [, opening, , inside] = LOOP.exec(whole) ?? [];
      const start = index + (opening ?? /^[ \t]*@?/.exec(whole)![0]).length;
      found.push(
        forShell(pieceAt(source, start, inside === undefined ? index + whole.length : start + inside.length)),
      );
    }
  }
  return found.some(({ text }) => sendsRequests(text)) ? [joined(found)] : [];
}

function valueOf(source: string, index: number, whole: string, [, , value = ""]: RegExpExecArray): Piece {
  const start = index + whole.lastIndexOf(value);
  return pieceAt(source, start, start + value.length);
}

/** Replaces `%NAME%` by an expansion of the shell, and a caret before a line break by a backslash. */
function forShell(piece: Piece): Piece {
  return replaced(piece, /%(\w+)%|\^(?=\r?\n)|\r(?=\n)/g, ({ 0: mark, 1: name }) =>
    madePiece(name === undefined ? (mark === "^" ? "\\" : "") : `\${${name.toUpperCase()}}`),
  );
}

function replaced(piece: Piece, pattern: RegExp, by: (match: RegExpExecArray) => Piece): Piece {
  const parts: Piece[] = [];
  let from = 0;
  for (const match of piece.text.matchAll(pattern)) {
    parts.push(partsOf(piece, [{ start: from, end: match.index }]), by(match));
    from = match.index + match[0].length;
  }
  return joined([...parts, partsOf(piece, [{ start: from, end: piece.text.length }])], "");
}

/** PowerShell with its options, up to the script: https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_powershell_exe */
const POWERSHELL = new RegExp(
  [
    String.raw`^[ \t]*@?(?:call\s+|start\s+(?:"[^"\n]*"\s+)?(?:/\w+\s+)*)?"?(?:[^\s"]*\\)?(?:powershell|pwsh)(?:\.exe)?"?(?:\s|\^)+`,
    String.raw`(?:[-/](?:nop\w*|noni\w*|nol\w*|noe\w*|sta|mta|(?:ex\w*|ep|w\w*|v\w*|inp\w*|out\w*|conf\w*|psc\w*)(?:\s|\^)+\S+)(?:\s|\^)+)*`,
    String.raw`(?:[-/]c(?:o\w*)?(?:\s|\^)+)?`,
  ].join(""),
  "i",
);

/** Returns the scripts that commands of a batch file give to PowerShell. */
export function powershellInBatch(source: string): Piece[] {
  const scripts: Piece[] = [];
  const known = new Map<string, Piece>();
  for (const { index, 0: whole } of source.matchAll(COMMANDS)) {
    const set = SET.exec(whole.trimEnd());
    if (set) known.set(set[1]!.toUpperCase(), scriptIn(valueOf(source, index, whole, set), known));
    const opening = POWERSHELL.exec(whole)?.[0];
    if (opening === undefined) continue;
    const piece = pieceAt(source, index + opening.length, index + whole.length);
    // A script in a file, or one that is encoded.
    if (!/^[-/]/.test(piece.text)) scripts.push(scriptIn(piece, known));
  }
  return scripts;
}

/** Takes the quotes, carets and variables of the command line out of a script. */
function scriptIn(piece: Piece, known: ReadonlyMap<string, Piece>): Piece {
  const quoted = /^"(?:\\"|""|[^"])*"/.exec(piece.text)?.[0];
  const inside = quoted ? partsOf(piece, [{ start: 1, end: quoted.length - 1 }]) : piece;
  const marks = quoted
    ? /%(\w+)%|%(?=%)|\^(?=\r?\n)|\r(?=\n)|\\(?=")|"(?=")/g
    : /%(\w+)%|%(?=%)|\^(?:\r?\n)?|\r(?=\n)|\\(?=")/g;
  return replaced(inside, marks, ({ 0: mark, 1: name }) => {
    if (name === undefined) return madePiece(mark.endsWith("\n") ? " " : "");
    return known.get(name.toUpperCase()) ?? madePiece(`$env:${name}`);
  });
}
