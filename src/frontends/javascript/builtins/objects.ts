import { parseTree, type Node as JsonNode } from "jsonc-parser";
import { knownText, type Text } from "../../../facts/text.js";
import { knownString, toText } from "../evaluation/coerce.js";
import type { Call } from "../evaluation/callable.js";
import {
  isInternal,
  pushElement,
  pushSomeElement,
  setMember,
  setSomeMember,
  type HeapObject,
} from "../evaluation/heap.js";
import { iterate, someOf } from "../evaluation/iteration.js";
import { copyMembers, getMember, makeList, peek, type Site } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import {
  FALSE,
  TRUE,
  alternatives,
  computedText,
  mapAlternatives,
  memberOfUnknown,
  objectValue,
  scalar,
  unknownOf,
  wholeOf,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";
import {
  computed,
  definePrototype,
  itself,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "./native.js";

function siteOf(call: Call): Site {
  return { node: call.node, key: call.node, environment: call.environment };
}

const hasOwnProperty: NativeFunction = (run, call) => hasOwn(run, call, call.this, call.args.at(0));
const toString: NativeFunction = (run, call) =>
  mapAlternatives(call.this, (single) => ({ kind: "text", text: toText(run, single) }));

/** The name is what the function is given last. */
function siteOfKey(call: Call): Site {
  const { node } = call;
  const key = node.type === "CallExpression" ? (node.arguments.at(-1) ?? node) : node;
  return { node, key, environment: call.environment };
}

export function defineObjectPrototype(prototype: HeapObject): void {
  definePrototype(
    prototype,
    {
      hasOwnProperty,
      toString,
      valueOf: itself,
    },
    true,
  );
}

function hasOwn(run: Run, call: Call, object: Value, key: Value): Value {
  const name = knownString(run, key);
  if (name !== undefined && object.kind === "unknown") getMember(run, object, name, siteOfKey(call));
  if (name === undefined || object.kind !== "object") return computed(call, "hasOwnProperty");
  const { members, open, rest } = run.store.read(object.object);
  const slot = members.get(name);
  if (slot && !slot.maybeAbsent) return TRUE;
  return slot || open.length + rest.length > 0 ? computed(call, "hasOwnProperty") : FALSE;
}

/** `Object` and its static members. */
export function objectFunction(): Value {
  return nativeValue(
    "Object",
    (run, call) =>
      call.args.length === 0
        ? objectValue(run.make("Object", call.environment.locate(call.node)))
        : call.args.at(0),
    natives({
      assign: (run, call) => assign(run, call),
      keys: (run, call) => keys(run, call),
      values: (run, call) => mapMembers(run, call, (_key, value) => value),
      entries: (run, call) => mapMembers(run, call, (key, value) => makeList(run, [key, value])),
      fromEntries: (run, call) => fromEntries(run, call),
      freeze: (_run, call) => call.args.at(0),
      seal: (_run, call) => call.args.at(0),
      preventExtensions: (_run, call) => call.args.at(0),
      create: (run, call) => {
        const above = call.args.at(0);
        const made = run.make(
          "Object",
          call.environment.locate(call.node),
          above.kind === "object" ? above.object : undefined,
        );
        return objectValue(made);
      },
      defineProperty: (run, call) => {
        const [target, key, descriptor] = [
          call.args.at(0),
          knownString(run, call.args.at(1)),
          call.args.at(2),
        ];
        if (target.kind === "object" && key !== undefined) {
          const getter = peek(run, descriptor, "get");
          setMember(run.store, target.object, key, {
            value: peek(run, descriptor, "value"),
            maybeAbsent: false,
            ...(getter.kind === "object" ? { getter } : {}),
          });
        }
        return target;
      },
      hasOwn: (run, call) => hasOwn(run, call, call.args.at(0), call.args.at(1)),
      getPrototypeOf: (_run, call) => {
        const value = call.args.at(0);
        return value.kind === "object" && value.object.prototype
          ? objectValue(value.object.prototype)
          : computed(call, "prototype");
      },
    }),
  );
}

/** `Object.assign(target, …sources)`; what several targets may get, each may get. */
export function assign(run: Run, call: Call): Value {
  const target = call.args.at(0);
  for (const single of alternatives(target)) {
    if (single.kind !== "object") continue;
    for (const source of call.args.list.slice(1)) copyMembers(run, single.object, source, siteOf(call));
    if (call.args.rest) copyMembers(run, single.object, call.args.rest, siteOf(call));
  }
  return target;
}

function keys(run: Run, call: Call): Value {
  const object = call.args.at(0);
  return mapMembers(run, call, (key) => key, object.kind === "unknown");
}

/** One element for each member of the argument, in order where its members are known. */
function mapMembers(
  run: Run,
  call: Call,
  change: (key: Value, value: Value) => Value,
  keysOfUnknown = false,
): Value {
  const object = call.args.at(0);
  const list = run.make("Array", call.environment.locate(call.node));
  const singles = alternatives(object);
  for (const single of singles) {
    if (single.kind === "unknown") {
      const key = keysOfUnknown ? memberOfUnknown(single, "keys()") : computed(call, "key");
      pushSomeElement(run.store, list, change(key, memberOfUnknown(single, "[]")));
    }
    if (single.kind !== "object") continue;
    const { members, open, rest } = run.store.read(single.object);
    const known =
      singles.length === 1 &&
      open.length + rest.length === 0 &&
      [...members.values()].every((slot) => !slot.maybeAbsent);
    for (const [key, slot] of members) {
      if (isInternal(key)) continue;
      const value = slot.getter ? getMember(run, single, key, siteOf(call)) : slot.value;
      const element = change(computedText(key), value);
      if (known) pushElement(run.store, list, element);
      else pushSomeElement(run.store, list, element);
    }
    for (const value of rest) pushSomeElement(run.store, list, change(computed(call, "key"), value));
    for (const source of open)
      pushSomeElement(run.store, list, change(computed(call, "key"), memberOfUnknown(source, "[]")));
  }
  return objectValue(list);
}

function fromEntries(run: Run, call: Call): Value {
  const made = run.make("Object", call.environment.locate(call.node));
  const iteration = iterate(run, call.args.at(0));
  if (iteration.known) {
    for (const entry of iteration.known) addEntry(run, made, entry);
  } else {
    const some = someOf(iteration);
    if (some) setSomeMember(run.store, made, peek(run, some, "1"));
  }
  return objectValue(made);
}

function addEntry(run: Run, target: HeapObject, entry: Value): void {
  const key = knownString(run, peek(run, entry, "0"));
  const value = peek(run, entry, "1");
  if (key === undefined) setSomeMember(run.store, target, value);
  else setMember(run.store, target, key, { value, maybeAbsent: false });
}

/** Text that `JSON.stringify` made keeps the value it was made of, for a body that is sent or read again. */
const STRINGIFIED = "[[json]]";

export function jsonObject(): ObjectValue {
  return nativeObject(
    "JSON",
    natives({
      stringify: (run, call) => {
        const text = run.make("JSON text", call.environment.locate(call.node));
        setMember(run.store, text, STRINGIFIED, { value: call.args.at(0), maybeAbsent: false });
        return objectValue(text);
      },
      parse: (run, call) => mapAlternatives(call.args.at(0), (single) => parseJson(run, single, call)),
    }),
  );
}

function parseJson(run: Run, value: Value, call: Call): Value {
  if (value.kind === "unknown") return memberOfUnknown(value, "parse()");
  if (value.kind === "object") return unwrapJson(run, value) ?? computed(call, "JSON");
  const received = value.kind === "text" ? receivedIn(value.text) : undefined;
  if (received) return memberOfUnknown(received, "parse()");
  const known = value.kind === "text" ? knownText(value.text) : undefined;
  const tree = known === undefined ? undefined : parseTree(known);
  return tree ? fromJson(run, tree) : computed(call, "JSON");
}

/** The response that a text is nothing but a part of: what was gathered from its pieces by hand. */
function receivedIn(text: Text): UnknownValue | undefined {
  const [first, ...others] = text.parts.filter((part) => part.kind === "hole" || part.text.trim() !== "");
  const value = first?.kind === "hole" ? unknownOf(first) : undefined;
  return value?.source.reason === "response" && others.every((part) => part.kind === "hole")
    ? wholeOf(value)
    : undefined;
}

/** The value that a JSON text was made of. */
export function unwrapJson(run: Run, value: Value): Value | undefined {
  if (value.kind !== "object" || value.object.className !== "JSON text") return undefined;
  return peek(run, value, STRINGIFIED);
}

function fromJson(run: Run, node: JsonNode): Value {
  if (node.type === "array")
    return makeList(
      run,
      (node.children ?? []).map((child) => fromJson(run, child)),
    );
  if (node.type !== "object") {
    const { value } = node as { value: string | number | boolean | null };
    return typeof value === "string" ? computedText(value) : scalar(value);
  }
  const object = run.make("Object", undefined);
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key && value)
      setMember(run.store, object, String(key.value), { value: fromJson(run, value), maybeAbsent: false });
  }
  return objectValue(object);
}

/** A copy with members of its own, as `structuredClone` makes. */
export function clone(run: Run, value: Value, depth = 6): Value {
  return mapAlternatives(value, (single) => {
    if (single.kind !== "object" || single.object.callable || depth === 0) return single;
    const { object } = single;
    const copy = run.make(object.className, object.place);
    const content = run.store.read(object);
    run.store.write(copy, {
      epoch: -1,
      members: new Map(
        [...content.members].map(([key, slot]) => [
          key,
          { ...slot, value: clone(run, slot.value, depth - 1) },
        ]),
      ),
      rest: content.rest.map((inner) => clone(run, inner, depth - 1)),
      open: [...content.open],
    });
    return objectValue(copy, single.hops);
  });
}
