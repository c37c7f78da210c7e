import {
  callBack,
  computed,
  nativeValue,
  siteOf,
  type NativeFunction,
} from "../../analysis/builtins/native.js";
import { Arguments, isClass, type Call } from "../../analysis/evaluation/callable.js";
import { callValue } from "../../analysis/evaluation/calls.js";
import { headerNameOf, setHeader } from "../../analysis/builtins/header-names.js";
import { deleteMember, elementsOf, mergeUnknown, type HeapObject } from "../../analysis/evaluation/heap.js";
import { iterate } from "../../analysis/evaluation/iteration.js";
import { copyMembers, makeObject, peek } from "../../analysis/evaluation/members.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  FALSE,
  NULL,
  TRUE,
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  isFunction,
  mapAlternatives,
  nullishness,
  opaque,
  type ObjectValue,
  type Single,
  type UnknownValue,
  type Value,
} from "../../analysis/evaluation/value.js";
import { SHOWN_REQUEST } from "../../analysis/recording/opaque-requests.js";
import type { RecordedRequest } from "../../analysis/recording/recorded-request.js";
import { BUILDER } from "./fluent.js";
import { isFunctionOfProgram } from "./methods.js";
import { joinedList } from "./joined-list.js";

/** Says what a member of a request does. Code gets such a request before it goes out. */
export type Role =
  /** It holds the headers. */
  | "headers"
  /** A method that gives the headers. */
  | "headersOf"
  /** A method that sets a header by name and value, or gives the one of a name. */
  | "header"
  /** A method that sets `Accept`. */
  | "accept"
  /** A method that sets all headers of a record. */
  | "headersFrom"
  /** It holds the URL. */
  | "url"
  /** A method that gives the URL. */
  | "urlOf"
  /** A method that tells whether there is a header. */
  | "has"
  /** A method that removes a header. */
  | "remove"
  /** A method that calls a function with the headers, or gives them. */
  | "edit"
  /** A method that gives the request, a copy of it, or what builds one. */
  | "itself"
  /** A method that sends a request on, and gives its response. */
  | "send";

/** Describes functions that get each request of a client before it goes out: interceptors, middleware, filters. */
export interface Hook {
  /** Holds the functions of a client. Reports use its name. */
  readonly slot: symbol;
  /** The page that says so. */
  readonly source: string;
  /** Methods by which an object gets the request. A function gets it itself. */
  readonly methods: readonly string[];
  /** The indexes of arguments that are the request, or what sends it on, in order; without it the first one. */
  readonly gets?: readonly number[];
  /** The function gets what sends requests on, and gives the function that gets the request. */
  readonly isMaker?: true;
  /** The members of the request, of what sends it on, and of what copies it: one object plays all these parts. */
  readonly request: Readonly<Record<string, Role>>;
  /** Methods of the request that are not among its members are settings, which give the request again. */
  readonly isFluent?: true;
  /** Makes the object whose members the headers are; a record without it. */
  readonly makeFields?: (run: Run) => ObjectValue;
  /** Returns the value in which code changes the headers, which are the members of `fields`; `fields` without it. */
  readonly headersIn?: (run: Run, fields: ObjectValue, call: Call) => Value;
  /** An unknown value leaves the headers as they are, such as credentials, unless it comes from a package. */
  readonly isMostlyOther?: true;
  /** The value of a header that is not there; `null` without it. */
  readonly absent?: Value;
  /** Packages whose functions leave `Accept` as it is. */
  readonly harmless?: RegExp;
}

/** Holds what a client sends: all requests that it may be, and the response. */
export interface Sent {
  readonly requests: readonly RecordedRequest[];
  readonly response: Value;
}

/** The requests that functions of the program get, which are not recorded again when the program sends them on. */
const shown = new WeakMap<HeapObject, Sent>();

