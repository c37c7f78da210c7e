import type { Node } from "@oxc-project/types";
import { addAll } from "../../../core/add-all.js";
import type { Edit } from "../../../core/finding.js";
import { keyName } from "../../../analysis/evaluation/patterns.js";
import { groupBy } from "../../../core/group-by.js";
import { insertItems, listIn, removeItems } from "./comma-lists.js";
import { isElement } from "../../editing/steps.js";
import { refuse } from "../../editing/refusal.js";
import type { NodeOf, SourceTree } from "./source-tree.js";
import { isIdentifierName, writeString } from "./written-values.js";

type Pattern = NodeOf<"ObjectPattern">;
type Property = NodeOf<"Property">;

/** A property that a pattern takes, and the way to where its value is now. */
export interface PatternRead {
  readonly property: Property;
  readonly pattern: Pattern;
  readonly path: readonly string[];
  /** True if objects on the way may be absent. */
  readonly optional: boolean;
}

/**
 * Rewrites `{ srvAddress }` to `{ connectionStrings: { standardSrv: srvAddress } = {} }`. Properties of one pattern
 * that move into the same object are merged, unless a comment or a default value prevents it.
 */
export function renameInPatterns(tree: SourceTree, reads: readonly PatternRead[]): readonly Edit[] {
  const edits: Edit[] = [];
  for (const [pattern, own] of groupBy(reads, (read) => read.pattern)) {
    if (pattern.properties.some(({ type }) => type === "RestElement"))
      refuse("the pattern collects the other properties in a rest element, which would change");
    for (const [, group] of groupBy(own, ({ path }) => (path.length === 2 ? path[0]! : path))) {
      addAll(edits, together(tree, pattern, group) ?? group.flatMap((read) => inPlace(tree, read)));
    }
  }
  return edits;
}

function inPlace(tree: SourceTree, { property, path, optional }: PatternRead): Edit[] {
  if (path.some(isElement) && optional)
    refuse("objects on the way to the value may be absent in the pattern");
  let head = writeKeyLike(tree, property.key, path[0]!);
  let tail = "";
  // `{ size }` stays short where the value keeps its name.
  const isShort = property.shorthand && path.length > 1 && keyName(property.key) === path.at(-1);
  for (const [index, step] of path.entries()) {
    if (index === 0) continue;
    const isInList = isElement(step);
    const name = isShort && index === path.length - 1 ? "" : writeKeyLike(tree, property.key, step);
    head += isInList ? ": [" : `${head.endsWith("[") ? "" : ": "}{ ${name}`;
    tail = (isInList ? "]" : optional ? " } = {}" : " }") + tail;
  }
  const opening = property.shorthand
    ? tree.insert(property.start, isShort ? head : `${head}: `)
    : tree.edit(property.key.start, property.key.end, head);
  return tail === "" ? [opening] : [opening, tree.insert(property.end, tail)];
}

/** One nested pattern for all of them: one that is there, or the place of the first. */
function together(tree: SourceTree, pattern: Pattern, reads: readonly PatternRead[]): Edit[] | undefined {
  const [first] = reads;
  if (!first || first.path.length !== 2) return undefined;
  const nested = nestedPattern(pattern, first.path[0]!);
  if (!nested && reads.length === 1) return undefined;
  // The moved name is bound at another time. A default that calls a function or reads a name would notice.
  if (pattern.properties.some((property) => holdsDefault(property))) return undefined;
  const moved = nested ? reads : reads.filter((read) => read !== first);
  if (moved.some(({ property }) => commentsByKey(tree, property))) return undefined;
  const list = listIn(tree, bracesOf(tree, pattern), pattern.properties, tree.style.bracePadding);
  const indexes = new Set(
    moved.map(({ property }) => pattern.properties.findIndex((own: Node) => own === property)),
  );
  const removals = removeItems(tree, list, indexes);
  if (!removals) return undefined;
  const written = moved.map((read) => innerMember(tree, read));
  if (nested) {
    const inner = listIn(tree, bracesOf(tree, nested), nested.properties, tree.style.bracePadding);
    return [...removals, ...insertItems(tree, inner, inner.items.length, () => written)];
  }
  const { property } = first;
  const optional = reads.some((read) => read.optional);
  const end = tree.insert(property.end, `, ${written.join(", ")} }${optional ? " = {}" : ""}`);
  const [opening] = inPlace(tree, first);
  return [...removals, opening!, end];
}

/** The braces of a pattern, without the type that may be stated behind them. */
function bracesOf(tree: SourceTree, pattern: Pattern): { start: number; end: number } {
  const annotation = pattern.typeAnnotation;
  if (!annotation) return pattern;
  let end = tree.skipBack(annotation.start);
  if (tree.text[end - 1] === "?") end = tree.skipBack(end - 1);
  return { start: pattern.start, end };
}

function nestedPattern(pattern: Pattern, key: string): Pattern | undefined {
  for (const property of pattern.properties) {
    if (property.type !== "Property" || property.computed || keyName(property.key) !== key) continue;
    const value = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
    const isOpen =
      value.type === "ObjectPattern" && value.properties.every(({ type }) => type !== "RestElement");
    if (isOpen) return value;
  }
  return undefined;
}

/** Returns whether a default value or a computed key is evaluated in a pattern; `{}` and literals have no effect. */
function holdsDefault(node: Node): boolean {
  switch (node.type) {
    case "Property":
      return node.computed || holdsDefault(node.value);
    case "AssignmentPattern": {
      const { right } = node;
      const isInert =
        right.type === "Literal" || (right.type === "ObjectExpression" && right.properties.length === 0);
      return !isInert || holdsDefault(node.left);
    }
    case "ObjectPattern":
      return node.properties.some((property) => holdsDefault(property));
    case "ArrayPattern":
      return node.elements.some((element) => element !== null && holdsDefault(element));
    case "Identifier":
      return false;
    default:
      return true;
  }
}

function commentsByKey(tree: SourceTree, { shorthand, key }: Property): boolean {
  return !shorthand && tree.commentsBetween(key.end, tree.skipForward(key.end)).length > 0;
}

function innerMember(tree: SourceTree, { property, path }: PatternRead): string {
  const start = property.shorthand ? property.start : tree.skipForward(property.key.end) + 1;
  const value = tree.text.slice(start, property.end).trim();
  const name = path[1]!;
  if (property.shorthand && value === name) return name;
  return `${writeKeyLike(tree, property.key, name)}: ${value}`;
}

/** A key with quotes where the old one has them or the new one needs them. */
function writeKeyLike(tree: SourceTree, key: Node, name: string): string {
  if (key.type === "Literal") return writeString(name, tree.text[key.start] === "'" ? "'" : '"');
  return isIdentifierName(name) ? name : writeString(name, tree.style.quote);
}
