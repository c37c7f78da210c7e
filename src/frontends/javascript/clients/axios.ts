import type { Location } from "../../../core/span.js";
import {
  callBack,
  callBackLater,
  callBackPerhaps,
  computed,
  nativeObject,
  nativeValue,
  natives,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { awaitValue, makePromise } from "../../../analysis/builtins/promises.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import {
  HeapObject,
  deleteMember,
  pushElement,
  setMember,
  setMembers,
} from "../../../analysis/evaluation/heap.js";
import { iterate, someOf, type Iteration } from "../../../analysis/evaluation/iteration.js";
import { copyMembers, makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot, type MemberKey } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  objectValue,
  unknown,
  type ObjectValue,
  type Source,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { instanceSlot } from "../../../analysis/recording/header-slots.js";
import type { HeaderIntake } from "../../../analysis/recording/recorder.js";
import {
  METHODS,
  combineUrls,
  credentialsIn,
  methodOf,
  optionOf,
  splitUrl,
  type Client,
  isPlain,
} from "../../../analysis/clients/client.js";
import { AXIOS_HEADERS, axiosHeadersClass, emptyHeaders } from "./axios-headers.js";
import { throughResponseHooks, withBody } from "./hooked-responses.js";
import { throughHooks, type HookedHeaders, type Probe } from "./hooked-headers.js";
import { FORM, ownContentType } from "../../../analysis/clients/own-content-type.js";

const INTERCEPTORS = internalSlot("interceptors");
const RESPONSE_INTERCEPTORS = internalSlot("responseInterceptors");
/** The default treatment of a body by an instance, which `transformResponse` replaces. */
const OWN_TRANSFORM = "transformResponse";

/**
 * An axios instance: callable, with a function for each method, `defaults` and `interceptors`.
 * https://axios-http.com/docs/instance and /docs/config_defaults
 */
function instance(run: Run, config: Value, call: Call | undefined): ObjectValue {
  const place = call?.environment.locate(call.node);
  const callable = {
    kind: "native" as const,
    name: "axios",
    call: (inner: Run, calling: Call): Value => sender(undefined)(inner, { ...calling, this: value }),
  };
  const made = new HeapObject("axios", place, undefined, callable);
  const value: ObjectValue = objectValue(made);
  const members: Record<string, Value> = {
    ...natives({
      create: (inner, creating) => instance(inner, creating.args.at(0), creating),
      getUri: (inner, asking) =>
        combineUrls(
          inner,
          peek(inner, peek(inner, value, "defaults"), "baseURL"),
          peek(inner, asking.args.at(0), "url"),
        ),
    }),
    defaults: defaultsOf(run, config, call),
    ...(call ? { [CONFIG]: config } : {}),
    [INTERCEPTORS]: makeList(run, []),
    [RESPONSE_INTERCEPTORS]: makeList(run, []),
    interceptors: nativeObject("interceptors", {
      request: nativeObject(
        "interceptors",
        natives({ use: (inner, using) => intercept(inner, using, value, INTERCEPTORS) }),
      ),
      response: nativeObject(
        "interceptors",
        natives({
          use: (inner, using) => {
            intercept(inner, using, value, RESPONSE_INTERCEPTORS);
            return onFailure(inner, using);
          },
          eject: () => UNDEFINED,
        }),
      ),
    }),
  };
  for (const method of METHODS) members[method] = nativeValue(method, bound(sender(method), value));
  members["request"] = nativeValue("request", bound(sender(undefined), value));
  members["default"] = value;
  members["AxiosHeaders"] = axiosHeadersClass();
  setMembers(run.store, made, members);
  return value;
}

/** The functions of an instance work without it being `this`: `const { get } = axios.create(…)`. */
function bound(send: NativeFunction, self: Value): NativeFunction {
  return (run, call) => send(run, { ...call, this: self });
}

