import type { Place } from "../../analysis/evaluation/language.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { opaque, type Single, type Value } from "../../analysis/evaluation/value.js";

/** Adds a number only to numbers: a text with an unknown part is none. Undefined where the result is the usual one. */
export function operate(
  _run: Run,
  operator: string,
  left: Single,
  right: Single,
  { node, environment }: Place,
): Value | undefined {
  if (operator !== "+" || isNumber(left) === isNumber(right)) return undefined;
  return opaque("computed", "+", environment.locate(node));
}

function isNumber(value: Single): boolean {
  return value.kind === "scalar" && typeof value.value === "number";
}
