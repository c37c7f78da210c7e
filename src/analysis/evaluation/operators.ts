import { recordParts } from "../recording/made-texts.js";
import type {
  AssignmentOperator,
  BinaryExpression,
  BinaryOperator,
  LogicalExpression,
  LogicalOperator,
  Node,
  PrivateInExpression,
  UnaryExpression,
} from "@oxc-project/types";
import { knownText } from "../../facts/text.js";
import { removeMembers } from "../builtins/reflection.js";
import { toNumber } from "../builtins/numbers.js";
import { asTextOnly, concat, knownNumber, knownString, primitiveOf, printedAlternatives } from "./coerce.js";
import type { Environment } from "./environment.js";
import { evaluate, evaluateObjectOf, memberSite } from "./expressions.js";
import { seekKeys } from "../recording/sought-keys.js";
import type { Place } from "./language.js";
import { findSlot, getMember, namesWritten } from "./members.js";
import type { Run } from "./run.js";
import { branch } from "./statements.js";
import { emptyFieldOf } from "./empty-fields.js";
import {
  FALSE,
  TRUE,
  UNDEFINED,
  alternatives,
  choice,
  memberOfUnknown,
  computedText,
  mapAlternatives,
  nullishness,
  opaque,
  scalar,
  type Single,
  type Value,
} from "./value.js";

/** Evaluates a binary expression. `a + b + … + z` of any length is a loop and not a recursion. */
export function evaluateBinary(
  run: Run,
  node: BinaryExpression | PrivateInExpression,
  environment: Environment,
): Value {
  const chain: BinaryExpression[] = [];
  let left: Node = node;
  while (left.type === "BinaryExpression" && (left.left as Node).type === "BinaryExpression") {
    chain.push(left as BinaryExpression);
    left = left.left as Node;
  }
  chain.push(left as BinaryExpression);
  const innermost = chain.pop()!;
  if ((innermost.left as Node).type === "PrivateIdentifier") {
    evaluate(run, innermost.right, environment);
    return opaque("computed", "in");
  }
  let value = applyTo(run, innermost, evaluate(run, innermost.left, environment), environment);
  for (const outer of chain.reverse()) value = applyTo(run, outer, value, environment);
  return value;
}

function applyTo(run: Run, node: BinaryExpression, left: Value, environment: Environment): Value {
  const right = evaluate(run, node.right, environment);
  const { operator } = node;
  if (operator === "===" || operator === "==" || operator === "!==" || operator === "!=") {
    run.recorder.compared(left, right, node, environment);
  }
  return applyBinary(run, operator, left, right, node, environment);
}

export function applyBinary(
  run: Run,
  operator: BinaryOperator,
  left: Value,
  right: Value,
  node: Node,
  environment: Environment,
): Value {
  run.recorder.fileReads.operated(run, operator, [left, right], { node, environment });
  const others = operator === "+" ? [left, right].filter((side) => !isSurelyText(side)) : [];
  if (others.length === 1) recordParts(run, "+", others, { node, environment });
  if (COMPARES_VALUES.has(operator) && (emptyFieldOf(left) || emptyFieldOf(right)))
    return truth(undefined, environment, node);
  const { operate, addsOnlyTexts } = run.language.semantics;
  if (!operate) return applyOperator(run, operator, left, right, node, environment);
  if (addsOnlyTexts === true && operator === "+") {
    const place = environment.locate(node);
    if (isSurelyText(left)) right = asTextOnly(right, place);
    else if (isSurelyText(right)) left = asTextOnly(left, place);
  }
  const results: Value[] = [];
  for (const a of alternatives(left))
    for (const b of alternatives(right))
      results.push(
        operate(run, operator, a, b, { node, environment }) ??
          applyOperator(run, operator, a, b, node, environment),
      );
  return choice(results);
}

function isSurelyText(value: Value): boolean {
  return alternatives(value).every(({ kind }) => kind === "text");
}

function applyOperator(
  run: Run,
  operator: BinaryOperator,
  left: Value,
  right: Value,
  node: Node,
  environment: Environment,
): Value {
  if (operator === "+") return add(run, left, right, node, environment);
  if (!COMPARES_WHOLE.has(operator)) for (const value of [left, right]) asNumber(run, value);
  const singles = [left, right].map((value) => (value.kind === "scalar" ? value.value : undefined));
  const [a, b] = singles;
  if (left.kind === "scalar" && right.kind === "scalar" && typeof a === "number" && typeof b === "number") {
    const result = arithmetic(operator, a, b);
    if (result !== undefined) return scalar(result);
  }
  switch (operator) {
    case "===":
    case "==":
      return truth(equality(left, right, operator === "=="), environment, node);
    case "!==":
    case "!=": {
      const equal = equality(left, right, operator === "!=");
      return truth(equal === undefined ? undefined : !equal, environment, node);
    }
    case "in":
      return isIn(run, left, right, node, environment) ?? opaque("computed", "in", environment.locate(node));
    default:
      return opaque("computed", operator, environment.locate(node));
  }
}

