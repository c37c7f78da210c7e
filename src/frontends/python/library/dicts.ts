import type { Node } from "@oxc-project/types";
import { removeMembers } from "../../javascript/builtins/reflection.js";
import { computed, siteOf, type NativeFunction } from "../../javascript/builtins/native.js";
import type { Call } from "../../javascript/evaluation/callable.js";
import { knownKeys } from "../../javascript/evaluation/coerce.js";
import {
  clearMembers,
  isInternal,
  keysInOrder,
  pushElement,
  pushSomeElement,
  setSomeMember,
} from "../../javascript/evaluation/heap.js";
import { iterate, someOf, writtenKey } from "../../javascript/evaluation/iteration.js";
import { setMemberByKey } from "../../javascript/evaluation/member-writes.js";
import {
  copyMembers,
  getMemberByKey,
  makeList,
  makeObject,
  namesWritten,
  peek,
  type Site,
} from "../../javascript/evaluation/members.js";
import type { Run } from "../../javascript/evaluation/run.js";
import {
  NULL,
  alternatives,
  choice,
  memberOfUnknown,
  nullishness,
  objectValue,
  type ObjectValue,
  type Value,
} from "../../javascript/evaluation/value.js";
import type { Methods } from "./methods.js";

/** Where a key stands that is the first argument of a call: what is read or written under it is told of there. */
export function siteOfKey(run: Run, call: Call): Site {
  const { node, environment } = call;
  const [argument] = node.type === "CallExpression" ? node.arguments : [];
  const key: Node = argument && argument.type !== "SpreadElement" ? argument : node;
  const names = key.type === "Literal" ? undefined : namesWritten(run, call.args.at(0));
  return { node, key, environment, ...(names ? { names } : {}) };
}

/** `d.get(key, default)`: nothing is wrong where the key is not there. */
export const get: NativeFunction = (run, call) => {
  const found = getMemberByKey(run, call.this, knownKeys(run, call.args.at(0)), siteOfKey(run, call));
  return withDefault(run, call, found);
};

export function withDefault(_run: Run, call: Call, found: Value): Value {
  const standby = call.args.has(1) ? call.args.at(1) : NULL;
  const given = alternatives(found).filter(
    (single) => !(single.kind === "scalar" && single.value === undefined),
  );
  if (given.length === alternatives(found).length && given.every(({ kind }) => kind !== "unknown"))
    return found;
  return nullishness(standby) === true && given.length > 0 ? choice(given) : choice([...given, standby]);
}

const pop: NativeFunction = (run, call) => {
  const keys = knownKeys(run, call.args.at(0));
  const found = get(run, call);
  removeMembers(run, call.this, keys);
  return found;
};

const setdefault: NativeFunction = (run, call) => {
  const keys = knownKeys(run, call.args.at(0));
  const site = siteOfKey(run, call);
  const value = get(run, call);
  setMemberByKey(run, call.this, keys, value, site);
  return value;
};

const update: NativeFunction = (run, call) => {
  if (call.this.kind !== "object") return NULL;
  const { object } = call.this;
  for (const source of [...call.args.list, ...(call.args.keywords ? [call.args.keywords] : [])]) {
    if (source.kind === "object" && source.object.className === "Array")
      fillFromPairs(run, call.this, source, call);
    else copyMembers(run, object, source, siteOf(call));
  }
  return NULL;
};

/** The entries as `[key, value]`. */
export function itemsOf(run: Run, value: ObjectValue, call: Call): Value {
  const content = run.store.read(value.object);
  const list = run.make("Array", call.environment.locate(call.node));
  const isKnown = keysInOrder(content) !== undefined;
  for (const [key, slot] of content.members) {
    if (isInternal(key) || slot.isHidden) continue;
    const pair = makeList(run, [writtenKey(key, slot.keyPlace), slot.value]);
    if (isKnown) pushElement(run.store, list, pair);
    else pushSomeElement(run.store, list, pair);
  }
  for (const rest of content.rest)
    pushSomeElement(run.store, list, makeList(run, [computed(call, "key"), rest]));
  for (const source of content.open)
    pushSomeElement(run.store, list, makeList(run, [computed(call, "key"), memberOfUnknown(source, "[]")]));
  return objectValue(list);
}

/** One part of each entry. */
function parts(index: "0" | "1"): NativeFunction {
  return (run, call) => {
    if (call.this.kind !== "object") return computed(call, "entries");
    const entries = iterate(run, itemsOf(run, call.this, call));
    const list = run.make("Array", call.environment.locate(call.node));
    for (const pair of entries.known ?? []) pushElement(run.store, list, peek(run, pair, index));
    const some = entries.known ? undefined : someOf(entries);
    if (some) pushSomeElement(run.store, list, peek(run, some, index));
    return objectValue(list);
  };
}

/** `dict([(key, value), …])` and what a comprehension gives. */
export function fillFromPairs(run: Run, target: ObjectValue, pairs: Value, call: Call): void {
  const entries = iterate(run, pairs);
  const add = (pair: Value, isSure: boolean): void => {
    const key = peek(run, pair, "0");
    const value = peek(run, pair, "1");
    const keys = isSure ? knownKeys(run, key) : undefined;
    const names = namesWritten(run, key);
    const site = { ...siteOf(call), ...(names ? { names } : {}) };
    if (keys) setMemberByKey(run, target, keys, value, site);
    else setSomeMember(run.store, target.object, value);
  };
  for (const pair of entries.known ?? []) add(pair, true);
  const some = entries.known ? undefined : someOf(entries);
  if (some) add(some, false);
}

export const DICT_METHODS: Methods = new Map<string, NativeFunction>(
  Object.entries({
    get,
    pop,
    setdefault,
    update,
    items: (run, call) =>
      call.this.kind === "object" ? itemsOf(run, call.this, call) : computed(call, "entries"),
    keys: parts("0"),
    values: parts("1"),
    copy: (run, call) => copyOfDict(run, call.this, call),
    clear: (run, call) => {
      if (call.this.kind === "object") clearMembers(run.store, call.this.object);
      return NULL;
    },
    has_key: (_run, call) => computed(call, "has_key"),
  } satisfies Readonly<Record<string, NativeFunction>>),
);

export function copyOfDict(run: Run, value: Value, call: Call): Value {
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  copyMembers(run, made.object, value, siteOf(call));
  return made;
}
