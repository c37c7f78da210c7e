import type { Node, Program } from "@oxc-project/types";
import { flatten, type Text } from "../../facts/text.js";
import type { Interest } from "../../frontends/interest.js";
import type { Place } from "../evaluation/language.js";
import type { Site } from "../evaluation/members.js";
import { KEYS } from "../evaluation/record-keys.js";
import { keyName } from "../evaluation/patterns.js";
import { memberOfUnknown, type UnknownValue } from "../evaluation/value.js";
import { walk } from "../walk.js";
import { isWrapper } from "../wrappers.js";
import { leaves } from "./presence-tests.js";

/**
 * Returns the read that a test of a key means, where code picks a member of an answer out of all by its name:
 * `if (key === "srvAddress") use(value)`. Undefined if it means none.
 */
export function keyRead(
  key: UnknownValue,
  text: Text,
  { names }: Interest,
  site: Place,
): readonly [UnknownValue, Site] | undefined {
  const name = flatten(text);
  const owner = names.has(name) ? ownerOfKey(key) : undefined;
  const { node, environment } = site;
  if (owner?.source.request === undefined || !keepsMember(node, environment.module.program)) return undefined;
  const written = text.parts[0]?.kind === "segment" ? text.parts[0].written : undefined;
  const at = { ...site, key: node, ...(written ? { names: new Map([[name, written]]) } : {}) };
  return [memberOfUnknown(owner, name), at];
}

/** Returns the unknown object of which a value is any key. Undefined if it is not a key. */
export function ownerOfKey({ source, path }: UnknownValue): UnknownValue | undefined {
  const last = path.at(-1);
  // In some languages a loop over an answer gives keys, and only these are compared with names.
  const isElement = source.request !== undefined && last === "[]";
  const steps = isElement && path.at(-2) === KEYS ? 2 : 1;
  if (isElement || last === KEYS)
    return { kind: "unknown", source, path: path.slice(0, -steps), hops: undefined };
  return path.length === 0 ? source.keyOf : undefined;
}

/**
 * Returns whether code goes on with a member because a test found its key: `if (key === "name") keep(value)`. A test
 * that leaves the member out, or of which this is not known, reads nothing.
 *
 * @param test a comparison, a question whether a list has the key, or a case of a `switch`
 */
function keepsMember(test: Node, program: Program): boolean {
  const parents = parentsIn(program);
  if (test.type === "SwitchCase") {
    const sum = sumAround(test, parents);
    return test.consequent.length === 0 || !test.consequent.every((code) => leavesOut(code, sum));
  }
  const isFound = test.type !== "BinaryExpression" || !test.operator.startsWith("!");
  return keepsWith(test, isFound, parents, new Set());
}

/**
 * Returns whether code goes on with a member where a test has a result.
 *
 * @param isFound the result of the test for the key
 *
 * @param seen functions whose uses are looked at
 */
function keepsWith(
  test: Node,
  isFound: boolean,
  parents: ReadonlyMap<Node, Node | undefined>,
  seen: Set<Node>,
): boolean {
  const drops = (code: Node): boolean => leavesOut(code, sumAround(test, parents));
  let node = test;
  for (let parent = parents.get(node); parent; node = parent, parent = parents.get(node)) {
    switch (parent.type) {
      case "UnaryExpression":
        if (parent.operator !== "!") return false;
        isFound = !isFound;
        break;
      case "LogicalExpression":
      case "ReturnStatement":
        break;
      case "BlockStatement":
        if (node.type !== "ReturnStatement") return false;
        break;
      case "IfStatement":
      case "ConditionalExpression": {
        if (parent.test !== node) break;
        const { consequent, alternate } = parent;
        if (isFound) return !drops(consequent);
        return alternate ? !drops(alternate) : leaves(consequent) && drops(consequent);
      }
      case "ArrowFunctionExpression":
      case "FunctionExpression":
      case "FunctionDeclaration": {
        let call = parents.get(parent);
        // A block is a named argument.
        while (call?.type === "Property" || call?.type === "ObjectExpression") call = parents.get(call);
        if (call?.type === "CallExpression" && call.callee !== parent)
          return DROPPING.test(nameOf(call.callee)) !== isFound;
        return usesOf(parent, parents, seen).some((use) => {
          const around = parents.get(use);
          if (around?.type !== "CallExpression") return false;
          return around.callee === use
            ? keepsWith(around, isFound, parents, seen)
            : DROPPING.test(nameOf(around.callee)) !== isFound;
        });
      }
      // Parts of a call that a language adds around a test or a block.
      default:
        if (!isWrapper(parent) && !(parent.type === "CallExpression" && parent.callee !== node)) return false;
    }
  }
  return false;
}

