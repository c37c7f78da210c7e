import type { Span } from "../../../core/span.js";
import type { EmbeddedText, Hole } from "../../editing/embedded-text.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { AS_IT_IS, jsonBetween, type Quoting } from "../../lowered/editing/json-text.js";
import type { ReadPayload } from "../../lowered/editing/writing.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

const TEXTS: ReadonlySet<string> = new Set([
  ...["verbatim_string_characters", "verbatim_here_string_characters"],
  ...["expandable_string_literal", "expandable_here_string_literal"],
]);

/** Reads a body that is JSON in one string or here-string. */
export function readPayload(tree: CodeTree, place: Span): ReadPayload {
  return { kind: "text", embedded: jsonIn(tree, place) };
}

function jsonIn(tree: CodeTree, place: Span): EmbeddedText {
  const text = tree.holderOf(place, TEXTS);
  if (!text) return refuse("v2ready cannot change hash tables that are sent in PowerShell");
  if (isJoined(text)) return refuse("v2ready cannot change JSON that is built at run time");
  const isHere = text.type.includes("_here_");
  const open = isHere ? /^@["'][ \t]*\r?\n/.exec(text.text)?.[0].length : 1;
  const close = isHere ? /\r?\n["']@$/.exec(text.text)?.[0].length : 1;
  if (open === undefined || close === undefined) return refuse("v2ready cannot change this body");
  const inside = { start: text.start + open, end: text.end - close };
  const isRaw = text.type.startsWith("verbatim");
  const quoting = isRaw ? rawQuoting(isHere) : expandedQuoting(isHere);
  return jsonBetween(tree, inside, quoting, isRaw ? [] : text.named.map(holeOf));
}

/** Checks whether a text is a part of a sum, or is formatted. */
function isJoined(text: SyntaxNode): boolean {
  let node = text;
  while (node.parent && node.parent.start === node.start && node.parent.end === node.end) node = node.parent;
  return /^(?:additive|format|multiplicative)_/.test(node.parent?.type ?? "");
}

function rawQuoting(isHere: boolean): Quoting {
  if (isHere) return { characterAt: AS_IT_IS, escaped: (character) => character };
  return {
    characterAt: (source, at) =>
      source[at] === "'" ? { text: "'", length: 2 } : AS_IT_IS(source, at, at + 1),
    escaped: (character) => (character === "'" ? "''" : character),
  };
}

function expandedQuoting(isHere: boolean): Quoting {
  return {
    characterAt: (source, at) => {
      if (source[at] === "`" && source[at + 1] === '"') return { text: '"', length: 2 };
      if (source[at] === "`") return refuse("the JSON is written with escape sequences");
      return source[at] === '"' && !isHere ? { text: '"', length: 2 } : AS_IT_IS(source, at, at + 1);
    },
    escaped: (character) => {
      if (character === "$" || character === "`") return refuse("the JSON would need escape sequences");
      return character === '"' && !isHere ? '`"' : character;
    },
  };
}

function holeOf(node: SyntaxNode): Span & Hole {
  const { start, end, text } = node;
  // A command between `$(` and `)` may do anything.
  const isPure = [...node.walk()].every(({ type }) => !/^(?:command|invokation_expression)$/.test(type));
  return { start, end, written: text, isPure };
}
