import { Arguments, type Call } from "../../analysis/evaluation/callable.js";
import { callValue } from "../../analysis/evaluation/calls.js";
import {
  elementsOf,
  pushElement,
  pushSomeElement,
  setMember,
  type HeapObject,
} from "../../analysis/evaluation/heap.js";
import { makeList, makeObject, peek } from "../../analysis/evaluation/members.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  nullishness,
  type Value,
} from "../../analysis/evaluation/value.js";
import { argument, optional } from "./client-arguments.js";
import { hasInstance, type ClientRow, type ClientTable, type Slot } from "./client-row.js";
import { isFunctionOfProgram } from "./methods.js";
import { throughHooks, type Hook, type Sent } from "./request-hooks.js";

/** Says where the functions are that get the requests of a client before they go out. */
export interface HookPlace {
  readonly hook: Hook;
  /** The argument of the call that sends, which stands for the member of the instance. */
  readonly argument?: Slot;
  /** The member of the instance, and the key of the functions in it. */
  readonly member?: string;
  readonly key?: string;
  /** Classes of the program that extend the one of the client have the methods. */
  readonly isInstance?: true;
}

/** Shows what a call sends to the functions that are given to the call or to its instance. */
export function throughHooksOf(run: Run, table: ClientTable, row: ClientRow, call: Call, sent: Sent): void {
  const owner = hasInstance(row) ? call.this : UNDEFINED;
  for (const { hook, argument: slot, member, key, isInstance } of table.hooks ?? []) {
    const given = optional(run, row, call, slot);
    const kept = member === undefined || nullishness(owner) === true ? UNDEFINED : peek(run, owner, member);
    const found = nullishness(given) === true ? kept : given;
    const functions = key === undefined ? found : peek(run, found, key);
    throughHooks(run, call, hook, [isInstance ? owner : functions], sent);
  }
}

/** Gives a new instance the functions of its call, and those of the instance that it is made of. */
export function keepHooks(
  run: Run,
  table: ClientTable,
  row: ClientRow,
  call: Call,
  { instance, before }: { readonly instance: HeapObject; readonly before: Value },
): void {
  const set = (key: string, value: Value): void =>
    setMember(run.store, instance, key, { value, maybeAbsent: false });
  for (const { member, key } of table.hooks ?? []) {
    if (member === undefined) continue;
    const given = optional(run, row, call, row.keeps?.[member]);
    const functions = nullishness(given) === true ? peek(run, before, member) : given;
    if (nullishness(functions) !== true) set(member, copyOf(run, functions));
    else if (key !== undefined) set(member, makeObject(run, { [key]: makeList(run, []) }));
  }
}

/** Copies a list, so that only one instance adds to it. */
function copyOf(run: Run, functions: Value): Value {
  const isList = functions.kind === "object" && functions.object.className === "Array";
  const elements = isList ? elementsOf(run.store.read(functions.object)) : undefined;
  return elements ? makeList(run, elements) : functions;
}

/** Adds functions to the list of an instance. */
export function addHooks(run: Run, row: ClientRow, call: Call, owner: Value): void {
  if (!row.adds) return;
  const [member, slot] = row.adds;
  const given = slot === "all" ? call.args.list : [argument(run, row, call, slot)];
  const owners = alternatives(owner);
  for (const single of owners) {
    if (single.kind !== "object") continue;
    const list = peek(run, single, member);
    if (list.kind !== "object" || list.object.className !== "Array")
      setMember(run.store, single.object, member, {
        value: makeList(run, [...(nullishness(list) === true ? [] : [list]), ...given]),
        maybeAbsent: false,
      });
    else
      for (const one of given)
        (owners.length === 1 ? pushElement : pushSomeElement)(run.store, list.object, one);
  }
}

/** Calls the method that the program writes for all requests, where another method goes through it. */
export function throughOverride(run: Run, row: ClientRow, call: Call): Value | undefined {
  if (row.through === undefined || row.method === undefined) return undefined;
  const own = peek(run, call.this, row.through);
  const [only] = alternatives(own);
  if (!only || !isFunction(own) || !isFunctionOfProgram(only)) return undefined;
  const { list, rest, keywords } = call.args;
  return callValue(run, own, {
    ...call,
    args: new Arguments([computedText(row.method), ...list], rest, keywords),
  });
}
