import { EMPTY_TEXT, flatten, knownText, type Text } from "../../facts/text.js";
import { isAnswer } from "../evaluation/answers.js";
import { concat, knownString, toText } from "../evaluation/coerce.js";
import type { Call } from "../evaluation/callable.js";
import { keysInOrder, setMember, type HeapObject } from "../evaluation/heap.js";
import { iterate, iteratorOf } from "../evaluation/iteration.js";
import { getMember, peek } from "../evaluation/members.js";
import { internalSlot, TEXT } from "../evaluation/member-tables.js";
import type { Run } from "../evaluation/run.js";
import {
  EMPTY,
  computedText,
  mapAlternatives,
  nullishness,
  objectValue,
  scalar,
  textOf,
  UNDEFINED,
  type Single,
  type Value,
} from "../evaluation/value.js";
import { changedQuery, encoded, encodedText, type QueryChange } from "./query-text.js";
import { computed, definePrototype, nativeValue, type NativeFunction } from "./native.js";

/** The query as text is all that is kept of the parameters. */
const QUERY = TEXT;

/** The response of which they are made. */
const RESPONSE = internalSlot("response");

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
    const given = call.args.at(0);
    if (isAnswer(given)) {
      run.recorder.escapes.inText(run, "URLSearchParams", given, call);
      setMember(run.store, made, RESPONSE, { value: given, maybeAbsent: false });
    }
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

/** A method that changes the query; what it makes is unknown if `apply` returns nothing. */
function changing(apply: (run: Run, query: Single, call: Call) => Value | undefined): NativeFunction {
  return (run, call) => {
    if (call.this.kind !== "object") return UNDEFINED;
    const query = peek(run, call.this, QUERY);
    const changed = mapAlternatives(query, (single) => apply(run, single, call) ?? computed(call, "query"));
    setMember(run.store, call.this.object, QUERY, { value: changed, maybeAbsent: false });
    return UNDEFINED;
  };
}

/** A change of the parameters, made to the query as far as it is known. */
const changingBy = (change: QueryChange): NativeFunction =>
  changing((run, single, call) => {
    const query = changeable(single);
    return query && changedBy(run, query, change, call);
  });

/** Returns a text that may be changed. One that becomes longer with each change would take more and more work. */
export function changeable(single: Single): Text | undefined {
  return single.kind === "text" && flatten(single.text).length <= MAX_LENGTH ? single.text : undefined;
}

/**
 * Returns a query after `set(key, value)`, `append(key, value)` or `delete(key)`, for each value that it may get.
 * Undefined if the key is not known.
 */
export function changedBy(run: Run, query: Text, change: QueryChange, call: Call): Value | undefined {
  const [key, value] = [knownString(run, call.args.at(0)), call.args.at(1)];
  if (key === undefined) return undefined;
  if (change !== "delete")
    return mapAlternatives(value, (one) => textOf(changedQuery(query, change, key, toText(run, one)).parts));
  if (nullishness(value) !== true) return computed(call, "query");
  return textOf(changedQuery(query, change, key, EMPTY_TEXT).parts);
}

const sorting = changing((_run, single) => {
  const known = single.kind === "text" ? knownText(single.text) : undefined;
  if (known === undefined) return undefined;
  const parameters = new URLSearchParams(known);
  parameters.sort();
  return computedText(parameters.toString());
});

function asking(ask: (parameters: URLSearchParams, key: string) => Value): NativeFunction {
  return (run, call) => {
    const key = knownString(run, call.args.at(0));
    const response = peek(run, call.this, RESPONSE);
    if (key !== undefined && isAnswer(response)) {
      const { node, environment } = call;
      const argument = node.type === "CallExpression" ? node.arguments[0] : undefined;
      run.recorder.perhaps(() => {
        getMember(run, response, key, { node, key: argument ?? node, environment });
      });
    }
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
    set: changingBy("set"),
    append: changingBy("append"),
    delete: changingBy("delete"),
    sort: sorting,
    get: asking((parameters, key) => {
      const found = parameters.get(key);
      return found === null ? scalar(null) : computedText(found);
    }),
    has: asking((parameters, key) => scalar(parameters.has(key))),
    toString: (run: Run, call: Call) => peek(run, call.this, QUERY),
  });
}
