import type { Call } from "../../../analysis/evaluation/callable.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  isFunction,
  nullishness,
  truthiness,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { computed, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import {
  joinedObjects,
  joinedShapes,
  libraryOf,
  makerOf,
  makeSchema,
  promised,
  remakerOf,
  saidWith,
  same,
  withOthers,
  type Dialect,
  type Method,
} from "./schema-library.js";
import { definitionOf, listedIn, parsed, type Definition } from "../../../analysis/builtins/schemas.js";

/** Schemas of Joi: keys may be absent unless a schema is required, others are refused. https://joi.dev/api */
const schemas = (): ObjectValue =>
  libraryOf("joi", ["default"], (key) => nativeValue(key, FUNCTIONS.get(key) ?? making(() => OPTIONAL)));

const OPTIONAL: Definition = { kind: "unknown", isOptional: true };

const making = makerOf(() => JOI);

const made = remakerOf(() => JOI);

/** Returns the shape of an object schema. Without an argument, all keys are allowed. */
function shapeOf(run: Run, call: Call): Definition {
  const shape = call.args.has(0) ? call.args.at(0) : joinedShapes(run, [], call);
  const others = call.args.has(0) ? "refused" : "kept";
  return { kind: "object", shape, others, isOptional: true };
}

/** The schema with the options of a call: they may decide about keys that are not named, and much else. */
function underOptions(run: Run, call: Call, self: Value, options: Value): Value {
  if (nullishness(options) === true) return self;
  const isOpen = options.kind !== "object" || truthiness(peek(run, options, "presence")) !== false;
  if (isOpen) return makeSchema(run, call, { kind: "either", of: [self] }, JOI);
  const drops = truthiness(peek(run, options, "stripUnknown")) !== false;
  const keeps = truthiness(peek(run, options, "allowUnknown")) !== false;
  const others = drops ? "dropped" : "kept";
  return drops || keeps ? makeSchema(run, call, withOthers(self, others), JOI) : self;
}

function parsedUnder(run: Run, call: Call, self: Value, input: Value, options: Value): Value {
  return parsed(run, underOptions(run, call, self, options), input, call, false);
}

const validate: Method = (run, call, self) =>
  makeObject(run, {
    error: computed(call, "error"),
    warning: computed(call, "warning"),
    value: parsedUnder(run, call, self, call.args.at(0), call.args.at(1)),
  });

const attempted: Method = (run, call, self) => parsedUnder(run, call, self, call.args.at(0), call.args.at(1));

const isPresent =
  (isOptional: boolean): Method =>
  (run, call, self) =>
    makeSchema(run, call, { kind: "same", of: self, isOptional }, JOI);

const keyed: Method = made((self, call, run) => {
  const own = definitionOf(self);
  if (own?.kind !== "object") return { kind: "unknown" };
  return { ...own, shape: joinedShapes(run, [own.shape, call.args.at(0)], call), others: "refused" };
});

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["validate", validate],
  ["validateAsync", promised(attempted)],
  ["required", isPresent(false)],
  ["exist", isPresent(false)],
  ["optional", isPresent(true)],
  ["default", made((of, call) => ({ kind: "standard", of, standard: call.args.at(0) }))],
  ["failover", made((of, call) => ({ kind: "standard", of, standard: call.args.at(0), isCatch: true }))],
  ["keys", keyed],
  ["append", keyed],
  [
    "unknown",
    made((self, call) =>
      withOthers(self, call.args.has(0) && truthiness(call.args.at(0)) === false ? "refused" : "kept"),
    ),
  ],
  ["concat", made((self, call, run) => joinedObjects(run, [self, call.args.at(0)], call))],
  ["items", made((_self, call) => ({ kind: "list", of: call.args.at(0), isOptional: true }))],
  ["try", made((_self, call, run) => ({ kind: "either", of: alternativesIn(run, call), isOptional: true }))],
  ["custom", made((of, call) => ({ kind: "changed", of, by: call.args.at(0) }))],
  ["external", made((of, call) => ({ kind: "checked", of, by: call.args.list.filter(isFunction) }))],
  ...["when", "fork", "forbidden", "strip", "options", "prefs", "preferences", "pattern"].map(
    (key): [string, Method] => [key, made((self) => ({ kind: "either", of: [self] }))],
  ),
  ...["label", "description", "meta", "note", "tag", "example", "messages"].map((key): [string, Method] => [
    key,
    same,
  ]),
]);

function alternativesIn(run: Run, call: Call): readonly Value[] {
  const [first] = call.args.list;
  return (first && listedIn(run, first)) ?? call.args.list;
}

const JOI: Dialect = { methods: METHODS, otherwise: saidWith(() => JOI) };

/** `Joi.attempt(value, schema, options)` */
const attempt: NativeFunction = (run, call) => {
  const last = call.args.list.length > 3 ? call.args.at(3) : call.args.at(2);
  return parsedUnder(
    run,
    call,
    call.args.at(1),
    call.args.at(0),
    last.kind === "text" ? call.args.at(3) : last,
  );
};

const FUNCTIONS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ["object", making(shapeOf)],
  ["array", making(() => OPTIONAL)],
  ["any", making(() => ({ kind: "unknown", isOptional: true }))],
  [
    "alternatives",
    making((run, call) =>
      call.args.has(0) ? { kind: "either", of: alternativesIn(run, call), isOptional: true } : OPTIONAL,
    ),
  ],
  ["attempt", attempt],
  ["assert", attempt],
  ["ref", (_run, call) => computed(call, "ref")],
]);

export const joiModules = (): [string, () => Value][] => ["joi", "@hapi/joi"].map((name) => [name, schemas]);
