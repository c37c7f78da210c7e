import { concatTexts, knownText, type Text } from "../../facts/text.js";
import { concat, knownString, toText } from "../evaluation/coerce.js";
import type { Call } from "../evaluation/callable.js";
import { keysInOrder, setMember, type HeapObject } from "../evaluation/heap.js";
import { iterate, iteratorOf } from "../evaluation/iteration.js";
import { getMember, peek } from "../evaluation/members.js";
import { TEXT } from "../evaluation/member-tables.js";
import type { Run } from "../evaluation/run.js";
import {
  EMPTY,
  computedText,
  mapAlternatives,
  objectValue,
  scalar,
  UNDEFINED,
  type Single,
  type Value,
} from "../evaluation/value.js";
import { computed, definePrototype, nativeValue, type NativeFunction } from "./native.js";

/** The query as text is all that is kept of the parameters. */
const QUERY = TEXT;

/** Longer queries are not taken apart. */
const MAX_LENGTH = 2000;

/** Models `new URLSearchParams(…)` of a text, pairs, or an object. */
export function searchParamsConstructor(): Value {
  return nativeValue("URLSearchParams", (run, call) => {
    const made = run.make("URLSearchParams", call.environment.locate(call.node));
    setMember(run.store, made, QUERY, {
      value: mapAlternatives(iteratorOf(run, call.args.at(0)), (single) => queryOf(run, single, call)),
      maybeAbsent: false,
    });
    return objectValue(made);
  });
}

function queryOf(run: Run, source: Single, call: Call): Value {
  if (source.kind === "scalar" && source.value === undefined) return EMPTY;
  if (source.kind === "text") {
    const known = knownText(source.text);
    return known === undefined || known.length > MAX_LENGTH
      ? computed(call, "query")
      : computedText(new URLSearchParams(known).toString());
  }
  if (source.kind !== "object") return computed(call, "query");
  const pairs = pairsOf(run, source.object, call);
  if (!pairs) return computed(call, "query");
  const pieces = pairs.flatMap(([key, value], index) => [
    computedText(`${index > 0 ? "&" : ""}${encoded(key)}=`),
    mapAlternatives(value, (single): Value => ({ kind: "text", text: encodedText(toText(run, single)) })),
  ]);
  return concat(run, pieces);
}

function pairsOf(run: Run, object: HeapObject, call: Call): [string, Value][] | undefined {
  const value = objectValue(object);
  if (object.className === "URLSearchParams") return undefined;
  if (object.className !== "Object") {
    const pairs = iterate(run, value).known?.map((pair): [string | undefined, Value] => [
      knownString(run, peek(run, pair, "0")),
      peek(run, pair, "1"),
    ]);
    return pairs?.every((pair): pair is [string, Value] => pair[0] !== undefined) ? pairs : undefined;
  }
  const site = { node: call.node, key: call.node, environment: call.environment };
  return keysInOrder(run.store.read(object))?.map((key) => [key, getMember(run, value, key, site)]);
}

/** As a query holds it: a form's way, with `+` for a space. */
function encoded(text: string): string {
  return new URLSearchParams({ k: text }).toString().slice("k=".length);
}

function encodedText(text: Text): Text {
  return concatTexts(
    text.parts.map((part): Text => {
      if (part.kind === "hole") return { kind: "text", parts: [part] };
      const made = encoded(part.text);
      return made === part.text ? { kind: "text", parts: [part] } : computedText(made).text;
    }),
  );
}

/** A change of the parameters, made to the query as it is known. */
function changing(change: (parameters: URLSearchParams, key: string, value: string) => void): NativeFunction {
  return (run, call) => {
    if (call.this.kind !== "object") return UNDEFINED;
    const { object } = call.this;
    const [key, value] = [knownString(run, call.args.at(0)), knownString(run, call.args.at(1))];
    const changed = mapAlternatives(peek(run, call.this, QUERY), (single) => {
      const known = single.kind === "text" ? knownText(single.text) : undefined;
      if (known === undefined || key === undefined || value === undefined) return computed(call, "query");
      const parameters = new URLSearchParams(known);
      change(parameters, key, value);
      return computedText(parameters.toString());
    });
    setMember(run.store, object, QUERY, { value: changed, maybeAbsent: false });
    return UNDEFINED;
  };
}

function asking(ask: (parameters: URLSearchParams, key: string) => Value): NativeFunction {
  return (run, call) => {
    const key = knownString(run, call.args.at(0));
    return mapAlternatives(peek(run, call.this, QUERY), (single) => {
      const known = single.kind === "text" ? knownText(single.text) : undefined;
      return known === undefined || key === undefined || call.args.length !== 1
        ? computed(call, "query parameter")
        : ask(new URLSearchParams(known), key);
    });
  };
}

export function defineSearchParamsPrototype(prototype: HeapObject): void {
  definePrototype(prototype, {
    set: changing((parameters, key, value) => parameters.set(key, value)),
    append: changing((parameters, key, value) => parameters.append(key, value)),
    delete: changing((parameters, key) => parameters.delete(key)),
    sort: changing((parameters) => parameters.sort()),
    get: asking((parameters, key) => {
      const found = parameters.get(key);
      return found === null ? scalar(null) : computedText(found);
    }),
    has: asking((parameters, key) => scalar(parameters.has(key))),
    toString: (run: Run, call: Call) => peek(run, call.this, QUERY),
  });
}
