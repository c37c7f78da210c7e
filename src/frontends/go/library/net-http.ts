import {
  callBack,
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
  contentOf,
  slotsOf,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember, type Slot } from "../../../analysis/evaluation/heap.js";
import { findSlot, makeList, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot, makeContent } from "../../../analysis/evaluation/member-tables.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  isFunction,
  nullishness,
  objectValue,
  opaque,
  unknown,
  type ObjectValue,
  type Single,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { RecordedRequest } from "../../../analysis/recording/recorded-request.js";
import type { Credentials } from "../../../facts/request.js";
import { typeValue, type GoType } from "../types.js";
import { HARMLESS_TRANSPORTS } from "./hooks.js";
import { headerType, headersFor, makeHeaders, sendHeaders } from "./http-headers.js";
import { bodyOf } from "./readers.js";
import { HREF, urlObject } from "./urls.js";

/** A request that was sent, with its response. */
interface Sent {
  readonly recorded: RecordedRequest;
  readonly response: UnknownValue;
}

const sent = new WeakMap<HeapObject, Sent>();

/** The description of a request to record, with the name of its client for reports. */
export interface NewRequest {
  readonly client: string;
  readonly method: Value;
  readonly url: Value;
  readonly body?: Value | undefined;
  readonly credentials?: Credentials;
}

/** Records a request, and returns the object that represents it, to which headers can be added. */
export function makeRequest(
  run: Run,
  call: Call,
  { client, method, url, body, credentials }: NewRequest,
): ObjectValue {
  const made = run.recorder.request(run, {
    client,
    call,
    url,
    method,
    headers: [],
    intake: { method: "Header.Set" },
    body: body ? bodyOf(run, body) : UNDEFINED,
    ...(credentials ? { credentials } : {}),
  });
  const request = requestObject(call, made.recorded, method, url);
  sent.set(request.object, made);
  return request;
}

/** @param recorded absent for a request that other code created */
function requestObject(
  call: Call,
  recorded: RecordedRequest | undefined,
  method: Value,
  url: Value,
): ObjectValue {
  const object = new HeapObject("Request", call.environment.locate(call.node));
  const self = objectValue(object);
  const header = recorded ? headersFor(recorded) : makeHeaders();
  const members: Record<string, Value> = {
    Method: method,
    Host: computed(call, "Host"),
    ...natives({
      WithContext: () => self,
      Clone: () => self,
      Context: (_run, inner) => computed(inner, "Context"),
      SetBasicAuth: () => {
        recorded?.setCredentials("basic");
        return UNDEFINED;
      },
      AddCookie: () => UNDEFINED,
      UserAgent: (_run, inner) => computed(inner, "UserAgent"),
    }),
  };
  const address = (value: Value): Slot => ({
    value,
    maybeAbsent: false,
    // A request can be made without a URL, which is set later.
    setter: nativeValue("URL", (inner, setting) => {
      const given = setting.args.at(0);
      setMember(inner.store, object, OWN_URL, { value: given, maybeAbsent: false });
      recorded?.prefixUrls(inner, peek(inner, given, HREF));
      return UNDEFINED;
    }),
    getter: nativeValue("URL", (inner) => peek(inner, self, OWN_URL)),
  });
  const rest = opaque("computed", "request", call.environment.locate(call.node));
  const headerSlot = {
    value: header,
    maybeAbsent: false,
    ...(recorded
      ? {
          getter: nativeValue("Header", (inner) => peek(inner, self, OWN_HEADER)),
          setter: nativeValue("Header", (inner, setting) => {
            setMember(inner.store, object, OWN_HEADER, { value: setting.args.at(0), maybeAbsent: false });
            recorded.dropHeaders(inner);
            sendHeaders(inner, setting.args.at(0), recorded, setting);
            return UNDEFINED;
          }),
        }
      : {}),
  };
  object.content = makeContent(
    [
      ...slotsOf({ ...members, [OWN_HEADER]: header, [OWN_URL]: urlObject(url) }),
      ["Header", headerSlot],
      ["URL", address(urlObject(url))],
    ],
    [rest],
  );
  return self;
}

const OWN_HEADER = internalSlot("header");
const OWN_URL = internalSlot("url");

