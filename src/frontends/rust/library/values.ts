import {
  callBack,
  computed,
  itself,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownStrings, knownString } from "../../../analysis/evaluation/coerce.js";
import { deleteMember, elementsOf, pushElement } from "../../../analysis/evaluation/heap.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import { getMember } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  choice,
  memberOfUnknown,
  nullishness,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { asInJavaScript } from "../../lowered/as-in-javascript.js";
import { methodIn, methodsOf, type Methods } from "../../lowered/methods.js";
import { joinToPath } from "../../lowered/paths.js";
import { siteOfKey } from "../../lowered/records.js";
import { requestsIn, responseOf } from "../../lowered/request-builder.js";

/** Methods that give the same value in another form, or leave out the case of an error. */
const SAME = [
  ...[
    "clone",
    "cloned",
    "copied",
    "to_string",
    "to_owned",
    "into",
    "try_into",
    "into_owned",
    "as_str",
    "as_ref",
  ],
  ...[
    "as_mut",
    "as_deref",
    "as_deref_mut",
    "as_bytes",
    "into_bytes",
    "as_slice",
    "to_vec",
    "to_str",
    "borrow",
  ],
  ...["borrow_mut", "deref", "unwrap", "expect", "unwrap_or_default", "ok", "ok_or", "ok_or_else", "map_err"],
  ...[
    "context",
    "with_context",
    "wrap_err",
    "inspect_err",
    "iter",
    "iter_mut",
    "into_iter",
    "collect",
    "rev",
  ],
  ...[
    "as_array",
    "as_array_mut",
    "as_object",
    "as_object_mut",
    "as_u64",
    "as_i64",
    "as_f64",
    "as_bool",
    "take",
  ],
  ...["trim", "parse", "boxed", "compat", "lock", "read", "write", "as_string", "as_value", "to_value"],
  // Of answers.
  ...[
    "text",
    "bytes",
    "json",
    "into_body",
    "into_string",
    "into_json",
    "into_reader",
    "body_mut",
    "body_json",
  ],
  ...[
    "body_string",
    "read_json",
    "read_to_string",
    "error_for_status",
    "to_bytes",
    "aggregate",
    "collect_body",
  ],
  ...[
    "into_parts",
    "recv_json",
    "recv_string",
    "as_result",
    "into_inner",
    "or_err",
    "reader",
    "to_str_lossy",
  ],
];

const METHODS: Methods = methodsOf({
  ...Object.fromEntries(SAME.map((name) => [name, itself])),
  unwrap_or: (_run, call) => withDefault(call, call.args.at(0)),
  or: (_run, call) => withDefault(call, call.args.at(0)),
  unwrap_or_else: (run, call) => withDefault(call, callBack(run, call.args.at(0), [UNDEFINED], call)),
  or_else: (run, call) => withDefault(call, callBack(run, call.args.at(0), [UNDEFINED], call)),
  get: (run, call) => read(run, call),
  get_mut: (run, call) => read(run, call),
  pointer: (run, call) => pointer(run, call),
  pointer_mut: (run, call) => pointer(run, call),
  insert: (run, call) => insert(run, call),
  append: (run, call) => insert(run, call),
  remove: (run, call) => {
    const name = knownString(run, call.args.at(0));
    const value = read(run, call);
    if (name !== undefined && call.this.kind === "object") deleteMember(run.store, call.this.object, name);
    return value;
  },
  push: (run, call) => {
    if (call.this.kind === "object" && call.this.object.className === "Array")
      pushElement(run.store, call.this.object, call.args.at(0));
    return UNDEFINED;
  },
  map: (run, call) => callBack(run, call.args.at(0), [call.this], call),
  and_then: (run, call) => callBack(run, call.args.at(0), [call.this], call),
  is_some_and: (run, call) => callBack(run, call.args.at(0), [call.this], call),
  "each:map": (run, call) => each(run, call, "map"),
  "each:filter_map": (run, call) => each(run, call, "map"),
  "each:find_map": (run, call) => {
    each(run, call, "map");
    return computed(call, "find_map");
  },
  "each:flat_map": (run, call) => each(run, call, "flatMap"),
  "each:for_each": (run, call) => each(run, call, "forEach"),
  concat: (run, call) => joined(run, call),
  is_empty: (_run, call) => computed(call, "is_empty"),
});

