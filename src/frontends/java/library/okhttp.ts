import {
  callBack,
  computed,
  itself,
  nativeObject,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { elementsOf, setMember } from "../../../analysis/evaluation/heap.js";
import { makeList, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { isFunction, unknown, type ObjectValue, type Value } from "../../../analysis/evaluation/value.js";
import { requestsIn, responseOf } from "../../lowered/request-builder.js";
import { withSettings } from "./class.js";

// https://square.github.io/okhttp/features/interceptors/

const INTERCEPTORS = "[[interceptors]]";

/** Models a client of OkHttp without interceptors. */
export const okHttpClient: NativeFunction = (run) => clientWith(run, []);

/** Models `new OkHttpClient.Builder()`: its interceptors see each request of the client before it goes out. */
export const okHttpBuilder: NativeFunction = (run) => builderWith(run, []);

function builderWith(run: Run, interceptors: readonly Value[]): ObjectValue {
  const add: NativeFunction = (inner, call) => {
    setInterceptors(inner, made, [...interceptorsOf(inner, made), call.args.at(0)]);
    return made;
  };
  const made = withSettings("Client builder", {
    addInterceptor: add,
    addNetworkInterceptor: add,
    // Their names begin like those of methods that give something else.
    callTimeout: itself,
    readTimeout: itself,
    build: (inner) => clientWith(inner, interceptorsOf(inner, made)),
  });
  setInterceptors(run, made, interceptors);
  return made;
}

function clientWith(run: Run, interceptors: readonly Value[]): ObjectValue {
  const client = nativeObject(
    "OkHttpClient",
    natives({
      newCall: (inner, call) => {
        const request = call.args.at(0);
        for (const one of interceptorsOf(inner, client)) passThrough(inner, one, request, call);
        return answerTo(inner, request, call);
      },
      newBuilder: (inner) => builderWith(inner, interceptorsOf(inner, client)),
    }),
    unknown({ reason: "computed", name: "OkHttpClient", born: 0 }),
  );
  setInterceptors(run, client, interceptors);
  return client;
}

function setInterceptors(run: Run, { object }: ObjectValue, interceptors: readonly Value[]): void {
  setMember(run.store, object, INTERCEPTORS, { value: makeList(run, [...interceptors]), maybeAbsent: false });
}

function interceptorsOf(run: Run, holder: ObjectValue): readonly Value[] {
  const list = peek(run, holder, INTERCEPTORS);
  return (list.kind === "object" && elementsOf(run.store.read(list.object))) || [];
}

/** Shows a request to an interceptor: an object with `intercept`, or a function. It may add headers. */
function passThrough(run: Run, interceptor: Value, request: Value, call: Call): void {
  const header: NativeFunction = (inner, own) => {
    const [name, value] = [own.args.at(0), own.args.at(1)];
    for (const one of requestsIn(request)) one.addHeaders(inner, name, value, own);
    return own.this;
  };
  const builder: NativeFunction = () =>
    withSettings("Request builder of an interceptor", { header, addHeader: header, build: () => seen });
  const seen: Value = nativeObject(
    "Request",
    natives({ newBuilder: builder }),
    unknown({ reason: "computed", name: "request", born: 0 }),
  );
  const chain = nativeObject(
    "Chain",
    natives({ request: () => seen, proceed: (inner, own) => answerTo(inner, request, own) }),
    unknown({ reason: "computed", name: "chain", born: 0 }),
  );
  const method = peek(run, interceptor, "intercept");
  callBack(run, isFunction(method) ? method : interceptor, [chain], call, interceptor);
}

function answerTo(run: Run, request: Value, call: Call): Value {
  return responseOf(run, request) ?? computed(call, "OkHttpClient");
}
