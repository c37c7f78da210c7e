import { addAll } from "../../core/add-all.js";
import type { Location } from "../../core/span.js";
import { HOLE_MARK, type Part } from "../../facts/text.js";
import type { PlacedText } from "./placed-text.js";
import { stretchesOf, type Stretch } from "./placeholders.js";

/** A string as a text to search in: each of its placeholders is one `HOLE_MARK`. */
export class TemplateText {
  readonly flat: string;
  readonly #content: PlacedText;
  readonly #pieces: readonly (Stretch & { readonly at: number })[];

  constructor(content: PlacedText) {
    const pieces: (Stretch & { at: number })[] = [];
    const flat: string[] = [];
    let at = 0;
    for (const stretch of stretchesOf(content.text)) {
      const text = stretch.name === undefined ? content.text.slice(stretch.start, stretch.end) : HOLE_MARK;
      pieces.push({ ...stretch, at });
      flat.push(text);
      at += text.length;
    }
    this.flat = flat.join("");
    this.#content = content;
    this.#pieces = pieces;
  }

  /** Returns the place of the characters from `from` to `to` of the flat text. The two must differ. */
  locate(from: number, to: number): Location {
    const first = this.#pieces[this.#pieceAt(from)]!;
    const last = this.#pieces[this.#pieceAt(to - 1)]!;
    const start = first.name === undefined ? first.start + from - first.at : first.start;
    const end = last.name === undefined ? last.start + to - last.at : last.end;
    return this.#content.locate(start, end);
  }

  /** Returns the characters from `from` to `to` of the flat text, with a hole for each placeholder. */
  parts(from = 0, to = this.flat.length): Part[] {
    const parts: Part[] = [];
    for (let index = this.#pieceAt(from); index < this.#pieces.length; index++) {
      const { at, start, end, name } = this.#pieces[index]!;
      if (at >= to) break;
      if (name === undefined) {
        addAll(parts, this.#content.segments(start + Math.max(0, from - at), Math.min(end, start + to - at)));
      } else {
        const place = this.#content.locate(start, end);
        parts.push({ kind: "hole", reason: "environment", name, place, hops: undefined });
      }
    }
    return parts;
  }

  /** Finds the last piece that starts at or before an offset of the flat text. */
  #pieceAt(offset: number): number {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#pieces[middle]!.at <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
