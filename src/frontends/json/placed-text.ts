import type { SourceText } from "../../core/source-text.js";
import type { Location } from "../../core/span.js";
import type { Hops, Segment } from "../../facts/text.js";

/** A text of more pieces than this has one place as a whole. */
const MAX_SEGMENTS = 64;

/**
 * A text in a file, possibly with escapes, with the place of each of its characters.
 *
 * It is a sequence of runs. The characters of a run equal those in the file, so that they map one to one. Or the run is
 * a single character that is an escape sequence in the file, and then the run is longer there.
 */
export class PlacedText {
  private constructor(
    readonly path: string,
    readonly text: string,
    /** The number of strings around it: 0 for the file itself. */
    readonly level: number,
    private readonly runs: Runs,
    /** The end of the text in the file. */
    private readonly end: number,
  ) {}

  static of({ path, text }: SourceText): PlacedText {
    return new PlacedText(path, text, 0, { at: [0], from: [0], to: [text.length] }, text.length);
  }

  /** Returns the same places with another text of the same length. */
  withText(text: string): PlacedText {
    return new PlacedText(this.path, text, this.level, this.runs, this.end);
  }

  slice(start: number, end: number): PlacedText {
    const runs = new RunBuilder();
    this.#copyRuns(runs, start, end);
    return new PlacedText(this.path, this.text.slice(start, end), this.level, runs, this.#endAt(end));
  }

  /** Decodes the characters between the quotes of a JSON string, RFC 8259 section 7. */
  decode(start: number, end: number): PlacedText {
    const runs = new RunBuilder();
    const pieces: string[] = [];
    for (let at = start; at < end;) {
      const backslash = this.text.indexOf("\\", at);
      const plainEnd = backslash < 0 || backslash >= end ? end : backslash;
      if (plainEnd > at) {
        pieces.push(this.text.slice(at, plainEnd));
        this.#copyRuns(runs, at, plainEnd);
      }
      if (plainEnd === end) break;
      const { character, length } = escapeAt(this.text, plainEnd, end);
      if (character !== "") {
        const { start: from, end: to } = this.locate(plainEnd, plainEnd + length);
        runs.add(1, from, to);
        pieces.push(character);
      }
      at = plainEnd + length;
    }
    return new PlacedText(this.path, pieces.join(""), this.level + 1, runs, this.#endAt(end));
  }

  /**
   * Returns the place of the characters from `start` to `end`. If the two are equal, the place is between two
   * characters.
   */
  locate(start: number, end: number): Location {
    const from = this.#startAt(start);
    return { path: this.path, start: from, end: end > start ? this.#endAt(end) : from };
  }

  /** Returns the characters from `start` to `end` as segments of a text. */
  segments(start: number, end: number, hops: Hops = undefined): Segment[] {
    const { at, from, to } = this.runs;
    const first = this.#runAt(start);
    const last = this.#runAt(Math.max(start, end - 1));
    if (end <= start) return [];
    if (last - first >= MAX_SEGMENTS) {
      return [
        {
          kind: "segment",
          text: this.text.slice(start, end),
          written: { ...this.locate(start, end), exact: false },
          hops,
        },
      ];
    }
    const segments: Segment[] = [];
    for (let run = first; run <= last; run++) {
      const begin = Math.max(start, at[run]!);
      const stop = Math.min(end, at[run + 1] ?? this.text.length);
      const exact = to[run]! - from[run]! === (at[run + 1] ?? this.text.length) - at[run]!;
      const written = { ...this.locate(begin, stop), exact };
      segments.push({ kind: "segment", text: this.text.slice(begin, stop), written, hops });
    }
    return segments;
  }

  #copyRuns(target: RunBuilder, start: number, end: number): void {
    if (end <= start) return;
    for (let run = this.#runAt(start); run < this.runs.at.length && this.runs.at[run]! < end; run++) {
      const begin = Math.max(start, this.runs.at[run]!);
      const stop = Math.min(end, this.runs.at[run + 1] ?? this.text.length);
      target.add(stop - begin, this.#startAt(begin), this.#endAt(stop));
    }
  }

  /** Finds the last run that starts at or before an offset. */
  #runAt(offset: number): number {
    const { at } = this.runs;
    let low = 0;
    let high = at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (at[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #startAt(offset: number): number {
    if (offset >= this.text.length) return this.end;
    const run = this.#runAt(offset);
    return this.#inside(run, offset, this.runs.from[run]!);
  }

  #endAt(offset: number): number {
    if (offset <= 0) return this.runs.from[0] ?? this.end;
    const run = this.#runAt(offset - 1);
    return this.#inside(run, offset, this.runs.to[run]!);
  }

  #inside(run: number, offset: number, otherwise: number): number {
    const { at, from, to } = this.runs;
    const length = (at[run + 1] ?? this.text.length) - at[run]!;
    return to[run]! - from[run]! === length ? from[run]! + offset - at[run]! : otherwise;
  }
}

/** Offsets at which the runs start in the text, and where each is written. */
interface Runs {
  readonly at: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
}

class RunBuilder implements Runs {
  readonly at: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  #length = 0;

  add(length: number, from: number, to: number): void {
    this.at.push(this.#length);
    this.from.push(from);
    this.to.push(to);
    this.#length += length;
  }
}

const SIMPLE: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '"': '"',
    "\\": "\\",
    "/": "/",
    b: "\b",
    f: "\f",
    n: "\n",
    r: "\r",
    t: "\t",
  }),
);

/** The escape sequence at a backslash. One that JSON does not have stands for nothing, as jsonc-parser reads it. */
function escapeAt(text: string, backslash: number, end: number): { character: string; length: number } {
  const letter = text[backslash + 1];
  if (letter === undefined || backslash + 1 >= end) return { character: "", length: 1 };
  if (letter !== "u") return { character: SIMPLE.get(letter) ?? "", length: 2 };
  let digits = backslash + 2;
  while (digits < end && digits < backslash + 6 && isHexDigit(text.charCodeAt(digits))) digits++;
  const length = digits - backslash;
  return {
    character: length === 6 ? String.fromCharCode(parseInt(text.slice(backslash + 2, digits), 16)) : "",
    length,
  };
}

function isHexDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}
