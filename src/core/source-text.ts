import type { Position } from "./span.js";

const BYTE_ORDER_MARK = 0xfeff;

/**
 * The text of one file, with the lines of its offsets.
 *
 * The text has no byte-order mark: oxc counts the mark and ESLint strips it, so every offset in this program is
 * counted without it. `hasByteOrderMark` says whether a writer must write it again.
 */
export class SourceText {
  readonly text: string;
  readonly hasByteOrderMark: boolean;
  #lineStarts: number[] | undefined;
  #lastLine: { readonly number: number; readonly text: string } | undefined;

  constructor(
    readonly path: string,
    raw: string,
  ) {
    this.hasByteOrderMark = raw.charCodeAt(0) === BYTE_ORDER_MARK;
    this.text = this.hasByteOrderMark ? raw.slice(1) : raw;
  }

  get lineCount(): number {
    return this.#starts().length;
  }

  /** Returns the position of an offset. Offsets outside the text are clamped to it. */
  position(offset: number): Position {
    const starts = this.#starts();
    const wanted = Math.min(Math.max(offset, 0), this.text.length);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= wanted) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: wanted - starts[low]! + 1 };
  }

  /** Returns the text of a line, counted from 1, without its line break; empty for a line that does not exist. */
  line(number: number): string {
    // Thousands of findings may be on one long line.
    if (this.#lastLine?.number === number) return this.#lastLine.text;
    const starts = this.#starts();
    const start = starts[number - 1];
    if (start === undefined) return "";
    let end = starts[number] ?? this.text.length;
    while (end > start && "\r\n".includes(this.text[end - 1]!)) end--;
    const text = this.text.slice(start, end);
    this.#lastLine = { number, text };
    return text;
  }

  /** Returns the offset at which a line, counted from 1, starts; the length of the text for a line after the last one. */
  lineStart(number: number): number {
    return this.#starts()[number - 1] ?? this.text.length;
  }

  #starts(): number[] {
    if (this.#lineStarts) return this.#lineStarts;
    const starts = [0];
    const { text } = this;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code === 13) {
        if (text.charCodeAt(index + 1) === 10) index++;
        starts.push(index + 1);
      } else if (code === 10) {
        starts.push(index + 1);
      }
    }
    return (this.#lineStarts = starts);
  }
}