/** Returns the results of sending requests. Recorded requests have a response, others are unknown. */
export function answerTo(run: Run, request: Value, call: Call): Value {
  const given = alternatives(request);
  const whole = given.filter((single) => !isEmptyRequest(run, single));
  const answers = (whole.length > 0 ? whole : given).map((single): Value => {
    const known = single.kind === "object" ? sent.get(single.object) : undefined;
    if (known) return known.response;
    // A draft of another client holds a request: `retryablehttp.Request`.
    const inner = single.kind === "object" ? findSlot(run, single.object, "Request")?.value : undefined;
    const held = inner?.kind === "object" ? sent.get(inner.object) : undefined;
    return held?.response ?? computed(call, "response");
  });
  return choice(answers);
}

/** Returns whether a request has no URL, as one that a function gives beside an error. It has no answer. */
function isEmptyRequest(run: Run, single: Single): boolean {
  if (single.kind !== "object" || !sent.has(single.object)) return false;
  return knownString(run, peek(run, peek(run, single, OWN_URL), HREF)) === "";
}

export function isRequest(value: Value): boolean {
  return alternatives(value).some((single) => single.kind === "object" && sent.has(single.object));
}

/**
 * Models functions that make a request.
 *
 * @param offset index of the HTTP method among the arguments
 */
export const newRequest =
  (client: string, offset: number): NativeFunction =>
  (run, call) =>
    makeList(run, [
      makeRequest(run, call, {
        client,
        method: methodIn(call.args.at(offset)),
        url: call.args.at(offset + 1),
        body: call.args.at(offset + 2),
      }),
      computed(call, "error"),
    ]);

/** Without a method it is GET. */
function methodIn(method: Value): Value {
  return method.kind === "text" && method.text.parts.length === 0 ? computedText("GET") : method;
}

/** `http.Get(url)`, `client.Post(url, contentType, body)` and the like, by where their arguments are. */
const verbs = {
  Get: (run, call) => send(run, call, "GET"),
  Head: (run, call) => send(run, call, "HEAD"),
  Post: (run, call) => send(run, call, "POST", call.args.at(2), call.args.at(1)),
  PostForm: (run, call) =>
    send(run, call, "POST", call.args.at(1), computedText("application/x-www-form-urlencoded")),
} satisfies { [name: string]: NativeFunction };

function send(run: Run, call: Call, method: string, body?: Value, contentType?: Value): Value {
  const [name, url] = [computedText(method), call.args.at(0)];
  const made = run.recorder.request(run, {
    client: "net/http",
    call,
    url,
    method: name,
    headers: [],
    intake: { method: "http.NewRequest" },
    body: body ? bodyOf(run, body) : UNDEFINED,
  });
  const { recorded } = made;
  if (contentType) recorded.addHeaders(run, computedText("content-type"), contentType, call);
  const request = requestObject(call, recorded, name, url);
  sent.set(request.object, made);
  return sendThrough(run, request, call);
}

/** Sends a request through the transport of a client, which may add headers to it. */
function sendThrough(run: Run, request: Value, call: Call): Value {
  let transport = peek(run, call.this, "Transport");
  if (transport.kind === "object" && digestTransports.has(transport.object)) {
    authenticate(request);
    // It sends what it gets through another one.
    transport = peek(run, transport, "Transport");
  }
  const roundTrip = peek(run, transport, "RoundTrip");
  if (isFunction(roundTrip)) callBack(run, roundTrip, [request], call, transport);
  else if (transport.kind === "unknown") doubtHeaders(request, transport);
  return makeList(run, [answerTo(run, request, call), computed(call, "error")]);
}

/** Records that a transport may set headers, where a package makes it that is not read. */
function doubtHeaders(request: Value, transport: UnknownValue): void {
  const { reason, specifier = "" } = transport.source;
  if (reason !== "import" || HARMLESS_TRANSPORTS.test(specifier)) return;
  for (const single of alternatives(request)) {
    const known = single.kind === "object" ? sent.get(single.object) : undefined;
    known?.recorded.mayGetHeadersOf(transport);
  }
}

const perform: NativeFunction = (run, call) => sendThrough(run, call.args.at(0), call);

const CLIENT_METHODS = { ...verbs, Do: perform, CloseIdleConnections: () => UNDEFINED };

