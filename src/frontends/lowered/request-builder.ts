import {
  callBack,
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../analysis/builtins/native.js";
import { copyHeaders, headerNameOf, setHeader } from "../../analysis/builtins/header-names.js";
import { combineUrls } from "../../analysis/clients/client.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { flatten } from "../../facts/text.js";
import { concat } from "../../analysis/evaluation/coerce.js";
import { HeapObject, clearMembers, mergeUnknown, setMember } from "../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../analysis/evaluation/members.js";
import { internalSlot, type MemberKey } from "../../analysis/evaluation/member-tables.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  nullishness,
  objectValue,
  opaque,
  unknown,
  type UnknownValue,
  type Value,
} from "../../analysis/evaluation/value.js";
import type { RecordedRequest } from "../../analysis/recording/recorded-request.js";
import type { Draft } from "../../analysis/recording/recorder.js";
import { BUILDER } from "./fluent.js";
import { joinedList } from "./joined-list.js";
import { isFunctionOfProgram } from "./methods.js";
import type { Sent } from "./request-hooks.js";

/** The effect of a builder's method on the request. */
export interface Step {
  /** Which argument is the URL, or what comes behind the base that the builder has. */
  readonly url?: number;
  /** Which argument is put behind the URL, with a slash between them. */
  readonly path?: number;
  readonly method?: string;
  readonly methodAt?: number;
  readonly body?: number;
  /** The client prints the body as JSON, with a fitting Content-Type. */
  readonly isJson?: true;
  /** The argument that is one header's value, and its name or the argument that has it. */
  readonly header?: { readonly name: number | string; readonly value: number };
  /** Which argument has several headers. */
  readonly headers?: number;
  /** The `headers` replace all earlier ones. */
  readonly replaces?: true;
  /**
   * The request goes out, and the call gives the response, or what the function gives that gets it. Or the request is
   * made, and a later call sends it.
   */
  readonly ends?: "sent" | "handed" | "made";
  /** The call gives the stream that the body is written to. */
  readonly isSink?: true;
}

/** A client whose requests are built call by call, as data. */
export interface Builder {
  readonly client: string;
  readonly source: string;
  readonly steps: Readonly<Record<string, Step>>;
  /** The method of the builder that adds a header. Without it a request is reported where it is sent. */
  readonly intake?: string;
  /** Names of methods that are not in the table and send the request. All others are settings. */
  readonly sends?: RegExp;
  /** Returns what is sent of a value that is given as a body; the value itself without it. */
  readonly bodyOf?: (run: Run, value: Value) => Value;
  /** Returns the Content-Type that the client sets for a body by itself. */
  readonly typeOf?: (body: Value) => Pick<Draft, "ownContentType" | "setsContentType">;
  /** Returns the records of headers in a value; the value itself without it. */
  readonly headersOf?: (run: Run, value: Value) => Value[];
  /** True if a builder is one request, whatever asks for its response, and is reported where it is made. */
  readonly isOneRequest?: true;
}

const URL = internalSlot("url");
const METHOD = internalSlot("method");
const HEADERS = internalSlot("headers");
const BODY = internalSlot("body");
const IS_JSON = internalSlot("is JSON");
const RESPONSE = internalSlot("response");

/** The initial state of a builder. */
export interface Start {
  readonly base?: Value;
  readonly url?: Value;
  readonly method?: Value;
  readonly headers?: Value;
  readonly body?: Value;
  readonly instance?: HeapObject;
  /** Shows what is sent to the functions of the client. */
  readonly through?: Through;
}

/** Shows a request to functions of its client before it goes out. */
export type Through = (run: Run, call: Call, sent: Sent) => void;

/** Makes a builder. Methods that are not in its table return the builder. */
export function makeBuilder(run: Run, call: Call, builder: Builder, start: Start = {}): Value {
  const place = call.environment.locate(call.node);
  const draft = new HeapObject("Request builder", place, prototypeOf(builder));
  starts.set(draft, { ...start, call });
  const self = objectValue(draft);
  const set = (key: MemberKey, value: Value): void =>
    setMember(run.store, draft, key, { value, maybeAbsent: false });
  set(URL, start.url ?? start.base ?? UNDEFINED);
  set(METHOD, start.method ?? computedText("GET"));
  const headers = makeObject(run, {}, "Object", builder.intake === undefined ? undefined : place);
  set(HEADERS, headers);
  sureHeaders.set(headers.object, { depth: run.store.depth, names: new Set() });
  set(BODY, start.body ?? UNDEFINED);
  set(IS_JSON, UNDEFINED);
  set(RESPONSE, UNDEFINED);
  const perform =
    (step: Step): NativeFunction =>
    (inner, own) =>
      apply(inner, own, builder, step, draft);
  for (const [name, step] of Object.entries(builder.steps)) set(name, nativeValue(name, perform(step)));
  return self;
}

