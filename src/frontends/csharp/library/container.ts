import {
  callBack,
  computed,
  itself,
  nativeObject,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { callPerhaps } from "../../../analysis/evaluation/calls.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { unknownArguments } from "../../../analysis/evaluation/functions.js";
import { mergeUnknown } from "../../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  isFunction,
  nullishness,
  opaque,
  truthiness,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { Methods } from "../../lowered/methods.js";
import { argument, typeArgument } from "./arguments.js";
import { UNNAMED, clientFor, handlerKey, openClient } from "./http-client.js";
import { register } from "../../lowered/registrations.js";
import { made, service } from "./services.js";

const USE = internalSlot("use");

/** Models the end of a chain of calls that register a client: its class gets it with all settings. */
export const registeredClient: NativeFunction = (run, call) => {
  const builder = call.args.at(0);
  if (builder.kind === "object") callBack(run, peek(run, builder, USE), [], call);
  return builder;
};

/** `services.AddHttpClient("name", client => …)`, `AddHttpClient<IApi, Api>(client => …)` */
const addHttpClient: NativeFunction = (run, call) => {
  const client = typeArgument(run, call);
  const type = nameOfClass(client);
  const first = argument(run, call, 0, "name");
  const name = knownString(run, first);
  const keys = [
    ...(type === undefined ? [] : [`type:${type}`]),
    ...(name === undefined ? [] : [`client:${name}`]),
  ];
  // Without a name it is the client that nobody names.
  const none = nullishness(first) === true || isFunction(first) ? "client:" : UNNAMED;
  const all = keys.length > 0 ? keys : [none];
  const configure = (inner: Run, own: Call): void => {
    for (const given of own.args.list)
      if (isFunction(given)) for (const key of all) register(inner, key, given);
  };
  let isConfigured = call.args.list.some(isFunction);
  const addHandler: NativeFunction = (inner, own) => {
    isConfigured = true;
    const type = typeArgument(inner, own);
    const given = nullishness(type) === true ? own.args.at(0) : type;
    for (const key of all) register(inner, handlerKey(key), given);
    return own.this;
  };
  configure(run, call);
  const builder = nativeObject(
    "IHttpClientBuilder",
    natives({
      ConfigureHttpClient: (inner, own) => {
        configure(inner, own);
        isConfigured = true;
        return own.this;
      },
      [USE]: (inner, own) => {
        if (isConfigured) useClass(inner, own, client);
        return UNDEFINED;
      },
      ConfigurePrimaryHttpMessageHandler: addHandler,
      SetHandlerLifetime: itself,
      AddPolicyHandler: itself,
      AddStandardResilienceHandler: itself,
      AddHttpMessageHandler: addHandler,
    }),
    opaque("computed", "AddHttpClient"),
  );
  return builder;
};

/** `services.Configure<Settings>(configuration.GetSection("Atlas"))` */
const configure: NativeFunction = (run, call) => {
  const type = nameOfClass(typeArgument(run, call));
  const section = call.args.list.at(-1);
  if (type !== undefined && section && !isFunction(section)) register(run, `settings:${type}`, section);
  return call.this;
};

/** The functions that register services in a container or get one from it, by name. */
export const REGISTRATIONS: Methods = new Map<string, NativeFunction>([
  ["AddHttpClient", addHttpClient],
  ["AddRefitClient", addHttpClient],
  ["Configure", configure],
  ["GetRequiredService", service],
  ["GetService", service],
]);

/** The name that a class was declared with. */
function nameOfClass(value: Value): string | undefined {
  const [single] = alternatives(value);
  if (single?.kind !== "object") return single?.kind === "unknown" ? single.source.name : undefined;
  return single.object.callable?.kind === "class" ? single.object.callable.name : undefined;
}

/** Calls the methods of a class whose instances a container makes: its file may not say what its client is. */
function useClass(run: Run, call: Call, type: Value): void {
  const own = made(run, call, type);
  if (own?.kind !== "object") return;
  for (let at = own.object.prototype; at; at = at.prototype)
    for (const { value } of run.store.read(at).members.values()) {
      const callable = value.kind === "object" ? value.object.callable : undefined;
      if (callable?.kind !== "closure" || run.hasEntered(callable.node)) continue;
      const args = unknownArguments(run, callable.node, callable.environment);
      callPerhaps(run, value, { ...call, this: own, args, isNew: false });
    }
}

/** Settings of a class: what its section says, else what it starts with. */
function settingsOf(run: Run, call: Call, type: Value, found: readonly Value[]): Value {
  const own = made(run, call, type);
  const place = call.environment.locate(call.node);
  const open = opaque("environment", nameOfClass(type) ?? "settings", place);
  if (own?.kind === "object") mergeUnknown(run.store, own.object, open);
  const known = found.filter((one) => one.kind === "object");
  return known.length > 0 ? choice(known) : (own ?? open);
}

/** Models `cs:instance(Class, T, "Owner")`: the value that a container injects for a type. */
export const instance =
  (settings: (run: Run, type: Value) => readonly Value[]): NativeFunction =>
  (run, call) => {
    const [type, of, owner] = [call.args.at(0), call.args.at(1), knownString(run, call.args.at(2)) ?? ""];
    const name = knownString(run, call.args.at(3)) ?? "";
    const [last] = alternatives(call.args.at(4));
    const isOpen = last !== undefined && truthiness(last) === false;
    if (name === "HttpClient")
      return isOpen ? openClient(run, call) : clientFor(run, call, `type:${owner}`, `type:I${owner}`);
    if (name.startsWith("IOptions")) {
      const value = settingsOf(run, call, of, settings(run, of));
      return makeObject(run, { Value: value, CurrentValue: value }, "IOptions");
    }
    return made(run, call, type) ?? computed(call, name);
  };
