import type { Interest } from "../interest.js";
import { contentOf, type JsonString, type JsonValue } from "./nodes.js";
import { parseJson } from "./parse.js";

/** Strings inside strings that are looked into. */
const MAX_LEVEL = 3;
const MAX_LENGTH = 10_000_000;

const NOTHING: readonly JsonValue[] = [];

/** The documents that strings of a document hold: a body kept as a string, its quotes escaped. */
export class EmbeddedDocuments {
  readonly #interest: Interest;
  /** Each name behind a quote, as a key has it at any level of escaping. */
  readonly #keys: readonly string[];
  readonly #parsed = new Map<JsonString, readonly JsonValue[]>();

  constructor(interest: Interest) {
    this.#interest = interest;
    this.#keys = [...interest.names].map((name) => `"${name}`);
  }

  /**
   * Returns the documents in a string. Empty if it contains no JSON.
   *
   * @param certain whether the string is known to be relevant, such as the body of a request
   */
  in(string: JsonString, certain = false): readonly JsonValue[] {
    const known = this.#parsed.get(string);
    if (known) return known;
    if (!looksLikeJson(string.value) || string.layer.level >= MAX_LEVEL) return NOTHING;
    if (!certain && !this.#mayMatter(string.value)) return NOTHING;
    const parsed = parseJson(contentOf(string));
    const roots = parsed.ok ? parsed.roots : NOTHING;
    this.#parsed.set(string, roots);
    return roots;
  }

  /** Returns whether there may be a fact inside. Text with another level of escapes must be read to know. */
  #mayMatter(text: string): boolean {
    return (
      text.includes("\\") || this.#interest.mayHold(text) || this.#keys.some((key) => text.includes(key))
    );
  }
}

function looksLikeJson(text: string): boolean {
  if (text.length < 2 || text.length > MAX_LENGTH) return false;
  const trimmed = text.trim();
  const first = trimmed[0];
  const last = trimmed.at(-1);
  return (first === "{" && last === "}") || (first === "[" && last === "]");
}
