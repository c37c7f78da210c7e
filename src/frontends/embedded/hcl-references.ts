import type { Span } from "../../core/span.js";
import { hclTokens, type HclToken } from "./hcl-tokens.js";

/** A name in a reference. */
export interface HclName extends Span {
  readonly name: string;
  /** True if it is written as a key in quotes. */
  readonly isKey?: true;
}

/** Stands for an index in a reference. */
export const ELEMENT = "[]";

/**
 * Finds the references in HCL, such as `data.mongodbatlas_cluster.main[0].name`, as their names and indices. The
 * variables of `for`, `each.value` and locals of the same file stand for what they hold, if that is a reference.
 */
export function hclReferences(source: string): (readonly HclName[])[] {
  return new ReferenceReader(source, hclTokens(source)).read();
}

/**
 * Splits a reference to a resource or a data source into the names of that, and those behind it. An index between them
 * says which of several it is.
 */
export function partsOfReference(reference: readonly HclName[]): {
  readonly address: readonly string[];
  readonly attributes: readonly HclName[];
} {
  const length = reference[0]?.name === "data" ? 3 : 2;
  const behind = reference.slice(length);
  const first = behind.findIndex(({ name, isKey }) => name !== ELEMENT && isKey !== true);
  const attributes = first < 0 ? [] : behind.slice(first);
  return { address: reference.slice(0, length).map(({ name }) => name), attributes };
}

/** Functions that give the data of their first argument. */
const SAME: ReadonlySet<string> = new Set(
  "jsondecode yamldecode try nonsensitive sensitive coalesce flatten tolist toset tomap one".split(" "),
);

/** References longer than this do not replace a name. */
const MOST_NAMES = 20;
const MOST_CALLS = 4;

interface Reference {
  readonly names: readonly HclName[];
  readonly own: readonly HclName[];
  /** The token behind it. */
  readonly end: number;
}

class ReferenceReader {
  readonly #found: (readonly HclName[])[] = [];
  /** The references that names stand for, the innermost last. */
  readonly #means = new Map<string, (readonly HclName[])[]>();
  /** Names that stand for something until so many brackets are open again. */
  readonly #bound: { readonly name: string; readonly depth: number }[] = [];
  #depth = 0;
  /** The token behind each pair of brackets, by the token that opens it. */
  readonly #behind: ReadonlyMap<number, number>;

  constructor(
    private readonly source: string,
    private readonly tokens: readonly HclToken[],
  ) {
    this.#behind = bracketPairs(tokens);
  }

