import { Arguments } from "../../analysis/evaluation/callable.js";
import type { Place, Semantics } from "../../analysis/evaluation/language.js";
import { knownString } from "../../analysis/evaluation/coerce.js";
import { keysInOrder } from "../../analysis/evaluation/heap.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  FALSE,
  TRUE,
  alternatives,
  nullishness,
  opaque,
  scalar,
  type ScalarValue,
  type Single,
  type Value,
} from "../../analysis/evaluation/value.js";
import { isList, isRecord, union } from "./library/arrays.js";
import { attributeOf, elementOf } from "./library/attributes.js";

export const PHP_SEMANTICS: Semantics = {
  truthiness: truthOf,
  attribute: attributeOf,
  element: elementOf,
  operate,
  printed: ({ value }) =>
    value === null || value === undefined || value === false ? "" : value === true ? "1" : undefined,
  sharesClassMembers: true,
  emptinessTests: new Set(["is_null"]),
};

/** Returns the truth of a value. The empty text, `"0"`, zero, null and empty arrays are false. */
function truthOf(run: Run, value: Value): boolean | undefined {
  const known = alternatives(value).map((single) => truthOfOne(run, single));
  return known.every((one) => one === known[0]) ? known[0] : undefined;
}

function truthOfOne(run: Run, single: Single): boolean | undefined {
  switch (single.kind) {
    case "unknown":
      return undefined;
    case "scalar":
      return Boolean(single.value);
    case "text": {
      const text = knownString(run, single);
      if (text !== undefined) return text !== "" && text !== "0";
      const isLong = single.text.parts.some((part) => part.kind === "segment" && /[^0]/.test(part.text));
      return isLong ? true : undefined;
    }
    case "object": {
      if (!isList(single) && !isRecord(single)) return true;
      const content = run.store.read(single.object);
      if (content.members.size > 0 && [...content.members.values()].some((slot) => !slot.maybeAbsent))
        return true;
      return keysInOrder(content) === undefined ? undefined : isList(single) ? false : undefined;
    }
  }
}

function isNumber(value: Single): value is ScalarValue & { value: number } {
  return value.kind === "scalar" && typeof value.value === "number";
}

/** Evaluates a binary operator. Where PHP and JavaScript differ, the result is unknown. */
function operate(run: Run, operator: string, left: Single, right: Single, site: Place): Value | undefined {
  const place = site.environment.locate(site.node);
  const unknown = (): Value => opaque("computed", operator, place);
  const areNumbers =
    isNumber(left) && isNumber(right) && Number.isInteger(left.value) && Number.isInteger(right.value);
  const [a, b] = areNumbers ? [left.value, right.value] : [0, 0];
  const exact = (value: number): Value => (Number.isSafeInteger(value) ? scalar(value) : unknown());
  switch (operator) {
    case "+":
      if (areNumbers) return exact(a + b);
      return isArray(left) && isArray(right)
        ? union(run, left, right, { ...site, this: left, args: new Arguments([]), isNew: false })
        : unknown();
    case "-":
      return areNumbers ? exact(a - b) : unknown();
    case "*":
      return areNumbers ? exact(a * b) : unknown();
    case "/":
      return areNumbers && b !== 0 && a % b === 0 ? exact(a / b) : unknown();
    case "%":
      return areNumbers && b !== 0 ? exact((a % b) + 0) : unknown();
    case "<":
    case "<=":
    case ">":
    case ">=":
      return areNumbers ? undefined : unknown();
    case "===":
    case "!==":
      return (
        isSame(left, right, operator === "===") ??
        (left.kind === "object" && right.kind === "object" ? unknown() : undefined)
      );
    case "==":
    case "!=":
      return isEqual(run, left, right, operator === "==") ?? unknown();
    default:
      return unknown();
  }
}

function isArray(value: Single): boolean {
  return isList(value) || isRecord(value);
}

function truth(value: boolean): Value {
  return value ? TRUE : FALSE;
}

/** Compares with null, which is two values in the tree and one in PHP. */
function isSame(left: Single, right: Single, isEqual: boolean): Value | undefined {
  const [a, b] = [nullishness(left), nullishness(right)];
  return a === true && b === true ? truth(isEqual) : undefined;
}

/** `==` compares numbers in texts as numbers, and anything with a truth value as one. */
function isEqual(run: Run, left: Single, right: Single, wanted: boolean): Value | undefined {
  const [a, b] = [nullishness(left), nullishness(right)];
  if (a === true && b === true) return truth(wanted);
  const other = a === true ? right : b === true ? left : undefined;
  if (other) {
    const isTrue = other.kind === "text" || isNumber(other) ? truthOfOne(run, other) : undefined;
    if (isTrue === true) return truth(!wanted);
    return other.kind === "text" && knownString(run, other) === "" ? truth(wanted) : undefined;
  }
  if (left.kind === "text" && right.kind === "text") {
    const [x, y] = [knownString(run, left), knownString(run, right)];
    if (x === undefined || y === undefined) return undefined;
    if (x === y) return truth(wanted);
    return /^\s*[-+.\d]/.test(x) && /^\s*[-+.\d]/.test(y) ? undefined : truth(!wanted);
  }
  if (isNumber(left) && isNumber(right)) return truth((left.value === right.value) === wanted);
  return undefined;
}