/** Operators that make no number and no text of an object. */
const COMPARES_WHOLE: ReadonlySet<string> = new Set(["===", "!==", "in", "instanceof"]);

const COMPARES_VALUES: ReadonlySet<string> = new Set(["==", "===", "!=", "!=="]);

/** Turns an object with a method of the program for that into a number; the result of the method is unknown. */
function asNumber(run: Run, value: Value): void {
  for (const single of alternatives(value)) if (single.kind === "object") primitiveOf(run, single, "valueOf");
}

function truth(known: boolean | undefined, environment: Environment, node: Node): Value {
  if (known === undefined) return opaque("computed", "comparison", environment.locate(node));
  return known ? TRUE : FALSE;
}

function add(run: Run, left: Value, right: Value, node: Node, environment: Environment): Value {
  const sums: Value[] = [];
  const others = isSurelyText(left) ? printedAlternatives(run, alternatives(right)) : alternatives(right);
  for (const a of isSurelyText(right) ? printedAlternatives(run, alternatives(left)) : alternatives(left))
    for (const b of others) sums.push(addSingles(run, a, b, node, environment));
  return choice(sums);
}

function addSingles(run: Run, a: Single, b: Single, node: Node, environment: Environment): Value {
  if (a.kind === "scalar" && b.kind === "scalar") {
    const sum =
      knownNumber(a) === undefined || knownNumber(b) === undefined
        ? undefined
        : knownNumber(a)! + knownNumber(b)!;
    return sum === undefined ? opaque("computed", "sum", environment.locate(node)) : scalar(sum);
  }
  const asked = [a, b].map((one) => one.kind === "object" && primitiveOf(run, one, "valueOf"));
  if (asked.some((one) => one)) return opaque("computed", "sum", environment.locate(node));
  // Beside a number, an unknown may be a number as well, and then this is a sum.
  if ((a.kind === "scalar" && b.kind === "unknown") || (a.kind === "unknown" && b.kind === "scalar")) {
    return opaque("computed", "sum", environment.locate(node));
  }
  return concat(run, [a, b]);
}

function arithmetic(operator: BinaryOperator, a: number, b: number): number | boolean | undefined {
  switch (operator) {
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return a % b;
    case "**":
      return a ** b;
    case "|":
      return isSmall(a) && isSmall(b) ? a | b : undefined;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    default:
      return undefined;
  }
}

/** A number whose bits are the same in all languages. */
function isSmall(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number < 2 ** 31;
}

/** Returns whether the two are equal, where that is known. */
export function equality(left: Value, right: Value, loose: boolean): boolean | undefined {
  let found: boolean | undefined;
  for (const a of alternatives(left)) {
    for (const b of alternatives(right)) {
      const equal = equalSingles(a, b, loose);
      if (equal === undefined || (found !== undefined && found !== equal)) return undefined;
      found = equal;
    }
  }
  return found;
}

/** Compares as lists, maps and sets do: NaN equals itself. */
export function sameInList(left: Value, right: Value): boolean | undefined {
  const isNoNumber = (value: Value): boolean => value.kind === "scalar" && Number.isNaN(value.value);
  return isNoNumber(left) && isNoNumber(right) ? true : equality(left, right, false);
}

/**
 * Returns whether a value is one of a list, as far as that is known, and records that code asks for it.
 *
 * @param elements those of the list, if all are known
 */
export function isAmong(
  run: Run,
  list: Value,
  elements: readonly Value[] | undefined,
  sought: Value,
  site: Place,
): boolean | undefined {
  if (!elements) seekKeys(run, list, sought, site);
  for (const element of elements ?? []) run.recorder.compared(element, sought, site.node, site.environment);
  const equal = elements?.map((element) => sameInList(element, sought));
  if (equal?.includes(true)) return true;
  return equal?.every((one) => one === false) ? false : undefined;
}

/** A string that is kept as an object, for what it was made of. */
function isText(value: Single): boolean {
  return value.kind === "object" && value.object.className === "JSON text";
}

function equalSingles(a: Single, b: Single, loose: boolean): boolean | undefined {
  if (a.kind === "unknown" || b.kind === "unknown") return undefined;
  if (isText(a) || isText(b)) return undefined;
  if (a.kind === "object" && b.kind === "object") return a.object === b.object ? true : undefined;
  if (a.kind === "text" && b.kind === "text") {
    const [x, y] = [knownText(a.text), knownText(b.text)];
    return x === undefined || y === undefined ? undefined : x === y;
  }
  if (a.kind === "scalar" && b.kind === "scalar") {
    if (a.value === b.value) return true;
    if (!loose) return false;
    return nullishness(a) && nullishness(b) ? true : nullishness(a) || nullishness(b) ? false : undefined;
  }
  if (!loose) return false;
  return nullishness(a) || nullishness(b) ? false : undefined;
}