/** The start of each builder, and the call that made it. Such a call is never replayed from a summary. */
const starts = new WeakMap<HeapObject, Start & { readonly call: Call }>();
const prototypes = new WeakMap<Builder, HeapObject>();

function prototypeOf(builder: Builder): HeapObject {
  const { sends } = builder;
  if (!sends) return BUILDER;
  let known = prototypes.get(builder);
  if (!known) {
    prototypes.set(builder, (known = new HeapObject("Builder", undefined)));
    known.inherit = (run, key, draft) => {
      if (draft.kind !== "object" || !starts.has(draft.object) || !sends.test(key))
        return BUILDER.inherit?.(run, key, draft);
      const { object } = draft;
      return nativeValue(key, (inner, call) => apply(inner, call, builder, { ends: "sent" }, object));
    };
  }
  return known;
}

function apply(run: Run, call: Call, builder: Builder, step: Step, draft: HeapObject): Value {
  const start = starts.get(draft)!;
  const self = objectValue(draft);
  const get = (key: MemberKey): Value => peek(run, self, key);
  const set = (key: MemberKey, value: Value): void =>
    setMember(run.store, draft, key, { value, maybeAbsent: false });
  const sent = (value: Value): Value => builder.bodyOf?.(run, value) ?? value;
  if (step.url !== undefined) {
    const url = call.args.at(step.url);
    set(URL, start.base ? combineUrls(run, start.base, url) : url);
  }
  if (step.path !== undefined) set(URL, joinPath(run, get(URL), call.args.at(step.path)));
  if (step.method !== undefined) set(METHOD, computedText(step.method));
  if (step.methodAt !== undefined) set(METHOD, call.args.at(step.methodAt));
  if (step.body !== undefined && call.args.has(step.body)) set(BODY, sent(call.args.at(step.body)));
  if (step.isJson) set(IS_JSON, computedText("yes"));
  if (step.header) addHeader(run, call, get(HEADERS), step.header);
  if (step.headers !== undefined && call.args.has(step.headers)) {
    const given = call.args.at(step.headers);
    const records = (one: Value): Value[] => builder.headersOf?.(run, one) ?? [one];
    if (step.replaces) {
      const isUnknown = alternatives(given).some((one) => records(one).length === 0);
      clearHeaders(run, get(HEADERS), isUnknown ? [opaque("computed", "headers")] : []);
    }
    for (const one of records(given)) merge(run, get(HEADERS), one);
  }
  if (step.isSink) return sinkOf(draft, sent);
  if (!step.ends) return self;
  const before = builder.isOneRequest ? get(RESPONSE) : UNDEFINED;
  if (nullishness(before) !== true) return before;
  const built = partsOf(run, self);
  const { response, recorded } = run.recorder.request(run, {
    client: builder.client,
    call: builder.isOneRequest ? start.call : call,
    ...built,
    headers: [...(start.headers ? [start.headers] : []), ...built.headers],
    ...builder.typeOf?.(built.body),
    ...(builder.intake === undefined ? {} : { intake: { method: builder.intake } }),
    ...(start.instance?.place
      ? { instance: { site: start.instance.place, givesUrl: start.base !== undefined } }
      : {}),
  });
  if (builder.isOneRequest) set(RESPONSE, response);
  start.through?.(run, call, { requests: [recorded], response });
  if (step.ends === "sent") return response;
  if (step.ends === "handed") return handed(run, call, response);
  const made = makeObject(run, {}, "Request", call.environment.locate(call.node));
  madeRequests.set(made.object, recorded);
  setMember(run.store, made.object, RESPONSE, { value: response, maybeAbsent: false });
  const again = nativeValue("newBuilder", (inner, own) =>
    makeBuilder(inner, own, builder, { ...start, url: get(URL), method: get(METHOD), headers: get(HEADERS) }),
  );
  setMember(run.store, made.object, "newBuilder", { value: again, maybeAbsent: false });
  return made;
}

/** Hands a response to the function that a call gets, as its last argument. */
function handed(run: Run, call: Call, response: Value): Value {
  const taker = call.args.list.findLast((one) => alternatives(one).some(isFunctionOfProgram));
  const callable = taker?.kind === "object" ? taker.object.callable : undefined;
  const count = callable?.kind === "closure" ? callable.node.params.length : 1;
  const before = Array.from({ length: Math.max(0, count - 1) }, () => computed(call, "argument"));
  return taker ? callBack(run, taker, [...before, response], call) : response;
}

/** Makes the stream that the body of a request is written to. */
function sinkOf(draft: HeapObject, sent: (value: Value) => Value): Value {
  const write: NativeFunction = (run, call) => {
    const written = peek(run, objectValue(draft), BODY);
    const given = sent(call.args.at(0));
    const value = nullishness(written) === true ? given : concat(run, [written, given]);
    setMember(run.store, draft, BODY, { value, maybeAbsent: false });
    return call.this;
  };
  return nativeObject(
    "Body of a request",
    natives({ write, writeBytes: write, print: write, println: write, append: write }),
    unknown({ reason: "computed", name: "stream", born: 0 }),
  );
}

