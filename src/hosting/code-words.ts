import type { SourceText } from "../core/source-text.js";
import { insideOneOf, type Span } from "../core/span.js";
import type { Frontend } from "../frontends/frontend.js";

const known = new WeakMap<SourceText, CodeWords>();

/** The words in the code of a text: not those in comments, and no parts of longer words. */
export class CodeWords {
  #isProse: ((span: Span) => boolean) | undefined;

  private constructor(
    readonly source: SourceText,
    private readonly frontend: Frontend,
  ) {}

  /** Returns the words of a text, whose comments are looked for once. */
  static of(source: SourceText, frontend: Frontend): CodeWords {
    let words = known.get(source);
    if (!words) known.set(source, (words = new CodeWords(source, frontend)));
    return words;
  }

  get text(): string {
    return this.source.text;
  }

  /** Returns whether a word is at a place in the code that passes a test of its start and its end. */
  has(word: string, test: (start: number, end: number) => boolean = () => true): boolean {
    const { text } = this.source;
    for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + 1)) {
      const end = start + word.length;
      if (isWhole(text, start, end) && test(start, end) && !this.#isInProse({ start, end })) return true;
    }
    return false;
  }

  #isInProse(span: Span): boolean {
    this.#isProse ??= insideOneOf(this.frontend.proseIn?.(this.source) ?? []);
    return this.#isProse(span);
  }
}

const LETTER = /\w/;

/** Returns whether a word in a text is not a part of a longer one. */
function isWhole(text: string, start: number, end: number): boolean {
  const goesOn = (at: number): boolean => LETTER.test(text[at] ?? "") && LETTER.test(text[at + 1] ?? "");
  return !goesOn(start - 1) && !goesOn(end - 1);
}
