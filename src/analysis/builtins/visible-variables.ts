import { isAnswer } from "../evaluation/answers.js";
import type { Call } from "../evaluation/callable.js";
import type { Environment } from "../evaluation/environment.js";
import type { Run } from "../evaluation/run.js";
import { opaque, type Value } from "../evaluation/value.js";
import { nativeObject } from "./native.js";

/** Returns an object with the responses in variables that the code around a call sees; its other members are unknown. */
export function visibleVariables(run: Run, call: Call): Value {
  const members: Record<string, Value> = {};
  for (let at: Environment | undefined = call.environment; at; at = at.parent)
    for (const [{ name }, cell] of at.cells) {
      const value = cell.alias ? undefined : run.store.read(cell);
      if (value && isAnswer(value)) members[name] ??= value;
    }
  const others = opaque("computed", "variables", call.environment.locate(call.node));
  return nativeObject("Object", members, others);
}
