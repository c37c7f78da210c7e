import { seekKeysInBoth } from "../../analysis/recording/sought-keys.js";
import { concat } from "../../analysis/evaluation/coerce.js";
import type { Place, Semantics } from "../../analysis/evaluation/language.js";
import { appendAll } from "../../analysis/evaluation/literals.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  alternatives,
  objectValue,
  opaque,
  scalar,
  type ScalarValue,
  type Single,
  type Value,
} from "../../analysis/evaluation/value.js";
import { formatPercent } from "../lowered/format-percent.js";
import { RUBY_CONVERSION } from "./conversion.js";
import { attributeOf } from "./library/attributes.js";
import { elementOf, setElement } from "./library/elements.js";

export const RUBY_SEMANTICS: Semantics = {
  truthiness: (_run, value) => truthOf(value),
  attribute: attributeOf,
  element: elementOf,
  setElement,
  operate,
  addsOnlyTexts: true,
  // `x.nil?` and others, see `callExpression`.
  emptinessTests: new Set(["rb:safe"]),
  printed: ({ value }) => (value === null || value === undefined ? "" : undefined),
  keywordsAreRecord: true,
};

/** Only nothing and `false` count as false. */
function truthOf(value: Value): boolean | undefined {
  const known = alternatives(value).map((single) => {
    if (single.kind === "unknown") return undefined;
    return !(single.kind === "scalar" && (single.value ?? false) === false);
  });
  return known.every((one) => one === known[0]) ? known[0] : undefined;
}

function isNumber(value: Value): value is ScalarValue & { value: number } {
  return value.kind === "scalar" && typeof value.value === "number";
}

function isList(value: Value): boolean {
  return value.kind === "object" && value.object.className === "Array";
}

function exact(value: number): Value | undefined {
  return Number.isSafeInteger(value) ? scalar(value) : undefined;
}

/** Evaluates a binary operator. Where Ruby and JavaScript differ, the result is unknown. */
function operate(run: Run, operator: string, left: Single, right: Single, site: Place): Value | undefined {
  const place = site.environment.locate(site.node);
  const unknown = (): Value => opaque("computed", operator, place);
  const numbers =
    isNumber(left) && isNumber(right) && Number.isInteger(left.value) && Number.isInteger(right.value);
  const [a, b] = numbers ? [left.value, right.value] : [0, 0];
  if (isList(left) || isList(right)) seekKeysInBoth(run, left, right, site);
  switch (operator) {
    case "+":
      return add(run, left, right) ?? unknown();
    case "-":
      return (numbers ? exact(a - b) : undefined) ?? unknown();
    case "/":
      return (numbers && b !== 0 ? exact(Math.floor(a / b)) : undefined) ?? unknown();
    case "**":
      return unknown();
    case "%":
      if (left.kind === "text") return formatPercent(run, left, right, site, RUBY_CONVERSION);
      return (numbers && b > 0 && a >= 0 ? exact(a % b) : undefined) ?? unknown();
    case "*":
      if (numbers) return exact(a * b) ?? unknown();
      if (left.kind === "text" && isNumber(right) && right.value >= 0 && right.value <= 50)
        return concat(
          run,
          Array.from({ length: right.value }, () => left),
        );
      return unknown();
    case "<":
    case "<=":
    case ">":
    case ">=":
      return numbers ? undefined : unknown();
    case "===":
    case "!==":
      // Lists and hashes are equal where what they hold is.
      return left.kind === "object" && right.kind === "object" ? unknown() : undefined;
    case "==":
    case "!=":
      return undefined;
    default:
      return unknown();
  }
}

function add(run: Run, left: Single, right: Single): Value | undefined {
  if (isNumber(left) && isNumber(right)) return exact(left.value + right.value);
  if (isList(left) || isList(right)) {
    const list = run.make("Array", undefined);
    for (const value of [left, right]) appendAll(run, list, value);
    return objectValue(list);
  }
  // Only a text can be added to a text, so the other side is one.
  const mayBeText = ({ kind }: Single): boolean => kind !== "scalar";
  return mayBeText(left) && mayBeText(right) ? concat(run, [left, right]) : undefined;
}
