import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";

/** One word, and how it is printed: with colours or as a link. */
export interface Word {
  readonly text: string;
  readonly shown: string;
  /** Spaces before it, where it does not start a line. Default: one. */
  readonly gap?: number;
}

interface Margins {
  readonly lead: string;
  /** Columns that `lead` takes. */
  readonly columns: number;
  /** Columns before each further line. Default: as many. */
  readonly hang?: number;
  readonly width: number;
}

/** The least columns that a line keeps for its words, however far it is indented. */
const LEAST_ROOM = 20;
const LEAST_INDENT = 2;

/** Splits a text into words that are printed as they are. */
export function wordsOf(text: string): Word[] {
  return text.split(" ").map((word) => ({ text: word, shown: word }));
}

/** `/groups/{groupId}/clusters`, with or without the method before it. */
const PATH = /^(?:[A-Z]+ )?\/\S*$/;

/** Returns a path in pieces if it is wider than the room: it goes on at a slash in the next line. */
export function atSlashes(word: Word, room: number): Word[] {
  const { text, shown } = word;
  if (text !== shown || stringWidth(text) <= room || !PATH.test(text)) return [word];
  return text.split(/ |(?=\/)/).map((piece, index, [first]) => {
    const gap = index === 1 && !first!.startsWith("/") ? 1 : 0;
    return { ...(index === 0 ? word : { gap }), text: piece, shown: piece };
  });
}

/**
 * Wraps words into lines of at most `width` columns. The first line follows `lead`. The others have the same
 * indentation, or two columns if that leaves no room. A word that is wider than a line has its own line, and a path
 * several.
 */
export function wrap(given: readonly Word[], { lead, columns, hang = columns, width }: Margins): string[] {
  const words = given.flatMap((word) => atSlashes(word, width - LEAST_INDENT));
  const lines: string[] = [];
  let line = lead;
  let used = columns;
  let isEmpty = true;
  for (const { text, shown, gap = 1 } of words) {
    const room = stringWidth(text);
    const isFull = isEmpty
      ? line === lead && columns > LEAST_INDENT && used + room > width
      : used + gap + room > width;
    if (isFull) {
      const isBlank = line.trim() === "";
      if (!isBlank) lines.push(line.trimEnd());
      // A word that is too wide anyway stays below the others.
      const needed = LEAST_INDENT + room > width ? 0 : room;
      const wanted = isBlank ? Math.min(columns, hang) : hang;
      const indent = wanted + Math.max(needed, LEAST_ROOM) <= width ? wanted : LEAST_INDENT;
      line = " ".repeat(indent);
      used = indent;
      isEmpty = true;
    }
    line += isEmpty ? shown : `${" ".repeat(gap)}${shown}`;
    used += isEmpty ? room : room + gap;
    isEmpty = false;
  }
  return [...lines, line];
}

/** Splits a text with colours into words. */
export function visibleWords(text: string): Word[] {
  return text.split(" ").map((word) => ({ text: stripVTControlCharacters(word), shown: word }));
}
