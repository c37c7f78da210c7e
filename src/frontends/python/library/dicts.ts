import { removeMembers } from "../../../analysis/builtins/reflection.js";
import { computed, siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownStrings } from "../../../analysis/evaluation/coerce.js";
import { clearMembers, pushElements, pushSomeElement } from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import { copyMembers, getMemberByKey, makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  NULL,
  alternatives,
  choice,
  nullishness,
  objectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { Methods } from "../../lowered/methods.js";
import { fillFromPairs, itemsOf, siteOfKey } from "../../lowered/records.js";

/** Models `d.get(key, default)`, which allows missing keys. */
export const get: NativeFunction = (run, call) => {
  const found = getMemberByKey(run, call.this, knownStrings(run, call.args.at(0)), siteOfKey(run, call));
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
  const keys = knownStrings(run, call.args.at(0));
  const found = get(run, call);
  removeMembers(run, call.this, keys);
  return found;
};

const setdefault: NativeFunction = (run, call) => {
  const keys = knownStrings(run, call.args.at(0));
  const site = siteOfKey(run, call);
  const value = openedDict(run, call, get(run, call));
  setMemberByKey(run, call.this, keys, value, site);
  return value;
};

/**
 * Returns one dictionary instead of an unknown value or an empty dictionary: it may have the unknown members. What is set
 * on it later is then certain.
 */
function openedDict(run: Run, call: Call, value: Value): Value {
  const given = alternatives(value);
  const standby = call.args.at(1);
  if (standby.kind !== "object" || !given.includes(standby)) return value;
  const { members, rest } = run.store.read(standby.object);
  if (members.size + rest.length > 0) return value;
  const others = given.filter((one) => one !== standby);
  if (others.length === 0 || others.some(({ kind }) => kind !== "unknown")) return value;
  for (const one of others) copyMembers(run, standby.object, one, siteOf(call));
  return standby;
}

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

/** One part of each entry. */
function parts(index: "0" | "1"): NativeFunction {
  return (run, call) => {
    if (call.this.kind !== "object") return computed(call, "entries");
    const entries = iterate(run, itemsOf(run, call.this, call));
    const list = run.make("Array", call.environment.locate(call.node));
    const known = (entries.known ?? []).map((pair) => peek(run, pair, index));
    pushElements(run.store, list, known);
    const some = entries.known ? undefined : someOf(entries);
    if (some) pushSomeElement(run.store, list, peek(run, some, index));
    return objectValue(list);
  };
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
