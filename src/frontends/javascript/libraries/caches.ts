import type { Call } from "../../../analysis/evaluation/callable.js";
import { HeapObject, setMember, setMembers } from "../../../analysis/evaluation/heap.js";
import { getMember, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { UNTOUCHED } from "../../../analysis/evaluation/store.js";
import {
  TRUE,
  choice,
  isFunction,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  callBack,
  computed,
  definePrototype,
  nativeValue,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { clone } from "../../../analysis/builtins/objects.js";
import { awaitValue, makePromise } from "../../../analysis/builtins/promises.js";

/** The `Map` behind a cache. */
const ENTRIES = internalSlot("entries");
/** The key of the function that is called for a missing key: `fetchMethod` of lru-cache. */
const LOADER = internalSlot("loader");

/** The names that a library uses for its caches. */
interface Kind {
  /** Other names under which its module gives the class. */
  readonly names: readonly string[];
  /** True if what is put in may be a copy, and what is taken out as well. */
  readonly copies?: boolean;
  /** True if methods give promises. */
  readonly isAsync?: boolean;
}

/** Calls a method of the map behind a cache. */
function onMap(run: Run, call: Call, name: string): Value {
  const entries = peek(run, call.this, ENTRIES);
  if (entries.kind !== "object") return computed(call, name);
  return callBack(run, getMember(run, entries, name, siteOf(call)), call.args.list, call, entries);
}

/** A cache forgets, and another program may have filled it. */
function cached(run: Run, call: Call, found: Value, { copies }: Kind): Value {
  return choice([copies ? choice([found, clone(run, found)]) : found, computed(call, "cached")]);
}

function put(run: Run, call: Call, { copies }: Kind, value: Value = call.args.at(1)): void {
  const stored = copies ? choice([value, clone(run, value)]) : value;
  const [key] = call.args.list;
  const set = run.store.fork(() => {
    const entries = peek(run, call.this, ENTRIES);
    if (entries.kind !== "object" || !key) return;
    callBack(run, getMember(run, entries, "set", siteOf(call)), [key, stored], call, entries);
  });
  run.store.join([set, UNTOUCHED]);
}

/** `cache.fetch(key)`: what is there, or what the loader gives. */
function load(run: Run, call: Call, kind: Kind): Value {
  const loader = peek(run, call.this, LOADER);
  if (!isFunction(loader)) return makePromise(run, cached(run, call, onMap(run, call, "get"), kind));
  const loaded = awaitValue(run, callBack(run, loader, [call.args.at(0)], call));
  put(run, call, kind, loaded);
  return makePromise(run, cached(run, call, onMap(run, call, "get"), kind));
}

/**
 * Models a class of caches with `get` and `set`: `get` returns the value that was set under the key, or undefined.
 * Other members are unknown. https://github.com/isaacs/node-lru-cache, https://github.com/sindresorhus/quick-lru,
 * https://github.com/node-cache/node-cache, https://github.com/jaredwray/keyv
 */
function cacheClass(run: Run, module: string, kind: Kind): Value {
  const settled = (value: Value): Value => (kind.isAsync ? makePromise(run, value) : value);
  const found: NativeFunction = (inner, call) =>
    settled(cached(inner, call, onMap(inner, call, "get"), kind));
  const prototype = new HeapObject("Cache", undefined);
  definePrototype(prototype, {
    get: found,
    peek: found,
    take: found,
    fetch: (inner, call) => load(inner, call, kind),
    set: (inner, call) => {
      put(inner, call, kind);
      return kind.isAsync || kind.copies ? settled(TRUE) : call.this;
    },
    values: (inner, call) => onMap(inner, call, "values"),
    entries: (inner, call) => onMap(inner, call, "entries"),
    forEach: (inner, call) => onMap(inner, call, "forEach"),
    has: (_inner, call) => computed(call, "has"),
    del: (_inner, call) => computed(call, "del"),
    delete: (_inner, call) => computed(call, "delete"),
    clear: (_inner, call) => computed(call, "clear"),
  });
  const construct: NativeFunction = (inner, call) => {
    const made = inner.make("Cache", call.environment.locate(call.node), prototype);
    const map = objectValue(inner.make("Map", undefined));
    const loader = peek(inner, call.args.at(0), "fetchMethod");
    setMembers(inner.store, made, { [ENTRIES]: map, [LOADER]: loader });
    return objectValue(made);
  };
  const rest = unknown({ reason: "import", name: module, specifier: module });
  const made = nativeValue(module, construct, { prototype: objectValue(prototype) }, "Function", rest);
  for (const name of ["default", ...kind.names])
    setMember(run.store, made.object, name, { value: made, maybeAbsent: false });
  return made;
}

export const cacheModules = (): [string, (run: Run) => Value][] =>
  Object.entries({
    "lru-cache": { names: ["LRUCache"] },
    "quick-lru": { names: [] },
    "node-cache": { names: [], copies: true },
    keyv: { names: ["Keyv"], copies: true, isAsync: true },
  }).map(([module, kind]) => [module, (run) => cacheClass(run, module, kind)]);
