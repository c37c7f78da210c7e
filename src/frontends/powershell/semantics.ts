import { Arguments, type Call } from "../../analysis/evaluation/callable.js";
import { concat, knownString } from "../../analysis/evaluation/coerce.js";
import { keysInOrder, pushElement } from "../../analysis/evaluation/heap.js";
import type { Place, Semantics } from "../../analysis/evaluation/language.js";
import { appendAll } from "../../analysis/evaluation/literals.js";
import { copyMembers, makeObject } from "../../analysis/evaluation/members.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  FALSE,
  TRUE,
  alternatives,
  nullishness,
  objectValue,
  opaque,
  scalar,
  type ScalarValue,
  type Single,
  type Value,
} from "../../analysis/evaluation/value.js";
import { attributeOf, elementOf } from "./library/attributes.js";
import { isList, isRecord, printed } from "./library/values.js";

export const POWERSHELL_SEMANTICS: Semantics = {
  truthiness: truthOf,
  attribute: attributeOf,
  element: elementOf,
  operate,
  printed: ({ value }) =>
    value === null || value === undefined
      ? ""
      : value === true
        ? "True"
        : value === false
          ? "False"
          : undefined,
  sharesClassMembers: true,
};

/** Empty texts and lists, zero and nothing count as false; a list with one element as that. */
function truthOf(run: Run, value: Value): boolean | undefined {
  const known = alternatives(value).map((single): boolean | undefined => {
    if (single.kind === "unknown") return undefined;
    if (single.kind === "scalar") return Boolean(single.value);
    if (single.kind === "text") {
      const text = knownString(run, single);
      if (text !== undefined) return text !== "";
      return single.text.parts.some((part) => part.kind === "segment" && part.text !== "") ? true : undefined;
    }
    if (!isList(single)) return true;
    const keys = keysInOrder(run.store.read(single.object));
    return keys?.length === 0 ? false : keys && keys.length > 1 ? true : undefined;
  });
  return known.every((one) => one === known[0]) ? known[0] : undefined;
}

function isNumber(value: Single): value is ScalarValue & { value: number } {
  return value.kind === "scalar" && typeof value.value === "number" && Number.isInteger(value.value);
}

/** Evaluates a binary operator. Where PowerShell and JavaScript differ, the result is unknown. */
function operate(run: Run, operator: string, left: Single, right: Single, site: Place): Value | undefined {
  const unknown = (): Value => opaque("computed", operator, site.environment.locate(site.node));
  const areNumbers = isNumber(left) && isNumber(right);
  const [a, b] = areNumbers ? [left.value, right.value] : [0, 0];
  const exact = (value: number): Value => (Number.isSafeInteger(value) ? scalar(value) : unknown());
  switch (operator) {
    case "+":
      return areNumbers ? exact(a + b) : (added(run, left, right, site) ?? unknown());
    case "-":
      return areNumbers ? exact(a - b) : unknown();
    case "*":
      return areNumbers ? exact(a * b) : unknown();
    case "/":
      return areNumbers && b !== 0 && a % b === 0 ? exact(a / b) : unknown();
    case "%":
      return areNumbers && b !== 0 ? exact(a % b) : unknown();
    case "<":
    case "<=":
    case ">":
    case ">=":
      return areNumbers ? undefined : unknown();
    default:
      return compared(run, operator, left, right) ?? unknown();
  }
}

/** A text or list gets longer by what is behind it; hash tables become one. */
function added(run: Run, left: Single, right: Single, site: Place): Value | undefined {
  const call: Call = { ...site, this: left, args: new Arguments([]), isNew: false };
  if (left.kind === "text") return concat(run, [left, printed(run, right, call)]);
  if (left.kind === "unknown") return right.kind === "text" ? concat(run, [left, right]) : undefined;
  if (isList(left) || (nullishness(left) === true && isList(right))) {
    const list = run.make("Array", site.environment.locate(site.node));
    appendAll(run, list, left);
    if (isList(right)) appendAll(run, list, right);
    else pushElement(run.store, list, right);
    return objectValue(list);
  }
  if (isRecord(left) && isRecord(right)) {
    const made = makeObject(run, {}, "Object", site.environment.locate(site.node));
    for (const one of [left, right]) copyMembers(run, made.object, one, { ...site, key: site.node });
    return made;
  }
  return nullishness(left) === true ? right : undefined;
}

/** Texts are equal in all cases, as far as `-eq` asks. */
function compared(run: Run, operator: string, left: Single, right: Single): Value | undefined {
  const isWanted = operator === "===" || operator === "==";
  if (!isWanted && operator !== "!==" && operator !== "!=") return undefined;
  const truth = (equal: boolean): Value => (equal === isWanted ? TRUE : FALSE);
  const [a, b] = [nullishness(left), nullishness(right)];
  if (a !== undefined && b !== undefined && (a || b)) return truth(a && b);
  const [x, y] = [knownString(run, left), knownString(run, right)];
  if (left.kind === "text" && right.kind === "text" && x !== undefined && y !== undefined)
    return x === y ? truth(true) : x.toLowerCase() === y.toLowerCase() ? undefined : truth(false);
  return isNumber(left) && isNumber(right) ? truth(left.value === right.value) : undefined;
}
