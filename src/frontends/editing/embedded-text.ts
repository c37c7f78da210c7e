import type { Span } from "../../core/span.js";
import type { EmbeddedJson } from "../../facts/payload.js";

/** A value that code inserts into a text: `${…}` with its delimiters. */
export interface Hole {
  readonly written: string;
  readonly isPure: boolean;
}

/**
 * Marks of holes in the text of a template: the start of one, and then a character for its number. They are private-use
 * characters, which do not occur in JSON.
 */
const HOLE = "\uE000";
const FIRST_NUMBER = 0xe100;
export const MAX_HOLES = 1000;

/**
 * The content of a string or template literal as JSON that can be edited, with the places in the source. A hole inside
 * of a JSON string is two marks in it; one that is a whole value is a JSON string of its own.
 */
export class EmbeddedText implements EmbeddedJson {
  constructor(
    readonly text: string,
    /** A character as it is written there; `next` is the one behind it. */
    private readonly escaped: (character: string, next: string | undefined) => string,
    /** Offset in the file at which each character of the text is written; one more for the end. */
    private readonly places: readonly number[],
    private readonly holes: readonly Hole[],
  ) {}

  hasHole(value: string): boolean {
    return value.includes(HOLE);
  }

  isPure(value: string): boolean {
    return this.holes.every(
      (hole, index) => hole.isPure || !value.includes(HOLE + String.fromCharCode(FIRST_NUMBER + index)),
    );
  }

  locate({ start, end }: Span): Span {
    return { start: this.places[start]!, end: this.places[end]! };
  }

  written(text: string): string {
    let made = "";
    for (let at = 0; at < text.length; at++) {
      const isBare = text[at] === '"' && text[at + 1] === HOLE && text[at + 3] === BARE_END;
      if (isBare) at++;
      if (text[at] === HOLE) {
        const hole = this.holes[text.charCodeAt(at + 1) - FIRST_NUMBER]!;
        made += hole.written;
        at += isBare ? 3 : 1;
      } else {
        made += this.escaped(text[at]!, text[at + 1]);
      }
    }
    return made;
  }
}

/** After a hole that is a value, so that it differs from `"${name}"`. */
const BARE_END = "\uE001";

/** Puts the text of a string together, with the place of each character. */
export class Decoder {
  readonly places: number[] = [];
  text = "";
  /** True if the JSON so far ends inside of a string, and behind a backslash in it. */
  #isInString = false;
  #isEscaped = false;

  constructor(
    private readonly source: string,
    private readonly characterAt: CharacterAt = characterInQuotes,
  ) {}

  hole(index: number, start: number, end: number): void {
    const marks = HOLE + String.fromCharCode(FIRST_NUMBER + index);
    const text = this.#isInString ? marks : `"${marks}${BARE_END}"`;
    // A stretch that begins or ends within the marks is written where the hole begins or ends.
    for (let at = 0; at < text.length; at++) this.places.push(at === 0 ? start : end);
    this.text += text;
  }

  read(start: number, end: number): boolean {
    for (let at = start; at < end;) {
      const found = this.characterAt(this.source, at, end);
      if (!found) return false;
      for (const unit of found.text.split("")) this.#push(unit, at);
      at += found.length;
    }
    return true;
  }

  #push(unit: string, place: number): void {
    this.text += unit;
    this.places.push(place);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (unit === "\\" && this.#isInString) this.#isEscaped = true;
    else if (unit === '"') this.#isInString = !this.#isInString;
  }
}

const SIMPLE: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    n: "\n",
    r: "\r",
    t: "\t",
    b: "\b",
    f: "\f",
    v: "\v",
    "0": "\0",
  }),
);

/** Returns the source of the character at an offset of a string; `undefined` if it is unknown. */
export type CharacterAt = (
  source: string,
  at: number,
  end: number,
) => { readonly text: string; readonly length: number } | undefined;

/** Escapes by number are not known, which JSON in code does not need. */
const characterInQuotes: CharacterAt = (source, at, end) => {
  const character = source[at]!;
  if (character !== "\\") return { text: character, length: 1 };
  const next = source[at + 1];
  if (next === undefined || at + 1 >= end || "xu123456789".includes(next)) return undefined;
  if (next === "\r" && source[at + 2] === "\n") return { text: "", length: 3 };
  if (next === "\n" || next === "\r") return { text: "", length: 2 };
  return { text: SIMPLE.get(next) ?? next, length: 2 };
};
