import { asInJavaScript } from "../../lowered/as-in-javascript.js";
import { methodIn, methodsOf, isFunctionOfProgram, type Methods } from "../../lowered/methods.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import {
  callBack,
  callBackPerhaps,
  computed,
  itself,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import { appendAll } from "../../../analysis/evaluation/literals.js";
import { elementsOf, pushElement, setMember } from "../../../analysis/evaluation/heap.js";
import {
  copyMembers,
  findSlot,
  getMember,
  makeList,
  makeObject,
  type Site,
} from "../../../analysis/evaluation/members.js";
import type { Place } from "../../../analysis/evaluation/language.js";
import { entriesOfUnknown, isEntry } from "../../../analysis/evaluation/record-keys.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  computedText,
  isFunction,
  memberOfUnknown,
  nullishness,
  objectValue,
  opaque,
  unknown,
  type ObjectValue,
  type Single,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { Location } from "../../../core/span.js";
import { attribute as attributeOfJvm } from "../../jvm/library/clients.js";
import { isOfWhole } from "../../jvm/library/mono.js";
import { entriesOf, putPair } from "./entries.js";
import { TEXT_METHODS } from "./texts.js";

/** Models members of values that are not instances of classes of the program. See `Semantics.attribute`. */
export function attribute(
  run: Run,
  value: Single,
  name: string,
  isCalled: boolean,
  site: Site,
): Value | undefined {
  switch (value.kind) {
    case "text":
      if (!isCalled) return opaque("computed", name);
      return methodIn(TEXT_METHODS, name) ?? attributeOfJvm(run, value, name, isCalled);
    case "scalar":
      return isCalled && /^to(?:String|Int|Long|Double)$/.test(name) ? nativeValue(name, itself) : undefined;
    case "unknown":
      return isCalled ? methodOfUnknown(run, value, name) : propertyOfUnknown(value, name);
    case "object":
      return ofObject(run, value, name, isCalled, site);
  }
}

/** Properties of an answer that are what it says, in another form. */
const SAME: ReadonlySet<string> = new Set([
  ...["body", "inputStream", "content", "contentOrNull", "entity", "result", "value", "text", "data"],
  ...[
    "jsonObject",
    "jsonArray",
    "jsonPrimitive",
    "asString",
    "asJsonObject",
    "asJsonArray",
    "asInt",
    "asLong",
  ],
  ...["asBoolean", "asDouble", "int", "long", "boolean", "double", "third", "indices", "lastIndex"],
]);
/** Properties of an answer that tell how the request went. */
const STATUS: ReadonlySet<string> = new Set([
  ...[
    "status",
    "code",
    "isSuccessful",
    "statusCode",
    "responseCode",
    "message",
    "headers",
    "responseMessage",
  ],
]);

function propertyOfUnknown(value: UnknownValue, name: string): Value | undefined {
  if (value.shape?.declares?.(name) || isEntry(value)) return undefined;
  if (name === "entries") return entriesOfUnknown(value);
  if (SAME.has(name)) return value.source.reason === "response" ? value : undefined;
  if (STATUS.has(name) && value.source.reason === "response" && value.path.length === 0)
    return opaque("computed", name);
  return undefined;
}

/** Methods that give the value in another form, or a part of the list that counts as the list. */
const GIVES_ITSELF: ReadonlySet<string> = new Set([
  ...["bodyAsText", "readText", "bufferedReader", "reader", "readBytes", "bodyAsChannel", "readRawBytes"],
  ...["use", "awaitSingle", "awaitSingleOrNull", "awaitFirst", "awaitFirstOrNull", "await", "awaitResponse"],
  ...[
    "orEmpty",
    "asSequence",
    "asIterable",
    "toList",
    "toMutableList",
    "toSet",
    "filterNotNull",
    "toMutableMap",
  ],
  ...[
    "take",
    "drop",
    "reversed",
    "sorted",
    "distinct",
    "toTypedArray",
    "asReversed",
    "toMap",
    "trim",
    "first",
  ],
  ...["getOrThrow", "getOrNull", "getOrDefault", "get", "body", "receive", "awaitBody", "awaitBodyOrNull"],
  ...["awaitAll", "awaitExchange", "decodeToString", "jsonObject", "obj", "array", "array", "component3"],
  ...["awaitString", "awaitStringResult", "retrieve", "toObject", "awaitEntity", "registerKotlinModule"],
]);

/** Methods that make the body of a request of a value, with its type. */
const CONVERTS: ReadonlySet<string> = new Set(["toRequestBody", "toByteArray", "encodeToByteArray"]);

