import type { ObjectExpression, Node } from "@oxc-project/types";
import type { Edit } from "../../../core/finding.js";
import type { Span } from "../../../core/span.js";
import { keyName } from "../../../analysis/evaluation/patterns.js";
import { insertItems, listIn } from "./comma-lists.js";
import type { FileStyle, Quote } from "./file-style.js";
import { refuse } from "../../editing/refusal.js";
import type { SourceTree } from "./source-tree.js";
import { isIdentifierName, writeMember, writeString, type NewValue } from "./written-values.js";

export interface NewMember {
  readonly key: string;
  readonly value: NewValue;
}

/** A header in a list of pairs. */
export interface HeaderPair {
  readonly name: string;
  readonly value: string | { readonly source: string };
}

export interface MemberOptions {
  /** True if it precedes the spreads at the end of the object, so that they may overwrite it. */
  readonly beforeSpread?: boolean;
  /** True if a key in other letter case counts as the same one, as for names of headers. */
  readonly ignoreCase?: boolean;
}

/** Adds members to an object literal in the way that its others are written. */
export function addMembers(
  tree: SourceTree,
  span: Span,
  members: readonly NewMember[],
  options: MemberOptions = {},
): readonly Edit[] {
  const object = tree.nodeAt(span, ["ObjectExpression"], "object literal");
  for (const { key } of members) refuseKnown(object, key, options.ignoreCase ?? false);
  const { properties } = object;
  const spreads = properties.length - 1 - properties.findLastIndex(({ type }) => type !== "SpreadElement");
  const index = options.beforeSpread ? properties.length - spreads : properties.length;
  const list = listIn(tree, object, properties, tree.style.bracePadding);
  const quote = quoteIn(tree, object, tree.style);
  const quoteKeys = quotesKeys(object);
  return insertItems(tree, list, index, ({ indent, ownLine }) => {
    const layout = { style: tree.style, quote, quoteKeys, indent, mayBreak: ownLine };
    return members.map(({ key, value }) => writeMember(key, value, layout));
  });
}

function refuseKnown(object: ObjectExpression, key: string, ignoreCase: boolean): void {
  const fold = (name: string): string => (ignoreCase ? name.toLowerCase() : name);
  for (const property of object.properties) {
    if (property.type === "SpreadElement") continue;
    if (property.computed && property.key.type !== "Literal") continue;
    if (fold(keyName(property.key)) === fold(key)) refuse(`the object already has a member \`${key}\``);
  }
}

/** Returns the quotes of the strings in a literal, else those of the file. */
export function quoteIn(tree: SourceTree, literal: Node, { quote }: FileStyle): Quote {
  let double = 0;
  let single = 0;
  const count = (node: Node): void => {
    if (node.type !== "Literal" || typeof node.value !== "string") return;
    if (tree.text[node.start] === '"') double++;
    else if (tree.text[node.start] === "'") single++;
  };
  if (literal.type === "ObjectExpression") {
    for (const property of literal.properties) {
      if (property.type === "SpreadElement") continue;
      count(property.key);
      count(property.value);
    }
  } else if (literal.type === "ArrayExpression") {
    for (const element of literal.elements) {
      if (element?.type === "ArrayExpression") for (const part of element.elements) if (part) count(part);
      if (element) count(element);
    }
  }
  if (double === single) return quote;
  return double > single ? '"' : "'";
}

/** Returns whether keys are quoted here that could go without; where none could, whether there are any. */
function quotesKeys(object: ObjectExpression): boolean {
  let quoted = 0;
  let optional = 0;
  let plain = 0;
  for (const property of object.properties) {
    if (property.type === "SpreadElement" || property.computed) continue;
    if (property.key.type === "Identifier") {
      // `{ id }` cannot be quoted, so it does not tell.
      if (!property.shorthand) plain++;
    } else if (property.key.type === "Literal" && typeof property.key.value === "string") {
      quoted++;
      if (isIdentifierName(property.key.value)) optional++;
    }
  }
  return plain > 0 ? optional > plain : quoted > 0;
}

/** Adds `[name, value]` to a list of pairs, as `Headers` and the clients of Node.js take them. */
export function addHeaderPairs(tree: SourceTree, span: Span, pairs: readonly HeaderPair[]): readonly Edit[] {
  const array = tree.nodeAt(span, ["ArrayExpression"], "array literal");
  for (const element of array.elements) {
    if (element?.type === "SpreadElement") continue;
    if (element?.type !== "ArrayExpression" || element.elements.length !== 2)
      refuse("the list has elements that are not pairs of a name and a value");
    const [name] = element.elements;
    if (name?.type !== "Literal") continue;
    for (const pair of pairs)
      if (pair.name.toLowerCase() === String(name.value).toLowerCase())
        refuse(`the list already has a header \`${pair.name}\``);
  }
  const list = listIn(tree, array, array.elements, "");
  const quote = quoteIn(tree, array, tree.style);
  return insertItems(tree, list, list.items.length, () =>
    pairs.map(({ name, value }) => {
      const written = typeof value === "string" ? writeString(value, quote) : value.source;
      return `[${writeString(name, quote)}, ${written}]`;
    }),
  );
}
