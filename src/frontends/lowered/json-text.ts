import { jsonObject } from "../../analysis/builtins/json.js";
import { callBack } from "../../analysis/builtins/native.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { deleteMember } from "../../analysis/evaluation/heap.js";
import { peek } from "../../analysis/evaluation/members.js";
import { TEXT } from "../../analysis/evaluation/member-tables.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { alternatives, type Value } from "../../analysis/evaluation/value.js";

/**
 * Makes a JSON text that keeps the value it was made from. Its characters are unknown, because other languages insert
 * spaces that JavaScript does not.
 */
export function makeJsonText(run: Run, value: Value, call: Call): Value {
  const stringify = peek(run, jsonObject(), "stringify");
  const text = callBack(run, stringify, [value], call);
  for (const single of alternatives(text))
    if (single.kind === "object") deleteMember(run.store, single.object, TEXT);
  return text;
}