/** Returns the response to a request that is shown to the program. Undefined for other values. */
export function responseToShown(value: Value): Value | undefined {
  for (const single of alternatives(value)) {
    const known = single.kind === "object" ? shown.get(single.object) : undefined;
    if (known) return known.response;
  }
  return undefined;
}

/** Models what a library does to send on a request that it has shown to the program. */
export const sendsOn: NativeFunction = (_run, call) =>
  call.args.list.map(responseToShown).find((one) => one !== undefined) ?? computed(call, "response");

/** Shows a request to functions of the program, one after the other. What they do to its headers is sent. */
export function throughHooks(
  run: Run,
  call: Call,
  hook: Hook,
  functions: readonly Value[],
  sent: Sent,
): void {
  const given = functions
    .flatMap((one) => listed(run, one))
    .filter((one) => alternatives(one).some((single) => functionsOf(run, hook, single).length > 0));
  if (given.length === 0 || sent.requests.length === 0) return;
  const [only] = sent.requests;
  const fields = hook.makeFields?.(run) ?? makeObject(run, {});
  if (sent.requests.length === 1) only!.copyHeaders(run, fields);
  const request = requestFor(run, call, hook, fields, sent);
  for (const one of given) {
    const singles = alternatives(one);
    const show = (single: Single): void => showTo(run, call, hook, single, { fields, request });
    if (singles.length === 1) show(singles[0]!);
    else run.store.join(singles.map((single) => run.store.fork(() => show(single))));
  }
  for (const recorded of sent.requests) recorded.takeHeaders(run, fields, call);
}

/** Returns the functions in a list, or the only one. Of several lists the functions in each place are alternatives. */
export function listed(run: Run, value: Value): readonly Value[] {
  const lists = alternatives(value).map((single) => elementsIn(run, single));
  if (lists.length < 2) return lists[0] ?? [];
  const length = lists.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length }, (_, index) => choice(lists.map((one) => one[index] ?? UNDEFINED)));
}

function elementsIn(run: Run, single: Single): readonly Value[] {
  if (nullishness(single) === true) return [];
  if (single.kind !== "object" || single.object.className !== "Array") return [single];
  const content = run.store.read(single.object);
  return elementsOf(content) ?? [...content.members.values()].map((slot) => slot.value).concat(content.open);
}

interface Shown {
  readonly fields: ObjectValue;
  readonly request: ObjectValue;
}

function showTo(run: Run, call: Call, hook: Hook, given: Single, { fields, request }: Shown): void {
  const owner = isClass(given) ? instanceOf(run, call, given) : given;
  for (const one of functionsOf(run, hook, owner)) {
    const [single] = alternatives(one);
    if (single?.kind === "unknown") mergeUnknown(run.store, fields.object, single);
    else perform(run, call, hook, { function_: one, owner: one === owner ? UNDEFINED : owner, request });
  }
}

/** Returns what gets a request: a function, methods of an object, or unknown values that may change headers. */
function functionsOf(run: Run, hook: Hook, given: Single): readonly Value[] {
  if (given.kind === "unknown") return isHarmless(hook, given) ? [] : [given];
  if (isFunction(given)) return [given];
  return hook.methods
    .map((name) => peek(run, given, name))
    .filter((method) => {
      const [one] = alternatives(method);
      if (one?.kind === "unknown") return !isHarmless(hook, one);
      // A method of a library leaves the headers as they are.
      return one !== undefined && isFunction(one) && isFunctionOfProgram(one);
    });
}

function perform(
  run: Run,
  call: Call,
  hook: Hook,
  { function_, owner, request }: { function_: Value; owner: Value; request: Value },
): void {
  const { gets = [0], isMaker } = hook;
  const count = gets.at(-1)! + 1;
  const args = Array.from({ length: count }, (_, index) =>
    gets.includes(index) ? request : computed(call, nameOfHook(hook)),
  );
  const made = isMaker ? callBack(run, function_, [request], call, owner) : function_;
  const result = isMaker && !isFunction(made) ? UNDEFINED : callBack(run, made, args, call, owner);
  // A generator runs when its elements are taken.
  if (result.kind === "object") iterate(run, result);
}

