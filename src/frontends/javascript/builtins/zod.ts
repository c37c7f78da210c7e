import { HeapObject, isInternal, mergeUnknown, setMember } from "../evaluation/heap.js";
import { copyMembers, makeObject, peek } from "../evaluation/members.js";
import type { Call } from "../evaluation/callable.js";
import type { Run } from "../evaluation/run.js";
import {
  UNDEFINED,
  choice,
  nullishness,
  objectValue,
  type ObjectValue,
  type Value,
} from "../evaluation/value.js";
import { makePromise } from "./promises.js";
import { callBack, computed, nativeObject, nativeValue, natives } from "./native.js";

const STANDARD = "[[default]]";
const SHAPE = "[[shape]]";
const INNER = "[[inner]]";
const CHANGE = "[[change]]";

/**
 * `z` of zod: what a schema lets through is what it was given, with the values that the schema says for want of others.
 * https://zod.dev/api
 */
function schemas(): ObjectValue {
  const z = nativeObject("zod", {
    object: nativeValue("object", (run, call) => schema(run, call, call.args.at(0))),
    strictObject: nativeValue("strictObject", (run, call) => schema(run, call, call.args.at(0))),
  });
  const leaf = nativeValue("schema", (run, call) => schema(run, call, UNDEFINED));
  z.object.lazyMember = (key) => {
    if (key === "z" || key === "default" || key === "coerce") return z;
    return key === "object" || key === "strictObject" || isInternal(key) ? undefined : leaf;
  };
  return z;
}

/** A schema: every method that is not listed says more of it and gives the schema. */
function schema(run: Run, call: Call, shape: Value): ObjectValue {
  const made = new HeapObject("Schema", call.environment.locate(call.node));
  const self = objectValue(made);
  const same = nativeValue("refine", () => self);
  const members = natives({
    default: (inner, telling) => {
      setMember(inner.store, made, STANDARD, { value: telling.args.at(0), maybeAbsent: false });
      return self;
    },
    parse: (inner, parsing) => passed(inner, self, parsing.args.at(0), parsing),
    parseAsync: (inner, parsing) => makePromise(inner, passed(inner, self, parsing.args.at(0), parsing)),
    safeParse: (inner, parsing) => result(inner, self, parsing),
    safeParseAsync: (inner, parsing) => makePromise(inner, result(inner, self, parsing)),
    transform: (inner, telling) => changing(inner, telling, self, telling.args.at(0)),
    pipe: (inner, telling) => changing(inner, telling, self, peek(inner, telling.args.at(0), "parse")),
    extend: (inner, telling) => schema(inner, telling, joined(inner, shape, telling.args.at(0), telling)),
    merge: (inner, telling) =>
      schema(inner, telling, joined(inner, shape, peek(inner, telling.args.at(0), SHAPE), telling)),
  });
  for (const [key, value] of Object.entries(members))
    setMember(run.store, made, key, { value, maybeAbsent: false });
  if (nullishness(shape) !== true) setMember(run.store, made, SHAPE, { value: shape, maybeAbsent: false });
  made.lazyMember = (key) => (key in members || isInternal(key) ? undefined : same);
  return self;
}

/** What `safeParse` gives: nobody knows whether it succeeds. */
function result(run: Run, of: Value, call: Call): ObjectValue {
  return makeObject(run, {
    success: computed(call, "success"),
    error: computed(call, "error"),
    data: passed(run, of, call.args.at(0), call),
  });
}

/** A schema that hands what another one lets through to a function, and gives what that makes of it. */
function changing(run: Run, call: Call, inner: Value, change: Value): ObjectValue {
  const made = schema(run, call, UNDEFINED);
  setMember(run.store, made.object, INNER, { value: inner, maybeAbsent: false });
  setMember(run.store, made.object, CHANGE, { value: change, maybeAbsent: false });
  return made;
}

function joined(run: Run, a: Value, b: Value, call: Call): Value {
  const shape = run.make("Object", undefined);
  for (const source of [a, b])
    copyMembers(run, shape, source, { node: call.node, key: call.node, environment: call.environment });
  return objectValue(shape);
}

/** What comes out: the input itself, unless something in the schema stands in for what is missing. */
function passed(run: Run, of: Value, input: Value, call: Call): Value {
  const change = peek(run, of, CHANGE);
  if (nullishness(change) !== true) {
    const given = passed(run, peek(run, of, INNER), input, call);
    return callBack(run, change, [given], call);
  }
  const standard = peek(run, of, STANDARD);
  if (nullishness(standard) !== true)
    return nullishness(input) === true ? standard : choice([standard, input]);
  const shape = peek(run, of, SHAPE);
  if (shape.kind !== "object") return input;
  const changed: [string, Value][] = [];
  for (const [key, { value }] of run.store.read(shape.object).members) {
    if (isInternal(key)) continue;
    const before = peek(run, input, key);
    const after = passed(run, value, before, call);
    if (after !== before) changed.push([key, after]);
  }
  if (changed.length === 0) return input;
  const made = run.make("Object", call.environment.locate(call.node));
  if (input.kind === "unknown") mergeUnknown(run.store, made, input);
  else copyMembers(run, made, input, { node: call.node, key: call.node, environment: call.environment });
  for (const [key, value] of changed) setMember(run.store, made, key, { value, maybeAbsent: false });
  return objectValue(made);
}

export const zodModules = (): [string, () => Value][] => [
  ["zod", schemas],
  ["zod/v4", schemas],
];
