import { jsonObject } from "../javascript/builtins/json.js";
import { callBack } from "../javascript/builtins/native.js";
import type { Call } from "../javascript/evaluation/callable.js";
import { deleteMember } from "../javascript/evaluation/heap.js";
import { peek } from "../javascript/evaluation/members.js";
import type { Run } from "../javascript/evaluation/run.js";
import { alternatives, type Value } from "../javascript/evaluation/value.js";

/**
 * Makes a JSON text that keeps the value it was made from. Its characters are unknown, because other languages insert
 * spaces that JavaScript does not.
 */
export function makeJsonText(run: Run, value: Value, call: Call): Value {
  const stringify = peek(run, jsonObject(), "stringify");
  const text = callBack(run, stringify, [value], call);
  for (const single of alternatives(text))
    if (single.kind === "object") deleteMember(run.store, single.object, "[[text]]");
  return text;
}
