import { definePrototype, siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";
import { combineUrls } from "../../../analysis/clients/client.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { copyMembers, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  nullishness,
  objectValue,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { Methods } from "../../lowered/methods.js";
import { makeHeaders, putHeader, sentHeaders } from "./headers.js";
import { toJson } from "./json.js";

// https://flurl.dev/docs/fluent-url/ and https://flurl.dev/docs/fluent-http/

const URL = internalSlot("url");
const HEADERS = internalSlot("headers");

function requestOf(run: Run, call: Call): ObjectValue {
  if (call.this.kind === "object" && call.this.object.className === "FlurlRequest") return call.this;
  return makeRequest(run, call, call.this);
}

function makeRequest(run: Run, call: Call, url: Value): ObjectValue {
  const object = new HeapObject("FlurlRequest", call.environment.locate(call.node), prototype);
  setMember(run.store, object, URL, { value: url, maybeAbsent: false });
  setMember(run.store, object, HEADERS, { value: makeHeaders(object.place), maybeAbsent: false });
  return objectValue(object);
}

/** A step that changes a request; a text becomes one first. */
function step(change: (run: Run, call: Call, request: ObjectValue) => void): NativeFunction {
  return (run, call) => {
    const request = requestOf(run, call);
    change(run, call, request);
    return request;
  };
}

function append(run: Run, request: ObjectValue, parts: readonly Value[]): void {
  const url = parts.reduce<Value>(
    (before, part) => combineUrls(run, before, part, true),
    peek(run, request, URL),
  );
  setMember(run.store, request.object, URL, { value: url, maybeAbsent: false });
}

function send(method: string | undefined, hasJson: boolean): NativeFunction {
  return (run, call) => {
    const request = requestOf(run, call);
    const isNamed = method === undefined;
    const body = call.args.at(isNamed ? 1 : 0);
    const hasBody = hasJson || isNamed || /^(?:POST|PUT|PATCH)$/.test(method);
    return run.recorder.request(run, {
      client: "Flurl",
      call,
      url: peek(run, request, URL),
      method: isNamed ? call.args.at(0) : computedText(method),
      headers: sentHeaders(run, peek(run, request, HEADERS)),
      intake: { method: "WithHeader" },
      ...(hasBody ? { body: hasJson ? toJson(run, body) : body } : {}),
      setsContentType: hasJson && nullishness(body) === false,
    }).response;
  };
}

const nothing = step(() => {});

const FUNCTIONS = {
  AppendPathSegment: step((run, call, request) => append(run, request, call.args.list.slice(0, 1))),
  AppendPathSegments: step((run, call, request) => append(run, request, call.args.list)),
  SetQueryParam: nothing,
  SetQueryParams: nothing,
  WithHeader: step((run, call, request) =>
    putHeader(run, call, peek(run, request, HEADERS), call.args.at(0), call.args.at(1)),
  ),
  WithHeaders: step((run, call, request) => {
    const headers = peek(run, request, HEADERS);
    if (headers.kind === "object") copyMembers(run, headers.object, call.args.at(0), siteOf(call));
  }),
  WithOAuthBearerToken: step((run, call, request) =>
    putHeader(
      run,
      call,
      peek(run, request, HEADERS),
      computedText("Authorization"),
      concat(run, [computedText("Bearer "), call.args.at(0)]),
    ),
  ),
  WithBasicAuth: nothing,
  WithTimeout: nothing,
  WithClient: nothing,
  AllowHttpStatus: nothing,
  AllowAnyHttpStatus: nothing,
  GetAsync: send("GET", false),
  GetStringAsync: send("GET", false),
  GetJsonAsync: send("GET", false),
  DeleteAsync: send("DELETE", false),
  PostAsync: send("POST", false),
  PostJsonAsync: send("POST", true),
  PostStringAsync: send("POST", false),
  PutAsync: send("PUT", false),
  PutJsonAsync: send("PUT", true),
  PatchAsync: send("PATCH", false),
  PatchJsonAsync: send("PATCH", true),
  SendAsync: send(undefined, false),
  SendJsonAsync: send(undefined, true),
} satisfies Readonly<Record<string, NativeFunction>>;

const prototype = new HeapObject("FlurlRequest.prototype", undefined);
definePrototype(prototype, { ...FUNCTIONS, Request: (_run, call) => call.this });

/** The extension methods that Flurl adds to strings. */
export const FLURL_METHODS: Methods = new Map(Object.entries(FUNCTIONS));

/** Models `new Url(text)` and `new FlurlRequest(text)`. */
export const flurlUrl: NativeFunction = (run, call) => makeRequest(run, call, call.args.at(0));

const client = new HeapObject("FlurlClient.prototype", undefined);
definePrototype(client, {
  Request: (run, call) => {
    const request = makeRequest(run, call, peek(run, call.this, URL));
    append(run, request, call.args.list);
    const own = peek(run, request, HEADERS);
    const defaults = peek(run, call.this, HEADERS);
    if (own.kind === "object") copyMembers(run, own.object, defaults, siteOf(call));
    return request;
  },
  WithHeader: (run, call) => {
    putHeader(run, call, peek(run, call.this, HEADERS), call.args.at(0), call.args.at(1));
    return call.this;
  },
  Dispose: () => UNDEFINED,
});

/** Models `new FlurlClient(base)`. */
export const flurlClient: NativeFunction = (run, call) => {
  const object = new HeapObject("FlurlClient", call.environment.locate(call.node), client);
  setMember(run.store, object, URL, { value: call.args.at(0), maybeAbsent: false });
  setMember(run.store, object, HEADERS, { value: makeHeaders(object.place), maybeAbsent: false });
  return objectValue(object);
};
