import { computed, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import { combineUrls } from "../../../analysis/clients/client.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { elementsOf, setMember } from "../../../analysis/evaluation/heap.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  isFunction,
  nullishness,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { SEND } from "../names.js";
import { addsHooks, replacesHooks, throughHooksIn } from "../../lowered/kept-hooks.js";
import type { Through } from "../../lowered/request-builder.js";
import { FEIGN_INTERCEPTOR } from "../hooks.js";
import { classWith, keeps, withSettings } from "./class.js";
import { HOOKS as OKHTTP_HOOKS } from "./okhttp.js";

const BASE = internalSlot("base");
const CLIENT = internalSlot("client");

/** Models what a client does in a method of its interface, with the arguments that `declaredRequests` gives. */
function sender(client: string, base: Value, through: Through, own?: Value, other?: Value): NativeFunction {
  return (run, call) => {
    const [method, path, lines, given, body] = call.args.list;
    const headers = makeObject(run, {}, "Object", call.environment.locate(call.node));
    const written = lines?.kind === "object" ? (elementsOf(run.store.read(lines.object)) ?? []) : [];
    for (const line of written) {
      const text = knownString(run, line) ?? "";
      const at = text.indexOf(":");
      if (at > 0)
        setMember(run.store, headers.object, text.slice(0, at), {
          value: computedText(text.slice(at + 1).trim()),
          maybeAbsent: false,
        });
    }
    const sent = run.recorder.request(run, {
      client,
      call,
      url: combineUrls(run, base, path ?? UNDEFINED, true),
      method: method ?? computedText("GET"),
      headers: [own, headers, given, other].filter((one) => one !== undefined),
      body: body ?? UNDEFINED,
      setsContentType: nullishness(body ?? UNDEFINED) === false,
    });
    through(run, call, { requests: [sent.recorded], response: sent.response });
    return sent.response;
  };
}

/** Makes an instance of an interface whose methods send requests. */
function instanceOf(run: Run, call: Call, client: string, base: Value, through: Through): Value {
  const type = call.args.at(0);
  if (!isFunction(type)) return computed(call, client);
  const made = callValue(run, type, { ...call, this: UNDEFINED, args: new Arguments([]), isNew: true });
  if (made.kind === "object")
    setMember(run.store, made.object, SEND, {
      value: nativeValue(SEND, sender(client, base, through)),
      maybeAbsent: false,
    });
  return made;
}

/** Models the client that a framework makes of an interface with `@FeignClient(url = base)` and the like. */
export const declaredClient: NativeFunction = (run, call) => {
  const client = knownString(run, call.args.at(0)) ?? "";
  const through: Through = () => undefined;
  return nativeValue(SEND, sender(client, call.args.at(1), through, call.args.list[2], call.args.list[3]));
};

/** Models `new Retrofit.Builder().baseUrl(base).client(client).build().create(Api.class)`. */
const retrofitBuilder: NativeFunction = () => {
  const builder = withSettings("Retrofit builder", {
    baseUrl: keeps(BASE),
    client: keeps(CLIENT),
    build: (run) => {
      const [base, client] = [BASE, CLIENT].map((key) => peek(run, builder, key)) as [Value, Value];
      return withSettings("Retrofit", {
        create: (inner, call) =>
          instanceOf(inner, call, "Retrofit", base, throughHooksIn(client, OKHTTP_HOOKS)),
      });
    },
  });
  return builder;
};

/** Models `Feign.builder().requestInterceptor(interceptor).target(Api.class, base)`. */
const feignBuilder: NativeFunction = () =>
  withSettings("Feign builder", {
    requestInterceptor: addsHooks(FEIGN_INTERCEPTOR),
    requestInterceptors: replacesHooks(FEIGN_INTERCEPTOR),
    target: (run, call) =>
      instanceOf(run, call, "Feign", call.args.at(1), throughHooksIn(call.this, [FEIGN_INTERCEPTOR])),
  });

/** Classes that make clients of interfaces, by their full names. */
export const DECLARED_CLIENTS: readonly (readonly [string, Maker])[] = [
  [
    "retrofit2.Retrofit",
    classWith("Retrofit", retrofitBuilder, {}, { Builder: nativeValue("Builder", retrofitBuilder) }),
  ],
  ["feign.Feign", classWith("Feign", feignBuilder, { builder: feignBuilder })],
];
