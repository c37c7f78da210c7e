import {
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { Arguments, isClass } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  isFunction,
  mapAlternatives,
  nullishness,
  objectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { addsHooks } from "../../lowered/kept-hooks.js";
import { isFunctionOfProgram } from "../../lowered/methods.js";
import { register, registered } from "../../lowered/registrations.js";
import { instanceOf, sendsOn, type Hook } from "../../lowered/request-hooks.js";
import { namedArguments } from "./blocks.js";

/** Describes the middleware of Faraday: it gets an environment with the headers of the request. */
export const MIDDLEWARE: Hook = {
  slot: internalSlot("middleware"),
  source: "https://lostisland.github.io/faraday/#/middleware/custom-middleware",
  methods: ["call", "on_request"],
  request: { request_headers: "headers" },
  harmless: /^(?:ruby:|rb:)?(?:Faraday|FaradayMiddleware|Typhoeus|OAuth2?|Datadog|OpenTelemetry)\b/,
};

const prototype = new HeapObject("Faraday::Middleware.prototype", undefined);

/** Models `Faraday::Middleware.new(app, options)`. */
const middleware: NativeFunction = (run, call) => {
  const object = new HeapObject("Faraday::Middleware", call.environment.locate(call.node), prototype);
  const [app, second] = [call.args.at(0), call.args.at(1)];
  const options = nullishness(second) === true ? namedArguments(run, call) : second;
  const given: Readonly<Record<string, Value>> = { app, options: options ?? makeObject(run, {}) };
  for (const [name, value] of Object.entries(given))
    for (const key of [name, `@${name}`]) setMember(run.store, object, key, { value, maybeAbsent: false });
  return objectValue(object);
};

/** Makes the class that middleware extends. */
export const middlewareClass = (): Value =>
  nativeValue("Faraday::Middleware", middleware, {
    prototype: objectValue(prototype),
    ...natives({ register_middleware: registerMiddleware }),
  });

const app = nativeObject("Faraday app", natives({ call: sendsOn }));
const add = addsHooks(MIDDLEWARE);

/**
 * Models `connection.use Class, arguments`: the class is instantiated with what sends the request on, and with the other
 * arguments as they are given, by position or by name.
 */
export const useMiddleware: NativeFunction = (run, given) => {
  const type = given.args.at(0);
  const { list, rest, keywords } = given.args.from(1);
  const made = mapAlternatives(type, (single) => {
    if (!isClass(single)) return single;
    return instanceOf(run, given, single, new Arguments([app, ...list], rest, keywords));
  });
  return add(run, { ...given, args: new Arguments([made]) });
};

const keyOf = (name: string): string => `middleware:${name}`;

/** Models `register_middleware name: Class` or `name: -> { Class }`. */
export const registerMiddleware: NativeFunction = (run, call) => {
  const named = namedArguments(run, call) ?? call.args.at(0);
  if (named.kind === "object")
    for (const [key, { value }] of run.store.read(named.object).members) register(run, keyOf(key), value);
  return UNDEFINED;
};

/** Returns the class that the program registers under a name. Undefined for names of libraries. */
export function registeredMiddleware(
  run: Run,
  name: Value,
  given: Parameters<NativeFunction>[1],
): Value | undefined {
  const key = knownString(run, name);
  const [known] = key === undefined ? [] : registered(run, keyOf(key));
  if (!known) return undefined;
  const [only] = alternatives(known);
  const isMaker = only !== undefined && isFunction(known) && isFunctionOfProgram(only);
  return isMaker
    ? callValue(run, known, { ...given, this: UNDEFINED, args: new Arguments([]), isNew: false })
    : known;
}
