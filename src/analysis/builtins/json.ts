import { parseTree, type Node as JsonNode } from "jsonc-parser";
import { SourceText } from "../../core/source-text.js";
import { knownText, type Text } from "../../facts/text.js";
import type { Tree } from "../../facts/tree.js";
import type { Call } from "../evaluation/callable.js";
import { copiedSlot, setMember, type Slot } from "../evaluation/heap.js";
import { callByItself } from "../evaluation/implicit-calls.js";
import { findSlot, getMember, makeList, peek, type Site } from "../evaluation/members.js";
import { TEXT, internalSlot, makeContent } from "../evaluation/member-tables.js";
import type { Run } from "../evaluation/run.js";
import { emptyFieldOf, valueOfField } from "../evaluation/empty-fields.js";
import {
  UNDEFINED,
  alternatives,
  opaque,
  choice,
  computedText,
  mapAlternatives,
  memberOfUnknown,
  objectValue,
  scalar,
  unknownOf,
  wholeOf,
  type ObjectValue,
  type Single,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";
import { EMBEDDED_LIMITS, tooDeep } from "../depth-guard.js";
import { treeOfJson } from "../recording/json-text.js";
import { jsonModule } from "./json-modules.js";
import { joinedTrees, valueOfTree } from "./json-values.js";
import { readColumns, rowOf } from "./columns.js";
import { computed, nativeObject, nativeValue, natives } from "./native.js";

/** Text that `JSON.stringify` made keeps the value it was made of, for a body that is sent or read again. */
const STRINGIFIED = internalSlot("json");

const MAX_DEPTH = 12;

export function jsonObject(): ObjectValue {
  return nativeObject("JSON", jsonFunctions());
}

/** Models `json-bigint`, with or without options: JSON except for numbers. https://github.com/sidorares/json-bigint */
export function bigNumbersJson(): ObjectValue {
  return nativeValue("JSONbig", () => jsonObject(), jsonFunctions());
}

function jsonFunctions(): Record<string, Value> {
  return natives({
    stringify: (run, call) => stringify(run, call),
    parse: (run, call) => {
      const value = mapAlternatives(call.args.at(0), (single) => parseJson(run, single, call));
      if (call.args.length < 2) return value;
      run.recorder.searches.revived(value, call.args.at(1), call);
      run.recorder.fileReads.usesText(run, call.args.at(0), "JSON.parse", call);
      return changedBy(run, call, value);
    },
  });
}

/** A function that is asked for each value on the way may put another in its place. */
function changedBy(run: Run, call: Call, value: Value): Value {
  const asked = [computed(call, "key"), computed(call, "value")];
  callByItself(run, call.args.at(1), UNDEFINED, asked);
  return value.kind === "unknown" ? value : computed(call, "JSON");
}

function stringify(run: Run, call: Call): Value {
  run.recorder.escapes.madeJson(run, call);
  const field = emptyFieldOf(call.args.at(0));
  if (field) return valueOfField(field);
  const value = jsonOf(run, call.args.at(0), call, 0);
  const isPlain = call.args.length === 1 && !call.args.rest;
  const printed = isPlain ? print(run, value) : undefined;
  // Numbers, strings and the like are texts like any other; only objects are worth keeping.
  if (printed !== undefined && alternatives(value).every((single) => single.kind !== "object"))
    return computedText(printed);
  if (isPlain && value.kind === "scalar" && value.value === undefined) return UNDEFINED;
  const replacer = call.args.at(1);
  const isWhole = replacer.kind === "scalar" && !call.args.rest;
  // A list of names: what is printed is read, in the value and in its elements.
  if (replacer.kind === "object" && !replacer.object.callable)
    for (const one of [value, rowOf(run, value)]) if (one) readColumns(run, one, replacer, call);
  const text = jsonText(run, isWhole ? value : computed(call, "JSON"), call);
  if (printed !== undefined)
    setMember(run.store, text.object, TEXT, { value: computedText(printed), maybeAbsent: false });
  return text;
}

/** Makes the text of a value that JSON can hold and that nothing changes any more. */
export function jsonText(run: Run, value: Value, call: Call): ObjectValue {
  const text = run.make("JSON text", call.environment.locate(call.node));
  setMember(run.store, text, STRINGIFIED, { value, maybeAbsent: false });
  return objectValue(text);
}

/** Copies the present value, as far as JSON can hold it: what is sent no longer changes with the object. */
function jsonOf(run: Run, value: Value, call: Call, depth: number): Value {
  return mapAlternatives(value, (single) => {
    if (single.kind !== "object" || depth > MAX_DEPTH) return single;
    const { object } = single;
    if (object.callable) return UNDEFINED;
    if (object.className === "JSON text") return single;
    const inner = run.store.read(object).symbols.get(TEXT);
    if (inner) return inner.value;
    const toJson = findSlot(run, object, "toJSON");
    if (toJson) {
      const given = callByItself(run, toJson.getter ?? toJson.value, single);
      const isPlain = !toJson.getter && !toJson.maybeAbsent && alternatives(given).length === 1;
      return isPlain ? jsonOf(run, given, call, depth + 1) : computed(call, "toJSON");
    }
    if (!run.mayUnfold(single.object, depth === 0)) return opaque("limit", "parts");
    const copy = run.make(object.className === "Array" ? "Array" : "Object", object.place);
    if (HOLD_NOTHING.has(object.className)) return objectValue(copy);
    const content = run.store.read(object);
    const members = new Map<string, Slot>();
    const site: Site = { node: call.node, key: call.node, environment: call.environment };
    for (const [key, slot] of content.members) {
      if (slot.isHidden === "surely") continue;
      const held = slot.getter ? getMember(run, single, key, site) : slot.value;
      const copied = copiedSlot(slot, jsonOf(run, held, call, depth + 1));
      members.set(key, slot.isHidden ? { ...copied, maybeAbsent: true } : copied);
    }
    run.store.write(copy, {
      ...makeContent(),
      members,
      rest: content.rest.map((held) => jsonOf(run, held, call, depth + 1)),
      open: [...content.open],
      ...(content.unordered ? { unordered: true } : {}),
    });
    return objectValue(copy, single.hops);
  });
}

const HOLD_NOTHING = new Set(["Map", "Set", "Headers", "Promise", "URLSearchParams"]);

/** The text itself, where all of the value is known; a copy that `jsonOf` made is what is printed. */
function print(run: Run, value: Value): string | undefined {
  const plain = plainOf(run, value, 0);
  if (!plain) return undefined;
  const printed = JSON.stringify(plain.value) as string | undefined;
  return printed !== undefined && printed.length > MAX_PRINTED ? undefined : printed;
}

/** A text in a text doubles its quotation marks each time; what is printed of a value is no longer than this. */
const MAX_PRINTED = 100_000;

function plainOf(run: Run, value: Value, depth: number): { readonly value: unknown } | undefined {
  switch (value.kind) {
    case "text": {
      const known = knownText(value.text);
      return known === undefined || known.length > MAX_PRINTED ? undefined : { value: known };
    }
    case "scalar":
      return typeof value.value === "bigint" || value.emptyField ? undefined : { value: value.value };
    case "object":
      // Farther in, the copy holds the objects of the program.
      return depth > MAX_DEPTH ? undefined : plainOfObject(run, value, depth);
    default:
      return undefined;
  }
}

function plainOfObject(
  run: Run,
  { object }: ObjectValue,
  depth: number,
): { readonly value: unknown } | undefined {
  if (object.className !== "Array" && object.className !== "Object") return undefined;
  const { members, rest, open, unordered } = run.store.read(object);
  if (rest.length + open.length > 0 || unordered) return undefined;
  const made: Record<string, unknown> | unknown[] = object.className === "Array" ? [] : {};
  for (const [key, slot] of members) {
    const held = slot.maybeAbsent ? undefined : plainOf(run, slot.value, depth + 1);
    if (!held || key === "__proto__") return undefined;
    (made as Record<string, unknown>)[key] = held.value;
  }
  return { value: made };
}

/** Parses each alternative. Objects that are written at one place become one, whose members have alternatives. */
export function parseEach(run: Run, value: Value, call: Call): Value {
  const trees: Tree[] = [];
  const others: Value[] = [];
  for (const single of alternatives(value)) {
    const tree = single.kind === "text" ? treeOfJson(single.text) : undefined;
    if (tree) trees.push(tree);
    else others.push(parseJson(run, single, call));
  }
  return choice([...joinedTrees(trees).map((tree) => valueOfTree(run, tree)), ...others]);
}

export function parseJson(run: Run, value: Single, call: Call): Value {
  if (value.kind === "unknown") return memberOfUnknown(value, "parse()");
  if (value.kind === "object") {
    const bytes = value.object.className === "Buffer" ? peek(run, value, TEXT) : UNDEFINED;
    if (bytes.kind === "text") return parseJson(run, bytes, call);
    const kept = unwrapJson(run, value);
    return kept ? revived(run, kept, 0) : computed(call, "JSON");
  }
  const received = value.kind === "text" ? receivedIn(value.text) : undefined;
  if (received) return memberOfUnknown(received, "parse()");
  const file = value.kind === "text" ? fileWrittenIn(run, value.text) : undefined;
  if (file) return jsonModule(run, file) ?? computed(call, "JSON");
  const read = value.kind === "text" ? treeOfJson(value.text) : undefined;
  if (read) return valueOfTree(run, read);
  const known = value.kind === "text" ? knownText(value.text) : undefined;
  const tree =
    known === undefined || tooDeep(known, false, EMBEDDED_LIMITS) !== undefined
      ? undefined
      : parseTree(known);
  return tree ? fromJson(run, tree) : computed(call, "JSON");
}

/** Returns the data file whose whole content is this text. Undefined for other texts. */
export function fileWrittenIn(run: Run, { parts: [first, ...others] }: Text): SourceText | undefined {
  if (first?.kind !== "segment" || others.length > 0 || first.written?.exact !== true) return undefined;
  const { path, start } = first.written;
  return start === 0 && run.language.grammarFor(path) === undefined
    ? new SourceText(path, first.text)
    : undefined;
}

/** Returns the value that is read back: a new copy, without the parts that JSON leaves out. */
function revived(run: Run, value: Value, depth: number): Value {
  return mapAlternatives(value, (single) => {
    if (single.kind !== "object" || single.object.callable || depth > MAX_DEPTH) return single;
    if (!run.mayUnfold(single.object, depth === 0)) return opaque("limit", "parts");
    const { object } = single;
    const copy = run.make(object.className, object.place);
    const content = run.store.read(object);
    const kept = new Map<string, Slot>();
    for (const [key, slot] of content.members) {
      const given = alternatives(slot.value).filter(
        (one) => one.kind !== "scalar" || one.value !== undefined,
      );
      const isList = object.className === "Array";
      if (given.length === 0 && !isList) continue;
      const value = given.length === 0 ? scalar(null) : revived(run, choice(given), depth + 1);
      kept.set(key, {
        ...slot,
        value,
        maybeAbsent: slot.maybeAbsent || given.length < alternatives(slot.value).length,
      });
    }
    run.store.write(copy, {
      ...makeContent(),
      members: kept,
      rest: content.rest.map((held) => revived(run, held, depth + 1)),
      open: [...content.open],
      ...(content.unordered ? { unordered: true } : {}),
    });
    return objectValue(copy, single.hops);
  });
}

/** The response that a text is nothing but a part of: what was gathered from its pieces by hand. */
function receivedIn(text: Text): UnknownValue | undefined {
  const [first, ...others] = text.parts.filter((part) => part.kind === "hole" || part.text.trim() !== "");
  const value = first?.kind === "hole" ? unknownOf(first) : undefined;
  return value?.source.reason === "response" && others.every((part) => part.kind === "hole")
    ? wholeOf(value)
    : undefined;
}

/** Returns the value that a JSON text was made from. Undefined for other values. */
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
