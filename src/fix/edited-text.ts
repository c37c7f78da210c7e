import type { Edit } from "../core/finding.js";
import { SourceText } from "../core/source-text.js";
import type { Position } from "../core/span.js";
import { applyEdits, orderEdits } from "./text-edits.js";

/** The text of a file after edits. It knows the text before, and what is new in it. */
export class EditedText extends SourceText {
  readonly #edits: readonly Edit[];

  constructor(
    private readonly before: SourceText,
    edits: readonly Edit[],
  ) {
    const text = applyEdits(before.text, edits);
    super(before.path, before.hasByteOrderMark ? `\uFEFF${text}` : text);
    this.#edits = orderEdits(edits);
  }

  /** Returns the text before all edits. */
  get original(): SourceText {
    return this.before instanceof EditedText ? this.before.original : this.before;
  }

  /** Returns the offset in the original text. An offset in new text leads to the start of what it replaced. */
  originalOffset(offset: number): number {
    const start = this.#origin(offset);
    return this.before instanceof EditedText ? this.before.originalOffset(start) : start;
  }

  #origin(offset: number): number {
    let shift = 0;
    for (const { start, end, text } of this.#edits) {
      if (start + shift > offset) break;
      if (offset < start + shift + text.length) return start;
      shift += text.length - (end - start);
    }
    return offset - shift;
  }
}

/** Takes offsets of an edited text, and gives the positions and lines of the original text. */
class OriginalView extends SourceText {
  constructor(private readonly edited: EditedText) {
    super(edited.path, edited.text);
  }

  override position(offset: number): Position {
    return this.edited.original.position(this.edited.originalOffset(offset));
  }

  override line(number: number): string {
    return this.edited.original.line(number);
  }
}

/** Returns a text that takes the offsets of `source`, and gives positions and lines in the file before all edits. */
export function asOriginal(source: SourceText): SourceText {
  return source instanceof EditedText ? new OriginalView(source) : source;
}
