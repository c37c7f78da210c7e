import {
  callBack,
  computed,
  definePrototype,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { combineUrls } from "../../../analysis/clients/client.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { copyMembers, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot, type MemberKey } from "../../../analysis/evaluation/member-tables.js";
import { siteOf } from "../../../analysis/builtins/native.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  isFunction,
  nullishness,
  objectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { hooksOf } from "../../lowered/kept-hooks.js";
import { throughHooks, type Sent } from "../../lowered/request-hooks.js";
import { argument } from "./arguments.js";
import { HANDLER, INTERCEPTOR, handler, handlersFrom } from "./handlers.js";
import { instanceOf } from "./http-client.js";
import { makeHeaders, putHeader, sentHeaders } from "./headers.js";
import { toJson } from "./json.js";

// https://restsharp.dev/docs/usage/request

const HEADERS = internalSlot("headers");
const BODY = internalSlot("body");
const IS_JSON = internalSlot("json");
const BASE = internalSlot("base");
const OPTIONS = internalSlot("options");

function set(run: Run, value: Value, key: MemberKey, member: Value): void {
  for (const single of alternatives(value))
    if (single.kind === "object")
      setMember(run.store, single.object, key, { value: member, maybeAbsent: false });
}

const header: NativeFunction = (run, call) => {
  putHeader(run, call, peek(run, call.this, HEADERS), call.args.at(0), call.args.at(1));
  return call.this;
};

const headers: NativeFunction = (run, call) => {
  const held = peek(run, call.this, HEADERS);
  if (held.kind === "object") copyMembers(run, held.object, call.args.at(0), siteOf(call));
  return call.this;
};

const jsonBody: NativeFunction = (run, call) => {
  set(run, call.this, BODY, toJson(run, argument(run, call, 0, "obj")));
  set(run, call.this, IS_JSON, computedText("json"));
  return call.this;
};

const textBody: NativeFunction = (run, call) => {
  set(run, call.this, BODY, call.args.at(0));
  const type = call.args.at(1);
  if (knownString(run, type)?.includes("/"))
    putHeader(run, call, peek(run, call.this, HEADERS), computedText("Content-Type"), type);
  return call.this;
};

/** `AddParameter("application/json", body, ParameterType.RequestBody)`; others are not the body. */
const parameter: NativeFunction = (run, call) => {
  const kind = knownString(run, call.args.at(2));
  if (kind === "RequestBody") {
    set(run, call.this, BODY, call.args.at(1));
    putHeader(run, call, peek(run, call.this, HEADERS), computedText("Content-Type"), call.args.at(0));
  } else if (kind === "HttpHeader") return header(run, call);
  return call.this;
};

const itselfAgain: NativeFunction = (_run, call) => call.this;

const request = new HeapObject("RestRequest.prototype", undefined);
definePrototype(request, {
  AddHeader: header,
  AddOrUpdateHeader: header,
  AddHeaders: headers,
  AddOrUpdateHeaders: headers,
  AddJsonBody: jsonBody,
  AddBody: jsonBody,
  AddStringBody: textBody,
  AddParameter: parameter,
  AddOrUpdateParameter: parameter,
  AddQueryParameter: itselfAgain,
  AddUrlSegment: itselfAgain,
  AddFile: itselfAgain,
});

/** Models `new RestRequest(resource, method)`. */
export const restRequest: NativeFunction = (run, call) => {
  const object = new HeapObject("RestRequest", call.environment.locate(call.node), request);
  const self = objectValue(object);
  const [first, second] = [call.args.at(0), call.args.at(1)];
  // `new RestRequest(Method.POST)`
  const isMethod =
    call.args.length === 1 && /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/.test(knownString(run, first) ?? "");
  set(run, self, "Resource", isMethod ? UNDEFINED : argument(run, call, 0, "resource"));
  set(run, self, "Method", isMethod ? first : call.args.has(1) ? second : argument(run, call, 1, "method"));
  set(run, self, HEADERS, makeHeaders(object.place));
  return self;
};

function sending(method?: string): NativeFunction {
  return (run, call) => {
    const given = argument(run, call, 0, "request");
    const known = choice(alternatives(given).filter(({ kind }) => kind === "object" || kind === "text"));
    if (nullishness(known) === true) return computed(call, "Execute");
    const isText = known.kind === "text";
    const part = (key: MemberKey): Value => (isText ? UNDEFINED : peek(run, known, key));
    const base = peek(run, call.this, BASE);
    const resource = isText ? known : part("Resource");
    const stated =
      method === undefined ? (call.args.has(1) ? call.args.at(1) : part("Method")) : computedText(method);
    const isMethod = nullishness(stated) === false && stated.kind === "text";
    const own =
      nullishness(stated) === true ? computedText("GET") : isMethod ? stated : choice([part("Method")]);
    const { response, recorded } = run.recorder.request(run, {
      client: "RestSharp",
      call,
      url: combineUrls(run, base, resource),
      method: nullishness(own) === true ? computedText("GET") : own,
      headers: [...sentHeaders(run, peek(run, call.this, HEADERS)), ...sentHeaders(run, part(HEADERS))],
      body: part(BODY),
      setsContentType: nullishness(part(IS_JSON)) === false,
      ...instanceOf(run, call.this, peek(run, call.this, HEADERS), nullishness(base) !== true),
    });
    throughOptions(run, call, { requests: [recorded], response });
    return response;
  };
}

/** Shows a request to the interceptors and the handlers that the options of its client have. */
function throughOptions(run: Run, call: Call, sent: Sent): void {
  const options = peek(run, call.this, OPTIONS);
  if (options.kind !== "object") return;
  throughHooks(run, call, INTERCEPTOR, [peek(run, options, "Interceptors")], sent);
  const configure = peek(run, options, "ConfigureMessageHandler");
  const inner = handler(run, { ...call, args: new Arguments([]) });
  const made = isFunction(configure)
    ? callBack(run, configure, [inner], call)
    : hooksOf(run, options, HANDLER);
  throughHooks(run, call, HANDLER, isFunction(configure) ? handlersFrom(run, made) : [made], sent);
}

const VERBS = ["Get", "Post", "Put", "Patch", "Delete", "Head"];

const client = new HeapObject("RestClient.prototype", undefined);
definePrototype(client, {
  AddDefaultHeader: header,
  AddDefaultHeaders: headers,
  Execute: sending(),
  ExecuteAsync: sending(),
  ExecuteTaskAsync: sending(),
  ...Object.fromEntries(
    VERBS.flatMap((verb) => [
      [`${verb}Async`, sending(verb.toUpperCase())],
      [verb, sending(verb.toUpperCase())],
      [`Execute${verb}`, sending(verb.toUpperCase())],
      [`Execute${verb}Async`, sending(verb.toUpperCase())],
      [`${verb}JsonAsync`, sending(verb.toUpperCase())],
    ]),
  ),
  UseAuthenticator: itselfAgain,
  UseSerializer: itselfAgain,
  Dispose: () => UNDEFINED,
});

/** Models `new RestClient(url)` and `new RestClient(new RestClientOptions(url))`. */
export const restClient: NativeFunction = (run, call) => {
  const object = new HeapObject("RestClient", call.environment.locate(call.node), client);
  const self = objectValue(object);
  const given = argument(run, call, 0, "options", "baseUrl");
  const base = choice(
    alternatives(given).map((one) => (one.kind === "object" ? peek(run, one, "BaseUrl") : one)),
  );
  set(run, self, BASE, base);
  set(run, self, OPTIONS, given);
  set(run, self, HEADERS, makeHeaders(object.place));
  return self;
};

export const restOptions: NativeFunction = (run, call: Call) => {
  const object = new HeapObject("RestClientOptions", call.environment.locate(call.node));
  const self = objectValue(object);
  set(run, self, "BaseUrl", argument(run, call, 0, "baseUrl"));
  return self;
};
