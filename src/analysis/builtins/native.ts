import type { Call, Native } from "../evaluation/callable.js";
import { Arguments } from "../evaluation/callable.js";
import { callPerhaps, callValue } from "../evaluation/calls.js";
import { HeapObject, type ObjectContent, type Slot } from "../evaluation/heap.js";
import type { Site } from "../evaluation/members.js";
import { entriesOf, keyedSlots, makeContent, type MemberKey } from "../evaluation/member-tables.js";
import type { Run } from "../evaluation/run.js";
import {
  FALSE,
  TRUE,
  UNDEFINED,
  objectValue,
  opaque,
  unknown,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";

export type NativeFunction = Native["call"];

/** Makes a function of the platform or of a library, with its static members. */
export function nativeValue(
  name: string,
  call: NativeFunction,
  members: Readonly<Record<MemberKey, Value>> = {},
  className = "Function",
  rest?: UnknownValue,
): ObjectValue {
  const object = new HeapObject(className, undefined, undefined, { kind: "native", name, call });
  object.content = contentOf(members, rest);
  return objectValue(object);
}

/** Makes an object of the platform or of a library. */
export function nativeObject(
  className: string,
  members: Readonly<Record<MemberKey, Value>>,
  rest?: UnknownValue,
): ObjectValue {
  const object = new HeapObject(className, undefined);
  object.content = contentOf(members, rest);
  return objectValue(object);
}

/** Makes native functions, as members of an object. */
export function natives(functions: Readonly<Record<MemberKey, NativeFunction>>): Record<MemberKey, Value> {
  return Object.fromEntries(
    entriesOf(functions).map(([name, call]) => [name, nativeValue(String(name), call)]),
  );
}

/**
 * Fills a prototype below all layers of the store. With `whole` false, a method that is not modelled gives an
 * unknown; without it, `undefined` would be a wrong answer.
 */
export function definePrototype(
  prototype: HeapObject,
  functions: Readonly<Record<MemberKey, NativeFunction>>,
  whole = false,
): void {
  const rest = whole ? undefined : unknown({ reason: "computed", name: prototype.className });
  prototype.content = contentOf(natives(functions), rest);
}

/** Adds functions to a prototype that is defined already. */
export function extendPrototype(
  prototype: HeapObject,
  functions: Readonly<Record<MemberKey, NativeFunction>>,
): void {
  prototype.content = makeContent(
    [...keyedSlots(prototype.content), ...slotsOf(natives(functions))],
    prototype.content.open,
  );
}

/** Makes the content of an object of the platform or of a library. */
export function contentOf(members: Readonly<Record<MemberKey, Value>>, rest?: UnknownValue): ObjectContent {
  return makeContent(slotsOf(members), rest ? [rest] : []);
}

export function slotsOf(members: Readonly<Record<MemberKey, Value>>): [MemberKey, Slot][] {
  return entriesOf(members).map(([key, value]) => [key, { value, maybeAbsent: false }]);
}

/** Calls a function that the native was given, in the name of the native's own call. */
export function callBack(
  run: Run,
  callback: Value,
  args: readonly Value[],
  call: Call,
  thisValue: Value = UNDEFINED,
): Value {
  return callValue(run, callback, { ...call, this: thisValue, args: new Arguments(args), isNew: false });
}

/** Calls a function that may be called now or never. */
export function callBackPerhaps(run: Run, callback: Value, args: readonly Value[], call: Call): Value {
  return callPerhaps(run, callback, { ...call, this: UNDEFINED, args: new Arguments(args), isNew: false });
}

/** Calls a function that may be called later or never. */
export function callBackLater(run: Run, callback: Value, args: readonly Value[], call: Call): Value {
  const again = { ...call, this: UNDEFINED, args: new Arguments(args), isNew: false };
  return run.revisits.callLater(
    callback,
    call,
    () => run.deferred(() => run.runAsync(call, () => callPerhaps(run, callback, again))),
    computed(call, "callback"),
  );
}

/** Models methods that return their receiver. */
export const itself: NativeFunction = (_run, call) => call.this;

export function computed(call: Call, name: string): UnknownValue {
  return opaque("computed", name, call.environment.locate(call.node));
}

/** Returns the value of a truth that may be unknown. */
export function truth(call: Call, known: boolean | undefined, name: string): Value {
  if (known === undefined) return computed(call, name);
  return known ? TRUE : FALSE;
}

/** Returns the place of a member that a native reads or writes and its call does not name: the call. */
export function siteOf({ node, environment }: Call): Site {
  return { node, key: node, environment };
}
