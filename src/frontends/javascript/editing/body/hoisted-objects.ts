import type { Node, ObjectExpression, ObjectProperty } from "@oxc-project/types";
import { addAll } from "../../../../core/add-all.js";
import { walk } from "../../../../analysis/walk.js";

/**
 * Returns the constants of a file that hold an object literal and never change, by name, so that the name means the
 * literal everywhere. A name that is declared twice is not included.
 */
export function hoistedObjects(program: Node): ReadonlyMap<string, ObjectExpression> {
  const known = hoisted.get(program);
  if (known) return known;
  const objects = new Map<string, ObjectExpression>();
  const others = new Set<string>();
  walk(program, (node, parent) => {
    const literal = literalOf(node);
    if (literal) {
      const { name } = literal;
      if (objects.has(name)) others.add(name);
      objects.set(name, literal.object);
    } else if (node.type === "ObjectPattern") {
      for (const property of node.properties)
        if (property.type === "Property" && property.value.type === "Identifier")
          others.add(property.value.name);
    } else if (node.type === "Identifier" && parent && !isOwnName(node, parent) && !isReading(node, parent)) {
      others.add(node.name);
    } else if (node.type === "MemberExpression" && parent && isWritten(node, parent)) {
      others.add(rootOf(node));
    }
    return undefined;
  });
  for (const name of others) objects.delete(name);
  hoisted.set(program, objects);
  return objects;
}

const hoisted = new WeakMap<Node, ReadonlyMap<string, ObjectExpression>>();

/** `const name = { … }`, with or without a type. */
function literalOf(node: Node): { readonly name: string; readonly object: ObjectExpression } | undefined {
  if (node.type !== "VariableDeclaration" || node.kind !== "const") return undefined;
  const [only, ...rest] = node.declarations;
  if (!only?.init || rest.length > 0 || only.id.type !== "Identifier") return undefined;
  const object = objectIn(only.init);
  return object && { name: only.id.name, object };
}

function objectIn(init: Node): ObjectExpression | undefined {
  let value = init;
  while (value.type === "TSAsExpression" || value.type === "TSSatisfiesExpression") value = value.expression;
  return value.type === "ObjectExpression" ? value : undefined;
}

/** Returns whether an identifier is the name in a declaration that `literalOf` knows, or no variable at all. */
function isOwnName(node: Node, parent: Node): boolean {
  switch (parent.type) {
    case "VariableDeclarator":
      return parent.id === node && parent.init !== null && objectIn(parent.init) !== undefined;
    case "MemberExpression":
      return parent.property === node && !parent.computed;
    case "Property":
      return parent.key === node && !parent.computed;
    default:
      return parent.type.startsWith("TS") && parent.type !== "TSNonNullExpression";
  }
}

/** Calls that only look at what they are given. */
const LOOKING: ReadonlySet<string> = new Set(["JSON", "console"]);

/** Returns whether a name stands where its object is read, or becomes a member of another one. */
function isReading(node: Node, parent: Node): boolean {
  switch (parent.type) {
    case "MemberExpression":
      return parent.object === node;
    case "Property":
      return parent.value === node;
    case "SpreadElement":
    case "ExportSpecifier":
      return true;
    case "CallExpression":
      return parent.callee.type === "MemberExpression" && LOOKING.has(rootOf(parent.callee));
    default:
      return false;
  }
}

function isWritten(node: Node, parent: Node): boolean {
  if (parent.type === "AssignmentExpression") return parent.left === node;
  if (parent.type === "UnaryExpression") return parent.operator === "delete";
  return parent.type === "UpdateExpression";
}

/** The variable that a member is read of, at the end of the chain. */
function rootOf(node: Node): string {
  let at = node;
  while (at.type === "MemberExpression") at = at.object;
  return at.type === "Identifier" ? at.name : "";
}

/**
 * Returns all names that spreading a value may add: `{ … }`, `isLarge ? { … } : {}`, `size && { … }`, a constant.
 * Undefined if they are unknown.
 */
export function namesIn(
  node: Node,
  constants: ReadonlyMap<string, ObjectExpression>,
): readonly string[] | undefined {
  switch (node.type) {
    case "ObjectExpression": {
      const names: string[] = [];
      for (const property of node.properties) {
        const own =
          property.type === "SpreadElement" ? namesIn(property.argument, constants) : nameOf(property);
        if (!own) return undefined;
        addAll(names, own);
      }
      return names;
    }
    case "ConditionalExpression": {
      const [one, other] = [namesIn(node.consequent, constants), namesIn(node.alternate, constants)];
      return one && other && [...one, ...other];
    }
    case "LogicalExpression":
      // A false value has no members.
      return node.operator === "&&" ? namesIn(node.right, constants) : undefined;
    case "Identifier": {
      const object = constants.get(node.name);
      return object ? namesIn(object, constants) : node.name === "undefined" ? [] : undefined;
    }
    case "Literal":
      return typeof node.value === "string" ? undefined : [];
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return namesIn(node.expression, constants);
    default:
      return undefined;
  }
}

function nameOf({ key, computed, kind }: ObjectProperty): string[] | undefined {
  if (computed || kind !== "init") return undefined;
  if (key.type === "Identifier") return [key.name];
  return key.type === "Literal" && typeof key.value === "string" ? [key.value] : undefined;
}