/** Texts have these methods; others with the name are as in JavaScript. */
const OF_TEXTS: Methods = methodsOf({
  replace: asInJavaScript("String", "replaceAll"),
  trim: asInJavaScript("String", "trim"),
  trim_end_matches: (_run, call) => computed(call, "trim_end_matches"),
  trim_start_matches: (_run, call) => computed(call, "trim_start_matches"),
  to_lowercase: asInJavaScript("String", "toLowerCase"),
  to_uppercase: asInJavaScript("String", "toUpperCase"),
  // Of a path.
  join: joinToPath,
  to_path_buf: itself,
  as_path: itself,
  starts_with: asInJavaScript("String", "startsWith"),
  ends_with: asInJavaScript("String", "endsWith"),
});

function withDefault(call: Call, otherwise: Value): Value {
  const isGiven = nullishness(call.this);
  if (isGiven === false && call.this.kind !== "unknown") return call.this;
  return isGiven === true ? otherwise : choice([call.this, otherwise]);
}

function read(run: Run, call: Call): Value {
  const keys = knownStrings(run, call.args.at(0));
  if (keys?.length !== 1)
    return call.this.kind === "unknown" ? memberOfUnknown(call.this, "[]") : computed(call, "get");
  return getMember(run, call.this, keys[0]!, siteOfKey(run, call));
}

/** `value.pointer("/a/b")`: https://docs.rs/serde_json/latest/serde_json/value/enum.Value.html#method.pointer */
function pointer(run: Run, call: Call): Value {
  const path = knownString(run, call.args.at(0));
  if (path === undefined) return computed(call, "pointer");
  const site = siteOfKey(run, call);
  return path
    .split("/")
    .slice(1)
    .reduce<Value>((object, key) => getMember(run, object, key, site), call.this);
}

function insert(run: Run, call: Call): Value {
  if (call.this.kind === "object")
    setMemberByKey(run, call.this, knownStrings(run, call.args.at(0)), call.args.at(1), siteOfKey(run, call));
  return UNDEFINED;
}

function each(run: Run, call: Call, method: string): Value {
  if (call.this.kind === "object" && call.this.object.className === "Array")
    return asInJavaScript("Array", method)(run, call) as Value;
  const element = call.this.kind === "unknown" ? memberOfUnknown(call.this, "[]") : computed(call, "element");
  return callBack(run, call.args.at(0), [element], call);
}

/** `[a, b].concat()` */
function joined(run: Run, call: Call): Value {
  const list = call.this.kind === "object" ? elementsOf(run.store.read(call.this.object)) : undefined;
  return list ? concat(run, list) : computed(call, "concat");
}

/** Methods with which clients send a request that was made before. */
const SENDS = /^(?:request|call|execute|send|send_request|send_async|oneshot|fetch)$/;

/** Sends a request that was made before, with any client. */
export const send: NativeFunction = (run, call) => {
  const request = call.args.at(0);
  for (const one of requestsIn(request)) one.sentAt(call);
  return responseOf(run, request) ?? computed(call, "response");
};

/** `request.headers_mut().insert(name, value)` */
function headersOfRequest(request: Value): Value {
  const add: NativeFunction = (run, call) => {
    for (const one of requestsIn(request)) one.addHeaders(run, call.args.at(0), call.args.at(1), call);
    return UNDEFINED;
  };
  return nativeObject("HeaderMap", natives({ insert: add, append: add }));
}

/** Models methods of values. See `Semantics.attribute`. */
export function attribute(run: Run, value: Single, name: string, isCalled: boolean): Value | undefined {
  if (!isCalled) return undefined;
  if (name === "headers_mut" && requestsIn(value).length > 0)
    return nativeValue(name, () => headersOfRequest(value));
  if (value.kind === "unknown" && SENDS.test(name))
    return nativeValue(name, (inner, call) =>
      requestsIn(call.args.at(0)).length > 0
        ? send(inner, call)
        : callUnknown(inner, memberOfUnknown(value, name), call),
    );
  if (value.kind === "text") return methodIn(OF_TEXTS, name) ?? methodIn(METHODS, name);
  const isPlain = value.kind !== "object" || /^(?:Object|Array)$/.test(value.object.className);
  if (isPlain) return methodIn(METHODS, name);
  // Objects of the program and of libraries have methods of their own.
  const own = run.store.read(value.object).members.has(name);
  return own ? undefined : KEPT.has(name) ? methodIn(METHODS, name) : undefined;
}

/** Methods that every value has: a client that is cloned or unwrapped is the client. */
const KEPT: ReadonlySet<string> = new Set([
  ...[
    "clone",
    "cloned",
    "unwrap",
    "expect",
    "to_owned",
    "into",
    "as_ref",
    "as_mut",
    "map_err",
    "ok",
    "context",
  ],
  ...["borrow", "borrow_mut", "lock", "with_context", "unwrap_or_default", "iter", "into_iter"],
]);
