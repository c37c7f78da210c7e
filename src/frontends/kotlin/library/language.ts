import {
  callBack,
  callBackPerhaps,
  computed,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { elementsOf } from "../../../analysis/evaluation/heap.js";
import { findSlot, getMember, makeList, makeObject } from "../../../analysis/evaluation/members.js";
import { entriesOfUnknown, isEntry } from "../../../analysis/evaluation/record-keys.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  NULL,
  UNDEFINED,
  alternatives,
  choice,
  isFunction,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  type ObjectValue,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { siteOf } from "../../../analysis/builtins/native.js";
import { bound, extended, extensionMethod } from "../../lowered/extension-methods.js";
import { attribute } from "./attributes.js";
import { entriesOf, putPair } from "./entries.js";
import { buildText } from "./built-texts.js";

/** The name of the first parameter of functions that are called on objects of other classes. */
const RECEIVER = "kotlin:this";

/** Checks for a function of the program that gets the object that it is called on as its first argument. */
function isExtension(value: Value): boolean {
  return alternatives(value).some((single) => {
    const callable = single.kind === "object" ? single.object.callable : undefined;
    const [first] = callable?.kind === "closure" ? callable.node.params : [];
    return first?.type === "Identifier" && first.name.startsWith(RECEIVER);
  });
}

/** Calls a function on each alternative that is not nothing. */
function onGiven(value: Value, isSafe: boolean, call: (given: Value) => Value): Value {
  const singles = alternatives(value);
  const given = singles.filter((single) => nullishness(single) !== true);
  if (!isSafe || given.length === singles.length) return call(value);
  return given.length === 0 ? NULL : choice([call(choice(given)), NULL]);
}

/** Models `value.let { … }`: the arguments are the value, the function, and whether the call is `?.let`. */
const result: NativeFunction = (run, call) =>
  onGiven(call.args.at(0), call.args.length > 2, (given) => callBack(run, call.args.at(1), [given], call));

/** Models `value.apply { … }`, which gives the value again. */
const subject: NativeFunction = (run, call) =>
  onGiven(call.args.at(0), call.args.length > 2, (given) => {
    callBack(run, call.args.at(1), [given], call);
    return given;
  });

/** Models functions that run their last argument once, in whatever context. */
const runs: NativeFunction = (run, call) => {
  const lambda = call.args.list.at(-1);
  return lambda && isFunction(lambda) ? callBack(run, lambda, [], call) : computed(call, "lambda");
};

/** Returns the member of an object that a name without an object means, with the object as its `this`. */
function memberIn(run: Run, receiver: Single, name: string, call: Call): Value | undefined {
  if (receiver.kind !== "object") {
    const method = receiver.kind === "text" ? attribute(run, receiver, name, true, siteOf(call)) : undefined;
    return method && bound(method, receiver);
  }
  const own = findSlot(run, receiver.object, name);
  if (own) return isFunction(own.value) ? bound(own.value, receiver) : undefined;
  const isRecord = /^(?:Object|Array)$/.test(receiver.object.className);
  if (isRecord && !OF_RECORDS.has(name)) return undefined;
  const found = attribute(run, receiver, name, true, siteOf(call));
  return found && isFunction(found) ? bound(found, receiver) : undefined;
}

/** Methods that maps, lists and objects of JSON have. */
const OF_RECORDS: ReadonlySet<string> = new Set([
  ...["put", "set", "add", "putAll", "addAll", "remove", "append", "addProperty", "get", "putIfAbsent"],
  ...["putJsonObject", "putJsonArray", "addJsonObject", "addJsonArray", "putObject", "putArray"],
]);

/**
 * Returns what a name without an object means in a lambda. It is a member of one of the objects that may be `this` there,
 * or what the file has under the name.
 */
const implicit: NativeFunction = (run, call) => {
  const [key, named, ...receivers] = call.args.list;
  const name = (key && knownString(run, key)) ?? "";
  for (const receiver of receivers)
    for (const single of alternatives(receiver)) {
      const found = memberIn(run, single, name, call);
      if (found) return found;
    }
  const known = named ?? UNDEFINED;
  const [nearest = UNDEFINED] = receivers;
  if (isExtension(known)) return extended(known, nearest);
  if (isFunction(known)) return known;
  const [first] = alternatives(nearest);
  return first?.kind === "unknown" && nullishness(first) !== true
    ? nativeValue("method", (inner, own) =>
        callValue(inner, memberOfUnknown(first, name), { ...own, this: first }),
      )
    : known;
};

/** Functions of libraries that are called on an object. */
function isNativeExtension(value: Value): boolean {
  return alternatives(value).some(
    (single) => single.kind === "object" && single.object.callable?.kind === "native",
  );
}

/** Reads a name without an object in a lambda. See `implicit`. */
const readName: NativeFunction = (run, call) => {
  const [key, named = UNDEFINED, ...receivers] = call.args.list;
  const name = (key && knownString(run, key)) ?? "";
  const site = siteOf(call);
  for (const receiver of receivers)
    for (const single of alternatives(receiver)) {
      if (single.kind !== "object") continue;
      const found =
        attribute(run, single, name, false, site) ??
        (findSlot(run, single.object, name) ? getMember(run, single, name, site) : undefined);
      if (found) return found;
    }
  const isKnown = alternatives(named).some(({ kind }) => kind !== "unknown") && nullishness(named) !== true;
  const [nearest] = receivers;
  const isAnswer = nearest && alternatives(nearest).some((one) => one.kind === "unknown");
  return isKnown || !isAnswer ? named : getMember(run, nearest, name, site);
};

/** Models `val (a, b) = value`. */
const component: NativeFunction = (run, call) => {
  const [value, position] = [call.args.at(0), call.args.at(1)];
  const index = position.kind === "scalar" ? Number(position.value) : 0;
  const site = siteOf(call);
  return mapAlternatives(value, (single) => {
    if (single.kind === "unknown" && isEntry(single))
      return getMember(run, single, index === 0 ? "key" : "value", site);
    if (single.kind !== "object") {
      if (single.kind === "unknown" && single.source.reason === "response" && index === 0) return single;
      return computed(call, "component");
    }
    if (single.object.className === "Entry")
      return getMember(run, single, index === 0 ? "key" : "value", site);
    const own = findSlot(run, single.object, `component${index + 1}`);
    if (own) return callBack(run, own.value, [], call, single);
    return single.object.className === "Array"
      ? getMember(run, single, `${index}`, site)
      : computed(call, "component");
  });
};

/** Returns the entries of a map, or the elements of a list, as a list. */
const entries: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single) =>
    single.kind === "unknown"
      ? entriesOfUnknown(single)
      : single.kind === "object" && single.object.className === "Object"
        ? entriesOf(run, single)
        : single,
  );

