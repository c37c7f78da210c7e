import type { Span } from "../../../core/span.js";
import {
  Decoder,
  EmbeddedText,
  MAX_HOLES,
  type CharacterAt,
  type Hole,
} from "../../editing/embedded-text.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "./code-tree.js";

/** The escapes of a kind of string. */
export interface Quoting {
  readonly characterAt: CharacterAt;
  readonly escaped: (character: string) => string;
}

export const AS_IT_IS: CharacterAt = (source, at) => ({ text: source[at]!, length: 1 });

/**
 * Returns the rules of a string without escape sequences.
 *
 * @param closing the mark that ends it
 */
export function plainQuoting(closing: string): Quoting {
  return {
    characterAt: (source, at) =>
      source[at] === "\\"
        ? refuse("the JSON is written with escape sequences")
        : AS_IT_IS(source, at, at + 1),
    escaped: (character) =>
      character === "\\" || character === closing
        ? refuse("the JSON would need escape sequences")
        : character,
  };
}

/** A string in double quotes of a language with the escape sequences of JSON. */
export const ESCAPED: Quoting = {
  characterAt: (source, at) => {
    if (source[at] !== "\\") return AS_IT_IS(source, at, at + 1);
    const text = ESCAPES.get(source[at + 1] ?? "");
    return text === undefined ? refuse("the JSON is written with escape sequences") : { text, length: 2 };
  },
  escaped: (character) => JSON.stringify(character).slice(1, -1),
};

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ['"', '"'],
  ["\\", "\\"],
]);

/** Reads JSON between the quotes of a string, with the values that code inserts. */
export function jsonBetween(
  tree: CodeTree,
  { start, end }: Span,
  { characterAt, escaped }: Quoting,
  holes: readonly (Span & Hole)[] = [],
): EmbeddedText {
  if (holes.length > MAX_HOLES) return refuse("the JSON has too many values put into it");
  const decoder = new Decoder(tree.text, characterAt);
  let at = start;
  for (const [index, hole] of holes.entries()) {
    decoder.read(at, hole.start);
    decoder.hole(index, hole.start, hole.end);
    at = hole.end;
  }
  decoder.read(at, end);
  return new EmbeddedText(decoder.text, escaped, [...decoder.places, end], holes);
}

/** Reads JSON in a string that contains nothing else and is not a format. */
export function jsonLiteral(tree: CodeTree, inside: Span, quoting: Quoting): EmbeddedText {
  if (tree.slice(inside).includes("%")) refuse("v2ready cannot change JSON that is built at run time");
  return jsonBetween(tree, inside, quoting);
}
