import type { Span } from "../../core/span.js";
import { hclTokens, type HclToken } from "./hcl-tokens.js";

/** A name in a reference. */
export interface HclName extends Span {
  readonly name: string;
}

/**
 * Finds the references in HCL, such as `data.mongodbatlas_cluster.main[0].name`, as their names without indices. The
 * variables of `for`, `each.value` and locals of the same file stand for what they hold, if that is a reference.
 */
export function hclReferences(source: string): (readonly HclName[])[] {
  return new ReferenceReader(hclTokens(source)).read();
}

/** References longer than this do not replace a name. */
const MOST_NAMES = 20;

class ReferenceReader {
  readonly #found: (readonly HclName[])[] = [];
  /** The references that names stand for, the innermost last. */
  readonly #means = new Map<string, (readonly HclName[])[]>();
  /** Names that stand for something until so many brackets are open again. */
  readonly #bound: { readonly name: string; readonly depth: number }[] = [];
  #depth = 0;
  /** The token behind each pair of brackets, by the token that opens it. */
  readonly #behind: ReadonlyMap<number, number>;

  constructor(private readonly tokens: readonly HclToken[]) {
    this.#behind = bracketPairs(tokens);
  }

  read(): (readonly HclName[])[] {
    this.#bindLocals();
    for (const [at, { kind, text }] of this.tokens.entries()) {
      if (this.#behind.has(at)) this.#depth++;
      else if (isClosing(this.tokens[at]!)) this.#leave();
      if (kind !== "name") continue;
      if (text === "for") this.#bindLoop(at);
      if (text === "for_each" && this.#isMark(at + 1, "=")) this.#bind("each.value", at + 2);
      const { names = [], own = 0 } = this.#referenceAt(at) ?? {};
      // A name alone that stands for a reference reads nothing more than that one.
      if (names.length > 1 && own > 0) this.#found.push(names);
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
    if (value?.kind === "name" && this.tokens[last + 1]?.text === "in") this.#bind(value.text, last + 2);
  }

  /** Lets a name stand for the reference that is a whole expression. */
  #bind(name: string, at: number): void {
    const means = this.#referenceAt(at)?.names;
    if (!means || means.length > MOST_NAMES || !this.#endsAt(this.#walk(at, () => {}))) return;
    const all = this.#means.get(name) ?? [];
    this.#means.set(name, [...all, means]);
    this.#bound.push({ name, depth: this.#depth });
  }

  /** Returns whether an expression ends before a token, and no operator goes on with it. */
  #endsAt(at: number): boolean {
    const token = this.tokens[at];
    return !token || token.kind === "name" || /^[:,}\])]$/.test(token.text);
  }

  /**
   * Returns the names of the reference that begins at a token, and how many of them are written there, not in what
   * other names stand for. Undefined if none begins there.
   */
  #referenceAt(at: number): { readonly names: readonly HclName[]; readonly own: number } | undefined {
    if (this.tokens[at]?.kind !== "name" || this.#isMark(at - 1, ".")) return undefined;
    const names: HclName[] = [];
    this.#walk(at, ({ text, start, end }) => names.push({ name: text, start, end }));
    for (const length of [1, 2]) {
      const key = names.slice(0, length).map(({ name }) => name);
      const means = key.length === length ? this.#means.get(key.join("."))?.at(-1) : undefined;
      if (means) return { names: [...means, ...names.slice(length)], own: names.length - length };
    }
    return { names, own: names.length };
  }

  /** Goes through a reference: names, indices, `*`. Returns the token behind it. */
  #walk(from: number, each: (name: HclToken) => void): number {
    each(this.tokens[from]!);
    for (let at = from + 1; ;) {
      const next = this.tokens[at + 1];
      if (this.#isMark(at, "[") && this.#behind.has(at)) {
        at = this.#behind.get(at)!;
        continue;
      }
      if (!this.#isMark(at, ".") || !next) return at;
      if (next.kind === "name") each(next);
      else if (next.kind !== "number" && next.text !== "*") return at;
      at += 2;
    }
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
function bracketPairs(tokens: readonly HclToken[]): ReadonlyMap<number, number> {
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
