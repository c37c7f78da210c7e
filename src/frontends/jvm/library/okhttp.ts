import {
  callBack,
  computed,
  itself,
  nativeObject,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  mapAlternatives,
  unknown,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import { addsHooks, copyHooks, givesHooks, throughHooksIn } from "../../lowered/kept-hooks.js";
import { requestsIn, responseOf } from "../../lowered/request-builder.js";
import { OKHTTP_INTERCEPTOR } from "../hooks.js";
import { withSettings } from "./class.js";
import { headersWith } from "./http-headers.js";
import { mapOf } from "./values.js";

export const HOOKS = [OKHTTP_INTERCEPTOR];

/** Models a client of OkHttp without interceptors. */
export const okHttpClient: NativeFunction = (run) => clientWith(run, UNDEFINED);

/** Models `new OkHttpClient.Builder()`. */
export const okHttpBuilder: NativeFunction = (run) => builderWith(run, UNDEFINED);

const add = addsHooks(OKHTTP_INTERCEPTOR);
const give = givesHooks(OKHTTP_INTERCEPTOR);

function builderWith(run: Run, from: Value): ObjectValue {
  const made = withSettings("Client builder", {
    addInterceptor: add,
    addNetworkInterceptor: add,
    interceptors: give,
    networkInterceptors: give,
    // Their names begin like those of methods that give something else.
    callTimeout: itself,
    readTimeout: itself,
    build: (inner) => clientWith(inner, made),
  });
  copyHooks(run, from, made, HOOKS);
  return made;
}

function clientWith(run: Run, from: Value): ObjectValue {
  const client = nativeObject(
    "OkHttpClient",
    natives({
      newCall: (inner, call) => {
        const request = call.args.at(0);
        const response = responseOf(inner, request) ?? computed(call, "OkHttpClient");
        throughHooksIn(client, HOOKS)(inner, call, { requests: requestsIn(request), response });
        return response;
      },
      newBuilder: (inner) => builderWith(inner, client),
    }),
    unknown({ reason: "computed", name: "OkHttpClient", born: 0 }),
  );
  copyHooks(run, from, client, HOOKS);
  return client;
}

/** Models `Headers.of(name, value, …)` and `Headers.of(map)`. */
export const okHttpHeaders: NativeFunction = (run, call) => {
  const [first] = call.args.list;
  if (call.args.length !== 1 || !first) return asHeaders(run, mapOf(run, call));
  return mapAlternatives(first, (single) => asHeaders(run, single));
};

const asHeaders = (run: Run, map: Value): Value =>
  map.kind === "object" && map.object.className === "Object" ? headersWith(run, map) : map;

/** Models `new Headers.Builder()`. */
export const okHttpHeadersBuilder: NativeFunction = (run, call) => {
  const made = headersWith(run, makeObject(run, {}, "Object", call.environment.locate(call.node)));
  const put =
    (name: "add" | "set"): NativeFunction =>
    (inner, own) => {
      callBack(inner, peek(inner, made, name), own.args.list, own, made);
      return own.this;
    };
  return withSettings("Headers builder", { add: put("add"), set: put("set"), build: () => made });
};
