import { isWrapper } from "../wrappers.js";
import type { Argument, Expression, Node } from "@oxc-project/types";
import type { Variable } from "@typescript-eslint/scope-manager";
import { walk } from "../walk.js";
import type { AnyFunction, Closure } from "./callable.js";
import type { HeapObject, ObjectContent } from "./heap.js";
import type { ModuleRecord } from "./module-record.js";
import type { Run } from "./run.js";
import { usesArguments } from "./uses-arguments.js";
import { alternatives, type Value } from "./value.js";

/** The names of the members that a call may change in an object that it gets, or any of its members. */
export type Changes = ReadonlySet<string> | "any";

/** The position of an argument, or the receiver. */
type Position = number | "this";

/** The uses of an object that a function gets, by its text. */
interface Uses {
  /** Members that it writes or deletes. */
  readonly written: ReadonlySet<string>;
  /** Members that contain an object which it may change. */
  readonly touched: ReadonlySet<string>;
  /** Its methods that are called. */
  readonly methods: ReadonlySet<string>;
  /** Calls that get it. */
  readonly passed: readonly { readonly callee: Expression; readonly position: number }[];
}

/** Calls inside each other that are followed. */
const MAX_DEPTH = 8;

/**
 * Finds what functions may change of the objects that they get, by their text and the functions that they call. Where the
 * object is stored, or an unknown function gets it, that is any member.
 */
export class Effects {
  readonly #uses = new WeakMap<AnyFunction, Map<Position, Uses | "any">>();

  /** Returns what a call of a function may change of an object that it gets at a position. */
  on(run: Run, object: HeapObject, closure: Closure, position: Position): Changes {
    const changed = new Set<string>();
    return this.#add(run, object, closure, position, changed, new Set()) ? changed : "any";
  }

  /** Adds the names of members that may change. Returns whether these are all. */
  #add(
    run: Run,
    object: HeapObject,
    closure: Closure,
    position: Position,
    changed: Set<string>,
    seen: Set<string>,
  ): boolean {
    const { node, environment } = closure;
    const { module } = environment;
    const key = `${module.path}:${node.start}:${position}`;
    if (seen.has(key)) return true;
    seen.add(key);
    if (seen.size > MAX_DEPTH || run.language.scope) return false;
    const uses = this.#usesOf(module, node, position);
    if (uses === "any") return false;
    for (const name of uses.written) changed.add(name);
    for (const name of uses.touched) if (hasObject(run, object, name)) changed.add(name);
    const follow = (value: Value | undefined, at: Position): boolean => {
      const callable = value?.kind === "object" ? value.object.callable : undefined;
      return callable?.kind === "closure" && this.#add(run, object, callable, at, changed, seen);
    };
    for (const name of uses.methods) if (!follow(memberOf(run, object, name), "this")) return false;
    return uses.passed.every(({ callee, position: at }) => {
      if (callee.type === "Identifier") {
        const variable = module.names.variableOf(callee);
        const cell = variable && environment.lookup(variable);
        return follow(cell && (run.store.peek(cell) as Value | undefined), at);
      }
      const isOwnMethod =
        callee.type === "MemberExpression" && callee.object.type === "ThisExpression" && position === "this";
      const name = isOwnMethod ? memberName(callee) : undefined;
      return name !== undefined && follow(memberOf(run, object, name), at);
    });
  }

  #usesOf(module: ModuleRecord, node: AnyFunction, position: Position): Uses | "any" {
    let all = this.#uses.get(node);
    if (!all) this.#uses.set(node, (all = new Map()));
    let uses = all.get(position);
    if (!uses) all.set(position, (uses = findUses(module, node, position)));
    return uses;
  }
}

function memberOf(run: Run, object: HeapObject, name: string): Value | undefined {
  for (let at: HeapObject | undefined = object; at; at = at.prototype) {
    const { members } = run.store.peek(at) as ObjectContent;
    const slot = members.get(name);
    if (slot) return slot.getter || slot.setter ? undefined : slot.value;
  }
  return undefined;
}

/** Returns whether a member may contain an object. Texts and numbers do not change. */
function hasObject(run: Run, object: HeapObject, name: string): boolean {
  const value = memberOf(run, object, name);
  return !value || alternatives(value).some(({ kind }) => kind === "object");
}

