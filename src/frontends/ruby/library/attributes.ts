import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import { nativeValue, siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import type { HeapObject, Slot } from "../../../analysis/evaluation/heap.js";
import { inOneList } from "../../../analysis/evaluation/keywords.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import { getMember, type Site } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  isFunction,
  memberOfUnknown,
  opaque,
  type ObjectValue,
  type Single,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { keptByRun } from "../../../analysis/evaluation/kept-by-run.js";
import { methodIn, methodsOf, ofLanguage } from "../../lowered/methods.js";
import { HASH_METHODS } from "./hashes.js";
import { LIST_METHODS } from "./lists.js";
import { TEXT_METHODS } from "./texts.js";
import { UNIVERSAL_METHODS } from "./universal.js";
import { UNKNOWN_METHODS } from "./unknowns.js";

/**
 * Returns the method that `value.name(…)` calls. See `Semantics.attribute`. A call without arguments may omit the
 * brackets.
 */
export function attributeOf(run: Run, value: Single, name: string, isCalled: boolean): Value | undefined {
  if (!isCalled) return undefined;
  switch (value.kind) {
    case "text":
      return methodIn(TEXT_METHODS, name) ?? methodIn(UNIVERSAL_METHODS, name) ?? opaque("computed", name);
    case "scalar":
      return methodIn(SCALAR_METHODS, name) ?? methodIn(UNIVERSAL_METHODS, name) ?? opaque("computed", name);
    case "unknown":
      return methodIn(UNKNOWN_METHODS, name) ?? methodIn(UNIVERSAL_METHODS, name) ?? ofUnknown(run, name);
    case "object":
      return ofObject(run, value, name);
  }
}

const SCALAR_METHODS = methodsOf({
  to_i: (_run, call) => call.this,
  to_int: (_run, call) => call.this,
});

const unknownMethodsOf = keptByRun(() => new Map<string, Value>());

/** A method of something unknown: without arguments it may as well be a member that is read. */
function ofUnknown(run: Run, name: string): Value {
  const methods = unknownMethodsOf(run);
  let known = methods.get(name);
  if (!known) methods.set(name, (known = ofLanguage(name, unknownMethod(name))));
  return known;
}

function unknownMethod(name: string): NativeFunction {
  return (run, call) => {
    const receiver = call.this as UnknownValue;
    const args = inOneList(run, call.args);
    if (name.endsWith("=") && args.length === 1) {
      setMemberByKey(run, receiver, [name.slice(0, -1)], args.at(0), siteOfName(call));
      return args.at(0);
    }
    if (args.length === 0 && !args.rest && /^\w+$/.test(name))
      return getMember(run, receiver, name, siteOfName(call));
    return callUnknown(run, memberOfUnknown(receiver, name), { ...call, args });
  };
}

/** Returns the place of the name after the period. */
export function siteOfName(call: Call): Site {
  const { node, environment } = call;
  const callee = node.type === "CallExpression" ? node.callee : undefined;
  return callee?.type === "MemberExpression"
    ? { node: callee, key: callee.property, environment }
    : siteOf(call);
}

function ofObject(run: Run, value: ObjectValue, name: string): Value | undefined {
  const { object } = value;
  switch (object.className) {
    case "Array":
      return methodIn(LIST_METHODS, name) ?? methodIn(UNIVERSAL_METHODS, name) ?? opaque("computed", name);
    case "Object":
      if (object.callable) return ofFunction(run, value, name);
      return methodIn(HASH_METHODS, name) ?? methodIn(UNIVERSAL_METHODS, name) ?? ofRecord(run, object, name);
    case "JSON text":
      return methodIn(TEXT_METHODS, name) ?? methodIn(UNIVERSAL_METHODS, name) ?? opaque("computed", name);
    default:
      return object.callable ? ofFunction(run, value, name) : ofInstance(run, value, name);
  }
}

/** A hash that answers to its keys: what an object of a library is, whatever makes it. */
function ofRecord(run: Run, object: HeapObject, name: string): Value {
  const slot = run.store.read(object).members.get(name);
  return slot ? reading(run, name) : opaque("computed", name);
}

/** A class, or something that is called by a method of its own. */
function ofFunction(run: Run, value: ObjectValue, name: string): Value | undefined {
  const { object } = value;
  const { callable } = object;
  if (callable?.kind === "class") {
    const slot = findOwn(run, object, name);
    if (slot) return ofSlot(run, slot, name);
    if (name === "new") return CONSTRUCTS;
    if (isOpen(run, object)) return undefined;
    return methodIn(UNIVERSAL_METHODS, name) ?? opaque("call", name);
  }
  const own = run.store.read(object).members.get(name);
  if (own) return ofSlot(run, own, name);
  if (name === "call" || name === "()" || name === "yield" || name === "===") return CALLS;
  if (name === "to_proc" || name === "curry") return ITSELF;
  return methodIn(UNIVERSAL_METHODS, name) ?? (isOpen(run, object) ? undefined : opaque("call", name));
}

const CONSTRUCTS = ofLanguage("new", (run, call) => callValue(run, call.this, { ...call, isNew: true }));
const CALLS = ofLanguage("call", (run, call) => callValue(run, call.this, call));
const ITSELF = ofLanguage("itself", (_run, call) => call.this);

function ofInstance(run: Run, value: ObjectValue, name: string): Value | undefined {
  const { object } = value;
  const slot = findOwn(run, object, name);
  if (slot) return ofSlot(run, slot, name);
  if (name.endsWith("=") && findOwn(run, object, name.slice(0, -1))) return writing(name.slice(0, -1));
  const universal = methodIn(UNIVERSAL_METHODS, name);
  if (universal) return universal;
  return isOpen(run, object) ? undefined : opaque("call", name);
}

/** A method, or a member of an object of a library that is read by a method of its name. */
function ofSlot(run: Run, slot: Slot, name: string): Value | undefined {
  return slot.getter || isFunction(slot.value) || slot.value.kind === "choice"
    ? undefined
    : reading(run, name);
}

const readingsOf = keptByRun(() => new Map<string, Value>());

function reading(run: Run, name: string): Value {
  const readings = readingsOf(run);
  let known = readings.get(name);
  if (!known)
    readings.set(
      name,
      (known = ofLanguage(name, (inner, call) => getMember(inner, call.this, name, siteOfName(call)))),
    );
  return known;
}

function writing(name: string): Value {
  return nativeValue(`${name}=`, (run, call) => {
    setMemberByKey(run, call.this, [name], call.args.at(0), siteOfName(call));
    return call.args.at(0);
  });
}

/** The member of an object, its class or one above; those that JavaScript gives to all are none of Ruby. */
function findOwn(run: Run, object: HeapObject, name: string): Slot | undefined {
  const ends = [run.realm.prototypes.get("Function"), run.realm.prototypes.get("Object")];
  for (let at: HeapObject | undefined = object; at && !ends.includes(at); at = at.prototype) {
    const slot = run.store.read(at).members.get(name);
    if (slot) return slot;
  }
  return undefined;
}

/** Checks whether an object may have unknown members, because it inherits from a class of a gem. */
function isOpen(run: Run, object: HeapObject): boolean {
  const ends = [run.realm.prototypes.get("Function"), run.realm.prototypes.get("Object")];
  for (let at: HeapObject | undefined = object; at && !ends.includes(at); at = at.prototype)
    if (run.store.read(at).open.length > 0) return true;
  return false;
}

/** Returns a method of a value by its name, as `send` does. */
export function methodNamed(run: Run, value: Single, name: string, call: Call): Value {
  return attributeOf(run, value, name, true) ?? getMember(run, value, name, siteOf(call));
}
