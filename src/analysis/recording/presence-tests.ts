import { LEAVING, endsIn } from "../walk.js";
import type { CallExpression, ConditionalExpression, IfStatement, Node } from "@oxc-project/types";
import { keyName } from "../evaluation/patterns.js";

export type Branching = IfStatement | ConditionalExpression;

/** A condition that says whether a value is there. */
export interface PresenceTest {
  readonly branching: Branching;
  /** The first branch runs if the value is there, not if it is missing. */
  readonly whenPresent: boolean;
  /** The test asks an object for a key, so the code expects objects without it. */
  readonly isQuestion: boolean;
  /** The test compares the value with nil in Go. */
  readonly isNilTest: boolean;
}

/** Functions and methods that are true for a missing value, in any of the languages. */
const MISSING: ReadonlySet<string> = new Set([
  ...["nil?", "blank?", "empty?", "isNull", "isMissingNode", "isEmpty", "isBlank", "is_null", "empty"],
  ...["isNil", "is_none", "IsNullOrEmpty", "IsNullOrWhiteSpace", "isNullOrEmpty"],
]);

/** Functions and methods that are true for a value that is there. */
const PRESENT: ReadonlySet<string> = new Set([
  ...["present?", "any?", "isset", "isPresent", "is_some", "Boolean", "bool", "isNotBlank", "isNotEmpty"],
  ...["hasText", "isNonNull", "nonNull"],
]);

/**
 * Returns the branching that a value decides by its presence: `if (value)`, `value != null ? … : …`, `!value`.
 *
 * @param value what is tested, or the test itself: `"key" in object`, `object.has("key")`
 */
export function testIn(value: Node, parents: ReadonlyMap<Node, Node | undefined>): PresenceTest | undefined {
  let node = value;
  let whenPresent = true;
  let isNilTest = false;
  // A call such as `isset(…)` may have the span of what it asks for.
  let isQuestion = isQuestionNode(value, parents) || isQuestionCall(value);
  for (let parent = parents.get(node); parent; parent = parents.get(node)) {
    switch (parent.type) {
      case "IfStatement":
      case "ConditionalExpression":
        return parent.test === node ? { branching: parent, whenPresent, isQuestion, isNilTest } : undefined;
      case "UnaryExpression":
        if (parent.operator !== "!") return undefined;
        whenPresent = !whenPresent;
        break;
      case "BinaryExpression": {
        if (!isNothing(parent.left === node ? parent.right : parent.left)) return undefined;
        if (/^==/.test(parent.operator)) whenPresent = !whenPresent;
        else if (!/^!=/.test(parent.operator)) return undefined;
        break;
      }
      case "LogicalExpression":
        // Both sides of `a && b` are true in the branch, and one side of `!a || b` is enough for it.
        if (parent.operator !== (whenPresent ? "&&" : "||")) return undefined;
        break;
      case "MemberExpression":
        // `value.isNull()`: the call decides. `isset($cluster["settings"]["size"])` is false without the settings.
        if (parent.object !== node) return undefined;
        if (!isNamedTest(keyName(parent.property)) && !isAskedAsWhole(parent, parents)) return undefined;
        break;
      case "CallExpression": {
        const meaning = meaningOf(parent, node);
        if (meaning === undefined) return undefined;
        if (meaning === "missing") whenPresent = !whenPresent;
        isQuestion ||= HAS.has(calledName(parent.callee));
        isNilTest ||= node === value && isNative(parent, "isNil", node);
        break;
      }
      case "ChainExpression":
      case "ParenthesizedExpression":
        break;
      default:
        return undefined;
    }
    node = parent;
  }
  return undefined;
}

/** Returns whether a member is part of a chain that a call such as `isset` asks for as a whole. */
function isAskedAsWhole(member: Node, parents: ReadonlyMap<Node, Node | undefined>): boolean {
  let top = member;
  let parent = parents.get(top);
  while (parent?.type === "MemberExpression" && parent.object === top) {
    top = parent;
    parent = parents.get(top);
  }
  return parent?.type === "CallExpression" && parent.callee !== top && WHOLE.has(calledName(parent.callee));
}

/** Functions that take a chain of members of which any may be missing. */
const WHOLE: ReadonlySet<string> = new Set(["isset", "empty"]);

/** Returns whether a node is a key in `key in object`, or that whole expression. */
function isQuestionNode(node: Node, parents: ReadonlyMap<Node, Node | undefined>): boolean {
  const parent = parents.get(node);
  return [node, parent].some((one) => one?.type === "BinaryExpression" && one.operator === "in");
}