function findUses(module: ModuleRecord, node: AnyFunction, position: Position): Uses | "any" {
  const { names } = module;
  const written = new Set<string>();
  const touched = new Set<string>();
  const methods = new Set<string>();
  const passed: { callee: Expression; position: number }[] = [];
  const uses: Uses = { written, touched, methods, passed };
  const variables = new Set<Variable>();
  if (position !== "this") {
    const parameter = node.params[position];
    const isInRest = node.params.slice(0, position + 1).some(({ type }) => type === "RestElement");
    if (isInRest || (node.type !== "ArrowFunctionExpression" && usesArguments(module, node))) return "any";
    if (!parameter) return uses;
    const pattern = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
    if (pattern.type !== "Identifier") return pattern.type === "TSParameterProperty" ? "any" : uses;
    const variable = names.variableOf(pattern);
    if (!variable) return "any";
    variables.add(variable);
  }
  const parents = parentsIn(node);
  const isIt = (one: Node): boolean => {
    if (one.type === "Identifier") {
      const variable = names.variableOf(one);
      return variable !== undefined && variables.has(variable);
    }
    return position === "this" && (one.type === "ThisExpression" || one.type === "Super") && isOwn(one);
  };
  /** Returns whether `this` is that of the function. */
  const isOwn = (one: Node): boolean => {
    for (let at = parents.get(one); at && at !== node; at = parents.get(at))
      if (at.type.startsWith("Function") || at.type.startsWith("Class")) return false;
    return true;
  };
  /** Returns what has the same value as an expression, with what is around it. */
  const outermost = (one: Node): readonly [Node, Node | undefined] => {
    let at = one;
    for (;;) {
      const above = parents.get(at);
      if (!above || above === node) return [at, undefined];
      if (!mayGive(above, at)) return [at, above];
      at = above;
    }
  };
  /** Returns whether a member is only read, and so is all that is taken out of it. */
  const isRead = (member: Node): boolean => {
    const [at, above] = outermost(member);
    if (!above) return true;
    if (above.type !== "MemberExpression" || above.object !== at) return isReader(above, at);
    const use = parents.get(above);
    return !isCallee(above, use) && !isTarget(use, above, parents) && isRead(above);
  };
  const isFollowed = (one: Node): boolean => {
    if (one.type === "Super") return false;
    const [at, above] = outermost(one);
    if (!above) return true;
    if (above.type === "MemberExpression" && above.object === at) {
      const name = memberName(above);
      const use = parents.get(above);
      const members = isCallee(above, use) ? methods : isTarget(use, above, parents) ? written : touched;
      if (members === touched && isRead(above)) return true;
      if (name !== undefined) members.add(name);
      return name !== undefined;
    }
    if (above.type === "CallExpression") {
      const index = above.arguments.indexOf(at as Argument);
      if (index < 0 || above.arguments.slice(0, index).some(({ type }) => type === "SpreadElement"))
        return false;
      passed.push({ callee: above.callee, position: index });
      return true;
    }
    if (above.type === "VariableDeclarator") {
      if (above.init !== at) return true;
      if (above.id.type !== "Identifier") return takesOut(above.id, touched);
      const variable = names.variableOf(above.id);
      if (!variable) return false;
      if (!variables.has(variable)) isGrown = variables.add(variable) !== undefined;
      return true;
    }
    return isReader(above, at);
  };
  let isGrown: boolean;
  do {
    isGrown = false;
    written.clear();
    touched.clear();
    methods.clear();
    passed.length = 0;
    for (const one of parents.keys()) if (isIt(one) && !isFollowed(one)) return "any";
  } while (isGrown);
  return uses;
}

/** Adds the members that a pattern takes out of an object. Returns whether these are all. */
function takesOut(pattern: Node, taken: Set<string>): boolean {
  if (pattern.type !== "ObjectPattern") return false;
  return pattern.properties.every((property) => {
    if (property.type !== "Property" || property.computed || property.key.type !== "Identifier") return false;
    taken.add(property.key.name);
    return true;
  });
}

/** Returns the nodes of a function, without its parameters' names, with their parents. */
function parentsIn(node: AnyFunction): ReadonlyMap<Node, Node> {
  const parents = new Map<Node, Node>();
  walk(node, (one, parent) => {
    if (parent && !(parent === node && one !== node.body)) parents.set(one, parent);
    return parent === node && one !== node.body ? false : undefined;
  });
  return parents;
}

/** Returns whether the value of an expression is that of a part of it, perhaps. */
function mayGive(above: Node, part: Node): boolean {
  switch (above.type) {
    case "AwaitExpression":
      return true;
    case "LogicalExpression":
      return above.right === part || above.operator !== "&&";
    case "ConditionalExpression":
      return above.test !== part;
    default:
      return isWrapper(above);
  }
}

function isCallee(member: Node, above: Node | undefined): boolean {
  return (
    (above?.type === "CallExpression" && above.callee === member) ||
    above?.type === "TaggedTemplateExpression"
  );
}

/** Returns whether something is written to an expression. */
function isTarget(above: Node | undefined, target: Node, parents: ReadonlyMap<Node, Node>): boolean {
  switch (above?.type) {
    case "AssignmentExpression":
    case "AssignmentPattern":
    case "ForInStatement":
    case "ForOfStatement":
      return (above.left as Node) === target;
    case "UpdateExpression":
    case "ArrayPattern":
    case "RestElement":
      return true;
    case "UnaryExpression":
      return above.operator === "delete";
    case "Property":
      return (above.value as Node) === target && parents.get(above)?.type === "ObjectPattern";
    default:
      return false;
  }
}

/** Returns whether a use reads an object, or gives it to the caller, whose result is unknown in any case. */
function isReader(above: Node, part: Node): boolean {
  switch (above.type) {
    case "UnaryExpression":
    case "BinaryExpression":
    case "TemplateLiteral":
    case "ReturnStatement":
    case "ThrowStatement":
    case "ExpressionStatement":
    case "IfStatement":
    case "WhileStatement":
    case "SwitchStatement":
    case "ConditionalExpression":
    case "LogicalExpression":
    case "SpreadElement":
      return true;
    case "ForInStatement":
    case "ForOfStatement":
      return above.right === part;
    case "AssignmentExpression":
      // Only a variable gets another value.
      return above.left === part;
    default:
      return false;
  }
}

function memberName(member: Node): string | undefined {
  if (member.type !== "MemberExpression") return undefined;
  if (!member.computed)
    return member.property.type === "PrivateIdentifier"
      ? `#${member.property.name}`
      : (member.property as { name: string }).name;
  return member.property.type === "Literal" && typeof member.property.value === "string"
    ? member.property.value
    : undefined;
}
