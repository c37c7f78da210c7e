import { removeMembers } from "../../../analysis/builtins/reflection.js";
import { computed, itself, siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownStrings } from "../../../analysis/evaluation/coerce.js";
import {
  clearMembers,
  keysInOrder,
  pushElement,
  pushElements,
  pushSomeElement,
  setMember,
} from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import { copyMembers, findSlot, makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  FALSE,
  NULL,
  TRUE,
  alternatives,
  nullishness,
  objectValue,
  scalar,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { makeJsonText } from "../../lowered/json-text.js";
import { methodsOf, type Methods } from "../../lowered/methods.js";
import { fillFromPairs, itemsOf, siteOfArgument } from "../../lowered/records.js";
import { blockOf, namedArguments, yieldEach } from "./blocks.js";
import { dig, fetch, readElement } from "./fetch.js";
import { LIST_METHODS } from "./lists.js";

function copyOf(run: Run, value: Value, call: Call): ObjectValue {
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  copyMembers(run, made.object, value, siteOf(call));
  return made;
}

/** The hashes that a call is given, by position or as names. */
function given(run: Run, call: Call): Value[] {
  const named = namedArguments(run, call);
  return [...call.args.list, ...(named ? [named] : [])];
}

/** Later ones win; what a block would decide is not known. */
const merge: NativeFunction = (run, call) => {
  const made = copyOf(run, call.this, call);
  for (const one of given(run, call)) copyMembers(run, made.object, one, siteOf(call));
  return made;
};

const update: NativeFunction = (run, call) => {
  for (const single of alternatives(call.this))
    if (single.kind === "object")
      for (const one of given(run, call)) copyMembers(run, single.object, one, siteOf(call));
  return call.this;
};

const reverseMerge: NativeFunction = (run, call) => {
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  for (const one of [...given(run, call), call.this]) copyMembers(run, made.object, one, siteOf(call));
  return made;
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

/** A method of lists, on the entries. */
const onEntries =
  (name: string): NativeFunction =>
  (run, call) => {
    if (call.this.kind !== "object") return computed(call, name);
    return LIST_METHODS.get(name)!(run, { ...call, this: itemsOf(run, call.this, call) });
  };

/** The entries that a block chooses, as a hash; all of them may be in it where that is not known. */
function chosen(isWanted: boolean): NativeFunction {
  return (run, call) => {
    const block = blockOf(run, call);
    if (!block || call.this.kind !== "object") return call.this;
    const { known } = yieldEach(run, itemsOf(run, call.this, call), block, call);
    const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
    const { members } = run.store.read(call.this.object);
    for (const { element, result } of known ?? []) {
      const truth = run.truthOf(result);
      const [key] = knownStrings(run, peek(run, element, "0")) ?? [];
      const slot = key === undefined ? undefined : members.get(key);
      if (!slot || key === undefined || (truth !== undefined && truth !== isWanted)) continue;
      setMember(run.store, made.object, key, truth === undefined ? { ...slot, maybeAbsent: true } : slot);
    }
    return known ? made : call.this;
  };
}

/** Keys that are kept or left out. */
function byKeys(isKept: boolean): NativeFunction {
  return (run, call) => {
    const keys = call.args.list.map((one) => knownStrings(run, one));
    if (call.this.kind !== "object" || call.args.rest || keys.some((one) => one?.length !== 1))
      return call.this;
    const names = keys.map((one) => one![0]!);
    const made = copyOf(run, call.this, call);
    const { members } = run.store.read(made.object);
    const gone = [...members.keys()].filter((key) => names.includes(key) !== isKept);
    removeMembers(run, made, gone);
    return made;
  };
}

/** Entries whose value is nothing are left out. */
const compact: NativeFunction = (run, call) => {
  if (call.this.kind !== "object") return call.this;
  const made = copyOf(run, call.this, call);
  for (const [key, slot] of run.store.read(made.object).members) {
    const isNothing = nullishness(slot.value);
    if (isNothing === true) removeMembers(run, made, [key]);
    else if (isNothing === undefined && slot.value.kind === "choice")
      setMember(run.store, made.object, key, { ...slot, maybeAbsent: true });
  }
  return made;
};

const deleteKey: NativeFunction = (run, call) => {
  const keys = knownStrings(run, call.args.at(0));
  const found = readElement(run, call.this, call.args.at(0), siteOfArgument(run, call, 0));
  removeMembers(run, call.this, keys);
  return found;
};

const hasKey: NativeFunction = (run, call) => {
  const [key, ...others] = knownStrings(run, call.args.at(0)) ?? [];
  if (key === undefined || others.length > 0 || call.this.kind !== "object") return computed(call, "key?");
  const { object } = call.this;
  const slot = run.store.read(object).members.get(key);
  if (slot) return slot.maybeAbsent ? computed(call, "key?") : TRUE;
  const { rest, open } = run.store.read(object);
  return rest.length + open.length === 0 ? FALSE : computed(call, "key?");
};

const store: NativeFunction = (run, call) => {
  setMemberByKey(
    run,
    call.this,
    knownStrings(run, call.args.at(0)),
    call.args.at(1),
    siteOfArgument(run, call, 0),
  );
  return call.args.at(1);
};

const transformValues: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  if (!block || call.this.kind !== "object") return call.this;
  const { known, some } = yieldEach(run, parts("1")(run, call), block, call);
  const made = copyOf(run, call.this, call);
  const keys = keysInOrder(run.store.read(call.this.object));
  if (!known || !keys) {
    clearMembers(run.store, made.object);
    run.store.write(made.object, { ...run.store.read(made.object), epoch: -1, rest: [...some] });
    return made;
  }
  keys.forEach((key, index) => {
    const slot = findSlot(run, made.object, key);
    setMember(run.store, made.object, key, { ...slot, value: known[index]!.result, maybeAbsent: false });
  });
  return made;
};

const length: NativeFunction = (run, call) => {
  const keys = call.this.kind === "object" ? keysInOrder(run.store.read(call.this.object)) : undefined;
  return keys ? scalar(keys.length) : computed(call, "length");
};

const toHash: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  if (!block || call.this.kind !== "object") return call.this;
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  fillFromPairs(
    run,
    made,
    LIST_METHODS.get("map")!(run, { ...call, this: itemsOf(run, call.this, call) }),
    call,
  );
  return made;
};