function isIn(run: Run, key: Value, object: Value, node: Node, environment: Environment): Value | undefined {
  const name = knownString(run, key);
  // Code that tests whether an unknown value has a property will probably read it.
  if (name !== undefined && object.kind === "unknown") {
    const { left } = node as BinaryExpression;
    const names = left.type === "Literal" ? undefined : namesWritten(run, key);
    getMember(run, object, name, { node, key: left, environment, ...(names ? { names } : {}) });
  } else {
    run.recorder.escapes.asked(run, object, key, "in", { node, environment });
  }
  if (name === undefined || object.kind !== "object") return undefined;
  const { open, rest } = run.store.read(object.object);
  const slot = findSlot(run, object.object, name);
  if (slot && !slot.maybeAbsent) return TRUE;
  return slot || open.length > 0 || rest.length > 0 ? undefined : FALSE;
}

export function evaluateLogical(run: Run, node: LogicalExpression, environment: Environment): Value {
  const left = evaluate(run, node.left, environment);
  return applyLogical(run, node.operator, left, () => evaluate(run, node.right, environment));
}

/** Evaluates `a || b`, `a && b` or `a ?? b`: the left side if it decides, else the alternatives of both sides. */
export function applyLogical(run: Run, operator: LogicalOperator, left: Value, right: () => Value): Value {
  const stops = (value: Value): boolean | undefined => {
    if (operator === "??") return emptyFieldOf(value) ? undefined : not(nullishness(value));
    return operator === "||" ? run.truthOf(value) : not(run.truthOf(value));
  };
  const decided = stops(left);
  if (decided === true) return left;
  const kept = alternatives(left).filter((single) => stops(single) !== false);
  if (kept.length === 0) return right();
  const result = branch(run, undefined, () => choice(kept), right);
  // An unknown value may already be nullish, so that adds no other branch.
  const isOpen = operator !== "&&" && kept.some(({ kind }) => kind === "unknown");
  const ways = alternatives(result);
  const known = isOpen ? ways.filter((single) => nullishness(single) !== true) : ways;
  return known.length === ways.length ? result : choice(known);
}

function not(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

export function evaluateUnary(run: Run, node: UnaryExpression, environment: Environment): Value {
  if (node.operator === "delete") return evaluateDelete(run, node, environment);
  const value = evaluate(run, node.argument, environment);
  const place = environment.locate(node);
  switch (node.operator) {
    case "!": {
      const known = run.truthOf(value);
      return known === undefined ? opaque("computed", "!", place) : known ? FALSE : TRUE;
    }
    case "void":
      return UNDEFINED;
    case "typeof":
      return mapAlternatives(
        value,
        (single) =>
          (emptyFieldOf(single) ? undefined : typeOf(single)) ?? opaque("computed", "typeof", place),
      );
    case "-":
    case "+":
    case "~": {
      asNumber(run, value);
      const converted = value.kind === "unknown" ? undefined : toNumber(run, value);
      const number = converted && knownNumber(converted);
      if (number === undefined) return opaque("computed", node.operator, place);
      return scalar(node.operator === "-" ? -number : node.operator === "~" ? ~number : number, place);
    }
  }
}

function typeOf(value: Single): Value | undefined {
  switch (value.kind) {
    case "unknown":
      return undefined;
    case "text":
      return computedText("string");
    case "object":
      if (isText(value)) return computedText("string");
      return computedText(value.object.callable ? "function" : "object");
    case "scalar":
      return computedText(value.value === null ? "object" : typeof value.value);
  }
}

function evaluateDelete(run: Run, node: UnaryExpression, environment: Environment): Value {
  const target = node.argument.type === "ChainExpression" ? node.argument.expression : node.argument;
  if (target.type !== "MemberExpression") {
    evaluate(run, target, environment);
    return TRUE;
  }
  const object = evaluateObjectOf(run, target.object, environment);
  const { key, site } = memberSite(run, target, environment);
  const isWrittenHere = target.property.type === "Literal";
  const places = isWrittenHere ? [environment.locate(target.property)] : (site.names?.values() ?? []);
  for (const place of places) run.recorder.takenOut.add(place);
  // The types of a library no longer have such a member: code that empties it does not compile.
  const names = (key ?? []).filter((one) => typeof one === "string");
  for (const one of alternatives(object)) {
    if (one.kind !== "unknown" || !one.shape?.isOfApi) continue;
    for (const name of names) run.recorder.write(memberOfUnknown(one, name), UNDEFINED, site);
  }
  removeMembers(run, object, key);
  return TRUE;
}

/** Returns the binary operator inside `+=` and similar operators. Undefined for `=` and the logical assignments. */
export function operatorOf(operator: AssignmentOperator): BinaryOperator | undefined {
  if (operator === "=" || operator === "||=" || operator === "&&=" || operator === "??=") return undefined;
  return operator.slice(0, -1) as BinaryOperator;
}