function isNamedTest(name: string): boolean {
  return MISSING.has(name) || PRESENT.has(name);
}

/** Says what a call tells about its argument, or about the object of its method. */
function meaningOf(
  { callee, arguments: args }: CallExpression,
  node: Node,
): "missing" | "present" | undefined {
  const name = calledName(callee);
  const meaning = MISSING.has(name) ? "missing" : PRESENT.has(name) ? "present" : undefined;
  // Only then the arguments, of which there may be thousands.
  return meaning && (callee === node || args.some((one) => one === node)) ? meaning : undefined;
}

/** Returns the name of what is called; native functions of a language have its name before theirs (`go:isNil`). */
function calledName(callee: Node): string {
  if (callee.type === "MemberExpression") return keyName(callee.property);
  return callee.type === "Identifier" ? callee.name.replace(/^.*[.:]/, "") : "";
}

/** Methods and functions that tell whether an object has a key. */
const HAS: ReadonlySet<string> = new Set([
  ...[
    "has",
    "hasOwn",
    "hasOwnProperty",
    "hasNonNull",
    "has_key",
    "has_key?",
    "key?",
    "include?",
    "containsKey",
  ],
  ...["ContainsKey", "contains_key", "array_key_exists", "isset", "property_exists", "member?"],
]);

/** Returns whether a node is a call that asks an object for a key. */
export function isQuestionCall(node: Node): node is CallExpression {
  return node.type === "CallExpression" && HAS.has(calledName(node.callee));
}

/** Returns whether a call gives its argument, and says whether it is there: `v, ok := m["key"]` of Go. */
export function isPaired(node: Node, argument: Node): boolean {
  return isNative(node, "found", argument);
}

/** Returns whether a call only states the type of its argument: `m["key"].(string)` of Go. */
export function isStatedAs(node: Node, argument: Node): boolean {
  return isNative(node, "as", argument);
}

/** Returns whether a test asks for the key that was read: Go compares an element of a map with nil for that. */
export function asksForElement({ isQuestion, isNilTest }: PresenceTest, read: Node): boolean {
  return isQuestion || (isNilTest && read.type === "MemberExpression" && read.computed);
}

/** Both may have the same span in the code. */
function isNative(node: Node, name: string, argument: Node): boolean {
  if (node.type !== "CallExpression" || node.callee.type !== "Identifier") return false;
  if (!node.callee.name.endsWith(`:${name}`)) return false;
  return node === argument || node.arguments[0] === argument;
}

/** Returns whether a call asks an object for a key of this name. */
export function asksFor(node: Node, name: string): boolean {
  if (!isQuestionCall(node)) return false;
  return node.arguments.some((one) => one.type === "Literal" && one.value === name);
}

/** Returns whether a node calls a method of a value, or is called with none. */
export function isCallOf(node: Node, callee: Node): node is CallExpression {
  return node.type === "CallExpression" && node.callee === callee;
}

function isNothing(node: Node): boolean {
  if (node.type === "Identifier") return node.name === "undefined";
  if (node.type === "UnaryExpression") return node.operator === "void";
  return node.type === "Literal" && node.value === null && !("regex" in node);
}

/**
 * Returns whether code does something where a value is missing. An empty value, an error and a plain return are only
 * ways to go on without it.
 */
export function isAlternative(node: Node): boolean {
  if (isNothing(node)) return false;
  switch (node.type) {
    case "Literal":
      return node.value !== "" && node.value !== false;
    case "ObjectExpression":
      return node.properties.length > 0;
    case "ArrayExpression":
      return node.elements.length > 0;
    case "ThrowStatement":
    case "BreakStatement":
    case "ContinueStatement":
    case "EmptyStatement":
      return false;
    case "ReturnStatement":
      return node.argument !== null && isAlternative(node.argument);
    case "BlockStatement":
      return node.body.some(isAlternative) && node.body.at(-1)?.type !== "ThrowStatement";
    default:
      return true;
  }
}

/** Returns whether nothing after a statement runs, without an error. */
export function leaves(statement: Node): boolean {
  return endsIn(statement, LEAVING);
}

/** Methods whose last argument is the result if the key is missing. */
export const WITH_DEFAULT: ReadonlySet<string> = new Set([
  ...["get", "fetch", "getOrDefault", "GetValueOrDefault", "optString", "optInt", "optBoolean", "pop"],
]);