/** Methods of lists, and what the evaluator calls them. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ...["forEach", "map", "filter", "find", "flatMap"].map((name): [string, string] => [name, name]),
  ["mapNotNull", "map"],
  ["onEach", "forEach"],
  ["filterNot", "filter"],
  ["firstOrNull", "find"],
  ["first", "find"],
  ["last", "find"],
  ["lastOrNull", "find"],
  ["single", "find"],
  ["singleOrNull", "find"],
  ["any", "some"],
  ["none", "some"],
  ["all", "every"],
  ["associate", "map"],
  ["associateBy", "map"],
  ["associateWith", "map"],
  ["groupBy", "map"],
  ["sumOf", "map"],
  ["sumBy", "map"],
  ["count", "filter"],
  ["partition", "filter"],
  ["sortedBy", "filter"],
  ["sortedByDescending", "filter"],
  ["maxByOrNull", "find"],
  ["minByOrNull", "find"],
  ["maxBy", "find"],
  ["minBy", "find"],
  ["distinctBy", "filter"],
  ["joinToString", "map"],
  ["takeWhile", "filter"],
  ["dropWhile", "filter"],
]);
/** Methods that give one element, without a condition. */
const ELEMENT: ReadonlySet<string> = new Set([
  ...["first", "firstOrNull", "last", "lastOrNull", "single", "singleOrNull", "random"],
]);

function methodOfUnknown(run: Run, value: UnknownValue, name: string): Value | undefined {
  if (CONVERTS.has(name)) return nativeValue(name, itself);
  const inJavaScript = LISTS.get(name);
  const isElement = ELEMENT.has(name);
  if (inJavaScript === undefined && !isElement && !GIVES_ITSELF.has(name) && name !== "enqueue")
    return attributeOfJvm(run, value, name, true);
  return nativeValue(name, (inner, call) => {
    const [first] = call.args.list;
    if (name === "enqueue" && first) return enqueued(inner, value, first, call);
    if (first && isFunction(first) && inJavaScript !== undefined && !isOfWhole(value, name))
      return callUnknown(inner, memberOfUnknown(value, inJavaScript), call);
    if (isElement && call.args.length === 0)
      return getMember(inner, value, "0", { node: call.node, key: call.node, environment: call.environment });
    if (call.args.length === 0 && GIVES_ITSELF.has(name)) return value;
    const other = attributeOfJvm(inner, value, name, true);
    return other ? callValue(inner, other, call) : callUnknown(inner, memberOfUnknown(value, name), call);
  });
}

/** Models `call.enqueue(callback)`, which calls one of two methods later. */
function enqueued(run: Run, response: Value, callback: Value, call: Parameters<NativeFunction>[1]): Value {
  const method = callback.kind === "object" ? findSlot(run, callback.object, "onResponse")?.value : undefined;
  if (method) callBackPerhaps(run, method, [computed(call, "call"), response], call);
  return computed(call, "enqueue");
}

const listMethod = (name: string): NativeFunction => asInJavaScript("Array", name, 1);

/** Models `list.joinToString(", ") { … }`. */
const joinedTexts: NativeFunction = (run, call) => {
  const elements = call.this.kind === "object" ? elementsOf(run.store.read(call.this.object)) : undefined;
  const lambda = call.args.list.find((one) => isFunction(one));
  const [first] = call.args.list;
  const separator = first && !isFunction(first) ? first : keyword(run, call.args.keywords, "separator");
  if (!elements || call.args.length > 2) return computed(call, "joinToString");
  const between = nullishness(separator) === true ? computedText(", ") : separator;
  return concat(
    run,
    elements.flatMap((one, index) => [
      ...(index > 0 ? [between] : []),
      lambda ? callBack(run, lambda, [one], call) : one,
    ]),
  );
};

const LIST_METHODS: Methods = methodsOf({
  ...Object.fromEntries([...LISTS].map(([name, other]) => [name, listMethod(other)])),
  joinToString: joinedTexts,
});

/** Models a method of lists on a map: its function gets the entries, or in Java a key and a value. */
function ofEntries(name: string): NativeFunction {
  return (run, call) => {
    const action = call.args.list.at(-1);
    const callable = action?.kind === "object" ? action.object.callable : undefined;
    const takesTwo = callable?.kind === "closure" && callable.node.params.length === 2;
    if (call.this.kind !== "object") return computed(call, name);
    const method = takesTwo ? attributeOfJvm(run, call.this, name, true) : methodIn(LIST_METHODS, name);
    const list = takesTwo ? call.this : entriesOf(run, call.this);
    return method ? callValue(run, method, { ...call, this: list }) : computed(call, name);
  };
}

