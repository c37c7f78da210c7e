import { isWrapper } from "../wrappers.js";
import type { Expression, MemberExpression, Node } from "@oxc-project/types";
import { addAll } from "../../core/add-all.js";
import type { Hop } from "../../facts/text.js";
import { knownKeys } from "./coerce.js";
import type { Environment, VariableCell } from "./environment.js";
import { evaluate, withType } from "./expressions.js";
import { deleteMember, elementsOf, openList, pushSomeElement, setMember } from "./heap.js";
import { firstElements } from "./iteration.js";
import { copyMembers, getMember, getMemberByKey, makeList, type Key, type Site } from "./members.js";
import type { MemberKey } from "./member-tables.js";
import { isGlobalObject } from "./realm.js";
import { hopOfKey, referenceTo } from "./references.js";
import type { Run } from "./run.js";
import { UNTOUCHED } from "./store.js";
import { UNDEFINED, alternatives, choice, objectValue, withHop, type Value } from "./value.js";

/** The environment to which the names of a pattern are written. */
export interface Target {
  readonly environment: Environment;
  /** A declaration initialises its variables; an assignment writes to what is there. */
  readonly declares: boolean;
}

/** The parts of a pattern that binding and assigning share: the tree has a type of its own for each. */
interface ObjectShape {
  readonly properties: readonly Node[];
}
interface ListShape {
  readonly elements: readonly (Node | null)[];
}

/** Takes a value apart as the pattern says and writes the pieces to its variables and members. */
export function assignPattern(run: Run, pattern: Node, value: Value, target: Target): void {
  switch (pattern.type) {
    case "Identifier":
      assignName(run, pattern as Named, value, target);
      return;
    case "MemberExpression":
      assignMember(run, pattern, value, target.environment);
      return;
    case "AssignmentPattern":
      assignPattern(run, pattern.left, withDefault(run, value, pattern.right, target.environment), target);
      return;
    case "ObjectPattern":
      assignObjectPattern(run, pattern as ObjectShape, value, target);
      return;
    case "ArrayPattern":
      assignArrayPattern(run, pattern as ListShape, value, target);
      return;
    default:
      if (isWrapper(pattern)) assignPattern(run, pattern.expression, value, target);
  }
}

/** Returns the value, or its default if it is `undefined`. Returns both as alternatives if that is unknown. */
export function withDefault(run: Run, value: Value, standby: Expression, environment: Environment): Value {
  const singles = alternatives(value);
  const given = singles.filter((single) => !(single.kind === "scalar" && single.value === undefined));
  if (given.length === singles.length && given.every((single) => single.kind !== "unknown")) return value;
  let fallback: Value = UNDEFINED;
  const taken = run.store.fork(() => {
    fallback = evaluate(run, standby, environment);
  });
  run.store.join(given.length > 0 ? [taken, UNTOUCHED] : [taken]);
  const place = environment.locate(standby);
  return choice([...given, withHop(fallback, { kind: "default", name: "default", place })]);
}

type Named = Node & { readonly name: string; readonly typeAnnotation?: Node | null };

function assignName(run: Run, node: Named, value: Value, target: Target): void {
  const { environment } = target;
  const variable = environment.module.names.variableOf(node);
  if (!variable) {
    run.realm.setGlobal(run, node.name, value, environment);
    return;
  }
  const cell = environment.lookup(variable) ?? environment.declare(variable);
  const hop: Hop = { kind: "variable", name: node.name, place: environment.locate(node) };
  const { typeAnnotation } = node;
  const typed = typeAnnotation ? withType(run, value, typeAnnotation, environment) : value;
  writeVariable(run, cell, withHop(typed, hop), node);
}

function writeVariable(run: Run, cell: VariableCell, value: Value, node: Node): void {
  cell.remember(value);
  cell.writers.add(node);
  if (run.isAsyncFor(cell.activation)) cell.rememberLate([run.store.read(cell), value]);
  run.store.write(cell, value);
}

function assignMember(run: Run, node: MemberExpression, value: Value, environment: Environment): void {
  if (!node.computed && isGlobalObject(node.object, environment)) {
    const name = keyName(node.property);
    const hop = hopOfKey(node.property, [name], environment);
    run.realm.setGlobal(run, name, withHop(value, hop), environment);
    return;
  }
  referenceTo(run, node, environment)?.write(value);
}

function assignObjectPattern(run: Run, pattern: ObjectShape, value: Value, target: Target): void {
  const { environment } = target;
  const taken: MemberKey[] = [];
  for (const property of pattern.properties) {
    if (property.type === "RestElement") {
      assignPattern(
        run,
        property.argument,
        remainder(run, value, taken, { node: property, key: property, environment }),
        target,
      );
      continue;
    }
    if (property.type !== "Property") continue;
    const key: Key = property.computed
      ? knownKeys(run, evaluate(run, property.key, environment))
      : [keyName(property.key)];
    if (key) addAll(taken, key);
    const site: Site = { node: property, key: property.key, environment };
    assignPattern(run, property.value, getMemberByKey(run, value, key, site), target);
  }
}

export function keyName(key: Node): string {
  if (key.type === "Identifier") return key.name;
  if (key.type === "PrivateIdentifier") return `#${key.name}`;
  if (key.type === "Literal") return String(key.value);
  return "";
}

/** Returns an object without some keys that a pattern has read. */
function remainder(run: Run, value: Value, taken: readonly MemberKey[], site: Site): Value {
  const rest = run.make("Object", site.environment.locate(site.node));
  copyMembers(run, rest, value, site);
  for (const key of taken) deleteMember(run.store, rest, key);
  return objectValue(rest);
}

function assignArrayPattern(run: Run, pattern: ListShape, given: Value, target: Target): void {
  const { environment } = target;
  const isWhole = pattern.elements.at(-1)?.type === "RestElement";
  const value = firstElements(run, given, isWhole ? undefined : pattern.elements.length);
  for (const [index, element] of pattern.elements.entries()) {
    if (!element) continue;
    if (element.type === "RestElement") {
      assignPattern(run, element.argument, restOfList(run, value, index), target);
      continue;
    }
    const site: Site = { node: element, key: element, environment };
    assignPattern(run, element, elementAt(run, value, index, site), target);
  }
}

function elementAt(run: Run, value: Value, index: number, site: Site): Value {
  return getMember(run, value, String(index), site);
}

function restOfList(run: Run, value: Value, from: number): Value {
  return choice(
    alternatives(value).map((single) => {
      if (single.kind === "unknown") return single;
      if (single.kind !== "object") return UNDEFINED;
      const content = run.store.read(single.object);
      const elements = elementsOf(content);
      if (elements) return makeList(run, elements.slice(from));
      const list = run.make("Array", single.object.place);
      for (const [key, slot] of content.members)
        setMember(run.store, list, key, { ...slot, maybeAbsent: true });
      for (const element of content.rest) pushSomeElement(run.store, list, element);
      for (const source of content.open) openList(run.store, list, source);
      return objectValue(list);
    }),
  );
}
