import { appendAll } from "../../analysis/evaluation/literals.js";
import { concat } from "../../analysis/evaluation/coerce.js";
import type { Place, Semantics } from "../../analysis/evaluation/language.js";
import { copyMembers, makeObject } from "../../analysis/evaluation/members.js";
import { TEXT } from "../../analysis/evaluation/member-tables.js";
import { isIn, isInList } from "./library/membership.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  FALSE,
  TRUE,
  alternatives,
  choice,
  objectValue,
  opaque,
  scalar,
  truthiness,
  type ObjectValue,
  type ScalarValue,
  type Single,
  type Value,
} from "../../analysis/evaluation/value.js";
import { seekKeysInBoth } from "../../analysis/recording/sought-keys.js";
import { attributeOf } from "./library/attributes.js";
import { columnsOf } from "./library/data-frames.js";
import { joinedPath } from "./library/files.js";
import { decodedByUnknown, instanceOf } from "./library/models.js";
import { formatPercent } from "../lowered/format-percent.js";

export const PYTHON_SEMANTICS: Semantics = {
  truthiness: (run, value) => truthOf(run, value),
  attribute: attributeOf,
  element: columnsOf,
  operate,
  addsOnlyTexts: true,
  printed,
  iteratesKeys: true,
  throwsForMissingKeys: true,
  sharesClassMembers: true,
  instanceOf,
  resultOfUnknown: decodedByUnknown,
};

/** Empty lists and dictionaries count as false. */
function truthOf(run: Run, value: Value): boolean | undefined {
  const known = alternatives(value).map((single): boolean | undefined => {
    if (single.kind !== "object") return truthiness(single);
    const { object } = single;
    if (object.callable) return true;
    if (object.className !== "Array" && object.className !== "Object")
      return run.store.read(object).symbols.has(TEXT) ? undefined : true;
    const { members, rest, open } = run.store.read(object);
    const slots = [...members];
    if (slots.some(([, slot]) => !slot.maybeAbsent)) return true;
    return slots.length + rest.length + open.length === 0 ? false : undefined;
  });
  return known.every((one) => one === known[0]) ? known[0] : undefined;
}

function printed({ value }: ScalarValue): string | undefined {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return undefined;
}

export function isList(value: Value): value is ObjectValue {
  return value.kind === "object" && value.object.className === "Array";
}

export function isDict(value: Value): value is ObjectValue {
  return value.kind === "object" && value.object.className === "Object" && !value.object.callable;
}

function isNumber(value: Value): value is ScalarValue & { value: number } {
  return value.kind === "scalar" && typeof value.value === "number";
}

/** Evaluates a binary operator. Where Python and JavaScript differ, the result is unknown. */
function operate(run: Run, operator: string, left: Single, right: Single, site: Place): Value | undefined {
  const place = site.environment.locate(site.node);
  const unknown = (): Value => opaque("computed", operator, place);
  // Sets are compared with the keys of a dictionary.
  if (operator !== "in" && (isList(left) || isList(right))) seekKeysInBoth(run, left, right, site);
  switch (operator) {
    case "+":
      return add(run, left, right, site);
    case "%":
      if (left.kind === "text") return formatPercent(run, left, right, site);
      return unknown();
    case "*":
      if (isNumber(left) && isNumber(right)) return exact(left.value * right.value) ?? unknown();
      if (left.kind === "text" && isNumber(right) && right.value >= 0 && right.value <= 50)
        return concat(
          run,
          Array.from({ length: right.value }, () => left),
        );
      return unknown();
    case "/":
      return joinedPath(run, left, right) ?? unknown();
    case "-":
      return isNumber(left) && isNumber(right) ? (exact(left.value - right.value) ?? unknown()) : unknown();
    case "|": {
      if (isNumber(left) && isNumber(right)) return undefined;
      if (!isDict(left) && !isDict(right)) return unknown();
      const made = makeObject(run, {}, "Object", place);
      const where = { node: site.node, key: site.node, environment: site.environment };
      copyMembers(run, made.object, left, where);
      copyMembers(run, made.object, right, where);
      return made;
    }
    case "in":
      return isList(right) || right.kind === "text"
        ? (isInList(run, left, right, site) ?? unknown())
        : isIn(run, left, right, site);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return isNumber(left) && isNumber(right) ? undefined : unknown();
    case "===":
    case "!==":
      return equalAcrossKinds(left, right, operator) ?? undefined;
    case "==":
    case "!=":
      return undefined;
    default:
      return unknown();
  }
}

/** Compares numbers with booleans, and lists by their elements. */
function equalAcrossKinds(left: Single, right: Single, operator: string): Value | undefined {
  if (left.kind !== "scalar" || right.kind !== "scalar") return undefined;
  const [a, b] = [left.value, right.value];
  const isMixed = typeof a !== typeof b && typeof a !== "object" && typeof b !== "object";
  if (!isMixed || a === undefined || b === undefined) {
    const areNothing = (a === null || a === undefined) && (b === null || b === undefined);
    return areNothing ? (operator === "===" ? TRUE : FALSE) : undefined;
  }
  return (Number(a) === Number(b)) === (operator === "===") ? TRUE : FALSE;
}

function exact(value: number): Value | undefined {
  return Number.isSafeInteger(value) ? scalar(value) : undefined;
}

function add(run: Run, left: Single, right: Single, site: Place): Value {
  const place = site.environment.locate(site.node);
  if (isNumber(left) && isNumber(right))
    return exact(left.value + right.value) ?? opaque("computed", "+", place);
  if (left.kind === "text" || right.kind === "text") {
    // Only a text can be added to a text, so the other side is one.
    const isText = ({ kind }: Single): boolean => kind !== "scalar";
    return isText(left) && isText(right) ? concat(run, [left, right]) : opaque("computed", "+", place);
  }
  if (isList(left) || isList(right)) {
    const list = run.make("Array", place);
    for (const value of [left, right]) appendAll(run, list, value);
    return objectValue(list);
  }
  if (left.kind !== "unknown" || right.kind !== "unknown") return opaque("computed", "+", place);
  const isAnswer = (value: Single): boolean => value.kind === "unknown" && value.source.reason === "response";
  return isAnswer(left) && isAnswer(right) ? choice([left, right]) : concat(run, [left, right]);
}
