import { recordParts } from "../recording/made-texts.js";
import type {
  ArrayExpression,
  ArrayExpressionElement,
  BigIntLiteral,
  BooleanLiteral,
  NullLiteral,
  NumericLiteral,
  ObjectExpression,
  ObjectProperty,
  ObjectPropertyKind,
  RegExpLiteral,
  StringLiteral,
  TaggedTemplateExpression,
  TemplateElement,
  TemplateLiteral,
} from "@oxc-project/types";
import type { Segment } from "../../facts/text.js";
import { Arguments } from "./callable.js";
import { callValue } from "./calls.js";
import { concat, knownKeys } from "./coerce.js";
import type { Environment } from "./environment.js";
import { evaluate, evaluateObjectOf, memberOf } from "./expressions.js";
import type { Place } from "./language.js";
import { belongTo, makeClosure, nameFunction } from "./functions.js";
import {
  lengthOf,
  maybeSetMember,
  mergeUnknown,
  openList,
  pushElements,
  pushSomeElement,
  setMember,
  defineSomeMember,
  setUnordered,
  type Certainty,
  type HeapObject,
} from "./heap.js";
import { iterate } from "./iteration.js";
import { copyMembers, makeList } from "./members.js";
import { slotOf, type MemberKey } from "./member-tables.js";
import { keyName } from "./patterns.js";
import { hopOfKey } from "./references.js";
import type { Run } from "./run.js";
import {
  EMPTY,
  UNDEFINED,
  objectValue,
  opaque,
  scalar,
  textOf,
  withHop,
  type ObjectValue,
  type Value,
} from "./value.js";

type AnyLiteral =
  | BooleanLiteral
  | NullLiteral
  | NumericLiteral
  | BigIntLiteral
  | RegExpLiteral
  | StringLiteral;

export function evaluateLiteral(node: AnyLiteral, environment: Environment): Value {
  const place = environment.locate(node);
  if ("regex" in node && node.regex) return opaque("computed", node.raw ?? "regular expression", place);
  if ("bigint" in node && node.bigint) return scalar(BigInt(node.bigint), place);
  const { value } = node;
  if (typeof value === "string") {
    const raw = node.raw ?? "";
    const exact = raw.length === value.length + 2 && raw.slice(1, -1) === value;
    return textOf([segment(value, { ...place, start: node.start + 1, end: node.end - 1 }, exact)]);
  }
  return scalar(value as number | boolean | null, place);
}

function segment(text: string, place: { path: string; start: number; end: number }, exact: boolean): Segment {
  return { kind: "segment", text, written: { ...place, exact }, hops: undefined };
}

export function evaluateTemplate(run: Run, node: TemplateLiteral, environment: Environment): Value {
  const pieces: Value[] = [];
  for (const [index, quasi] of node.quasis.entries()) {
    if (quasi.value.cooked) pieces.push(templateText(quasi, quasi.value.cooked, environment));
    const expression = node.expressions[index];
    if (expression) pieces.push(evaluate(run, expression, environment));
  }
  if (pieces.length > 1) run.recorder.fileReads.operated(run, "a template", pieces, { node, environment });
  recordParts(run, "a template", pieces, { node, environment });
  return concat(run, pieces);
}

/** A span of a template element holds its delimiters: one character before, one or two behind. */
function templateText(quasi: TemplateElement, text: string, environment: Environment): Value {
  const start = quasi.start + 1;
  const end = quasi.end - (quasi.tail ? 1 : 2);
  const exact = end - start === text.length && quasi.value.raw === text;
  return textOf([segment(text, { path: environment.module.path, start, end }, exact)]);
}

export function evaluateTagged(run: Run, node: TaggedTemplateExpression, environment: Environment): Value {
  const { tag, quasi } = node;
  if (
    tag.type === "MemberExpression" &&
    tag.object.type === "Identifier" &&
    tag.object.name === "String" &&
    keyName(tag.property) === "raw"
  ) {
    const pieces: Value[] = [];
    for (const [index, element] of quasi.quasis.entries()) {
      if (element.value.raw) pieces.push(templateText(element, element.value.raw, environment));
      const expression = quasi.expressions[index];
      if (expression) pieces.push(evaluate(run, expression, environment));
    }
    return concat(run, pieces);
  }
  const receiver =
    tag.type === "MemberExpression" ? evaluateObjectOf(run, tag.object, environment) : UNDEFINED;
  const callee =
    tag.type === "MemberExpression"
      ? memberOf(run, tag, receiver, environment)
      : evaluate(run, tag, environment);
  const strings = templateStrings(run, quasi, environment);
  const values = quasi.expressions.map((expression) => evaluate(run, expression, environment));
  return callValue(run, callee, {
    this: receiver,
    args: new Arguments([strings, ...values]),
    node,
    environment,
    isNew: false,
  });
}

/** Returns the first argument of a tag: the texts between the values, and as `raw` their source. */
function templateStrings(run: Run, { quasis }: TemplateLiteral, environment: Environment): ObjectValue {
  const listOf = (kind: "cooked" | "raw"): ObjectValue =>
    makeList(
      run,
      quasis.map(({ value: { [kind]: text } }, index) =>
        text ? templateText(quasis[index]!, text, environment) : text === "" ? EMPTY : UNDEFINED,
      ),
    );
  const [strings, raw] = [listOf("cooked"), listOf("raw")];
  strings.object.lazyMember = (key) => (key === "raw" ? raw : undefined);
  return strings;
}

