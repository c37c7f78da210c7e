import type { OtherKeys } from "../../../facts/file-facts.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { copyMembers, makeList, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { objectValue, type ObjectValue, type Value } from "../../../analysis/evaluation/value.js";
import { computed, nativeValue, siteOf } from "../../../analysis/builtins/native.js";
import {
  describe,
  joinedObjects,
  libraryOf,
  masked,
  saidWith,
  same,
  schemaValue,
  withAllKeys,
  withOthers,
  type Dialect,
  type Method,
} from "./schema-library.js";
import { definitionOf, listedIn, parsed, type Definition } from "../../../analysis/builtins/schemas.js";

/** Types of ArkType are functions, and state objects as plain data. https://arktype.io/docs/objects */
const schemas = (): ObjectValue =>
  libraryOf("arktype", ["default"], (key) => (key === "type" ? typeFunction() : otherFunction(key)));

/** A scope, a match and other functions: what their types demand is not followed. */
const otherFunction = (key: string): Value => nativeValue(key, (_run, call) => computed(call, key));

const PRESENT: Definition = { kind: "unknown", isOptional: false };

/** `type({ … })`, and `type.string` and others, which are types. */
function typeFunction(): Value {
  const type = nativeValue("type", (run, call) => typeOf(stated(call.args.list, run, call)));
  type.object.lazyMember = (key) => schemaValue(key, PRESENT, ARKTYPE);
  return type;
}

/** A type that code calls with data. */
function typeOf(definition: Definition): ObjectValue {
  const self: ObjectValue = nativeValue("type", (inner, using) =>
    parsed(inner, self, using.args.at(0), using, false),
  );
  return describe(self, definition, ARKTYPE);
}

/** `type(one)`, or `type(one, "[]")` and other operators with the parts as arguments. */
function stated(parts: readonly Value[], run: Run, call: Call): Definition {
  const [first, second, third] = parts;
  if (!first) return { kind: "unknown" };
  if (!second) return definitionBy(run, call, first);
  const one = (): Value => typeBy(run, call, first);
  switch (knownString(run, second)) {
    case "[]":
      return { kind: "list", of: one() };
    case "?":
      return { kind: "same", of: one(), isOptional: true };
    case "=":
      return { kind: "standard", of: one(), standard: third ?? computed(call, "default") };
    case "|":
      return { kind: "either", of: [one(), typeBy(run, call, third ?? first)], isOptional: false };
    case "&":
      return joinedObjects(run, [one(), typeBy(run, call, third ?? first)], call);
    case ":":
      return { kind: "checked", of: one(), by: third ? [third] : [] };
    case "=>":
      return { kind: "changed", of: one(), by: third ?? computed(call, "morph") };
    default:
      return PRESENT;
  }
}

/** Data that state a type, as a type. A type stays as it is. */
function typeBy(run: Run, call: Call, data: Value): Value {
  return definitionOf(data) ? data : typeOf(definitionBy(run, call, data));
}

function definitionBy(run: Run, call: Call, data: Value): Definition {
  const own = definitionOf(data);
  if (own) return own;
  const text = knownString(run, data);
  if (text !== undefined) return definitionOfText(call, text);
  if (data.kind !== "object" || data.object.callable) return { kind: "unknown" };
  if (data.object.className === "Array") return stated(listedIn(run, data) ?? [], run, call);
  return objectBy(run, call, data);
}

/** `"string[]"`, `"string?"` and `"number = 1"`; what else a text says of a value is not followed. */
function definitionOfText(call: Call, text: string): Definition {
  const trimmed = text.trim();
  const of = typeOf(PRESENT);
  if (trimmed.endsWith("[]")) return { kind: "list", of };
  if (trimmed.endsWith("?")) return { kind: "same", of, isOptional: true };
  if (/[^=<>!]=[^=>]/.test(trimmed)) return { kind: "standard", of, standard: computed(call, "default") };
  return PRESENT;
}