/** Models `mapOf(pair, …)` with pairs that are values. */
const mapFrom: NativeFunction = (run, call) => {
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  const given = call.args.list.flatMap((one) =>
    one.kind === "object" && one.object.className === "Array" && call.args.length === 1
      ? pairsIn(run, one)
      : [one],
  );
  for (const pair of given) putPair(run, made, pair, call);
  return made;
};

function pairsIn(run: Run, list: ObjectValue): readonly Value[] {
  const elements = elementsOf(run.store.read(list.object)) ?? [];
  const isList = elements.every((one) => one.kind === "object" && one.object.className === "Array");
  return isList ? elements : [list];
}

/** Models functions that make something and give it to a lambda as `this`. */
const building =
  (make: (run: Run, call: Call) => Value): NativeFunction =>
  (run, call) => {
    const made = make(run, call);
    const lambda = call.args.list.at(-1);
    if (lambda && isFunction(lambda)) callBack(run, lambda, [made], call);
    return made;
  };

export const buildRecord = building((run, call) =>
  makeObject(run, {}, "Object", call.environment.locate(call.node)),
);
export const buildArray = building((run, call) => makeList(run, [], call.environment.locate(call.node)));

/** Models `Interceptor { … }`: the lambda itself, or what a class makes of it. */
const instance: NativeFunction = (run, call) => {
  const [type = UNDEFINED, ...args] = call.args.list;
  if (!isFunction(type)) return args[0] ?? UNDEFINED;
  return callValue(run, type, { ...call, this: UNDEFINED, args: new Arguments(args), isNew: true });
};

/** Models `value.takeIf { … }`. */
const taken: NativeFunction = (run, call) => {
  callBackPerhaps(run, call.args.at(1), [call.args.at(0)], call);
  return call.args.at(0);
};

/** Gives a method of a class that is called on objects of others its own object. */
const boundTo: NativeFunction = (_run, call) => {
  const [method = UNDEFINED, owner = UNDEFINED] = call.args.list;
  return nativeValue("kotlin:extension", (run, own) =>
    callValue(run, method, {
      ...own,
      this: owner,
      args: new Arguments([own.this, ...own.args.list], own.args.rest, own.args.keywords),
    }),
  );
};

/** The native functions that lowered code calls. Their names cannot occur in a program. */
export const LANGUAGE: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ["kotlin:let", result],
  ["kotlin:run", result],
  ["kotlin:use", result],
  ["kotlin:also", subject],
  ["kotlin:apply", subject],
  ["kotlin:takeIf", taken],
  ["kotlin:takeUnless", taken],
  ["kotlin:runs", runs],
  ["kotlin:implicit", implicit],
  ["kotlin:read", readName],
  ["kotlin:extension", extensionMethod(attribute, isExtension, isNativeExtension)],
  ["kotlin:bound", boundTo],
  ["kotlin:component", component],
  ["kotlin:entries", entries],
  ["kotlin:mapOf", mapFrom],
  ["kotlin:instance", instance],
  ["kotlin:buildString", buildText],
  ["kotlin:buildMap", buildRecord],
  ["kotlin:buildJsonObject", buildRecord],
  ["kotlin:buildList", buildArray],
  ["kotlin:buildSet", buildArray],
  ["kotlin:buildJsonArray", buildArray],
]);