function merge(run: Run, headers: Value, more: Value): void {
  if (headers.kind !== "object") return;
  if (more.kind === "unknown") mergeUnknown(run.store, headers.object, more);
  if (more.kind === "object") copyHeaders(run, headers.object, more.object);
}

/** Takes out all headers. Others come in their place, perhaps unknown ones. */
function clearHeaders(run: Run, headers: Value, open: readonly UnknownValue[]): void {
  if (headers.kind !== "object") return;
  clearMembers(run.store, headers.object, open);
  sureHeaders.get(headers.object)?.names.clear();
}

function addHeader(run: Run, call: Call, headers: Value, { name, value }: NonNullable<Step["header"]>): void {
  const key = typeof name === "string" ? name : headerNameOf(run, call.args.at(name));
  if (headers.kind !== "object") return;
  const sure = sureHeaders.get(headers.object);
  if (key !== undefined && sure && run.store.isSureSince(sure.depth)) sure.names.add(key);
  const keyPlace = call.environment.locate(call.node);
  setHeader(run, headers.object, key, { value: joinedList(run, call.args.at(value), call), keyPlace });
}

function joinPath(run: Run, base: Value, path: Value): Value {
  if (nullishness(base) === true) return path;
  const isRooted = path.kind === "text" && flatten(path.text).startsWith("/");
  return concat(run, isRooted ? [base, path] : [base, computedText("/"), path]);
}

/** Checks whether a value is a request builder. */
export function isDraft(value: Value): boolean {
  return alternatives(value).some(
    (single) => single.kind === "object" && single.object.className === "Request builder",
  );
}

/**
 * Sends a built request in its present state, and returns the response.
 *
 * @param headers those that the client adds where the request has none of their names
 */
export function sendDraft(
  run: Run,
  call: Call,
  { client, typeOf }: Builder,
  draft: Value,
  { through, headers = [] }: { readonly through?: Through; readonly headers?: readonly Value[] } = {},
): Value {
  const parts = partsOf(run, draft);
  const { response, recorded } = run.recorder.request(run, {
    client,
    call,
    ...parts,
    headers: [...headers, ...parts.headers],
    ...typeOf?.(parts.body),
  });
  through?.(run, call, { requests: [recorded], response });
  return response;
}

/** Returns the parts of the request that a builder holds so far. */
export function partsOf(run: Run, draft: Value) {
  const part = (key: MemberKey): Value => peek(run, draft, key);
  return {
    url: part(URL),
    method: part(METHOD),
    headers: [withSureHeaders(run, part(HEADERS))],
    body: part(BODY),
    setsContentType: nullishness(part(IS_JSON)) !== true,
  };
}

/**
 * The names of headers that are set in the same branch of the code as their builder is made. If a client is one of
 * several values, each of them is a branch with a builder of its own.
 */
const sureHeaders = new WeakMap<HeapObject, { readonly depth: number; readonly names: Set<string> }>();

/** Returns the headers of a builder; those that are surely set are so again where branches have come together. */
function withSureHeaders(run: Run, headers: Value): Value {
  const names = headers.kind === "object" ? sureHeaders.get(headers.object)?.names : undefined;
  if (headers.kind !== "object" || !names) return headers;
  const { members } = run.store.read(headers.object);
  if (![...members].some(([key, { maybeAbsent }]) => maybeAbsent && names.has(key))) return headers;
  const copy = makeObject(run, {}, "Object", headers.object.place);
  copyHeaders(run, copy.object, headers.object, (slot, key) =>
    names.has(key) ? { ...slot, maybeAbsent: false } : slot,
  );
  return copy;
}

const madeRequests = new WeakMap<HeapObject, RecordedRequest>();

/** Returns the requests that a value is, if a builder has made them. */
export function requestsIn(value: Value): RecordedRequest[] {
  return alternatives(value).flatMap((single) => {
    const known = single.kind === "object" ? madeRequests.get(single.object) : undefined;
    return known ? [known] : [];
  });
}

/** Returns the result of sending a request; `undefined` for other values. */
export function responseOf(run: Run, request: Value): Value | undefined {
  const found = alternatives(request).flatMap((single) => {
    const response = single.kind === "object" ? peek(run, single, RESPONSE) : UNDEFINED;
    return nullishness(response) === true ? [] : [response];
  });
  return found.length > 0 ? choice(found) : undefined;
}

/** Models an object whose methods send a request: `client.send(request, …)`, `client.newCall(request)`. */
export function sender(className: string, methods: readonly string[]): NativeFunction {
  const send: NativeFunction = (run, call) => responseOf(run, call.args.at(0)) ?? computed(call, className);
  return () =>
    nativeObject(
      className,
      natives(Object.fromEntries(methods.map((one) => [one, send]))),
      unknown({ reason: "computed", name: className, born: 0 }),
    );
}
