import type { Node } from "@oxc-project/types";
import { computed, siteOf } from "../../analysis/builtins/native.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { knownStrings } from "../../analysis/evaluation/coerce.js";
import { keysInOrder, pushElement, pushSomeElement, setSomeMember } from "../../analysis/evaluation/heap.js";
import { iterate, someOf, writtenKey } from "../../analysis/evaluation/iteration.js";
import { setMemberByKey } from "../../analysis/evaluation/member-writes.js";
import { copyMembers, makeList, namesWritten, peek, type Site } from "../../analysis/evaluation/members.js";
import { keyOfUnknown, recordOf } from "../../analysis/evaluation/record-keys.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  alternatives,
  mapAlternatives,
  memberOfUnknown,
  objectValue,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "../../analysis/evaluation/value.js";

/** Returns the place of a key that is an argument of a call: reads and writes under it are reported there. */
export function siteOfArgument(run: Run, call: Call, index: number): Site {
  const { node, environment } = call;
  const argument = node.type === "CallExpression" ? node.arguments[index] : undefined;
  const key: Node = argument && argument.type !== "SpreadElement" ? argument : node;
  const names = key.type === "Literal" ? undefined : namesWritten(run, call.args.at(index));
  return { node, key, environment, ...(names ? { names } : {}) };
}

/** Returns the place of a key that is the first argument of a call. */
export function siteOfKey(run: Run, call: Call): Site {
  return siteOfArgument(run, call, 0);
}

/** Returns the entries as `[key, value]`. */
export function itemsOf(run: Run, value: ObjectValue, call: Call): Value {
  const content = run.store.read(value.object);
  const list = run.make("Array", call.environment.locate(call.node));
  const isKnown = keysInOrder(content) !== undefined;
  for (const [key, slot] of content.members) {
    if (slot.isHidden) continue;
    const pair = makeList(run, [writtenKey(key, slot.keyPlace), slot.value]);
    if (isKnown) pushElement(run.store, list, pair);
    else pushSomeElement(run.store, list, pair);
  }
  for (const rest of content.rest)
    pushSomeElement(run.store, list, makeList(run, [computed(call, "key"), rest]));
  for (const source of content.open) pushSomeElement(run.store, list, entryOf(run, source, call));
  return objectValue(list);
}

/** Returns any entry of an unknown record as `[key, value]`. */
export function entryOf(run: Run, record: UnknownValue, call: Call): Value {
  return makeList(run, [keyOfUnknown(record, call), memberOfUnknown(record, "[]")]);
}

/** Adds pairs of keys and values to an object as members. */
export function fillFromPairs(run: Run, target: ObjectValue, pairs: Value, call: Call): void {
  const entries = iterate(run, pairs);
  const add = (pair: Value, isSure: boolean): void => {
    const key = peek(run, pair, "0");
    const value = peek(run, pair, "1");
    const keys = isSure ? knownStrings(run, key) : undefined;
    const names = namesWritten(run, key);
    const site = { ...siteOf(call), ...(names ? { names } : {}) };
    const record = recordOf(key, value);
    if (record) copyMembers(run, target.object, record, site);
    else if (keys) setMemberByKey(run, target, keys, value, site);
    else setSomeMember(run.store, target.object, value);
  };
  for (const pair of entries.known ?? []) add(pair, true);
  const some = entries.known ? undefined : someOf(entries);
  for (const one of some ? alternatives(some) : []) add(one, false);
}

/** Returns the entries of a record that has no class, as `[key, value]`; other values stay as they are. */
export function entriesOr(run: Run, value: Value, call: Call): Value {
  return mapAlternatives(value, (single) =>
    single.kind === "object" && isPlainRecord(single) ? itemsOf(run, single, call) : single,
  );
}

function isPlainRecord({ object }: ObjectValue): boolean {
  const above = object.prototype?.className ?? "Object.prototype";
  return object.className === "Object" && !object.callable && above === "Object.prototype";
}
