import type { Edit } from "../../../core/finding.js";
import type { NewHeader } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { appendItems, isComment } from "../../lowered/editing/comma-list.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { quoteIn, textOf, writeString } from "./strings.js";

/** An element of an array: with a key, or without one. */
export interface Element {
  readonly node: SyntaxNode;
  readonly key?: SyntaxNode;
  readonly value: SyntaxNode;
}

/** Returns the elements of an array. Undefined if it takes over others or has references. */
export function elementsOf(array: SyntaxNode): Element[] | undefined {
  const elements: Element[] = [];
  for (const node of array.all("array_element_initializer")) {
    const [first, second] = node.named.filter((one) => !isComment(one));
    if (!first || first.type === "variadic_unpacking" || node.child("by_ref")) return undefined;
    elements.push(second ? { node, key: first, value: second } : { node, value: first });
  }
  return elements;
}

/** Writes `['Accept' => 'a/b']`. */
export function writeHeaders(tree: CodeTree, near: SyntaxNode, headers: readonly NewHeader[]): string {
  const quote = quoteIn(tree, near);
  const pairs = headers.map(
    ({ name, value }) => `${writeString(name, quote)} => ${writeString(value, quote)}`,
  );
  return `[${pairs.join(", ")}]`;
}

/** Writes `['Accept: a/b']`. */
export function writeLines(tree: CodeTree, near: SyntaxNode, headers: readonly NewHeader[]): string {
  const quote = quoteIn(tree, near);
  return `[${headers.map(({ name, value }) => writeString(`${name}: ${value}`, quote)).join(", ")}]`;
}

/**
 * Adds headers to an array of names and values, or to a list of lines.
 *
 * @param areLines whether an empty array takes lines
 */
export function addToArray(
  tree: CodeTree,
  array: SyntaxNode,
  headers: readonly NewHeader[],
  areLines: boolean,
): readonly Edit[] {
  const elements = elementsOf(array) ?? refuse("the array of headers takes over another one");
  const quote = quoteIn(tree, array);
  const lines = elements.filter(({ key }) => !key);
  if (lines.length > 0 && lines.length < elements.length)
    refuse("the array has headers in two different forms");
  const isOfLines = elements.length > 0 ? lines.length > 0 : areLines;
  const names = new Set(
    elements.map(({ key, value }) =>
      (isOfLines ? textOf(value)?.split(":")[0] : textOf(key))?.trim().toLowerCase(),
    ),
  );
  const known = headers.find(({ name }) => names.has(name.toLowerCase()));
  if (known) refuse(`the array already has ${known.name}`);
  return appendItems(
    tree,
    array,
    headers.map(({ name, value }) =>
      isOfLines
        ? writeString(`${name}: ${value}`, quote)
        : `${writeString(name, quote)} => ${writeString(value, quote)}`,
    ),
  );
}
