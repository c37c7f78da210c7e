import {
  callBack,
  computed,
  definePrototype,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { combineUrls } from "../../../analysis/clients/client.js";
import { FORM } from "../../../analysis/clients/own-content-type.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, mergeUnknown, setMember } from "../../../analysis/evaluation/heap.js";
import { makeList, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot, type MemberKey } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  memberOfUnknown,
  nullishness,
  objectValue,
  opaque,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { RequestFact } from "../../../facts/request.js";
import { relativeUrl } from "../../lowered/relative-url.js";
import { hooksOf, setHooks } from "../../lowered/kept-hooks.js";
import { isFunctionOfProgram } from "../../lowered/methods.js";
import { responseToShown, throughHooks } from "../../lowered/request-hooks.js";
import { argument } from "./arguments.js";
import { HANDLER, handlersFrom } from "./handlers.js";
import { headerPlace, makeHeaders, putHeader, sentHeaders } from "./headers.js";
import { printedWith, toJson } from "./json.js";
import { registered } from "../../lowered/registrations.js";
import { serviceProvider } from "./services.js";

const CREDENTIALS = internalSlot("credentials");
const BODY = internalSlot("body");
const IS_FORM = internalSlot("form");
const CONTENT = "HttpContent";

interface Row {
  readonly method: string;
  /** Says if the second argument is content, or a value that is sent as JSON. */
  readonly body?: "content" | "json";
}

/** https://learn.microsoft.com/dotnet/api/system.net.http.httpclient */
const METHODS = {
  GetAsync: { method: "GET" },
  GetStringAsync: { method: "GET" },
  GetStreamAsync: { method: "GET" },
  GetByteArrayAsync: { method: "GET" },
  GetFromJsonAsync: { method: "GET" },
  GetFromJsonAsAsyncEnumerable: { method: "GET" },
  DeleteAsync: { method: "DELETE" },
  DeleteFromJsonAsync: { method: "DELETE" },
  PostAsync: { method: "POST", body: "content" },
  PutAsync: { method: "PUT", body: "content" },
  PatchAsync: { method: "PATCH", body: "content" },
  PostAsJsonAsync: { method: "POST", body: "json" },
  PutAsJsonAsync: { method: "PUT", body: "json" },
  PatchAsJsonAsync: { method: "PATCH", body: "json" },
} satisfies Readonly<Record<string, Row>>;

const prototype = new HeapObject("HttpClient.prototype", undefined);
definePrototype(prototype, {
  ...Object.fromEntries(Object.entries(METHODS).map(([name, row]) => [name, sending(row)])),
  SendAsync: sendMessage,
  Send: sendMessage,
  Dispose: () => UNDEFINED,
  CancelPendingRequests: () => UNDEFINED,
});

/** Models `new HttpClient(handler)`. */
export const httpClient: NativeFunction = (run, call) => {
  const object = new HeapObject("HttpClient", call.environment.locate(call.node), prototype);
  const self = objectValue(object);
  const headers = makeHeaders(object.place);
  set(run, object, "DefaultRequestHeaders", headers);
  set(run, object, "BaseAddress", UNDEFINED);
  const handler = call.args.at(0);
  const credentials = nullishness(handler) === true ? UNDEFINED : peek(run, handler, "Credentials");
  set(run, object, CREDENTIALS, credentials);
  setHooks(run, self, HANDLER, makeList(run, handlersFrom(run, handler)));
  return self;
};

/** The key of the handlers that are registered for a client. */
export const handlerKey = (key: string): string => `handlers ${key}`;

/** Makes a client as a container does: with all settings that the program registers for its name or class. */
export function clientFor(run: Run, call: Call, ...keys: readonly string[]): Value {
  const client = httpClient(run, { ...call, args: call.args.from(call.args.length) });
  for (const configure of keys.flatMap((key) => registered(run, key)))
    for (const single of alternatives(configure)) {
      if (single.kind !== "object" || single.object.callable?.kind !== "closure") continue;
      const count = single.object.callable.node.params.length;
      callBack(run, single, count > 1 ? [serviceProvider(), client] : [client], call);
    }
  if (client.kind === "object") setHooks(run, client, HANDLER, makeList(run, handlersFor(run, call, keys)));
  return client;
}

/** Makes the handlers that are registered: by their class, or by a function that makes them. */
function handlersFor(run: Run, call: Call, keys: readonly string[]): Value[] {
  const given = keys.flatMap((key) => registered(run, handlerKey(key))).flatMap((one) => alternatives(one));
  return given.map((one) => (isFunctionOfProgram(one) ? callBack(run, one, [serviceProvider()], call) : one));
}

function set(run: Run, object: HeapObject, key: MemberKey, value: Value): void {
  setMember(run.store, object, key, { value, maybeAbsent: false });
}

function sending({ method, body }: Row): NativeFunction {
  return (run, call) => {
    const given = body === undefined ? UNDEFINED : argument(run, call, 1, "content", "value");
    const content = body === "json" ? jsonWith(run, call, given, argument(run, call, 2, "options")) : given;
    return send(run, call, argument(run, call, 0, "requestUri"), computedText(method), [], content);
  };
}

function sendMessage(run: Run, call: Call): Value {
  const message = argument(run, call, 0, "request");
  const shown = responseToShown(message);
  if (shown) return shown;
  const isKnown = alternatives(message).some(({ kind }) => kind === "object");
  if (!isKnown) return computed(call, "SendAsync");
  const known = choice(alternatives(message).filter(({ kind }) => kind === "object"));
  const method = peek(run, known, "Method");
  return send(
    run,
    call,
    peek(run, known, "RequestUri"),
    nullishness(method) === true ? computedText("GET") : method,
    sentHeaders(run, peek(run, known, "Headers")),
    peek(run, known, "Content"),
  );
}

function send(
  run: Run,
  call: Call,
  url: Value,
  method: Value,
  headers: readonly Value[],
  content: Value,
): Value {
  const client = call.this;
  const base = peek(run, client, "BaseAddress");
  const credentials = peek(run, client, CREDENTIALS);
  const { body, types, isForm } = partsOf(run, content);
  const defaults = peek(run, client, "DefaultRequestHeaders");
  const sent = run.recorder.request(run, {
    client: "HttpClient",
    call,
    url: addressOf(run, base, url),
    method,
    headers: [...sentHeaders(run, defaults), ...types, ...headers],
    body,
    ...(isForm ? { ownContentType: { type: FORM, isText: false } } : {}),
    ...(nullishness(credentials) === true ? {} : { credentials: "unknown" as const }),
    ...instanceOf(run, client, defaults, nullishness(base) !== true),
  });
  const { response, recorded } = sent;
  throughHooks(run, call, HANDLER, [hooksOf(run, client, HANDLER)], { requests: [recorded], response });
  return response;
}

/** Describes the client of a request. If its default headers set `Accept`, fixes change them there. */
export function instanceOf(
  run: Run,
  client: Value,
  defaults: Value,
  givesUrl: boolean,
): { readonly instance?: RequestFact["instance"] } {
  const site = client.kind === "object" ? client.object.place : undefined;
  if (!site) return {};
  const headersPlace = headerPlace(run, defaults, "accept");
  if (headersPlace) return { instance: { site, givesUrl: true, headersPlace } };
  return { instance: { site, givesUrl } };
}

/** A URL behind the address of its client: each may be left out. */
function addressOf(run: Run, base: Value, url: Value): Value {
  if (nullishness(base) === true) return url;
  return nullishness(url) === true ? base : relativeUrl(run, base, url);
}

/** Makes a method that no library here has: one of a package sends what it gets to the address of the client. */
export function extension(name: string): Value {
  return nativeValue(name, (run, call) => {
    const [url, ...others] = call.args.list;
    const address = url && addressOf(run, peek(run, call.this, "BaseAddress"), url);
    const args = address ? new Arguments([address, ...others], call.args.rest) : call.args;
    return callUnknown(run, memberOfUnknown(opaque("computed", "HttpClient"), name), { ...call, args });
  });
}

const JSON_TYPE = "application/json";

/** Returns the body in some content, with its content types. */
function partsOf(run: Run, content: Value): { body: Value; types: Value[]; isForm: boolean } {
  const known = alternatives(content).filter(
    (one) => one.kind === "object" && one.object.className === CONTENT,
  );
  if (known.length === 0) return { body: content, types: [], isForm: false };
  const all = choice(known);
  const isForm = known.some((one) => nullishness(peek(run, one, IS_FORM)) !== true);
  return { body: peek(run, all, BODY), types: sentHeaders(run, peek(run, all, "Headers")), isForm };
}

function makeContent(run: Run, call: Call, body: Value, type: Value): Value {
  const place = call.environment.locate(call.node);
  const object = new HeapObject(CONTENT, place);
  const headers = makeHeaders(place);
  if (nullishness(type) !== true) putHeader(run, call, headers, computedText("Content-Type"), type);
  set(run, object, "Headers", headers);
  set(run, object, BODY, body);
  return objectValue(object);
}

/** Models `new StringContent(text, encoding, type)`. */
export const stringContent: NativeFunction = (run, call) => {
  const [second, third] = [call.args.at(1), argument(run, call, 2, "mediaType")];
  // `new StringContent(text, new MediaTypeHeaderValue(…))`
  const isType = nullishness(third) === true && knownString(run, second)?.includes("/");
  const type = isType ? second : nullishness(third) === true ? computedText("text/plain") : third;
  return makeContent(run, call, argument(run, call, 0, "content"), type);
};

export const rawContent: NativeFunction = (run, call) => makeContent(run, call, call.args.at(0), UNDEFINED);

export const jsonContent: NativeFunction = (run, call) =>
  jsonWith(run, call, argument(run, call, 0, "inputValue"), argument(run, call, 2, "options"));

function jsonWith(run: Run, call: Call, value: Value, options: Value): Value {
  return makeContent(run, call, printedWith(run, value, options), computedText(JSON_TYPE));
}

export const formContent: NativeFunction = (run, call) => {
  const made = makeContent(run, call, call.args.at(0), UNDEFINED);
  if (made.kind === "object") set(run, made.object, IS_FORM, computedText("form"));
  return made;
};

/** Models `new HttpRequestMessage(method, uri)`. Both may be set later. */
export const requestMessage: NativeFunction = (run, call) => {
  const object = new HeapObject("HttpRequestMessage", call.environment.locate(call.node));
  set(run, object, "Method", argument(run, call, 0, "method"));
  set(run, object, "RequestUri", argument(run, call, 1, "requestUri"));
  set(run, object, "Content", UNDEFINED);
  set(run, object, "Headers", makeHeaders(object.place));
  return objectValue(object);
};

/** Models `factory.CreateClient(name)`. A name that is not known is that of the client without a known name. */
export const createClient: NativeFunction = (run, call) => {
  const name = call.args.length === 0 ? "" : knownString(run, argument(run, call, 0, "name"));
  const key = name === undefined ? undefined : `client:${name}`;
  if (key !== undefined && (name === "" || registered(run, key).length > 0)) return clientFor(run, call, key);
  if (registered(run, UNNAMED).length > 0) return clientFor(run, call, UNNAMED);
  return key === undefined ? openClient(run, call) : clientFor(run, call, key);
};

/** The key of clients that are registered under a name that is not known. */
export const UNNAMED = "client:?";

/** Models `IHttpClientFactory`. */
export const clientFactory = (): ObjectValue =>
  nativeObject("IHttpClientFactory", natives({ CreateClient: createClient }));

/** Makes a client that unknown code created, or whose name is unknown: it may have any default headers. */
export function openClient(run: Run, call: Call): Value {
  const client = clientFor(run, call);
  const headers = peek(run, client, "DefaultRequestHeaders");
  const source = opaque("computed", "CreateClient", call.environment.locate(call.node));
  if (headers.kind === "object") mergeUnknown(run.store, headers.object, source);
  return client;
}

/** Models the methods of the class that Refit generates for an interface: `RestService.For<IApi>(base)`. */
export const sendOfInterface =
  (client: Value, base: Value, handler: Value): NativeFunction =>
  (run, call) => {
    const [method, path, lines, given, body] = call.args.list;
    const headers = makeHeaders();
    if (lines?.kind === "object")
      for (const line of alternatives(lines).flatMap((one) =>
        one.kind === "object" ? [...run.store.read(one.object).members.values()] : [],
      )) {
        const text = knownString(run, line.value) ?? "";
        const at = text.indexOf(":");
        if (at > 0)
          putHeader(
            run,
            call,
            headers,
            computedText(text.slice(0, at)),
            computedText(text.slice(at + 1).trim()),
          );
      }
    const layers = [...sentHeaders(run, headers), ...(given ? [given] : [])];
    if (client.kind === "object") {
      const url = combineUrls(run, peek(run, client, "BaseAddress"), path ?? UNDEFINED, true);
      const own = sentHeaders(run, peek(run, client, "DefaultRequestHeaders"));
      return record(run, call, url, method, [...own, ...layers], body, hooksOf(run, client, HANDLER));
    }
    const url = combineUrls(run, base, path ?? UNDEFINED, true);
    return record(run, call, url, method, layers, body, handler);
  };

function record(
  run: Run,
  call: Call,
  url: Value,
  method: Value | undefined,
  headers: readonly Value[],
  body: Value | undefined,
  handlers: Value,
): Value {
  const sent = run.recorder.request(run, {
    client: "Refit",
    call,
    url,
    method: method ?? computedText("GET"),
    headers,
    body: toJson(run, body ?? UNDEFINED),
    setsContentType: nullishness(body ?? UNDEFINED) === false,
  });
  const { response, recorded } = sent;
  throughHooks(run, call, HANDLER, [handlers], { requests: [recorded], response });
  return response;
}

export const nativeSend = (client: Value, base: Value, handler: Value = UNDEFINED): Value =>
  nativeValue("cs:send", sendOfInterface(client, base, handler));
