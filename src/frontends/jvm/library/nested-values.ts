import { callBack, siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { pushElement, setMember } from "../../../analysis/evaluation/heap.js";
import { copyMembers, findSlot, makeList, makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { choice, type ObjectValue, type Value } from "../../../analysis/evaluation/value.js";

const newRecord = (run: Run, call: Call): Value =>
  makeObject(run, {}, "Object", call.environment.locate(call.node));
const newList = (run: Run, call: Call): Value => makeList(run, [], call.environment.locate(call.node));

const fromFunction: NativeFunction = (run, call) => callBack(run, call.args.at(1), [call.args.at(0)], call);

/** Methods that put a new value under a key and give it, and whether they keep a value that is already there. */
const UNDER_KEYS: ReadonlyMap<string, { readonly make: NativeFunction; readonly keeps: boolean }> = new Map([
  ["putObject", { make: newRecord, keeps: false }],
  ["putArray", { make: newList, keeps: false }],
  ["with", { make: newRecord, keeps: true }],
  ["withObject", { make: newRecord, keeps: true }],
  ["withObjectProperty", { make: newRecord, keeps: true }],
  ["withArray", { make: newList, keeps: true }],
  ["withArrayProperty", { make: newList, keeps: true }],
  ["computeIfAbsent", { make: fromFunction, keeps: true }],
]);

/** Models methods that put new values into a map or an object of JSON. Undefined for others. */
export function intoMap(run: Run, call: Call, target: ObjectValue, name: string): Value | undefined {
  const [first] = call.args.list;
  if (name === "putAll" || name === "setAll") {
    if (first) copyMembers(run, target.object, first, siteOf(call));
    return target;
  }
  const how = UNDER_KEYS.get(name);
  const key = first && knownString(run, first);
  if (!how || key === undefined) return undefined;
  // A pointer: `withObject("/a/b")`.
  const steps =
    key.startsWith("/") && how.keeps && how.make !== fromFunction ? key.slice(1).split("/") : [key];
  return steps.reduce<Value>((holder, step, index) => {
    if (holder.kind !== "object") return holder;
    const make = index < steps.length - 1 ? newRecord : how.make;
    return put(run, call, holder, step, make, how.keeps);
  }, target);
}

function put(
  run: Run,
  call: Call,
  { object }: ObjectValue,
  key: string,
  make: NativeFunction,
  keeps: boolean,
): Value {
  const before = keeps ? findSlot(run, object, key) : undefined;
  if (before && !before.maybeAbsent) return before.value;
  const made = make(run, call);
  const value = before ? choice([before.value, made]) : made;
  const { node, environment } = call;
  const written = node.type === "CallExpression" ? node.arguments[0] : undefined;
  setMember(run.store, object, key, {
    value,
    maybeAbsent: false,
    keyPlace: environment.locate(written ?? node),
  });
  return value;
}

/** Models methods that add a new element to a list of JSON and give it. Undefined for others. */
export function intoList(run: Run, call: Call, { object }: ObjectValue, name: string): Value | undefined {
  if (name !== "addObject" && name !== "addArray") return undefined;
  const made = name === "addObject" ? newRecord(run, call) : newList(run, call);
  pushElement(run.store, object, made);
  return made;
}
