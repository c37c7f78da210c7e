import type { Node } from "@oxc-project/types";
import type { Span } from "../../../core/span.js";
import { keyName } from "../evaluation/patterns.js";
import { readAt, TRANSPARENT } from "./reads.js";
import type { SourceTree } from "./source-tree.js";

/**
 * Returns whether of the list that is read at `place`, the span of its name, only properties of the first element are
 * taken, and none of some names: `a.list[0].b`. An element that gets a name of its own is not followed.
 */
export function takesOfFirstAt(tree: SourceTree, place: Span, except: ReadonlySet<string>): boolean {
  const read = readAt(tree, place);
  if (read.kind === "pattern") return isOfFirst(read.property.value, except);
  const list = around(tree, read.member);
  if (list.parent?.type === "VariableDeclarator")
    return list.parent.init === list.node && isOfFirst(list.parent.id, except);
  if (list.parent?.type !== "MemberExpression" || list.parent.object !== list.node) return false;
  const { computed, property } = list.parent;
  if (!computed || property.type !== "Literal" || property.value !== 0) return false;
  const element = around(tree, list.parent);
  if (element.parent?.type === "VariableDeclarator")
    return element.parent.init === element.node && isOf(element.parent.id, except);
  if (element.parent?.type !== "MemberExpression" || element.parent.object !== element.node) return false;
  const { property: taken } = element.parent;
  return !element.parent.computed && taken.type === "Identifier" && !except.has(taken.name);
}

/** The outermost expression that is the same value, and what it is a part of. */
function around(tree: SourceTree, value: Node): { readonly node: Node; readonly parent: Node | undefined } {
  let node = value;
  let parent = tree.parentOf(node);
  while (parent && TRANSPARENT.has(parent.type)) {
    node = parent;
    parent = tree.parentOf(node);
  }
  return { node, parent };
}

/** `[{ b }]` */
function isOfFirst(pattern: Node, except: ReadonlySet<string>): boolean {
  if (pattern.type !== "ArrayPattern" || pattern.elements.length !== 1) return false;
  const [first] = pattern.elements;
  return first !== null && first !== undefined && isOf(first, except);
}

/** `{ b }` */
function isOf(pattern: Node, except: ReadonlySet<string>): boolean {
  return (
    pattern.type === "ObjectPattern" &&
    pattern.properties.every((property) => {
      if (property.type !== "Property" || property.computed) return false;
      const name = keyName(property.key);
      return name !== undefined && !except.has(name);
    })
  );
}
