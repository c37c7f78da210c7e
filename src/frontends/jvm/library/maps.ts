import { callBack, computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { findSlot, makeList, makeObject } from "../../../analysis/evaluation/members.js";
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

/** Models `Map.entry(key, value)`. */
export const entry: NativeFunction = (run, call) => {
  const [key, value] = [call.args.at(0), call.args.at(1)];
  const { node, environment } = call;
  const written = node.type === "CallExpression" ? node.arguments[0] : undefined;
  const made = makeObject(run, { value }, "Entry", environment.locate(node));
  // The key is where it is written, also in the map that the entry becomes a part of.
  setMember(run.store, made.object, "key", {
    value: key,
    maybeAbsent: false,
    keyPlace: environment.locate(written ?? node),
  });
  return made;
};

/** Models `Map.ofEntries(entry, …)`. The map is unknown if an entry is. */
export const mapOfEntries: NativeFunction = (run, call) => {
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  for (const one of call.args.list) {
    if (one.kind !== "object" || one.object.className !== "Entry") return computed(call, "ofEntries");
    const [key, value] = ["key", "value"].map((name) => findSlot(run, one.object, name));
    const name = key && knownString(run, key.value);
    if (!key || name === undefined || !value) return computed(call, "ofEntries");
    setMember(run.store, made.object, name, {
      value: value.value,
      maybeAbsent: false,
      ...(key.keyPlace ? { keyPlace: key.keyPlace } : {}),
    });
  }
  return made;
};