/** Returns the places where code names a function that has a name, besides the place where it gets it. */
function usesOf(declared: Node, parents: ReadonlyMap<Node, Node | undefined>, seen: Set<Node>): Node[] {
  if (seen.has(declared)) return [];
  seen.add(declared);
  const holder = parents.get(declared);
  const name =
    holder?.type === "VariableDeclarator"
      ? holder.id
      : "id" in declared
        ? (declared.id ?? undefined)
        : undefined;
  if (name?.type !== "Identifier") return [];
  return [...parents.keys()].filter(
    (node) => node.type === "Identifier" && node.name === name.name && node !== name,
  );
}

/** Functions that leave out the elements for which a function is true. */
const DROPPING = /^(?:reject|omit|without|exclude|drop|remove|delete|filterNot|skip|none|every|all)/i;
/** Functions that take a member out of an object. */
const REMOVING = /^(?:delete|del|pop|remove|unset|discard|drop|forget|without)/i;

function nameOf(callee: Node): string {
  if (callee.type === "MemberExpression") return keyName(callee.property);
  return callee.type === "Identifier" ? callee.name.replace(/^.*[.:]/, "") : "";
}

/** Returns the name of what a function adds up, if a test is in one that does: `reduce((all, key) => …)`. */
function sumAround(test: Node, parents: ReadonlyMap<Node, Node | undefined>): string | undefined {
  for (let node: Node | undefined = test; node; node = parents.get(node)) {
    if (node.type !== "ArrowFunctionExpression" && node.type !== "FunctionExpression") continue;
    const [call, [sum]] = [parents.get(node), node.params];
    const adds =
      call?.type === "CallExpression" && /^(?:reduce|fold|inject|aggregate)/i.test(nameOf(call.callee));
    return adds && sum?.type === "Identifier" ? sum.name : undefined;
  }
  return undefined;
}

/**
 * Returns whether code only goes on without a member: it leaves, gives nothing, or deletes it.
 *
 * @param sum the name of what a function adds up
 */
function leavesOut(code: Node, sum: string | undefined): boolean {
  const drops = (inner: Node): boolean => leavesOut(inner, sum);
  switch (code.type) {
    case "BlockStatement":
      return code.body.every(drops);
    case "ReturnStatement":
      return code.argument === null || drops(code.argument);
    case "BreakStatement":
    case "ContinueStatement":
    case "EmptyStatement":
    case "ThrowStatement":
      return true;
    case "ExpressionStatement":
      // Some languages read a member before they delete it.
      return (
        (code.expression.type === "MemberExpression" && code.expression.computed) || drops(code.expression)
      );
    // The object without the member, or nothing.
    case "AssignmentExpression":
      return drops(code.right);
    case "UnaryExpression":
      return code.operator === "delete" || code.operator === "void";
    case "Literal":
      return !code.value;
    case "Identifier":
      return code.name === "undefined" || code.name === sum;
    case "ObjectExpression":
      return code.properties.length === 0;
    case "ArrayExpression":
      return code.elements.length === 0;
    case "CallExpression":
      return REMOVING.test(nameOf(code.callee));
    default:
      return false;
  }
}

const known = new WeakMap<Program, ReadonlyMap<Node, Node | undefined>>();

function parentsIn(program: Program): ReadonlyMap<Node, Node | undefined> {
  const before = known.get(program);
  if (before) return before;
  const parents = new Map<Node, Node | undefined>();
  walk(program, (node, parent) => {
    parents.set(node, parent);
    return undefined;
  });
  known.set(program, parents);
  return parents;
}
