import {
  computed,
  definePrototype,
  nativeValue,
  natives,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import {
  HeapObject,
  clearMembers,
  deleteMember,
  maybeDeleteMember,
  maybeSetMember,
  setMember,
  setSomeMember,
} from "../../../analysis/evaluation/heap.js";
import { copyMembers, peek } from "../../../analysis/evaluation/members.js";
import { makeEntries } from "../../../analysis/builtins/collections.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { alternatives, nullishness, objectValue, type Value } from "../../../analysis/evaluation/value.js";
import { headerLike, writeHeaders } from "./hooked-headers.js";

/** The class of the headers of a client. */
export const AXIOS_HEADERS = "AxiosHeaders";

/** Makes the headers that interceptors of a configuration see: an object that also has `set` and `get`. */
export function emptyHeaders(run: Run): HeapObject {
  const prototype = new HeapObject("AxiosHeaders.prototype", undefined);
  definePrototype(prototype, {
    set,
    delete: remove,
    get: (inner, call) => {
      const name = knownString(inner, call.args.at(0));
      if (name === undefined || call.this.kind !== "object") return computed(call, "header");
      return peek(inner, call.this, headerLike(inner.store.read(call.this.object), name) ?? name);
    },
    has: (_inner, call) => computed(call, "has"),
    clear: (inner, call) => {
      if (call.this.kind !== "object") return computed(call, "clear");
      // With a pattern it takes out those whose names fit.
      if (call.args.length === 0) clearMembers(inner.store, call.this.object);
      else
        for (const key of namesIn(inner, call.this.object))
          maybeDeleteMember(inner.store, call.this.object, key);
      return computed(call, "clear");
    },
    normalize: (_inner, call) => call.this,
    concat: (inner, call) => gathered(inner, call, [call.this, ...call.args.list]),
    toJSON: (inner, call) => {
      const copy = inner.make("Object", undefined);
      copyMembers(inner, copy, call.this, siteOf(call));
      return objectValue(copy);
    },
  });
  return run.make(AXIOS_HEADERS, undefined, prototype);
}

/**
 * Models `new AxiosHeaders(headers)`, `AxiosHeaders.from(headers)` and `AxiosHeaders.concat(…)`:
 * https://axios-http.com/docs/headers
 */
export function axiosHeadersClass(): Value {
  const construct: NativeFunction = (run, call) => gathered(run, call, call.args.list.slice(0, 1));
  const from: NativeFunction = (run, call) => {
    const given = call.args.at(0);
    return given.kind === "object" && given.object.className === AXIOS_HEADERS
      ? given
      : gathered(run, call, [given]);
  };
  const concat: NativeFunction = (run, call) => gathered(run, call, call.args.list);
  return nativeValue("AxiosHeaders", construct, natives({ from, concat }));
}

function namesIn(run: Run, object: HeapObject): string[] {
  return [...run.store.read(object).members.keys()];
}

function gathered(run: Run, call: Call, all: readonly Value[]): Value {
  const made = emptyHeaders(run);
  for (const one of all) addAll(run, made, one, call);
  return objectValue(made);
}

/** All headers of an object, a `Headers`, a list of pairs. */
function addAll(run: Run, target: HeapObject, given: Value, call: Call): void {
  if (nullishness(given) === true) return;
  const isPlain = alternatives(given).every(
    (single) => single.kind !== "object" || ["Object", AXIOS_HEADERS].includes(single.object.className),
  );
  const plain = run.make("Object", undefined);
  if (isPlain) copyMembers(run, plain, given, siteOf(call));
  const made = isPlain ? objectValue(plain) : makeEntries(run, "Headers", given, call);
  if (made.kind === "object") writeHeaders(run, target, made.object);
}

const set: NativeFunction = (run, call) => {
  if (call.this.kind !== "object") return call.this;
  const { object } = call.this;
  const [header, value, rewrite] = [call.args.at(0), call.args.at(1), call.args.at(2)];
  const name = knownString(run, header);
  if (name !== undefined) {
    const own = headerLike(run.store.read(object), name) ?? name;
    // A third argument may keep what is there.
    const write = nullishness(rewrite) === true ? setMember : maybeSetMember;
    write(run.store, object, own, {
      value,
      maybeAbsent: false,
      keyPlace: call.environment.locate(call.node),
    });
  } else if (alternatives(header).every(({ kind }) => kind === "object")) addAll(run, object, header, call);
  else setSomeMember(run.store, object, value);
  return call.this;
};

const remove: NativeFunction = (run, call) => {
  if (call.this.kind !== "object") return computed(call, "delete");
  const { object } = call.this;
  const name = knownString(run, call.args.at(0));
  if (name === undefined) for (const key of namesIn(run, object)) maybeDeleteMember(run.store, object, key);
  else deleteMember(run.store, object, headerLike(run.store.read(object), name) ?? name);
  return computed(call, "delete");
};
