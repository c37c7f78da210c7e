import type { Span } from "../../core/span.js";
import type { Piece, Stretch } from "./piece.js";
import { pieceAt } from "./piece.js";

/** Languages of fences that are shell. */
const SHELLS = new Set([
  ...[
    "sh",
    "bash",
    "zsh",
    "shell",
    "console",
    "terminal",
    "shell-session",
    "shellsession",
    "cmd",
    "diff",
    "",
  ],
  ...["curl", "text", "txt"],
]);
const CALL = /^[ \t]*(?:\d+[|:.]?[ \t]+)?(?:[+-][ \t]*)?(?:[$#>%][ \t]+)?(?:sudo |time )?curl(?:\.exe)?\b/m;
/** Line numbers, marks of a diff and prompts, as examples write them. */
const LEAD = /^[ \t]*(?:\d+[|:][ \t]?)?(?:[+-](?=[ \t]*[\w"'$-]))?[ \t]*(?:[$%>][ \t]+)?/;

/** Shell in the fences of a page, each fence a piece. */
export function markdownPieces(source: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { language, start, end } of fencesOf(source))
    if (SHELLS.has(language) && CALL.test(source.slice(start, end)))
      pieces.push(fencePiece(source, start, end, language));
  return pieces;
}

interface Fence extends Span {
  /** In lower case; "" where none is stated. */
  readonly language: string;
}

/** Returns the text between the marks of each fence. A fence without an end is left out. */
function fencesOf(source: string): Fence[] {
  const fences: Fence[] = [];
  let open: { readonly marks: string; readonly language: string; readonly start: number } | undefined;
  for (const { 0: line, 1: marks = "", 2: rest = "", index } of source.matchAll(FENCE_LINE)) {
    if (open && marks === open.marks && rest.trim() === "") {
      fences.push({ language: open.language, start: open.start, end: index });
      open = undefined;
    } else if (!open && !rest.includes("`")) {
      const language = /^[ \t]*\{?\.?([\w+-]*)/.exec(rest)![1]!.toLowerCase();
      open = { marks, language, start: index + line.length + 1 };
    }
  }
  return fences;
}

const FENCE_LINE = /^[ \t]*(`{3,}|~{3,})([^\n]*)/gm;

function fencePiece(source: string, start: number, end: number, language: string): Piece {
  const body = source.slice(start, end);
  const hasPrompts = /^[ \t]*[$%][ \t]+\S/m.test(body);
  const isMarked = hasPrompts || language === "diff" || /^[ \t]*\d+[|:]/m.test(body);
  if (!isMarked) return pieceAt(source, start, end);
  let text = "";
  const stretches: Stretch[] = [];
  let goesOn = false;
  let at = start;
  for (const line of body.split(/(?<=\n)/)) {
    const from = at;
    at += line.length;
    // Of a session, what is neither behind a prompt nor goes on with it is output; of a diff, `-` is gone.
    const isOutput = hasPrompts && !goesOn && !/^[ \t]*[$%][ \t]/.test(line);
    if (isOutput || (language === "diff" && /^(?:-|@@|\+\+\+|---)/.test(line))) continue;
    const lead: number = LEAD.exec(line)![0].length;
    const cut: number = goesOn && hasPrompts ? /^[ \t]*(?:>[ \t])?/.exec(line)![0].length : lead;
    goesOn = /\\\s*$/.test(line) || (goesOn && isInQuotes(text + line.slice(cut)));
    stretches.push({ at: text.length, start: from + cut, length: line.length - cut });
    text += line.slice(cut);
  }
  return { text, stretches };
}

function isInQuotes(text: string): boolean {
  return (text.split("'").length - 1) % 2 === 1;
}
