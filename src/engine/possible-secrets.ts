import type { Secret } from "./secret-literals.js";

/** Shorter secrets may be ordinary words, as may longer ones of letters alone: `groups` is also a part of paths. */
const MIN_LENGTH = 6;
const MIN_LETTERS = 10;

/** A word that may end a sentence, or the date of a version. */
const ORDINARY = /^(?:[A-Za-z ]*[.,:;!?]?|(?<date>\d{4}-\d\d-\d\d))$/;

/** Longer words that media types and the sentences of a report have. */
const OF_REPORTS: ReadonlySet<string> = new Set(["application", "properties"]);

/** Returns whether a secret is masked only where it is written, because it may be a word that is also elsewhere. */
export function mayBeWord(secret: string): boolean {
  const word = secret.trim();
  if (OF_REPORTS.has(word.toLowerCase())) return true;
  const ordinary = ORDINARY.exec(word);
  return ordinary?.groups!["date"] !== undefined || word.length < (ordinary ? MIN_LETTERS : MIN_LENGTH);
}

/**
 * Finds in other texts what may be a secret that is also in some texts. Such a part starts and ends at the edge of a word,
 * so all parts that start at one place start with the shortest one of them.
 */
export class PossibleSecrets {
  readonly #texts: string;
  readonly #shortest = new Map<number, string[]>();
  /** One for each slot with the hash of a part: most characters of a text are passed by this alone. */
  readonly #isUsed = new Uint8Array(SLOTS);

  constructor(texts: Iterable<string>) {
    const all = [...new Set(texts)];
    this.#texts = all.join("\n");
    for (const part of new Set(all.flatMap(shortestParts))) {
      const hash = hashOf(part);
      this.#isUsed[slotOf(hash)] = 1;
      const parts = this.#shortest.get(hash);
      if (parts) parts.push(part);
      else this.#shortest.set(hash, [part]);
    }
  }

  /** Returns where a text has the first characters of a possible secret. */
  in(text: string): Secret[] {
    const found: Secret[] = [];
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      hash = withChar(hash, text.charCodeAt(at));
      if (this.#isUsed[slotOf(hash)] === 0) continue;
      const start = at - MIN_LENGTH + 1;
      const part = this.#shortest.get(hash)?.find((one) => text.startsWith(one, start));
      if (part !== undefined) found.push({ start, end: start + part.length });
    }
    return found;
  }

  /**
   * Returns whether a secret of a literal may start there, and the texts have all up to what may be its end.
   *
   * @param end "literal", or "line" for a part of a literal of several lines
   */
  isLiteral(text: string, place: Secret, end: keyof typeof ENDS): boolean {
    const before = text.slice(Math.max(0, place.start - MAX_START), place.start);
    if (!START_IN_LITERAL.test(before)) return false;
    const sign = ENDS[end];
    sign.lastIndex = place.end;
    const part = text.slice(place.start, sign.exec(text)?.index ?? text.length);
    return !mayBeWord(part) && this.#hasWord(part);
  }

  /** Returns whether the texts have a part where it would be masked: not in a longer word. */
  #hasWord(part: string): boolean {
    const texts = this.#texts;
    for (let at = texts.indexOf(part); at >= 0; at = texts.indexOf(part, at + 1)) {
      // A secret right before a sign is masked first.
      const isStart = !isWord(part, 0) || !isWord(texts, at - 1);
      if (isStart && !isWord(texts, at + part.length)) return true;
    }
    return false;
  }
}

/** The start of a line, a quote, the user of a login, or its scheme. */
const START_IN_LITERAL = /(?:^|[\n"'`([{:])$|(?:basic|bearer|token|apikey|digest)\s{1,9}$/i;
const MAX_START = 20;
const ENDS = { literal: /["'`\\)\]}]/g, line: /\n/g };

function shortestParts(text: string): string[] {
  const edges = [0];
  for (let at = 1; at < text.length; at++) if (!(isWord(text, at - 1) && isWord(text, at))) edges.push(at);
  edges.push(text.length);
  return edges.flatMap((start, index) => {
    const end = edges.find((edge, at) => at > index && !mayBeWord(text.slice(start, edge)));
    return end === undefined ? [] : [text.slice(start, end)];
  });
}

function isWord(text: string, at: number): boolean {
  return /\w/.test(text[at] ?? "");
}

// A hash of the last `MIN_LENGTH` characters, in whole numbers of 30 bits: what is before them is shifted out.
const BITS = 5;
const LAST_CHARS = 2 ** (BITS * MIN_LENGTH) - 1;
const SLOTS = 2 ** 16;

function withChar(hash: number, char: number): number {
  return ((hash << BITS) ^ char) & LAST_CHARS;
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 14)) & (SLOTS - 1);
}

function hashOf(part: string): number {
  let hash = 0;
  for (let at = 0; at < MIN_LENGTH; at++) hash = withChar(hash, part.charCodeAt(at));
  return hash;
}
