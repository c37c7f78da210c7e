import { definePrototype, type NativeFunction } from "../../../analysis/builtins/native.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { nullishness, objectValue, type Value } from "../../../analysis/evaluation/value.js";
import { sendsOn, type Hook } from "../../lowered/request-hooks.js";
import { argument } from "./arguments.js";
import { makeHeaders } from "./headers.js";

/** Describes the handlers of HttpClient, which the program may write itself. */
export const HANDLER: Hook = {
  slot: internalSlot("handler"),
  source: "https://learn.microsoft.com/dotnet/api/system.net.http.delegatinghandler",
  methods: ["SendAsync", "Send"],
  request: { RequestUri: "url", Headers: "headers" },
  makeFields: () => makeHeaders(),
  harmless: /^cs:(?:System|Microsoft|Polly)\./,
};

/** Describes the interceptors of RestSharp. */
export const INTERCEPTOR: Hook = {
  slot: internalSlot("interceptor"),
  source: "https://restsharp.dev/docs/advanced/interceptors",
  methods: ["BeforeRequest", "BeforeHttpRequest"],
  request: { AddHeader: "header", AddOrUpdateHeader: "header", Headers: "headers" },
  makeFields: () => makeHeaders(),
  harmless: /^cs:(?:RestSharp\b|\.Interceptor$)/,
};

const INNER = "InnerHandler";

const prototype = new HeapObject("DelegatingHandler.prototype", undefined);
definePrototype(prototype, { SendAsync: sendsOn, Send: sendsOn }, true);

/** Models `new DelegatingHandler(inner)` and the handlers that send what they get. */
export const handler: NativeFunction = (run, call) => {
  const object = new HeapObject("Handler", call.environment.locate(call.node), prototype);
  setMember(run.store, object, INNER, { value: argument(run, call, 0, "innerHandler"), maybeAbsent: false });
  return objectValue(object);
};

/** Holds what a class of the program inherits from a handler. */
export const HANDLER_MEMBERS = { prototype: objectValue(prototype) };

/** More handlers than any program puts behind each other. */
const MAX_HANDLERS = 16;

/** Returns a handler and those behind it. */
export function handlersFrom(run: Run, first: Value): Value[] {
  const found: Value[] = [];
  for (let at = first; nullishness(at) !== true && found.length < MAX_HANDLERS; at = peek(run, at, INNER)) {
    found.push(at);
    if (at.kind !== "object") break;
  }
  return found;
}
