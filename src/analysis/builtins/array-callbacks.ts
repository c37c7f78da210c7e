import { Arguments, type Call } from "../evaluation/callable.js";
import { callPerhaps } from "../evaluation/calls.js";
import { repeatPerhaps } from "../evaluation/repetition.js";
import { elementsOf, someElement, type HeapObject } from "../evaluation/heap.js";
import type { Run } from "../evaluation/run.js";
import {
  FALSE,
  TRUE,
  UNDEFINED,
  choice,
  objectValue,
  scalar,
  truthiness,
  type Value,
} from "../evaluation/value.js";
import { callBack, callBackPerhaps, computed } from "./native.js";

/** Returns the elements of a list in order. Undefined if they are unknown, or too many to iterate one by one. */
export function knownElements(run: Run, list: HeapObject): Value[] | undefined {
  const elements = elementsOf(run.store.read(list));
  return elements && elements.length <= run.limits.iterations ? elements : undefined;
}

/** Returns a value for any element of the list. Undefined if it is empty. */
export function anyElement(run: Run, list: HeapObject): Value | undefined {
  return someElement(run.store.read(list));
}

/**
 * Calls the function that the method was given for each element: exactly where the elements are known, else some
 * number of times with any of them. The result says what each call gave.
 *
 * @param stopsAt the answer at which no further element is asked for
 */
export function callForEach(
  run: Run,
  call: Call,
  list: HeapObject,
  stopsAt?: boolean,
  fromEnd = false,
): { known?: { element: Value; result: Value }[]; some?: Value } {
  const callback = call.args.at(0);
  const elements = knownElements(run, list);
  const known: { element: Value; result: Value }[] = [];
  let [isOver, mayBeOver] = [false, false];
  const indexes = [...(elements?.keys() ?? [])];
  if (fromEnd) indexes.reverse();
  for (const index of indexes) {
    // The function may change the list.
    const element = knownElements(run, list)?.[index];
    if (!element) break;
    const args = [element, scalar(index), objectValue(list)];
    const result = mayBeOver
      ? callBackPerhaps(run, callback, args, call)
      : callBack(run, callback, args, call, call.args.at(1));
    known.push({ element, result });
    const holds = stopsAt === undefined ? undefined : truthiness(result);
    isOver = stopsAt !== undefined && holds === stopsAt;
    if (isOver) break;
    mayBeOver ||= stopsAt !== undefined && holds === undefined;
  }
  if (isOver) return { known };
  if (elements?.length === known.length) return { known };
  const found = [anyElement(run, list), ...(elements ?? [])].filter((value) => value !== undefined);
  if (found.length === 0) return { known: [] };
  const element = choice(found);
  const results = known.map(({ result }) => result);
  repeatPerhaps(run, () => {
    results.push(
      callBack(run, callback, [element, computed(call, "index"), objectValue(list)], call, call.args.at(1)),
    );
  });
  return { some: choice(results) };
}

/** Models `find`, and `findLast` from the end. */
export function find(run: Run, call: Call, list: HeapObject, last: boolean): Value {
  const { known } = callForEach(run, call, list, true, last);
  if (!known) {
    const some = anyElement(run, list);
    return some ? choice([some, UNDEFINED]) : UNDEFINED;
  }
  const found: Value[] = [];
  for (const { element, result } of known) {
    const holds = truthiness(result);
    if (holds !== false) found.push(element);
    if (holds === true) return choice(found);
  }
  return choice([...found, UNDEFINED]);
}

/** Models `some`, which stops at a true result, and `every`, which stops at a false one. */
export function decide(run: Run, call: Call, list: HeapObject, stopsAt: boolean): Value {
  const { known } = callForEach(run, call, list, stopsAt);
  const results = known?.map(({ result }) => truthiness(result));
  if (results?.includes(stopsAt)) return stopsAt ? TRUE : FALSE;
  if (results?.every((one) => one === !stopsAt)) return stopsAt ? FALSE : TRUE;
  return computed(call, stopsAt ? "some" : "every");
}

/** Models `reduce`, and `reduceRight` from the end. */
export function reduce(run: Run, call: Call, list: HeapObject, right: boolean): Value {
  const callback = call.args.at(0);
  const elements = knownElements(run, list);
  const hasInitial = call.args.length > 1;
  if (elements) {
    const steps = [...elements.entries()];
    if (right) steps.reverse();
    let value: Value = hasInitial ? call.args.at(1) : (steps.shift()?.[1] ?? UNDEFINED);
    for (const [index] of steps) {
      // The function may change the list.
      const now = knownElements(run, list);
      if (!now) return computed(call, "reduce");
      const element = now[index];
      if (element) value = callBack(run, callback, [value, element, scalar(index), objectValue(list)], call);
    }
    return value;
  }
  const element = anyElement(run, list);
  let value: Value = hasInitial ? call.args.at(1) : (element ?? UNDEFINED);
  if (!element) return value;
  for (let round = 0; round < 2; round++) {
    const args = new Arguments([value, element, computed(call, "index"), objectValue(list)]);
    value = choice([value, callPerhaps(run, callback, { ...call, this: UNDEFINED, args, isNew: false })]);
  }
  return choice([value, computed(call, "reduce")]);
}
