import type { Call } from "../evaluation/callable.js";
import {
  clearMembers,
  elementsOf,
  pushElement,
  pushSomeElement,
  type HeapObject,
} from "../evaluation/heap.js";
import { iterate, someOf } from "../evaluation/iteration.js";
import { repeatPerhaps } from "../evaluation/repetition.js";
import { makeList } from "../evaluation/members.js";
import { isAmong, sameInList } from "../evaluation/operators.js";
import type { Run } from "../evaluation/run.js";
import { FALSE, TRUE, UNDEFINED, alternatives, objectValue, type Value } from "../evaluation/value.js";
import { replaceElements } from "./array-changes.js";
import { iteratorOver } from "./iterators.js";
import {
  callBack,
  callBackPerhaps,
  computed,
  definePrototype,
  nativeValue,
  truth,
  type NativeFunction,
} from "./native.js";

/** Models `new Set(iterable)`: a list without duplicates. */
export function setConstructor(): Value {
  return nativeValue("Set", (run, call) => {
    const made = run.make("Set", call.environment.locate(call.node));
    const source = call.args.at(0);
    if (source.kind === "scalar") return objectValue(made);
    const iteration = iterate(run, source);
    for (const element of iteration.known ?? []) add(run, made, element);
    const some = iteration.known ? undefined : someOf(iteration);
    if (some) pushSomeElement(run.store, made, some);
    return objectValue(made);
  });
}

/** If it is unknown whether the set has an element already, the order is unknown from now on. */
function add(run: Run, set: HeapObject, value: Value): void {
  const isIn = contains(run, set, value);
  if (isIn === false) pushElement(run.store, set, value);
  else if (isIn === undefined) pushSomeElement(run.store, set, value);
}

function contains(run: Run, set: HeapObject, value: Value): boolean | undefined {
  const elements = elementsOf(run.store.read(set));
  const equal = elements?.map((element) => sameInList(element, value));
  if (equal?.includes(true)) return true;
  return equal?.every((one) => one === false) ? false : undefined;
}

function onSet(apply: (run: Run, call: Call, set: HeapObject) => Value): NativeFunction {
  return (run, call) =>
    call.this.kind === "object" ? apply(run, call, call.this.object) : computed(call, "set");
}

/** Applies a method to each of several sets, in branches. */
function onSets(apply: (run: Run, call: Call, set: HeapObject) => Value): NativeFunction {
  return (run, call) => {
    if (call.this.kind !== "choice") return onSet(apply)(run, call);
    for (const single of alternatives(call.this)) {
      if (single.kind === "object")
        callBackPerhaps(run, nativeValue("set", onSet(apply)), call.args.list, { ...call, this: single });
    }
    return call.this;
  };
}

export function defineSetPrototype(prototype: HeapObject): void {
  const elements = onSet((run, call, set) =>
    iteratorOver(run, call, "keyed", () => iterate(run, objectValue(set))),
  );
  const pairs = onSet((run, call, set) =>
    iteratorOver(run, call, "keyed", () => {
      const { known, ...others } = iterate(run, objectValue(set));
      if (known) return { known: known.map((element) => makeList(run, [element, element])), sources: [] };
      const some = someOf(others);
      return { ...(some ? { some: makeList(run, [some, some]) } : {}), sources: [] };
    }),
  );
  definePrototype(prototype, {
    add: onSets((run, call, set) => {
      add(run, set, call.args.at(0));
      return objectValue(set);
    }),
    has: onSet((run, call, set) => {
      const known = isAmong(run, call.this, elementsOf(run.store.read(set)), call.args.at(0), call);
      return truth(call, known, "has");
    }),
    delete: onSets((run, call, set) => {
      const known = contains(run, set, call.args.at(0));
      if (known === false) return FALSE;
      const isOther = (element: Value) => sameInList(element, call.args.at(0)) === false;
      if (known === undefined) pushSomeElement(run.store, set, UNDEFINED);
      replaceElements(run, set, (all) => (known ? all.filter(isOther) : undefined), []);
      return known ? TRUE : computed(call, "delete");
    }),
    clear: onSets((run, _call, set) => {
      replaceElements(run, set, () => [], []);
      clearMembers(run.store, set);
      return UNDEFINED;
    }),
    forEach: onSet((run, call, set) => {
      const iteration = iterate(run, objectValue(set));
      const some = iteration.known ? undefined : someOf(iteration);
      for (const element of iteration.known ?? []) callBack(run, call.args.at(0), [element, element], call);
      if (some) repeatPerhaps(run, () => void callBack(run, call.args.at(0), [some, some], call));
      return UNDEFINED;
    }),
    values: elements,
    keys: elements,
    [Symbol.iterator]: elements,
    entries: pairs,
  });
}