const clientPrototype = new HeapObject("Object", undefined);
clientPrototype.content = contentOf(natives(CLIENT_METHODS));

const clientType: GoType = {
  kind: "struct",
  name: "Client",
  prototype: clientPrototype,
  instance: (_run, call) =>
    call.this.kind === "object" && call.this.object.prototype === clientPrototype
      ? call.this
      : objectValue(new HeapObject("Object", undefined, clientPrototype)),
};

/** Makes a client of net/http. */
export function httpClient(): ObjectValue {
  return objectValue(new HeapObject("Object", undefined, clientPrototype));
}

const transportPrototype = new HeapObject("Object", undefined);
transportPrototype.content = contentOf(
  natives({
    RoundTrip: (run, call) => makeList(run, [answerTo(run, call.args.at(0), call), computed(call, "error")]),
    Clone: (_run, call) => call.this,
  }),
);

/**
 * The type of transports that send requests unchanged: `http.DefaultTransport`, `&http.Transport{…}`, digest
 * authentication.
 */
export const transportType: GoType = {
  kind: "struct",
  name: "Transport",
  prototype: transportPrototype,
  instance: (_run, call) =>
    call.this.kind === "object" && call.this.object.prototype === transportPrototype
      ? call.this
      : transport(),
};

export function transport(): ObjectValue {
  return objectValue(new HeapObject("Object", undefined, transportPrototype));
}

/** Transports that answer a challenge for digest credentials. */
const digestTransports = new WeakSet<HeapObject>();

export function digestTransport(inner: Value = UNDEFINED): ObjectValue {
  const made = transport();
  digestTransports.add(made.object);
  const client: NativeFunction = (run, call) => {
    const sender = httpClient();
    setMember(run.store, sender.object, "Transport", { value: made, maybeAbsent: false });
    return makeList(run, [sender, computed(call, "error")]);
  };
  made.object.content = contentOf({ ...natives({ Client: client }), Transport: inner });
  return made;
}

function authenticate(request: Value): void {
  for (const single of alternatives(request))
    if (single.kind === "object") sent.get(single.object)?.recorded.setCredentials("digest");
}

/** A request that is written as a literal, or that a function receives from unknown callers. */
const requestType: GoType = {
  kind: "struct",
  name: "Request",
  prototype: new HeapObject("Object", undefined),
  instance: (run, call) => {
    if (call.this.kind === "object") return literalRequest(run, call);
    const place = call.environment.locate(call.node);
    const name = { reason: "parameter" as const, name: "request", place };
    return requestObject(call, undefined, unknown(name, place), unknown({ ...name, name: "URL" }, place));
  },
};

/** Models `&http.Request{Method: "GET", URL: address, Header: headers}`. */
function literalRequest(run: Run, call: Call): Value {
  const [method, url, header] = ["Method", "URL", "Header"].map((name) => peek(run, call.this, name));
  const request = makeRequest(run, call, {
    client: "net/http",
    method: nullishness(method!) === true ? computedText("GET") : method!,
    url: nullishness(url!) === true ? computedText("") : peek(run, url!, HREF),
    body: peek(run, call.this, "Body"),
  });
  if (header!.kind === "object") {
    setMember(run.store, request.object, OWN_HEADER, { value: header!, maybeAbsent: false });
    sendHeaders(run, header!, sent.get(request.object)!.recorded, call);
  }
  return request;
}

const METHODS = ["Get", "Head", "Post", "Put", "Patch", "Delete", "Connect", "Options", "Trace"];

export const netHttp: Maker = () =>
  nativeObject(
    "net/http",
    {
      ...natives({
        ...verbs,
        NewRequest: newRequest("net/http", 0),
        NewRequestWithContext: newRequest("net/http", 1),
      }),
      ...Object.fromEntries(METHODS.map((name) => [`Method${name}`, computedText(name.toUpperCase())])),
      DefaultClient: httpClient(),
      DefaultTransport: transport(),
      Client: typeValue(clientType),
      Transport: typeValue(transportType),
      Request: typeValue(requestType),
      Header: headerType(),
    },
    unknown({ reason: "import", name: "http", specifier: "net/http", born: 0 }),
  );