  read(): (readonly HclName[])[] {
    this.#bindLocals();
    for (const [at, { kind, text }] of this.tokens.entries()) {
      if (this.#behind.has(at)) this.#depth++;
      else if (isClosing(this.tokens[at]!)) this.#leave();
      if (kind !== "name") continue;
      if (text === "for") this.#bindLoop(at);
      if (text === "for_each" && this.#isMark(at + 1, "=")) this.#bind("each.value", at + 2, true);
      const { names, own } = this.#referenceAt(at) ?? { names: [], own: [] };
      // A name alone that stands for a reference reads nothing more than that one.
      if (names.length > 1 && own.some(({ name }) => name !== ELEMENT)) this.#found.push(names);
    }
    return this.#found;
  }

  /** Reads `locals { name = reference }`, wherever it is in the file. */
  #bindLocals(): void {
    for (const [opening, end] of this.#behind) {
      if (this.tokens[opening]!.text !== "{" || this.tokens[opening - 1]?.text !== "locals") continue;
      for (let at = opening + 1; at < end; at = this.#behind.get(at) ?? at + 1)
        if (this.tokens[at]!.kind === "name" && this.#isMark(at + 1, "="))
          this.#bind(`local.${this.tokens[at]!.text}`, at + 2);
    }
  }

  #leave(): void {
    this.#depth = Math.max(0, this.#depth - 1);
    for (let last = this.#bound.at(-1); last && last.depth > this.#depth; last = this.#bound.at(-1)) {
      this.#means.get(last.name)!.pop();
      this.#bound.pop();
    }
  }

  /** Reads `for value in reference` and `for key, value in reference`. */
  #bindLoop(at: number): void {
    const last = this.#isMark(at + 2, ",") ? at + 3 : at + 1;
    const value = this.tokens[last];
    if (value?.kind === "name" && this.tokens[last + 1]?.text === "in")
      this.#bind(value.text, last + 2, true);
  }

  /** Lets a name stand for the reference that is a whole expression, or for its elements. */
  #bind(name: string, at: number, isElement = false): void {
    const { names, end } = this.#referenceAt(at) ?? {};
    if (!names || end === undefined || names.length > MOST_NAMES || !this.#endsAt(end)) return;
    const all = this.#means.get(name) ?? [];
    this.#means.set(name, [...all, isElement ? [...names, this.#element(at)] : names]);
    this.#bound.push({ name, depth: this.#depth });
  }

  /** Returns whether an expression ends before a token, and no operator goes on with it. */
  #endsAt(at: number): boolean {
    const token = this.tokens[at];
    return !token || token.kind === "name" || /^[:,}\])]$/.test(token.text);
  }

  /**
   * Returns the names of the reference that begins at a token, those of them that are written there, not in what other
   * names stand for, and the token behind it. Undefined if none begins there.
   */
  #referenceAt(at: number): Reference | undefined {
    if (this.tokens[at]?.kind !== "name" || this.#isMark(at - 1, ".")) return undefined;
    const behind = this.#isMark(at + 1, "(") ? this.#behind.get(at + 1) : undefined;
    if (behind !== undefined) return this.#callAt(at, behind);
    const written = this.#walk(at + 1, [this.#nameAt(at)]);
    for (const length of [1, 2]) {
      const key = written.names.slice(0, length).map(({ name }) => name);
      const means = key.length === length ? this.#means.get(key.join("."))?.at(-1) : undefined;
      const own = written.names.slice(length);
      if (means) return { names: [...means, ...own], own, end: written.end };
    }
    return { ...written, own: written.names };
  }

  /** Returns what is read of the data that a call gives: `jsondecode(reference).name`, `lookup(reference, "name")`. */
  #callAt(at: number, behind: number): Reference | undefined {
    const { text } = this.tokens[at]!;
    const given = SAME.has(text) || text === "lookup" ? this.#argumentAt(at + 2) : undefined;
    if (!given) return undefined;
    const key = text === "lookup" ? given.end + 1 : undefined;
    if (key !== undefined && this.tokens[key]?.kind !== "text") return undefined;
    const { names: own, end } = this.#walk(behind, key === undefined ? [] : [this.#textAt(key)]);
    return { names: [...given.names, ...own], own, end };
  }

  /** Calls in calls are looked into only so far. */
  #callDepth = 0;

  #argumentAt(at: number): Reference | undefined {
    if (this.#callDepth === MOST_CALLS) return undefined;
    this.#callDepth++;
    const given = this.#referenceAt(at);
    this.#callDepth--;
    return given && given.names.length <= MOST_NAMES && this.#endsAt(given.end) ? given : undefined;
  }

  /** Goes on with a reference: names, indices, `*`. */
  #walk(from: number, names: HclName[]): Pick<Reference, "names" | "end"> {
    for (let at = from; ;) {
      const next = this.tokens[at + 1];
      const behind = this.#isMark(at, "[") ? this.#behind.get(at) : undefined;
      if (behind !== undefined) {
        const isText = behind === at + 3 && next?.kind === "text";
        names.push(isText ? this.#textAt(at + 1) : this.#element(at));
        at = behind;
        continue;
      }
      if (!this.#isMark(at, ".") || !next) return { names, end: at };
      if (next.kind === "name") names.push(this.#nameAt(at + 1));
      else if (next.kind === "number" || next.text === "*") names.push(this.#element(at + 1));
      else return { names, end: at };
      at += 2;
    }
  }

  #nameAt(at: number): HclName {
    const { text, start, end } = this.tokens[at]!;
    return { name: text, start, end };
  }

  #element(at: number): HclName {
    const { start } = this.tokens[at]!;
    return { name: ELEMENT, start, end: start };
  }

  /** Returns a key in quotes, behind which the bracket is closed. */
  #textAt(at: number): HclName {
    const start = this.tokens[at]!.start + 1;
    const end = Math.max(start, this.source.lastIndexOf('"', this.tokens[at + 1]!.start));
    return { name: this.source.slice(start, end), start, end, isKey: true };
  }

  #isMark(at: number, mark: string): boolean {
    const token = this.tokens[at];
    return token?.kind === "mark" && token.text === mark;
  }
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

function isClosing({ kind, text }: HclToken): boolean {
  return kind === "mark" && /^[)\]}]$/.test(text);
}

/** Returns the token behind each pair of brackets. Brackets that are not closed have none. */
export function bracketPairs(tokens: readonly HclToken[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "mark") continue;
    if (CLOSING.has(token.text)) open.push(at);
    if (!isClosing(token)) continue;
    const opening = open.pop();
    if (opening !== undefined && CLOSING.get(tokens[opening]!.text) === token.text)
      pairs.set(opening, at + 1);
  }
  return pairs;
}
