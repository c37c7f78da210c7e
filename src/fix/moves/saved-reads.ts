import type { Finding } from "../../core/finding.js";
import type { SourceText } from "../../core/source-text.js";
import { hasWord } from "../../core/words.js";
import type { EscapeFact } from "../../facts/file-facts.js";
import { Doubts } from "./doubts.js";
import { isInFile } from "./reasons.js";

/** Properties that code reads of objects of which no request is known: they may be from files that hold responses. */
export class SavedReads {
  readonly #readers: readonly { readonly text: string; readonly finding: Finding }[];

  constructor(texts: readonly SourceText[], findings: readonly Finding[]) {
    const first = new Map<string, Finding>();
    for (const finding of findings) {
      const { concern, place, requests = [] } = finding;
      if (concern === "property" && requests.length === 0 && !first.has(place.path))
        first.set(place.path, finding);
    }
    this.#readers = texts.flatMap(({ path, text }) => {
      const finding = first.get(path);
      return finding ? [{ text, finding }] : [];
    });
  }

  /** Returns the reasons why responses that are written to files must not change: code names the file and reads more. */
  reasonsAgainst(escapes: readonly EscapeFact[], noun: string): Doubts {
    const reasons = new Doubts();
    for (const { to } of escapes.filter(isInFile)) {
      const name = to.slice(to.lastIndexOf("/") + 1);
      const finding = this.#readers.find(({ text }) => hasWord(text, name))?.finding;
      if (!finding) continue;
      const { place, property } = finding;
      reasons.add(
        `${place.path} names ${name}, to which the ${noun} in the response is written, and reads ${property ?? "a property"}`,
        place,
      );
    }
    return reasons;
  }
}
