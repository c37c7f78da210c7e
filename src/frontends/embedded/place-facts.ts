import type { FileFacts } from "../../facts/file-facts.js";
import type { Segment } from "../../facts/text.js";
import { Offsets, type Piece } from "./piece.js";

/**
 * Converts the facts of a piece of code to facts of its file.
 *
 * @param path of that file
 *
 * @param mark makes the ids of requests differ from those of other pieces
 */
export function factsInFile(facts: FileFacts, piece: Piece, path: string, mark: string): FileFacts {
  return new Placing(new Offsets(piece.stretches), facts.path, path, mark).of(facts);
}

type Plain = Record<string, unknown>;

class Placing {
  /** Facts share parts: a part is placed once. */
  readonly #placed = new WeakMap<object, object>();

  constructor(
    private readonly offsets: Offsets,
    private readonly piecePath: string,
    private readonly path: string,
    private readonly mark: string,
  ) {}

  of<Fact>(fact: Fact): Fact {
    if (typeof fact !== "object" || fact === null) return fact;
    const known = this.#placed.get(fact);
    if (known) return known as Fact;
    const made: object = Array.isArray(fact) ? this.#list(fact) : this.#object(fact as Plain);
    this.#placed.set(fact, made);
    return made as Fact;
  }

  #list(list: readonly unknown[]): unknown[] {
    return list.flatMap((one) => (isSegment(one) ? this.#segments(one) : [this.of(one)]));
  }

  #object(object: Plain): Plain {
    const copy: Plain = {};
    for (const [key, value] of Object.entries(object)) {
      if (key === "path" && value === this.piecePath) copy[key] = this.path;
      else if (key === "id" && object.kind === "request") copy[key] = this.#idOf(value);
      else if (key === "requests" && isListOfTexts(value)) copy[key] = value.map((id) => this.#idOf(id));
      // Nobody but the frontend uses it.
      else if (key !== "handle") copy[key] = this.of(value);
    }
    const { start, end, path } = object;
    // The code may read another file, whose places are as they are.
    if (typeof path === "string" && path !== this.piecePath) return copy;
    return typeof start === "number" && typeof end === "number"
      ? { ...copy, ...this.offsets.span(start, end) }
      : copy;
  }

  /** Splits known characters into segments where they are not adjacent in the file. */
  #segments(segment: Segment): Segment[] {
    const { written, text } = segment;
    if (!written?.exact || written.path !== this.piecePath) return [this.of({ ...segment })];
    const { start, end, exact: _, ...rest } = written;
    const { written: __, ...others } = segment;
    return this.offsets.segments(start, end).map(({ from, to, start: at }): Segment => {
      const part = { ...this.of(others), text: text.slice(from - start, to - start) };
      if (at === undefined) return part;
      const place = { ...rest, path: this.path, start: at, end: at + to - from, exact: true };
      return { ...part, written: place };
    });
  }

  #idOf(id: unknown): string {
    return `${this.mark}:${String(id)}`;
  }
}

function isSegment(value: unknown): value is Segment {
  return typeof value === "object" && value !== null && (value as Plain).kind === "segment";
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