function ofObject(
  run: Run,
  value: ObjectValue,
  name: string,
  isCalled: boolean,
  site: Site,
): Value | undefined {
  const { object } = value;
  const isRecord = /^(?:Object|Array)$/.test(object.className);
  // A method of the same name is called with brackets.
  const getter = isCalled || isRecord ? undefined : getterIn(run, value, name);
  if (getter) {
    const { node, environment } = site;
    const call = { this: value, args: new Arguments([]), node, environment, isNew: false };
    return callValue(run, getter, call);
  }
  // A map has no member that all objects of the evaluator have, such as `toString`.
  if (isRecord ? run.store.read(object).members.has(name) : findSlot(run, object, name)) return undefined;
  if (isCalled) {
    if (isFunctionOfProgram(value))
      return name === "invoke" ? attributeOfJvm(run, value, name, true) : undefined;
    if (object.className === "Array") {
      if (LIST_METHODS.has(name)) return methodIn(LIST_METHODS, name);
      if (GIVES_ITSELF.has(name) && name !== "get") return nativeValue(name, itself);
    }
    if (CONVERTS.has(name)) return nativeValue(name, itself);
    if (object.className === "Object") {
      const own = methodIn(RECORD_METHODS, name);
      if (own) return own;
    }
    return attributeOfJvm(run, value, name, true);
  }
  if (object.className === "Object" && name === "entries") return entriesOf(run, value);
  if (object.className === "Object" && SAME.has(name)) return value;
  return undefined;
}

/** Returns the method of Java that a property reads: `getName` or `isName`. */
function getterIn(run: Run, { object }: ObjectValue, name: string): Value | undefined {
  const end = name.charAt(0).toUpperCase() + name.slice(1);
  for (const method of [`get${end}`, name]) {
    const slot = findSlot(run, object, method);
    if (slot && isFunction(slot.value) && method !== name) return slot.value;
  }
  return undefined;
}

const putNew =
  (make: (run: Run) => ObjectValue): NativeFunction =>
  (run, call) => {
    const made = make(run);
    const key = knownString(run, call.args.at(0));
    const { node, environment } = call;
    const written = node.type === "CallExpression" ? node.arguments[0] : undefined;
    const lambda = call.args.list.at(-1);
    if (call.this.kind === "object" && key !== undefined)
      putMember(run, call.this, key, made, environment.locate(written ?? node));
    if (lambda && isFunction(lambda)) callBack(run, lambda, [made], call);
    return call.this;
  };

function putMember(run: Run, target: ObjectValue, key: string, value: Value, keyPlace: Location): void {
  setMember(run.store, target.object, key, { value, maybeAbsent: false, keyPlace });
}

const RECORD_METHODS: Methods = methodsOf({
  putJsonObject: putNew((run) => makeObject(run, {})),
  putJsonArray: putNew((run) => makeList(run, [])),
  getValue: (run, call) => {
    const key = knownString(run, call.args.at(0));
    return key === undefined
      ? computed(call, "getValue")
      : getMember(run, call.this, key, { node: call.node, key: call.node, environment: call.environment });
  },
  toMap: itself,
  toMutableMap: itself,
  ...Object.fromEntries(
    ["forEach", "map", "mapNotNull", "flatMap", "filter", "joinToString"].map((name) => [
      name,
      ofEntries(name),
    ]),
  ),
  plus: (run, call) => added(run, call.this, call.args.at(0), call) ?? computed(call, "plus"),
});

/** Does what `value.name = …` does to an object of Java: it calls the method that sets it. See `Semantics.setElement`. */
export function setElement(run: Run, value: Single, key: Value, to: Value, site: Site): boolean {
  const name = knownString(run, key);
  if (value.kind !== "object" || name === undefined) return false;
  const { node, environment } = site;
  const call = (args: readonly Value[]) => ({
    this: value,
    args: new Arguments(args),
    node,
    environment,
    isNew: false,
  });
  const own = findSlot(run, value.object, `set${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  if (own && isFunction(own.value)) {
    callValue(run, own.value, call([to]));
    return true;
  }
  const put = value.object.className === "Object" ? undefined : findSlot(run, value.object, "set");
  if (!put || !isFunction(put.value) || findSlot(run, value.object, name)) return false;
  callValue(run, put.value, call([key, to]));
  return true;
}

/** Adds to a list or a map. Undefined for other values. */
function added(run: Run, left: Value, right: Value, site: Place): Value | undefined {
  if (left.kind !== "object") return undefined;
  if (left.object.className === "Array") {
    const list = run.make("Array", undefined);
    appendAll(run, list, left);
    if (right.kind === "object" && right.object.className === "Array") appendAll(run, list, right);
    else pushElement(run.store, list, right);
    return objectValue(list);
  }
  if (left.object.className !== "Object") return undefined;
  const made = makeObject(run, {}, "Object", site.environment.locate(site.node));
  copyMembers(run, made.object, left, { ...site, key: site.node });
  putPair(run, made, right, site);
  return made;
}

/** Evaluates `+` of lists and maps. See `Semantics.operate`. */
export function operate(
  run: Run,
  operator: string,
  left: Single,
  right: Single,
  site: Place,
): Value | undefined {
  if (operator !== "+" || left.kind !== "object") return undefined;
  return added(run, left, right, site) ?? unknown({ reason: "computed", name: "+", born: 0 });
}
