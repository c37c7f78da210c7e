import type { Span } from "../../../core/span.js";
import type { EmbeddedJson } from "../../../facts/payload.js";
import type { Hole } from "../../editing/embedded-text.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { AS_IT_IS, jsonBetween, type Quoting } from "../../lowered/editing/json-text.js";
import type { ReadPayload } from "../../lowered/editing/writing.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

const STRINGS = new Set(["string", "raw_string", "heredoc_body", "concatenation"]);

/** Reads JSON in a string or a heredoc, with the shell variables in it. */
export function readPayload(tree: CodeTree, place: Span): ReadPayload {
  let node: SyntaxNode | undefined = tree.innermost(place);
  while (node && !STRINGS.has(node.type)) node = node.parent;
  if (!node) return refuse("v2ready cannot read the JSON at this place");
  if (node.type === "concatenation") return { kind: "text", embedded: ofWord(tree, node) };
  const { parent } = node;
  return {
    kind: "text",
    embedded: parent?.type === "concatenation" ? ofWord(tree, parent) : ofString(tree, node),
  };
}

const SINGLE: Quoting = {
  characterAt: AS_IT_IS,
  escaped: (character) => (character === "'" ? `'\\''` : character),
};

const RAW: Quoting = { characterAt: AS_IT_IS, escaped: (character) => character };

/** @param special what a backslash takes its meaning from */
function expanding(special: string): Quoting {
  return {
    characterAt: (source, at, end) => {
      const next = at + 1 < end ? source[at + 1]! : "";
      if (source[at] !== "\\" || next === "") return { text: source[at]!, length: 1 };
      if (next === "\n") return { text: "", length: 2 };
      return special.includes(next) ? { text: next, length: 2 } : { text: "\\", length: 1 };
    },
    escaped: (character) => (special.includes(character) ? `\\${character}` : character),
  };
}

const DOUBLE = expanding('"\\$`');
const HEREDOC = expanding("\\$`");

function ofString(tree: CodeTree, node: SyntaxNode): EmbeddedJson {
  if (node.type === "raw_string") return jsonBetween(tree, inside(node), SINGLE);
  if (node.type === "string") return jsonBetween(tree, inside(node), DOUBLE, holesIn(node));
  const mark = node.parent?.child("heredoc_start")?.text ?? "";
  return /['"\\]/.test(mark) ? jsonBetween(tree, node, RAW) : jsonBetween(tree, node, HEREDOC, holesIn(node));
}

/** `'{"name": "'"$NAME"'"}'`: text in single quotes with values between. */
function ofWord(tree: CodeTree, word: SyntaxNode): EmbeddedJson {
  const texts = word.all("raw_string");
  const [first, last] = [texts[0], texts.at(-1)];
  if (!first || !last || first.start !== word.start || last.end !== word.end)
    return refuse("the JSON is joined from strings of several kinds");
  const holes = texts.slice(1).map((text, index): Span & Hole => {
    const start = texts[index]!.end - 1;
    const end = text.start + 1;
    const between = word.children.filter((child) => child.start > start && child.end < end);
    const isPure = between.every((child) => isVariable(child));
    return { start, end, written: tree.slice({ start, end }), isPure };
  });
  return jsonBetween(tree, inside(word), SINGLE, holes);
}

function inside({ start, end }: Span): Span {
  return { start: start + 1, end: end - 1 };
}

function holesIn(node: SyntaxNode): (Span & Hole)[] {
  return node.named
    .filter(({ type }) => type !== "string_content" && type !== "heredoc_content")
    .map((child) => ({ start: child.start, end: child.end, written: child.text, isPure: isVariable(child) }));
}

/** Checks whether an expansion only inserts the value of a variable, and has no effects. */
function isVariable(node: SyntaxNode): boolean {
  return ![...node.walk()].some(
    ({ type }) => /substitution|arithmetic/.test(type) || type === "=" || type === ":=",
  );
}