export function evaluateObject(run: Run, node: ObjectExpression, environment: Environment): Value {
  const isPrototype = (property: ObjectPropertyKind): property is ObjectProperty =>
    run.language.semantics.hasPrototypeKey === true && isPrototypeKey(property);
  const stated = node.properties.find(isPrototype);
  const above = stated ? evaluate(run, stated.value, environment) : UNDEFINED;
  const object = run.make(
    "Object",
    environment.locate(node),
    above.kind === "object" ? above.object : undefined,
  );
  if (above.kind === "unknown" || above.kind === "choice")
    mergeUnknown(run.store, object, opaque("computed", "__proto__", environment.locate(node)));
  const value = objectValue(object);
  run.recorder.madeObject(node, object, environment);
  // V8 puts accessors behind all else where something is spread into the object, whatever the language says.
  const hasSpread = node.properties.some(({ type }) => type === "SpreadElement");
  if (
    hasSpread &&
    node.properties.some((property) => property.type === "Property" && property.kind !== "init")
  )
    setUnordered(run.store, object);
  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      const source = evaluate(run, property.argument, environment);
      copyMembers(run, object, source, { node: property, key: property, environment });
    } else if (!isPrototype(property)) {
      defineProperty(run, property, value, environment);
    }
  }
  if (node.properties.length > 1) run.store.finish(object);
  return value;
}

/** `{ __proto__: above }`, which in other languages is a key like any other. */
function isPrototypeKey(property: ObjectPropertyKind): property is ObjectProperty {
  return (
    property.type === "Property" &&
    !property.computed &&
    !property.shorthand &&
    !property.method &&
    keyName(property.key) === "__proto__"
  );
}

function defineProperty(
  run: Run,
  property: ObjectProperty,
  target: ObjectValue,
  environment: Environment,
): void {
  const { object } = target;
  const key = property.computed
    ? knownKeys(run, evaluate(run, property.key, environment))
    : [keyName(property.key)];
  // Only what is written as a method knows `super`.
  const isMethod = property.method || property.kind !== "init";
  let value =
    isMethod && property.value.type === "FunctionExpression"
      ? makeClosure(run, property.value, environment, target)
      : evaluate(run, property.value, environment);
  if (key?.length === 1) nameFunction(run, value, String(key[0]));
  belongTo(run, value, object);
  value = withHop(value, hopOfKey(property.key, key, environment));
  const keyPlace = environment.locate(property.key);
  if (!key) defineSomeMember(run.store, object, value);
  else if (property.kind !== "init") defineAccessor(run, object, key[0]!, property.kind, value);
  else if (key.length === 1) setMember(run.store, object, key[0]!, { value, maybeAbsent: false, keyPlace });
  else
    for (const name of key) maybeSetMember(run.store, object, name, { value, maybeAbsent: false, keyPlace });
}

/** Defines `get x() {…}` or `set x(v) {…}`. Both share the slot of their name. */
export function defineAccessor(
  run: Run,
  object: HeapObject,
  key: MemberKey,
  kind: "get" | "set",
  accessor: Value,
  isHidden?: Certainty,
): void {
  const before = slotOf(run.store.read(object), key);
  setMember(run.store, object, key, {
    value: before?.value ?? UNDEFINED,
    maybeAbsent: false,
    ...(before?.getter ? { getter: before.getter } : {}),
    ...(before?.setter ? { setter: before.setter } : {}),
    [kind === "get" ? "getter" : "setter"]: accessor,
    ...(isHidden ? { isHidden } : {}),
  });
}

export function evaluateArray(run: Run, node: ArrayExpression, environment: Environment): Value {
  const list = run.make("Array", environment.locate(node));
  addElements(run, list, node.elements, environment);
  return objectValue(list);
}

function addElements(
  run: Run,
  list: HeapObject,
  elements: readonly ArrayExpressionElement[],
  environment: Environment,
): void {
  let holes = 0;
  /** Values without a hole before them, which are added together. */
  let next: Value[] = [];
  const addNext = (): void => {
    pushElements(run.store, list, next);
    next = [];
  };
  for (const element of elements) {
    if (!element) holes++;
    else if (element.type === "SpreadElement") {
      addNext();
      holes = addHoles(run, list, holes);
      const spread = evaluate(run, element.argument, environment);
      run.recorder.escapes.iterated(run, spread, "a spread", { node: element, environment });
      appendAll(run, list, spread);
    } else {
      const value = evaluate(run, element, environment);
      if (holes > 0) {
        addNext();
        const length = lengthOf(run.store.read(list));
        if (length === undefined) next.push(value);
        else setMember(run.store, list, String(length + holes), { value, maybeAbsent: false });
        holes = 0;
      } else next.push(value);
    }
  }
  addNext();
  addHoles(run, list, holes);
}

/** Holes before what is not known, and at the end, count as elements that are not known. */
function addHoles(run: Run, list: HeapObject, holes: number): 0 {
  if (holes > 0) pushSomeElement(run.store, list, UNDEFINED);
  return 0;
}

/** Makes a list of elements whose number and order are unknown. */
export function someList(run: Run, elements: readonly Value[], call?: Place): Value {
  const list = run.make("Array", call?.environment.locate(call.node));
  for (const element of elements) pushSomeElement(run.store, list, element);
  return objectValue(list);
}

/** Adds every element of an iterable to the list. */
export function appendAll(run: Run, list: HeapObject, iterable: Value): void {
  const { known, some, sources } = iterate(run, iterable);
  if (known) pushElements(run.store, list, known);
  else if (some) pushSomeElement(run.store, list, some);
  for (const source of sources) openList(run.store, list, source);
}
