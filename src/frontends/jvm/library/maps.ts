import { callBack } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { makeList, makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  isFunction,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";

/** Models methods that go through the entries of a map that is known as a whole. Undefined for others. */
export function ofEntries(run: Run, call: Call, { object }: ObjectValue, name: string): Value | undefined {
  if (object.className !== "Object" && object.className !== "Map of Java") return undefined;
  const { members, open, rest } = run.store.read(object);
  const entries = [...members];
  if (open.length + rest.length > 0 || entries.some(([, slot]) => slot.maybeAbsent)) return undefined;
  const action = call.args.at(0);
  switch (name) {
    case "forEach":
      if (!isFunction(action)) return undefined;
      for (const [key, { value }] of entries) callBack(run, action, [computedText(key), value], call);
      return UNDEFINED;
    case "entrySet":
      return makeList(
        run,
        entries.map(([key, { value }]) => makeObject(run, { key: computedText(key), value }, "Entry")),
      );
    case "keySet":
      return makeList(
        run,
        entries.map(([key]) => computedText(key)),
      );
    case "values":
      return makeList(
        run,
        entries.map(([, { value }]) => value),
      );
    default:
      return undefined;
  }
}