/** `{ name: "string", "alias?": "string", "...": base, "+": "reject" }` */
function objectBy(run: Run, call: Call, data: ObjectValue): Definition {
  const { members, rest, open } = run.store.read(data.object);
  const shape = run.make("Object", data.object.place);
  let others: OtherKeys = "kept";
  if (rest.length + open.length > 0) copyMembers(run, shape, data, siteOf(call));
  for (const [written, slot] of members) {
    const value = peek(run, data, written);
    if (written === "...") {
      const base = definitionOf(typeBy(run, call, value));
      if (base?.kind !== "object") return { kind: "unknown" };
      copyMembers(run, shape, base.shape, siteOf(call));
    } else if (written === "+") {
      const said = knownString(run, value);
      others = said === "reject" ? "refused" : said === "delete" ? "dropped" : "kept";
    } else if (!written.startsWith("[")) {
      const isOptional = written.endsWith("?");
      const of = typeBy(run, call, value);
      const member = isOptional ? typeOf({ kind: "same", of, isOptional }) : of;
      setMember(run.store, shape, isOptional ? written.slice(0, -1) : written, { ...slot, value: member });
    }
  }
  return { kind: "object", shape: objectValue(shape), others };
}

const made =
  (define: (self: Value, call: Call, run: Run) => Definition): Method =>
  (run, call, self) =>
    typeOf(define(self, call, run));

const checked: Method = (run, call, self) => {
  parsed(run, self, call.args.at(0), call, false);
  return computed(call, "is");
};

const parse: Method = (run, call, self) => parsed(run, self, call.args.at(0), call, true);

const masking = (isKept: boolean): Method =>
  made((self, call, run) => masked(run, self, makeList(run, call.args.list), isKept));

/** Gives what one type lets through to another one, or to functions. */
const piped = made((self, call) => {
  const [next, ...others] = call.args.list;
  if (!next || others.length > 0) return { kind: "changed", of: self, by: computed(call, "pipe") };
  return definitionOf(next) ? { kind: "each", of: [self, next] } : { kind: "changed", of: self, by: next };
});

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["assert", parse],
  ["from", parse],
  ["allows", checked],
  ["traverse", checked],
  ["array", made((of) => ({ kind: "list", of }))],
  ["optional", made((of) => ({ kind: "same", of, isOptional: true }))],
  ["default", made((of, call) => ({ kind: "standard", of, standard: call.args.at(0) }))],
  [
    "or",
    made((self, call, run) => ({
      kind: "either",
      of: [self, typeBy(run, call, call.args.at(0))],
      isOptional: false,
    })),
  ],
  ...["and", "merge", "intersect"].map((key): [string, Method] => [
    key,
    made((self, call, run) => joinedObjects(run, [self, typeBy(run, call, call.args.at(0))], call)),
  ]),
  ["partial", made((self) => withAllKeys(self, "optional"))],
  ["required", made((self) => withAllKeys(self, "required"))],
  ["pick", masking(true)],
  ["omit", masking(false)],
  [
    "onUndeclaredKey",
    made((self, call, run) =>
      withOthers(self, knownString(run, call.args.at(0)) === "reject" ? "refused" : "kept"),
    ),
  ],
  ["narrow", made((of, call) => ({ kind: "checked", of, by: [call.args.at(0)] }))],
  ["filter", made((of, call) => ({ kind: "checked", of, by: [call.args.at(0)] }))],
  ["pipe", piped],
  ["to", piped],
  ...["describe", "configure", "brand", "as", "readonly", "onDeepUndeclaredKey"].map(
    (key): [string, Method] => [key, same],
  ),
]);

const ARKTYPE: Dialect = { methods: METHODS, otherwise: saidWith(() => ARKTYPE), shape: "props" };

export const arktypeModules = (): [string, () => Value][] => [["arktype", schemas]];