/** Symbols and texts are one kind of key here. */
const sameKeys: NativeFunction = (run, call) => copyOf(run, call.this, call);

const listMethods = [
  ...[
    "map",
    "collect",
    "flat_map",
    "filter_map",
    "each_with_object",
    "each_with_index",
    "find",
    "detect",
    "any?",
  ],
  ...[
    "all?",
    "none?",
    "sort_by",
    "min_by",
    "max_by",
    "group_by",
    "partition",
    "inject",
    "reduce",
    "sum",
    "to_a",
  ],
  ...["sort", "first", "find_all", "zip", "each_slice"],
].filter((name) => LIST_METHODS.has(name));

export const HASH_METHODS: Methods = methodsOf({
  ...Object.fromEntries(listMethods.map((name) => [name, onEntries(name)])),
  each: (run, call) => {
    onEntries("each")(run, call);
    return call.this;
  },
  each_pair: (run, call) => {
    onEntries("each")(run, call);
    return call.this;
  },
  fetch,
  dig,
  store,
  "[]=": store,
  merge,
  "merge!": update,
  update,
  deep_merge: (_run, call) => computed(call, "deep_merge"),
  reverse_merge: reverseMerge,
  with_defaults: reverseMerge,
  keys: parts("0"),
  values: parts("1"),
  "key?": hasKey,
  "has_key?": hasKey,
  "include?": hasKey,
  "member?": hasKey,
  delete: deleteKey,
  "empty?": (run, call) => {
    if (call.this.kind !== "object") return computed(call, "empty?");
    const { members, rest, open } = run.store.read(call.this.object);
    const slots = [...members];
    if (slots.some(([, slot]) => !slot.maybeAbsent)) return FALSE;
    return slots.length + rest.length + open.length === 0 ? TRUE : computed(call, "empty?");
  },
  length,
  size: length,
  count: length,
  select: chosen(true),
  filter: chosen(true),
  reject: chosen(false),
  compact,
  slice: byKeys(true),
  except: byKeys(false),
  transform_values: transformValues,
  transform_keys: (run, call) => {
    const symbol = blockOf(run, call);
    return symbol?.kind === "object" && symbol.object.callable?.kind === "native"
      ? sameKeys(run, call)
      : computed(call, "transform_keys");
  },
  symbolize_keys: sameKeys,
  deep_symbolize_keys: sameKeys,
  stringify_keys: sameKeys,
  deep_stringify_keys: sameKeys,
  with_indifferent_access: sameKeys,
  to_h: toHash,
  to_hash: itself,
  dup: sameKeys,
  clone: sameKeys,
  compare_by_identity: itself,
  to_json: (run, call) => makeJsonText(run, call.this, call),
  clear: (run, call) => {
    if (call.this.kind === "object") clearMembers(run.store, call.this.object);
    return call.this;
  },
  values_at: (run, call) => {
    const list = run.make("Array", call.environment.locate(call.node));
    call.args.list.forEach((key, index) =>
      pushElement(run.store, list, readElement(run, call.this, key, siteOfArgument(run, call, index))),
    );
    return objectValue(list);
  },
  to_query: (_run, call) => computed(call, "to_query"),
  default: () => NULL,
});
