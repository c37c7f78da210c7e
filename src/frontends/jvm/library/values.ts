import { recordParts } from "../../../analysis/recording/made-texts.js";
import { ownerOf } from "../../../analysis/evaluation/answers.js";
import { computed, itself, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { isInteresting } from "../../../analysis/recording/opaque-requests.js";
import { filledPieces } from "../../../analysis/evaluation/filled-text.js";
import { elementsOf, HeapObject, pushElement, setMember } from "../../../analysis/evaluation/heap.js";
import { findSlot, getMember, makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import { nextEntry } from "../../../analysis/evaluation/record-keys.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  isFunction,
  memberOfUnknown,
  nullishness,
  objectValue,
  type ObjectValue,
  type Single,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { callItself, isFunctionOfProgram, ofLanguage } from "../../lowered/methods.js";
import { FIELDS } from "./http-headers.js";
import { ofEntries } from "./maps.js";
import { throughMono } from "./mono.js";
import { intoList, intoMap } from "./nested-values.js";
import { parsedText } from "../../lowered/read-files.js";
import { FILE_METHODS } from "./files.js";

/** The slot with the body of a request entity. `headersOf` reads its headers. */
const ENTITY_BODY = internalSlot("entity body");
const ENTITY_HEADERS = internalSlot("entity headers");

export const entity: NativeFunction = (run, call) => {
  const [first, second] = [call.args.at(0), call.args.at(1)];
  // `new HttpEntity<>(headers)` has no body.
  const isHeaders = call.args.length === 1 && isHeaderMap(first);
  const object = new HeapObject("HttpEntity", call.environment.locate(call.node));
  setMember(run.store, object, ENTITY_BODY, { value: isHeaders ? UNDEFINED : first, maybeAbsent: false });
  setMember(run.store, object, ENTITY_HEADERS, { value: isHeaders ? first : second, maybeAbsent: false });
  return objectValue(object);
};

/** Makes a body that has its type with it. */
export function typedEntity(run: Run, call: Call, type: Value): Value {
  const object = new HeapObject("HttpEntity", call.environment.locate(call.node));
  const headers = makeObject(run, { "Content-Type": type }, "Map of Java");
  setMember(run.store, object, ENTITY_BODY, { value: call.args.at(0), maybeAbsent: false });
  setMember(run.store, object, ENTITY_HEADERS, { value: headers, maybeAbsent: false });
  return objectValue(object);
}

function isHeaderMap(value: Value): boolean {
  return alternatives(value).some(
    (single) => single.kind === "object" && single.object.className === "Headers of Java",
  );
}

/** Returns the body that is sent: the content of an entity, or the value itself. */
export function bodyOf(run: Run, value: Value): Value {
  return choice(
    alternatives(value).map((single) =>
      single.kind === "object" && single.object.className === "HttpEntity"
        ? peek(run, single, ENTITY_BODY)
        : single,
    ),
  );
}

/** Returns the headers of an entity or of a map of headers. */
export function headersOf(run: Run, value: Value): Value[] {
  return alternatives(value).flatMap((single) => {
    if (single.kind !== "object") return [];
    if (single.object.className === "HttpEntity") {
      const headers = peek(run, single, ENTITY_HEADERS);
      return nullishness(headers) === true ? [] : headersOf(run, headers);
    }
    if (single.object.className === "Headers of Java") return [peek(run, single, FIELDS)];
    return single.object.className === "Map of Java" ? [single] : [];
  });
}

/** Models `HashMap`, `JSONObject` and `ObjectNode`: a record. Its methods are in `attribute`. */
export const record: NativeFunction = (run, call) => {
  const [given] = call.args.list;
  // A text that is parsed is what it says: of a response it is the response.
  if (given && alternatives(given).every(({ kind }) => kind === "unknown")) return given;
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  const read = given && parsedText(run, given, call);
  if (read?.kind === "object")
    for (const [key, slot] of run.store.read(read.object).members)
      setMember(run.store, made.object, key, slot);
  return made;
};

/** Models `Map.of(key, value, …)`. */
export const mapOf: NativeFunction = (run, call) => {
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  for (let index = 0; index + 1 < call.args.length; index += 2)
    putMember(run, made, call.args.at(index), call.args.at(index + 1), call, index);
  return made;
};

export const list: NativeFunction = (run, call) => {
  const [first] = call.args.list;
  const isCopy = call.args.length === 1 && first?.kind === "object" && first.object.className === "Array";
  return isCopy ? first : makeList(run, call.args.list, call.environment.locate(call.node));
};

export const emptyList: NativeFunction = (run, call) => {
  const [first] = call.args.list;
  const isCopy = first?.kind === "object" && first.object.className === "Array";
  return isCopy ? first : makeList(run, [], call.environment.locate(call.node));
};

/** Sets a member whose key is an argument of the call, by default the first one. */
function putMember(run: Run, target: Value, key: Value, value: Value, call: Call, index = 0): void {
  const name = knownString(run, key);
  if (target.kind !== "object") return;
  const keyPlace = call.environment.locate(argumentNodes(call)[index] ?? call.node);
  if (name !== undefined) setMember(run.store, target.object, name, { value, maybeAbsent: false, keyPlace });
}

function argumentNodes({ node }: Call) {
  return node.type === "CallExpression" ? node.arguments : [];
}

/** A value under a key, read where the key is written. */
function read(run: Run, value: Value, key: Value, call: Call): Value {
  const name = knownString(run, key);
  if (name === undefined) return computed(call, "get");
  const [first] = argumentNodes(call);
  const path = name.startsWith("/")
    ? name.slice(1).split("/")
    : name.startsWith("$.")
      ? name.slice(2).split(".")
      : [name];
  return path.reduce<Value>(
    (object, step) =>
      getMember(run, object, step, {
        node: call.node,
        key: first ?? call.node,
        environment: call.environment,
      }),
    value,
  );
}

/** Methods that read a member, of JSON and of maps. */
const READS =
  /^(?:get|opt|path|at|read|find(?:Value|Path)?|required)(?:String|Text|JSONObject|JSONArray|JsonObject|JsonArray|AsJson(?:Object|Array|Primitive)|AsString|Int|Integer|Long|Boolean|Double|Value|OrDefault)?$/;
const WRITES: ReadonlySet<string> = new Set([
  "put",
  "add",
  "addProperty",
  "set",
  "accumulate",
  "append",
  "putIfAbsent",
]);
/** Methods that give the value in another form. */
const SAME: ReadonlySet<string> = new Set([
  ...[
    "toString",
    "asText",
    "textValue",
    "getAsString",
    "body",
    "string",
    "getBody",
    "bytes",
    "byteStream",
    "charStream",
  ],
  ...["toJSONString", "toPrettyString", "getAsJsonObject", "getAsJsonArray", "asJsonObject", "toEntity"],
  ...[
    "block",
    "join",
    "get",
    "orElse",
    "orElseThrow",
    "orElseGet",
    "toBodilessEntity",
    "bodyToMono",
    "bodyTo",
    "retrieve",
  ],
  ...[
    "elements",
    "iterator",
    "spliterator",
    "stream",
    "toList",
    "execute",
    "readEntity",
    "getEntity",
    "getContent",
    "build",
  ],
  ...["readLine", "readAllBytes", "next", "nextLine", "useDelimiter"],
  ...["writeValueAsString", "asString", "extract", "as", "toObject", "collectList"],
]);

/** Methods of streams and lists, and what they are called in JavaScript. */
const STREAMS: ReadonlyMap<string, string> = new Map([
  ["anyMatch", "some"],
  ["allMatch", "every"],
  ["noneMatch", "some"],
  ["peek", "filter"],
  ["takeWhile", "filter"],
  ["dropWhile", "filter"],
  ["removeIf", "filter"],
  ["forEachRemaining", "forEach"],
]);

/** Methods that functional interfaces have beside the one that is given as a function. */
const OF_ALL_FUNCTIONS: ReadonlySet<string> = new Set([
  ...["andThen", "compose", "negate", "and", "or", "reversed", "thenComparing"],
  ...["equals", "hashCode", "toString", "getClass"],
]);

const CALL_ITSELF = ofLanguage("call", callItself);

/** Models methods of values. See `Semantics.attribute`. */
export function attribute(run: Run, value: Single, name: string, isCalled: boolean): Value | undefined {
  if (!isCalled) return undefined;
  if (value.kind === "text") return TEXTS.get(name) ?? FILE_METHODS.get(name);
  // The method of a functional interface is the function that is given, under any name.
  if (isFunctionOfProgram(value) && !OF_ALL_FUNCTIONS.has(name)) return CALL_ITSELF;
  const isRecord =
    value.kind === "unknown" ||
    (value.kind === "object" && /^(?:Object|Array)$/.test(value.object.className));
  if (!isRecord) return value.kind === "object" ? accessor(run, value, name) : undefined;
  return nativeValue(name, (run, call) => method(run, call, value, name));
}

/** `getName()`, `isName()` and `setName(value)` as Lombok writes them, and `name()` of a record. */
function accessor(run: Run, value: ObjectValue, name: string): Value | undefined {
  const own = findSlot(run, value.object, name);
  if (own && isFunction(own.value)) return undefined;
  const [, verb, rest] = /^(get|is|set)([A-Z]\w*)$/.exec(name) ?? [];
  const field = rest === undefined ? name : rest.charAt(0).toLowerCase() + rest.slice(1);
  if (!findSlot(run, value.object, field)) return undefined;
  return nativeValue(name, (inner, call) => {
    if (verb !== "set") return peek(inner, value, field);
    setMember(inner.store, value.object, field, { value: call.args.at(0), maybeAbsent: false });
    return value;
  });
}

function method(run: Run, call: Call, value: Single, name: string): Value {
  const [first, second] = [call.args.at(0), call.args.at(1)];
  const count = call.args.length;
  // Of JSON that was printed; the argument is an encoding, and not a key.
  if (name === "getBytes") return value;
  const isList = value.kind === "object" && value.object.className === "Array";
  if (isList) return ofList(run, call, value, name);
  const ofMap =
    value.kind === "object"
      ? (ofEntries(run, call, value, name) ?? intoMap(run, call, value, name))
      : undefined;
  if (ofMap) return ofMap;
  // `client.get(url)`: a URL is not the name of a member.
  if (value.kind === "unknown" && value.source.request === undefined && isInteresting(run, first))
    return callUnknown(run, memberOfUnknown(value, name), call);
  if (count >= 1 && READS.test(name) && knownString(run, first) !== undefined) {
    const found = read(run, value, first, call);
    return count > 1 && nullishness(found) !== false ? choice([found, second]) : found;
  }
  if (count === 2 && WRITES.has(name) && value.kind === "object") {
    putMember(run, value, first, second, call);
    return value;
  }
  if (name === "concat") return concat(run, [value, ...call.args.list]);
  if (value.kind === "unknown") {
    if (name === "lines") return memberOfUnknown(value, LINES);
    const ofMono = throughMono(run, call, value, name);
    if (ofMono) return ofMono;
    if (name === "collect")
      return collected(value, first) ?? callUnknown(run, memberOfUnknown(value, name), call);
  }
  if (SAME.has(name) || (name.startsWith("as") && count === 0)) {
    // `scanner.useDelimiter("…")`
    if (value.kind === "unknown") run.recorder.searches.called(memberOfUnknown(value, name), call);
    return value.kind === "unknown" && name === "next" ? nextEntry(value) : value;
  }
  const key = count === 0 ? propertyOf(value, name) : undefined;
  if (key !== undefined) {
    const { node, environment } = call;
    const at =
      node.type === "CallExpression" && node.callee.type === "MemberExpression" ? node.callee.property : node;
    return getMember(run, value, key, { node, key: at, environment });
  }
  return value.kind === "unknown"
    ? callUnknown(run, memberOfUnknown(value, STREAMS.get(name) ?? name), call)
    : computed(call, name);
}

/** Returns the property that a method gives: `getName()` of a bean, `name()` of a record that is known. */
function propertyOf(value: Single, name: string): string | undefined {
  if (value.kind === "unknown" && value.shape?.declares?.(name)) return name;
  const property = /^(?:get|is)([A-Z]\w*)$/.exec(name)?.[1];
  return property && property.charAt(0).toLowerCase() + property.slice(1);
}

/** The step from a text to its lines. */
const LINES = "lines()";

/** Models `stream.collect(Collectors.toList())` and `text.lines().collect(Collectors.joining("\n"))`. */
function collected(stream: UnknownValue, collector: Value): Value | undefined {
  const how = collector.kind === "unknown" ? collector.path.at(-1) : undefined;
  if (how === "toList()" || how === "toSet()") return stream;
  return stream.path.at(-1) === LINES ? ownerOf(stream) : undefined;
}

function ofList(run: Run, call: Call, value: Single & { kind: "object" }, name: string): Value {
  const [first] = call.args.list;
  if ((name === "add" || name === "put") && call.args.length === 1 && first) {
    pushElement(run.store, value.object, first);
    return value;
  }
  const added = intoList(run, call, value, name);
  if (added) return added;
  if (SAME.has(name) && call.args.length === 0) return value;
  const index = first?.kind === "scalar" ? first.value : undefined;
  if (/^(?:get|opt)/.test(name) && typeof index === "number") {
    const elements = elementsOf(run.store.read(value.object));
    return elements?.[index] ?? computed(call, name);
  }
  return computed(call, name);
}

/** Methods of texts that JavaScript has not, or means otherwise. */
const TEXTS: ReadonlyMap<string, Value> = new Map(
  Object.entries<NativeFunction>({
    concat: (run, call) => concat(run, [call.this, ...call.args.list]),
    formatted: (run, call) => format(run, call.this, call.args.list, call),
    toString: itself,
    strip: itself,
    trim: itself,
    intern: itself,
    getBytes: itself,
    stripIndent: itself,
    toCharArray: itself,
    isEmpty: (_run, call) => computed(call, "isEmpty"),
    isBlank: (_run, call) => computed(call, "isBlank"),
  }).map(([name, native]) => [name, nativeValue(name, native)]),
);

/** Models `String.format("…%s…", …)` for `%s` and `%d`. */
export function format(run: Run, template: Value, values: readonly Value[], call: Call): Value {
  const [text] = alternatives(template);
  if (text?.kind !== "text" || knownString(run, template) === undefined) return computed(call, "format");
  recordParts(run, "format", values, call);
  let next = 0;
  const pieces = filledPieces(text.text, VERB, ([, position, verb]) => {
    if (verb === "%") return computedText("%");
    if (verb === "n") return computedText("\n");
    const index = position === undefined ? next++ : Number(position) - 1;
    return values[index] ?? computed(call, "format");
  });
  return concat(run, pieces);
}

/** Models `MessageFormat.format("…{0}…", …)`; a text between apostrophes is written as it is. */
export function formatMessage(run: Run, template: Value, values: readonly Value[], call: Call): Value {
  if (template.kind !== "text" || knownString(run, template) === undefined) return computed(call, "format");
  const pieces = filledPieces(template.text, PLACEHOLDER, ([whole, quoted, position]) => {
    if (whole === "''") return computedText("'");
    if (quoted !== undefined) return computedText(quoted);
    return values[Number(position)] ?? computed(call, "format");
  });
  return concat(run, pieces);
}

const PLACEHOLDER = /''|'([^']*)(?:'|$)|\{(\d+)[^{}]*\}/g;
const VERB = /%(?:(\d+)\$)?([a-zA-Z%])|%[^a-zA-Z%]+[a-zA-Z]/g;
