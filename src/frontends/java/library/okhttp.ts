import {
  computed,
  itself,
  nativeObject,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { UNDEFINED, unknown, type ObjectValue, type Value } from "../../../analysis/evaluation/value.js";
import { addsHooks, copyHooks, givesHooks, throughHooksIn } from "../../lowered/kept-hooks.js";
import { requestsIn, responseOf } from "../../lowered/request-builder.js";
import { OKHTTP_INTERCEPTOR } from "../hooks.js";
import { withSettings } from "./class.js";

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