function defaultsOf(run: Run, config: Value, call: Call | undefined): Value {
  const defaults = run.make("Object", undefined);
  const headers = run.make("Object", undefined);
  for (const name of ["common", ...METHODS]) {
    setMember(run.store, headers, name, {
      value: objectValue(run.make("Object", undefined)),
      maybeAbsent: false,
    });
  }
  const transform = makeList(run, [nativeValue(OWN_TRANSFORM, (_run, { args }) => args.at(0))]);
  setMember(run.store, defaults, "transformResponse", { value: transform, maybeAbsent: false });
  if (call && nullishness(config) !== true) {
    copyMembers(run, defaults, config, siteOf(call));
    const given = peek(run, config, "headers");
    const isTaken = isPlain(run, given, AXIOS_HEADERS);
    copyMembers(
      run,
      headers,
      isTaken ? given : computed(call, "headers of an object with a prototype"),
      siteOf(call),
    );
    const place = placeOf(peek(run, config, "headers"));
    if (place)
      setMember(run.store, defaults, HEADERS_PLACE, {
        value: peek(run, config, "headers"),
        maybeAbsent: false,
      });
  }
  setMember(run.store, defaults, "headers", { value: objectValue(headers), maybeAbsent: false });
  return objectValue(defaults);
}

function placeOf(value: Value): Location | undefined {
  const [single] = alternatives(value);
  return single?.kind === "object" ? single.object.place : undefined;
}

const HEADERS_PLACE = internalSlot("headers place");
const CONFIG = internalSlot("config");

function intercept(run: Run, call: Call, self: Value, key: MemberKey): Value {
  for (const hook of call.args.list) run.hooked(hook);
  const list = peek(run, self, key);
  if (list.kind === "object") pushElement(run.store, list.object, call.args.at(0));
  return UNDEFINED;
}

/** The argument of the second function of `interceptors.response.use(…)`. */
const FAILURE: Source = { reason: "parameter", name: "error", born: 0 };

const onFailure: NativeFunction = (run, call) => {
  callBackLater(run, call.args.at(1), [unknown(FAILURE)], call);
  return UNDEFINED;
};

/**
 * Returns whether a request is one that was sent before, with its URL and headers: `instance(error.config)` where it
 * failed, `instance(response.config)` where it has to be asked again.
 */
function isRepeated(call: Call): boolean {
  const given = call.args.at(0);
  if (given.kind !== "unknown" || given.path.join(".") !== "config") return false;
  return given.source === FAILURE || given.source.reason === "response";
}

/** `axios(config)`, `axios(url, config)`, `axios.get(url, config)`, `axios.post(url, data, config)` */
function sender(method: string | undefined): NativeFunction {
  return (run, call) => {
    if (!method && isRepeated(call)) return computed(call, "the answer to a request that is sent again");
    const sendsData = method === "post" || method === "put" || method === "patch";
    const { url, options, index } = method
      ? { url: call.args.at(0), options: call.args.at(sendsData ? 2 : 1), index: sendsData ? 2 : 1 }
      : splitUrl(run, call, ["url"]);
    const data = sendsData ? call.args.at(1) : optionOf(run, options, "data");
    return send(
      run,
      call,
      call.this,
      url,
      { options, index, key: "headers" },
      method ? computedText(method) : methodOf(run, options),
      data,
    );
  };
}

function send(
  run: Run,
  call: Call,
  self: Value,
  url: Value,
  intake: HeaderIntake & { readonly options: Value },
  method: Value,
  data: Value,
): Value {
  const { options } = intake;
  const defaults = peek(run, self, "defaults");
  const common = peek(run, defaults, "headers");
  const base = optionOf(run, options, "baseURL");
  const fromInstance = nullishness(base) === true ? peek(run, defaults, "baseURL") : base;
  const params = optionOf(run, options, "params");
  const place = self.kind === "object" ? self.object.place : undefined;
  const headersPlace = placeOf(peek(run, defaults, HEADERS_PLACE));
  // A value that is not a plain object replaces all headers, and which of its own are sent depends on the version.
  const layers = isPlain(run, optionOf(run, options, "headers"), AXIOS_HEADERS)
    ? [
        peek(run, common, "common"),
        ...methodHeaders(run, common, method),
        plain(run, common, call),
        optionOf(run, options, "headers"),
      ]
    : [computed(call, "headers of an object with a prototype")];
  const given = { method, url, baseURL: fromInstance, params };
  const interceptors = iterate(run, peek(run, self, INTERCEPTORS));
  let config: Value = makeObject(run, given);
  let hooked: HookedHeaders = { headers: layers, passesOn: true };
  const open: UnknownValue[] = [];
  if (interceptors.known?.length !== 0)
    hooked = throughHooks(run, call, layers, emptyHeaders(run), OWN_ACCEPT, (headers) => {
      config = intercepted(run, call, interceptors, makeObject(run, { ...given, headers }), open);
      return peek(run, config, "headers");
    });
  const { response } = run.recorder.request(run, {
    client: "axios",
    call,
    url: combineUrls(run, peek(run, config, "baseURL"), peek(run, config, "url")),
    query: [peek(run, defaults, "params"), peek(run, config, "params")],
    method,
    headers: [...hooked.headers, ...open],
    ...(hooked.written ? { written: hooked.written } : {}),
    ...(hooked.passesOn ? { intake } : {}),
    body: data,
    // Its transformRequest leaves a text as it is, and dispatchRequest calls what has no type a form.
    ...ownContentType(data, FORM),
    setsContentType: alternatives(data).every((single) => single.kind === "object"),
    ...credentialsIn(run, options, ["auth"], "basic"),
    ...credentialsIn(run, defaults, ["auth"], "basic"),
    ...(place
      ? {
          instance: {
            site: place,
            givesUrl: nullishness(fromInstance) !== true,
            ...(headersPlace ? { headersPlace } : {}),
            ...(hooked.passesOn ? instanceSlot(run, peek(run, self, CONFIG), place) : {}),
          },
        }
      : {}),
  });
  return answered(run, call, self, options, response);
}

