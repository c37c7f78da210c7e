import { knownNumber, knownString } from "../evaluation/coerce.js";
import type { Call } from "../evaluation/callable.js";
import {
  clearMembers,
  elementsOf,
  lengthOf,
  pushElements,
  pushSomeElement,
  someElement,
  type HeapObject,
} from "../evaluation/heap.js";
import { makeList } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { UNTOUCHED } from "../evaluation/store.js";
import { UNDEFINED, choice, objectValue, scalar, type Value } from "../evaluation/value.js";
import { callBack, computed, type NativeFunction } from "./native.js";

type OnList = (apply: (run: Run, call: Call, list: HeapObject) => Value) => NativeFunction;

/** Returns the methods that change a list. */
export function changingMethods(onAny: OnList): Readonly<Record<string, NativeFunction>> {
  /** A list that cannot be changed throws, and stays as it is. */
  const onList: OnList = (apply) =>
    onAny((run, call, list) => {
      const { frozen, closed } = run.store.read(list);
      if (frozen === "surely") return computed(call, "list");
      if (!frozen && !closed) return apply(run, call, list);
      run.store.join([run.store.fork(() => void apply(run, call, list)), UNTOUCHED]);
      return computed(call, "list");
    });
  return {
    push: onList((run, call, list) => {
      pushElements(run.store, list, call.args.list);
      if (call.args.rest) pushSomeElement(run.store, list, call.args.rest);
      return lengthAfter(run, call, list);
    }),
    unshift: onList((run, call, list) => {
      const added = [...call.args.list, ...(call.args.rest ? [call.args.rest] : [])];
      replaceElements(
        run,
        list,
        (elements) => (call.args.rest ? undefined : [...call.args.list, ...elements]),
        added,
      );
      return lengthAfter(run, call, list);
    }),
    pop: onList((run, call, list) => take(run, call, list, (elements) => elements.pop())),
    shift: onList((run, call, list) => take(run, call, list, (elements) => elements.shift())),
    splice: onList(splice),
    fill: onList((run, call, list) => {
      const [from, to] = [call.args.at(1), call.args.at(2)].map((value) => indexOf(value));
      replaceElements(
        run,
        list,
        (elements) => (from && to ? elements.fill(call.args.at(0), from.at, to.at) : undefined),
        [call.args.at(0)],
      );
      return objectValue(list);
    }),
    copyWithin: onList((run, call, list) => {
      const [target, from, to] = [0, 1, 2].map((index) => indexOf(call.args.at(index)));
      replaceElements(
        run,
        list,
        (elements) =>
          target?.at !== undefined && from && to
            ? elements.copyWithin(target.at, from.at ?? 0, to.at)
            : undefined,
        [],
      );
      return objectValue(list);
    }),
    reverse: onList((run, _call, list) => {
      replaceElements(run, list, (elements) => elements.reverse(), []);
      return objectValue(list);
    }),
    sort: onList((run, call, list) => {
      const sorted = sortedElements(run, call, list);
      replaceElements(run, list, () => sorted, []);
      return objectValue(list);
    }),
  };
}

function lengthAfter(run: Run, call: Call, list: HeapObject): Value {
  const length = lengthOf(run.store.read(list));
  return length === undefined ? computed(call, "length") : scalar(length);
}

/** A position among the arguments: `at` is absent where none is given, the whole where it is not known. */
function indexOf(value: Value): { readonly at?: number } | undefined {
  if (value.kind === "scalar" && value.value === undefined) return {};
  const at = knownNumber(value);
  return at === undefined ? undefined : { at };
}

function splice(run: Run, call: Call, list: HeapObject): Value {
  const elements = elementsOf(run.store.read(list));
  const [from, count] = [indexOf(call.args.at(0)), indexOf(call.args.at(1))];
  const added = call.args.list.slice(2);
  if (elements && from?.at !== undefined && count && !call.args.rest) {
    const removed =
      call.args.length > 1 ? elements.splice(from.at, count.at ?? 0, ...added) : elements.splice(from.at);
    replaceElements(run, list, () => elements, []);
    return makeList(run, removed, call.environment.locate(call.node));
  }
  const some = someElement(run.store.read(list));
  replaceElements(run, list, () => undefined, [...added, ...(call.args.rest ? [call.args.rest] : [])]);
  const removed = run.make("Array", call.environment.locate(call.node));
  if (some) pushSomeElement(run.store, removed, some);
  return objectValue(removed);
}

/** More elements than this are not put in order. */
const MAX_SORTED = 32;

/** Returns the elements in the order of `sort`. Undefined if the order is unknown. */
export function sortedElements(run: Run, call: Call, list: HeapObject): Value[] | undefined {
  const elements = elementsOf(run.store.read(list));
  const compare = call.args.at(0);
  if (!elements || elements.length > MAX_SORTED) {
    const some = someElement(run.store.read(list));
    if (call.args.length > 0 && some) callBack(run, compare, [some, some], call);
    return undefined;
  }
  let isKnown = true;
  const order = (a: Value, b: Value): number => {
    if (call.args.length > 0) {
      const result = knownNumber(callBack(run, compare, [a, b], call));
      if (result !== undefined) return result;
    } else {
      const [left, right] = [knownString(run, a), knownString(run, b)];
      const isPlain = [a, b].every((value) => value.kind === "text" || knownNumber(value) !== undefined);
      if (isPlain && left !== undefined && right !== undefined)
        return left < right ? -1 : left > right ? 1 : 0;
    }
    isKnown = false;
    return 0;
  };
  const sorted = [...elements].sort(order);
  return isKnown ? sorted : undefined;
}

/** Replaces the elements of the list; `undefined` means that their order is unknown from now on. */
export function replaceElements(
  run: Run,
  list: HeapObject,
  change: (elements: Value[]) => Value[] | undefined,
  added: readonly Value[],
): void {
  const content = run.store.read(list);
  const elements = elementsOf(content);
  const next = elements && change([...elements]);
  const some = someElement(content);
  clearMembers(run.store, list, next ? [] : content.open);
  if (next) {
    pushElements(run.store, list, next);
  } else {
    if (some) pushSomeElement(run.store, list, some);
    for (const value of added) pushSomeElement(run.store, list, value);
  }
}

function take(
  run: Run,
  call: Call,
  list: HeapObject,
  remove: (elements: Value[]) => Value | undefined,
): Value {
  let taken: Value | undefined;
  const some = someElement(run.store.read(list));
  const known = elementsOf(run.store.read(list)) !== undefined;
  replaceElements(
    run,
    list,
    (elements) => {
      taken = remove(elements);
      return elements;
    },
    [],
  );
  if (known) return taken ?? UNDEFINED;
  return some ? choice([some, UNDEFINED]) : computed(call, "element");
}
