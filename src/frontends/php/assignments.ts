import * as build from "../lowered/build.js";
import type { Expr, Pattern } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expression } from "./expressions.js";
import { isCode, type Scope } from "./scope.js";

/** Lowers `$x = y`. Arrays are values: a write to an element makes a new array, and assigns it to the variable. */
export function assignment(node: SyntaxNode, scope: Scope): Expr {
  const left = node.field("left");
  return assignTo(left, expression(node.field("right"), scope), node, scope);
}

/** Lowers `$x = &$y`. Later writes to either name are not followed, so both become unknown. */
export function referenceTo(node: SyntaxNode, scope: Scope): Expr {
  const right = node.field("right");
  const value = build.unknown(node, [expression(right, scope)]);
  const first = assignTo(node.field("left"), value, node, scope);
  if (!right || !isTarget(right)) return first;
  return sequence(node, [first, assignTo(right, build.unknown(right), node, scope)]);
}

/** Makes an expression that evaluates all parts and has the value of the first. */
export function sequence(place: build.Place, parts: readonly Expr[]): Expr {
  return build.call(place, build.name(build.span(place.start, place.start), "php:first"), parts);
}

/** Checks whether a node can be assigned to. */
export function isTarget({ type }: SyntaxNode): boolean {
  return /^(?:variable_name|subscript_expression|(?:member|scoped_property)_access_expression)$/.test(type);
}

export function assignTo(left: SyntaxNode | undefined, value: Expr, place: build.Place, scope: Scope): Expr {
  if (!left) return value;
  if (left.type === "list_literal" || left.type === "array_creation_expression")
    return destructured(left, value, place, scope);
  if (left.type === "subscript_expression") return elementAssignment(left, value, place, scope);
  const pattern = plainTarget(left, scope);
  return pattern ? build.assign(place, pattern, value) : build.unknown(place, [value]);
}

/** Lowers a variable or property as a target. Undefined for targets that are not followed. */
function plainTarget(left: SyntaxNode, scope: Scope): Pattern | undefined {
  if (left.type === "variable_name" && left.text !== "$this") {
    return scope.variables.has(left.text) ? build.name(left, left.text) : undefined;
  }
  if (!isTarget(left)) return undefined;
  const target = expression(left, scope);
  return target.type === "MemberExpression" ? target : undefined;
}

/** `$x["a"]["b"] = v`, `$x[] = v`: the array with the element, in the variable that it is in. */
function elementAssignment(left: SyntaxNode, value: Expr, place: build.Place, scope: Scope): Expr {
  const keys: SyntaxNode[] = [];
  let root: SyntaxNode = left;
  let isPush = false;
  while (root.type === "subscript_expression") {
    const [object, key] = root.named.filter(isCode);
    if (!object) return value;
    if (key) keys.unshift(key);
    else if (root === left) isPush = true;
    else return changed(root, place, scope, [value]);
    root = object;
  }
  const pattern = plainTarget(root, scope);
  if (!pattern) return build.unknown(place, [value]);
  const made = build.call(
    place,
    build.name(build.span(left.start, left.start), isPush ? "php:push" : "php:with"),
    [expression(root, scope), value, ...keys.map((key) => expression(key, scope))],
  );
  return build.assign(place, pattern, made);
}

/** Assigns an unknown value to a variable or property. */
export function changed(
  node: SyntaxNode,
  place: build.Place,
  scope: Scope,
  parts: readonly Expr[] = [],
): Expr {
  let root = node;
  while (root.type === "subscript_expression" && root.named[0]) root = root.named[0];
  const pattern = plainTarget(root, scope);
  const value = build.unknown(place, parts);
  return pattern ? build.assign(place, pattern, value) : value;
}

/** Lowers `[$a, $b] = list` and `["a" => $x] = record`. */
export function destructured(left: SyntaxNode, value: Expr, place: build.Place, scope: Scope): Expr {
  const held = scope.variables.make(left);
  const whole = build.assign(place, build.name(place, held), value);
  return sequence(place, [whole, ...partsAssigned(left, held, scope)]);
}

/** Assigns the elements of a variable's value to the targets in a list. */
export function partsAssigned(left: SyntaxNode, held: string, scope: Scope): Expr[] {
  const parts: Expr[] = [];
  let position = 0;
  for (const { key, target } of elementsOf(left)) {
    const at = target ?? left;
    const own = key ? expression(key, scope) : build.scalar(at, position++);
    if (!target) continue;
    parts.push(assignTo(target, build.index(at, build.name(at, held), own), at, scope));
  }
  return parts;
}

/** `list(, $b)` leaves elements out. */
function elementsOf(left: SyntaxNode): { readonly key?: SyntaxNode; readonly target?: SyntaxNode }[] {
  if (left.type === "array_creation_expression")
    return left.all("array_element_initializer").map((one) => {
      const [first, second] = one.named.filter(isCode);
      return second ? { key: first!, target: second } : { ...(first ? { target: first } : {}) };
    });
  const found: { key?: SyntaxNode; target?: SyntaxNode }[] = [];
  let open: { key?: SyntaxNode; target?: SyntaxNode } = {};
  for (const child of left.children) {
    if (child.type === "=>") open = { ...(open.target ? { key: open.target } : {}) };
    else if (child.type === ",") {
      found.push(open);
      open = {};
    } else if (child.isNamed && isCode(child)) open.target = child;
  }
  if (open.target) found.push(open);
  return found;
}

/** Lowers `$x .= y`, `$x ??= y` and `$x += y`. */
export function augmented(node: SyntaxNode, scope: Scope): Expr {
  const left = node.field("left");
  const right = expression(node.field("right"), scope);
  const operator = node.field("operator")?.type ?? node.children[1]?.type ?? "=";
  if (!left) return right;
  const before = expression(left, scope);
  const own = operator.slice(0, -1);
  const made: Expr =
    own === "."
      ? build.template(node, [before, right])
      : own === "??"
        ? build.either(node, "??", before, right)
        : build.operation(node, own, before, right);
  return assignTo(left, made, node, scope);
}

/** Lowers `$i++` and `--$i`. The value of `$i++` is the new number, because it is rarely used. */
export function update(node: SyntaxNode, scope: Scope): Expr {
  const target = node.field("argument");
  const isMore = node.text.includes("++");
  const isBehind = !/^[+-]{2}/.test(node.text);
  const before = expression(target, scope);
  const made = build.operation(node, isMore ? "+" : "-", before, build.scalar(node, 1));
  const assigned = assignTo(target, made, node, scope);
  return isBehind ? sequence(node, [before, assigned]) : assigned;
}