/** Returns the response after `transformResponse`, and then after the interceptors, the first one first. */
function answered(run: Run, call: Call, self: Value, options: Value, response: UnknownValue): Value {
  const own = optionOf(run, options, "transformResponse");
  const transform =
    nullishness(own) === true ? peek(run, peek(run, self, "defaults"), "transformResponse") : own;
  const others = [memberOfUnknown(response, "headers"), memberOfUnknown(response, "status")];
  const transforms = iterate(run, transform).known ?? [transform];
  const body = throughResponseHooks(
    run,
    call,
    transforms.filter((one) => !isOwnTransform(one)),
    memberOfUnknown(response, "data"),
    (data) => [data, ...others],
  );
  const answer = withBody(run, call, response, "data", body);
  const left = throughResponseHooks(run, call, [peek(run, self, RESPONSE_INTERCEPTORS)], answer);
  return makePromise(run, left);
}

function isOwnTransform(value: Value): boolean {
  const callable = value.kind === "object" ? value.object.callable : undefined;
  return callable?.kind === "native" && callable.name === OWN_TRANSFORM;
}

function methodHeaders(run: Run, common: Value, method: Value): Value[] {
  const known =
    method.kind === "text"
      ? method.text.parts
          .map((part) => (part.kind === "segment" ? part.text : ""))
          .join("")
          .toLowerCase()
      : "";
  return (METHODS as readonly string[]).includes(known) ? [peek(run, common, known)] : [];
}

/** Headers directly in `defaults.headers`, beside the groups `common`, `get`, `post` … */
function plain(run: Run, common: Value, call: Call): Value {
  const own = run.make("Object", undefined);
  copyMembers(run, own, common, siteOf(call));
  for (const group of ["common", ...METHODS]) deleteMember(run.store, own, group);
  return objectValue(own);
}

/** The Accept header of axios, which is sent if the code states none. */
const OWN_ACCEPT: Probe = { name: "Accept", value: computedText("application/json, text/plain, */*") };

/**
 * The configuration as the interceptors leave it: each gets it and gives it back, or another one. The last one that was
 * added is asked first.
 *
 * @param open takes the headers of configurations that are not known
 */
function intercepted(
  run: Run,
  call: Call,
  interceptors: Iteration,
  config: Value,
  open: UnknownValue[],
): Value {
  let current = config;
  const taken = (result: Value): Value =>
    mapAlternatives(awaitValue(run, result), (single) => {
      if (single.kind === "unknown") open.push(memberOfUnknown(single, "headers"));
      return single.kind === "object" ? single : current;
    });
  for (const interceptor of [...(interceptors.known ?? [])].reverse())
    current = taken(callBack(run, interceptor, [current], call));
  const some = interceptors.known ? undefined : someOf(interceptors);
  for (const interceptor of some ? alternatives(some) : [])
    current = choice([current, taken(callBackPerhaps(run, interceptor, [current], call))]);
  return current;
}

export const axiosClient: Client = {
  name: "axios",
  // Pages have it from a script of its own.
  globals: { axios: (run) => instance(run, UNDEFINED, undefined) },
  modules: {
    axios: (run) => instance(run, UNDEFINED, undefined),
    "axios-retry": () => nativeValue("axiosRetry", () => UNDEFINED),
  },
};