function nameOfHook({ slot }: Hook): string {
  return slot.description!;
}

/** Returns an object that a class of the program makes. */
export function instanceOf(run: Run, call: Call, type: ObjectValue, args = new Arguments([])): Single {
  const made = callValue(run, type, { ...call, this: UNDEFINED, args, isNew: true });
  return alternatives(made)[0] ?? UNDEFINED;
}

function isHarmless({ isMostlyOther, harmless }: Hook, { source }: UnknownValue): boolean {
  if (source.request !== undefined || (isMostlyOther && source.reason !== "import")) return true;
  return harmless?.test(source.specifier ?? source.name) === true;
}

/** Makes the object that stands for a request: its members, and a function that sends it on. */
function requestFor(run: Run, call: Call, hook: Hook, fields: ObjectValue, sent: Sent): ObjectValue {
  const place = call.environment.locate(call.node);
  const headers = hook.headersIn?.(run, fields, call) ?? fields;
  const urls = sent.requests.flatMap((one) => one.urls);
  const url = choice(urls.map((text): Value => ({ kind: "text", text })));
  const roles: Readonly<Record<Exclude<Role, "headers" | "url">, NativeFunction>> = {
    headersOf: () => headers,
    header: (inner, own) => {
      if (own.args.length === 1) return headerNamed(inner, own, fields, hook.absent ?? NULL);
      setNamed(inner, own, fields, own.args.at(0), own.args.at(1));
      return made;
    },
    accept: (inner, own) => {
      setNamed(inner, own, fields, computedText("Accept"), own.args.at(0));
      return made;
    },
    headersFrom: (inner, own) => {
      copyMembers(inner, fields.object, own.args.at(0), siteOf(own));
      return made;
    },
    has: (inner, own) => {
      const is = nullishness(headerNamed(inner, own, fields, NULL));
      return is === undefined ? computed(own, "header") : is ? FALSE : TRUE;
    },
    remove: (inner, own) => {
      for (const key of keysLike(inner, own, fields)) deleteMember(inner.store, fields.object, key);
      return made;
    },
    edit: (inner, own) => {
      if (own.args.length === 0) return headers;
      callBack(inner, own.args.at(0), [headers], own);
      return made;
    },
    itself: () => made,
    urlOf: () => url,
    send: () => sent.response,
  };
  const members = Object.entries(hook.request).map(([key, role]): [string, Value] => [
    key,
    role === "headers" ? headers : role === "url" ? url : nativeValue(key, roles[role]),
  ]);
  const made: ObjectValue = nativeValue(
    nameOfHook(hook),
    roles.send,
    Object.fromEntries(members),
    SHOWN_REQUEST,
    opaque("computed", nameOfHook(hook), place),
  );
  if (hook.isFluent) made.object.prototype = BUILDER;
  shown.set(made.object, sent);
  return made;
}

/** Returns the keys of the header that a call names, in whatever case. */
function keysLike(run: Run, call: Call, fields: ObjectValue): string[] {
  const name = headerNameOf(run, call.args.at(0))?.toLowerCase();
  return [...run.store.read(fields.object).members.keys()].filter((key) => key.toLowerCase() === name);
}

function headerNamed(run: Run, call: Call, fields: ObjectValue, absent: Value): Value {
  const [key = headerNameOf(run, call.args.at(0))] = keysLike(run, call, fields);
  if (key === undefined) return computed(call, "header");
  return mapAlternatives(peek(run, fields, key), (single) =>
    nullishness(single) === true ? absent : single,
  );
}

function setNamed(run: Run, call: Call, fields: ObjectValue, name: Value, value: Value): void {
  const keyPlace = call.environment.locate(call.node);
  setHeader(run, fields.object, headerNameOf(run, name), { value: joinedList(run, value, call), keyPlace });
}
