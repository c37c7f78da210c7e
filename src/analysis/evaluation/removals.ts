import type { Directive, IfStatement, Node, Statement } from "@oxc-project/types";
import { isQuestionCall } from "../recording/presence-tests.js";
import { keyName } from "./patterns.js";

/** A member that code names: its object and its key. */
interface Named {
  readonly object: Node;
  readonly key: Node;
  /** True for `object[key]`. */
  readonly computed: boolean;
}

/** Methods that remove a key, and tell nobody whether it was there if their result is not used. */
const REMOVE: ReadonlySet<string> = new Set(["delete", "pop"]);

/** Calls that remove a member and whose result is not used. Whether it was there makes no difference to them. */
const careless = new WeakSet<Node>();
/** Calls of which the result is not used. */
const unused = new WeakSet<Node>();

/** Reads of a member before it is deleted, in languages where that fails if the member is absent. */
const readsOfDeletions = new WeakSet<Node>();

/** Notes that a read only asks for a member that is deleted next. */
export function noteReadOfDeletion(read: object): void {
  readsOfDeletions.add(read as Node);
}

/** Returns whether a read only asks for a member that is deleted next. */
export function isReadOfDeletion(read: Node): boolean {
  return readsOfDeletions.has(read);
}

/** Returns whether the result of a call is not used. */
export function isUnused(call: Node): boolean {
  return unused.has(call);
}

/** Returns whether a call only runs if the member that it removes is there. */
export function isGuardedRemoval(call: Node): boolean {
  return careless.has(call);
}

export function noteStatement(expression: Node): void {
  if (expression.type === "CallExpression") unused.add(expression);
}

/**
 * Returns how many statements at the start of a block only remove members. Such a statement fails only if the member is
 * not there, so it is gone in any case.
 */
export function leadingRemovals(body: readonly (Statement | Directive)[]): number {
  const first = body.findIndex((statement) => !isRead(statement) && !removedIn(statement));
  return first < 0 ? body.length : first;
}

/**
 * Returns the removals of `if (key in object) delete object[key]`, which remove the member whether it is there or not.
 * Undefined for other statements.
 */
export function guardedRemovals({ test, consequent, alternate }: IfStatement): Statement[] | undefined {
  if (alternate) return undefined;
  const body = consequent.type === "BlockStatement" ? consequent.body : [consequent];
  if (leadingRemovals(body) < body.length) return undefined;
  const asked = askedIn(test);
  const removals = body.filter((statement) => removedIn(statement));
  const isAsked = asked && removals.length === 1 && isSameMember(asked, removedIn(removals[0]!)!);
  if (!isAsked) return undefined;
  for (const one of removals) if (one.type === "ExpressionStatement") careless.add(one.expression);
  return removals;
}

/** Returns the member that a statement removes and does nothing else with. */
function removedIn(statement: Node): Named | undefined {
  if (statement.type !== "ExpressionStatement") return undefined;
  const expression = withoutChain(statement.expression);
  if (expression.type === "UnaryExpression" && expression.operator === "delete")
    return namedBy(withoutChain(expression.argument));
  if (expression.type !== "CallExpression" || expression.callee.type !== "MemberExpression") return undefined;
  const { callee, arguments: args } = expression;
  if (callee.computed || !REMOVE.has(keyName(callee.property)) || !isPlain(callee.object)) return undefined;
  const [key, standby] = args;
  const isRemoval = key !== undefined && args.length < 3 && isPlain(key) && (!standby || isPlain(standby));
  return isRemoval ? { object: callee.object, key, computed: true } : undefined;
}

/** Returns whether a statement only reads a member, as languages do before a removal that must succeed. */
function isRead(statement: Node): boolean {
  return statement.type === "ExpressionStatement" && namedBy(statement.expression) !== undefined;
}

function askedIn(test: Node): Named | undefined {
  switch (test.type) {
    case "ParenthesizedExpression":
      return askedIn(test.expression);
    case "BinaryExpression":
      if (test.operator === "in") return { object: test.right, key: test.left, computed: true };
      return /^!=/.test(test.operator) && isNothing(test.right) ? askedIn(test.left) : undefined;
    case "CallExpression": {
      const { callee, arguments: given } = test;
      const [key, ...others] = given;
      if (callee.type !== "MemberExpression" || !key || others.length > 0) return undefined;
      return isQuestionCall(test) ? { object: callee.object, key, computed: true } : undefined;
    }
    default:
      return namedBy(withoutChain(test));
  }
}

function namedBy(node: Node): Named | undefined {
  if (node.type !== "MemberExpression" || !isPlain(node)) return undefined;
  return { object: node.object, key: node.property, computed: node.computed };
}

function withoutChain(node: Node): Node {
  return node.type === "ChainExpression" ? node.expression : node;
}

function isNothing(node: Node): boolean {
  return (
    (node.type === "Identifier" && node.name === "undefined") ||
    (node.type === "Literal" && node.value === null)
  );
}

/** Returns whether an expression has no effect and fails only for want of a member. */
function isPlain(node: Node): boolean {
  if (node.type === "MemberExpression")
    return isPlain(node.object) && (!node.computed || isPlain(node.property));
  return node.type === "Identifier" || node.type === "ThisExpression" || node.type === "Literal";
}

function isSameMember(a: Named, b: Named): boolean {
  const [one, other] = [writtenKey(a), writtenKey(b)];
  const hasSameKey = one === undefined || other === undefined ? isSame(a.key, b.key) : one === other;
  return hasSameKey && isSame(a.object, b.object);
}

/** The key that is written as a name or a text. */
function writtenKey({ key, computed }: Named): string | undefined {
  if (!computed) return key.type === "Identifier" ? key.name : undefined;
  return key.type === "Literal" && typeof key.value === "string" ? key.value : undefined;
}

function isSame(a: Node, b: Node): boolean {
  if (a.type === "Identifier") return b.type === "Identifier" && a.name === b.name;
  if (a.type === "Literal") return b.type === "Literal" && a.value === b.value;
  if (a.type !== "MemberExpression") return a.type === "ThisExpression" && b.type === a.type;
  const [one, other] = [namedBy(a), namedBy(b)];
  return one !== undefined && other !== undefined && isSameMember(one, other);
}
