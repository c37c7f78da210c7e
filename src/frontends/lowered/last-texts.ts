import type { SourceText } from "../../core/source-text.js";

/** The last texts of which something is kept. */
export class LastTexts {
  readonly #texts: { readonly source: WeakRef<SourceText>; readonly length: number }[] = [];
  #kept = 0;

  /**
   * @param maxKept the number of characters that these texts have together, at most
   *
   * @param onDrop called with each text that is no longer one of the last
   */
  constructor(
    private readonly maxKept: number,
    private readonly onDrop: (source: SourceText) => void,
  ) {}

  add(source: SourceText): void {
    const { length } = source.text;
    this.#texts.push({ source: new WeakRef(source), length });
    this.#kept += length;
    while (this.#kept > this.maxKept && this.#texts.length > 1) {
      const first = this.#texts.shift()!;
      this.#kept -= first.length;
      const dropped = first.source.deref();
      if (dropped) this.onDrop(dropped);
    }
  }
}
