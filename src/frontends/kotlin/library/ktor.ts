import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { callBack } from "../../../analysis/builtins/native.js";
import { combineUrls } from "../../../analysis/clients/client.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  nullishness,
  unknown,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { first } from "../../jvm/library/class.js";
import { BUILDER } from "../../lowered/fluent.js";
import { layered } from "../../lowered/client-values.js";
import { requestBuilder, type KtorRequest } from "./ktor-request.js";

const REST = (name: string) => unknown({ reason: "import", name, specifier: "io.ktor", born: 0 });

/** The members of a client: the address and the headers that all its requests begin with. */
const BASE = internalSlot("base");
const DEFAULTS = internalSlot("defaults");

const METHODS = ["get", "post", "put", "patch", "delete", "head", "options"];

const marker = internalSlot("default request");

function isDefaultRequest(run: Run, plugin: Value): boolean {
  return alternatives(plugin).some(
    (single) => single.kind === "object" && nullishness(peek(run, single, marker)) === false,
  );
}

interface Defaults {
  readonly base: Value;
  readonly headers: Value;
}

/** Runs the lambda that sets up a client, and returns the address and the headers of `defaultRequest { … }`. */
function setUp(run: Run, call: Call, lambda: Value, from: Defaults): Defaults {
  const defaults = requestBuilder(run, call, { headers: from.headers });
  const setting: NativeFunction = (inner, own) => {
    const block = own.args.list.at(-1);
    if (block && isFunction(block)) callBack(inner, block, [defaults.self], own);
    return UNDEFINED;
  };
  const config = nativeObject(
    "HttpClientConfig",
    natives({
      defaultRequest: setting,
      install: (inner, own) => (isDefaultRequest(inner, own.args.at(0)) ? setting(inner, own) : UNDEFINED),
    }),
  );
  config.object.prototype = BUILDER;
  callBack(run, lambda, [config], call);
  const own = defaults.parts(run);
  return { base: nullishness(own.url) === true ? from.base : own.url, headers: own.headers };
}

function clientOf(run: Run, call: Call, { base, headers }: Defaults): ObjectValue {
  const place = call.environment.locate(call.node);
  const send =
    (method: string | undefined): NativeFunction =>
    (inner, own) => {
      const [given] = own.args.list;
      const block = own.args.list.find(isFunction);
      const named = keyword(inner, own.args.keywords, "urlString");
      const url = given && !isFunction(given) ? given : named;
      const request = requestBuilder(inner, own, {
        url,
        method: method === undefined ? undefined : computedText(method),
      });
      if (block) callBack(inner, block, [request.self], own);
      return sent(inner, own, { base, headers }, request, place);
    };
  const client: ObjectValue = nativeObject(
    "HttpClient of Ktor",
    natives({
      ...Object.fromEntries(METHODS.map((name) => [name, send(name.toUpperCase())])),
      ...Object.fromEntries(
        METHODS.map((name) => [
          `prepare${name.charAt(0).toUpperCase()}${name.slice(1)}`,
          send(name.toUpperCase()),
        ]),
      ),
      request: send(undefined),
      prepareRequest: send(undefined),
      config: (inner, own) => clientOf(inner, own, setUp(inner, own, own.args.at(0), { base, headers })),
    }),
    unknown({ reason: "computed", name: "HttpClient", born: 0 }),
  );
  for (const [key, value] of [
    [BASE, base],
    [DEFAULTS, headers],
  ] as const)
    setMember(run.store, client.object, key, { value, maybeAbsent: false });
  return client;
}

function sent(
  run: Run,
  call: Call,
  { base, headers }: Defaults,
  request: KtorRequest,
  place: ReturnType<Call["environment"]["locate"]>,
): Value {
  const parts = request.parts(run);
  const isBased = nullishness(base) !== true;
  return run.recorder.request(run, {
    client: "Ktor",
    call,
    url: isBased ? combineUrls(run, base, parts.url) : parts.url,
    method: nullishness(parts.method) === true ? computedText("GET") : parts.method,
    headers: [layered(run, [headers, parts.headers], call)],
    body: parts.body,
    intake: { method: "header" },
    instance: { site: place, givesUrl: isBased },
  }).response;
}

/** Models `HttpClient(CIO) { … }`: https://ktor.io/docs/client-create-and-configure.html */
const newClient: NativeFunction = (run, call) => {
  const lambda = call.args.list.find((one, index) => isFunction(one) && index === call.args.length - 1);
  const from = { base: UNDEFINED, headers: makeObject(run, {}) };
  const isLambda = lambda?.kind === "object" && lambda.object.callable?.kind === "closure";
  return clientOf(run, call, isLambda ? setUp(run, call, lambda, from) : from);
};

const texts = (names: Readonly<Record<string, string>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(names).map(([key, text]) => [key, computedText(text)]));

const contentType: NativeFunction = (run, call) =>
  concat(run, [call.args.at(0), computedText("/"), call.args.at(1)]);

const named = (name: string, construct: NativeFunction, members: Readonly<Record<string, Value>>): Maker => {
  return () => nativeValue(name, construct, members, "Function", REST(name));
};

const contentTypes = (): Record<string, Value> => ({
  Application: nativeObject(
    "Application",
    texts({
      Json: "application/json",
      Xml: "application/xml",
      OctetStream: "application/octet-stream",
      FormUrlEncoded: "application/x-www-form-urlencoded",
    }),
    REST("Application"),
  ),
  Text: nativeObject("Text", texts({ Plain: "text/plain", Html: "text/html" }), REST("Text")),
  Any: computedText("*/*"),
  parse: nativeValue("parse", first),
});

const plugin: Maker = () => nativeObject("Plugin", { [marker]: computedText("yes") }, REST("DefaultRequest"));

/** Classes of Ktor by their full names. */
export const KTOR: readonly (readonly [string, Maker])[] = [
  ["io.ktor.client.HttpClient", () => nativeValue("HttpClient", newClient)],
  ["io.ktor.client.plugins.DefaultRequest", plugin],
  ["io.ktor.client.features.DefaultRequest", plugin],
  ["io.ktor.http.ContentType", named("ContentType", contentType, contentTypes())],
  [
    "io.ktor.http.HttpHeaders",
    named(
      "HttpHeaders",
      (_run, call) => computed(call, "HttpHeaders"),
      texts({
        Accept: "Accept",
        ContentType: "Content-Type",
        Authorization: "Authorization",
        UserAgent: "User-Agent",
      }),
    ),
  ],
  [
    "io.ktor.http.HttpMethod",
    named("HttpMethod", first, {
      ...texts({ Get: "GET", Post: "POST", Put: "PUT", Patch: "PATCH", Delete: "DELETE", Head: "HEAD" }),
      parse: nativeValue("parse", first),
    }),
  ],
];
