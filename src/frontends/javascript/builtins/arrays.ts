import { joinTexts, knownNumber, knownString } from "../evaluation/coerce.js";
import type { Call } from "../evaluation/callable.js";
import {
  elementsOf,
  lengthOf,
  openList,
  pushElement,
  pushSomeElement,
  someElement,
  type HeapObject,
} from "../evaluation/heap.js";
import { iterate, someOf } from "../evaluation/iteration.js";
import { appendAll } from "../evaluation/literals.js";
import { makeList } from "../evaluation/members.js";
import { equality } from "../evaluation/operators.js";
import type { Run } from "../evaluation/run.js";
import {
  FALSE,
  MAX_ALTERNATIVES,
  TRUE,
  UNDEFINED,
  alternatives,
  choice,
  objectValue,
  scalar,
  truthiness,
  type Single,
  type Value,
} from "../evaluation/value.js";
import { callBack, computed, definePrototype, nativeValue, natives, type NativeFunction } from "./native.js";
import { callPerhaps } from "../evaluation/calls.js";
import { Arguments } from "../evaluation/callable.js";

/** A method on one list; anything else that the method is called on gives an unknown. */
function onList(apply: (run: Run, call: Call, list: HeapObject) => Value): NativeFunction {
  return (run, call) =>
    call.this.kind === "object" ? apply(run, call, call.this.object) : computed(call, "list");
}

/** Elements in order where they are known, and not too many to go through one by one. */
function knownElements(run: Run, list: HeapObject): Value[] | undefined {
  const elements = elementsOf(run.store.read(list));
  return elements && elements.length <= run.limits.iterations ? elements : undefined;
}

/** Any element of the list; nothing where it is empty. */
function anyElement(run: Run, list: HeapObject): Value | undefined {
  return someElement(run.store.read(list));
}

/**
 * Calls the function that the method was given for each element: exactly where the elements are known, else twice
 * with any of them, each time as something that may not happen. The result says what each call gave.
 */
function callForEach(
  run: Run,
  call: Call,
  list: HeapObject,
): { known?: { element: Value; result: Value }[]; some?: Value } {
  const callback = call.args.at(0);
  const elements = knownElements(run, list);
  if (elements) {
    const known = elements.map((element, index) => ({
      element,
      result: callBack(run, callback, [element, scalar(index), objectValue(list)], call, call.args.at(1)),
    }));
    return { known };
  }
  const element = anyElement(run, list);
  if (!element) return { known: [] };
  const results: Value[] = [];
  for (let round = 0; round < 2; round++) {
    const args = new Arguments([element, computed(call, "index"), objectValue(list)]);
    results.push(callPerhaps(run, callback, { ...call, this: call.args.at(1), args, isNew: false }));
  }
  return { some: choice(results) };
}

function listOf(run: Run, call: Call, some: Value | undefined): Value {
  const list = run.make("Array", call.environment.locate(call.node));
  if (some) pushSomeElement(run.store, list, some);
  return objectValue(list);
}

export function defineArrayPrototype(prototype: HeapObject): void {
  definePrototype(prototype, {
    push: onList((run, call, list) => {
      for (const value of call.args.list) pushElement(run.store, list, value);
      if (call.args.rest) pushSomeElement(run.store, list, call.args.rest);
      return computed(call, "length");
    }),
    unshift: onList((run, call, list) => {
      replaceElements(run, list, (elements) => [...call.args.list, ...elements], call.args.list);
      return computed(call, "length");
    }),
    pop: onList((run, call, list) => take(run, call, list, (elements) => elements.pop())),
    shift: onList((run, call, list) => take(run, call, list, (elements) => elements.shift())),
    splice: onList((run, call, list) => {
      const some = anyElement(run, list);
      replaceElements(run, list, () => undefined, call.args.list.slice(2));
      return listOf(run, call, some);
    }),
    concat: onList((run, call, list) => {
      const made = run.make("Array", call.environment.locate(call.node));
      appendAll(run, made, objectValue(list));
      for (const value of call.args.list) {
        if (
          alternatives(value).every(
            (single) => single.kind === "object" && single.object.className === "Array",
          )
        )
          appendAll(run, made, value);
        else if (value.kind === "unknown") openList(run.store, made, value);
        else pushElement(run.store, made, value);
      }
      return objectValue(made);
    }),
    slice: onList((run, call, list) => slice(run, call, list)),
    join: onList((run, call, list) => join(run, call, list)),
    map: onList((run, call, list) => {
      const { known, some } = callForEach(run, call, list);
      return known
        ? makeList(
            run,
            known.map(({ result }) => result),
            call.environment.locate(call.node),
          )
        : listOf(run, call, some);
    }),
    flatMap: onList((run, call, list) => {
      const { known, some } = callForEach(run, call, list);
      const made = run.make("Array", call.environment.locate(call.node));
      for (const result of known?.map((one) => one.result) ?? (some ? [some] : [])) {
        const inner = someOf(iterate(run, result)) ?? result;
        pushSomeElement(run.store, made, inner);
      }
      return objectValue(made);
    }),
    flat: onList((run, call, list) => {
      const element = anyElement(run, list);
      return listOf(run, call, element && (someOf(iterate(run, element)) ?? element));
    }),
    forEach: onList((run, call, list) => {
      callForEach(run, call, list);
      return UNDEFINED;
    }),
    filter: onList((run, call, list) => filter(run, call, list)),
    find: onList((run, call, list) => find(run, call, list)),
    findLast: onList((run, call, list) => {
      callForEach(run, call, list);
      const some = anyElement(run, list);
      return some ? choice([some, UNDEFINED]) : UNDEFINED;
    }),
    findIndex: onList((run, call, list) => {
      callForEach(run, call, list);
      return computed(call, "index");
    }),
    some: onList((run, call, list) => decide(run, call, list, true)),
    every: onList((run, call, list) => decide(run, call, list, false)),
    reduce: onList((run, call, list) => reduce(run, call, list)),
    includes: onList((run, call, list) => {
      const elements = knownElements(run, list);
      const equal = elements?.map((element) => equality(element, call.args.at(0), false));
      if (equal?.includes(true)) return TRUE;
      return equal?.every((known) => known === false) ? FALSE : computed(call, "includes");
    }),
    at: onList((run, call, list) => {
      const elements = knownElements(run, list);
      const index = knownNumber(call.args.at(0));
      if (elements && index !== undefined) return elements.at(index) ?? UNDEFINED;
      const some = anyElement(run, list);
      return some ? choice([some, UNDEFINED]) : UNDEFINED;
    }),
    reverse: onList((run, _call, list) => {
      replaceElements(run, list, (elements) => elements.reverse(), []);
      return objectValue(list);
    }),
    sort: onList((run, call, list) => {
      const some = anyElement(run, list);
      if (call.args.length > 0 && some) callBack(run, call.args.at(0), [some, some], call);
      if ((elementsOf(run.store.read(list))?.length ?? 2) > 1)
        replaceElements(run, list, () => undefined, []);
      return objectValue(list);
    }),
    values: onList((_run, call) => call.this),
    entries: onList((run, call, list) => {
      const elements = knownElements(run, list);
      if (elements)
        return makeList(
          run,
          elements.map((element, index) => makeList(run, [scalar(index), element])),
        );
      const some = anyElement(run, list);
      return listOf(run, call, some && makeList(run, [computed(call, "index"), some]));
    }),
    toString: onList((run, call, list) => join(run, call, list, ",")),
  });
}

/** Puts other elements in place of those of the list; `undefined` says that their order is not known any more. */
function replaceElements(
  run: Run,
  list: HeapObject,
  change: (elements: Value[]) => Value[] | undefined,
  added: readonly Value[],
): void {
  const content = run.store.read(list);
  const elements = elementsOf(content);
  const next = elements && change([...elements]);
  const some = someElement(content);
  run.store.write(list, { epoch: -1, members: new Map(), rest: [], open: next ? [] : content.open });
  if (next) {
    for (const element of next) pushElement(run.store, list, element);
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
  const some = anyElement(run, list);
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

function slice(run: Run, call: Call, list: HeapObject): Value {
  const elements = elementsOf(run.store.read(list));
  const from = call.args.has(0) ? knownNumber(call.args.at(0)) : 0;
  const to = call.args.has(1) ? knownNumber(call.args.at(1)) : Infinity;
  if (elements && from !== undefined && to !== undefined) {
    return makeList(run, elements.slice(from, to === Infinity ? undefined : to), list.place);
  }
  const made = run.make("Array", list.place);
  const some = anyElement(run, list);
  if (some) pushSomeElement(run.store, made, some);
  return objectValue(made);
}

function join(run: Run, call: Call, list: HeapObject, fixed?: string): Value {
  const elements = elementsOf(run.store.read(list));
  const separator = fixed ?? (call.args.has(0) ? knownString(run, call.args.at(0)) : ",");
  if (!elements || separator === undefined) return computed(call, "join");
  let combinations: Single[][] = [[]];
  for (const element of elements) {
    const singles = alternatives(element);
    if (combinations.length * singles.length > MAX_ALTERNATIVES) return computed(call, "join");
    combinations = combinations.flatMap((before) => singles.map((single) => [...before, single]));
  }
  const texts = combinations.map((singles) => joinTexts(run, singles, separator));
  for (const text of texts) run.recorder.madeText(text);
  return choice(texts.map((text): Value => ({ kind: "text", text })));
}

function filter(run: Run, call: Call, list: HeapObject): Value {
  const { known } = callForEach(run, call, list);
  const made = run.make("Array", call.environment.locate(call.node));
  if (known) {
    for (const { element, result } of known) {
      const kept = truthiness(result);
      if (kept === true && lengthOf(run.store.read(made)) !== undefined)
        pushElement(run.store, made, element);
      else if (kept !== false) pushSomeElement(run.store, made, element);
    }
  } else {
    const content = run.store.read(list);
    for (const slot of content.members.values()) pushSomeElement(run.store, made, slot.value);
    for (const value of content.rest) pushSomeElement(run.store, made, value);
    for (const source of content.open) openList(run.store, made, source);
  }
  return objectValue(made);
}

function find(run: Run, call: Call, list: HeapObject): Value {
  const { known } = callForEach(run, call, list);
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

function decide(run: Run, call: Call, list: HeapObject, stopsAt: boolean): Value {
  const { known } = callForEach(run, call, list);
  const results = known?.map(({ result }) => truthiness(result));
  if (results?.includes(stopsAt)) return stopsAt ? TRUE : FALSE;
  if (results?.every((one) => one === !stopsAt)) return stopsAt ? FALSE : TRUE;
  return computed(call, stopsAt ? "some" : "every");
}

function reduce(run: Run, call: Call, list: HeapObject): Value {
  const callback = call.args.at(0);
  const elements = knownElements(run, list);
  const hasInitial = call.args.length > 1;
  if (elements) {
    let value: Value = hasInitial ? call.args.at(1) : (elements[0] ?? UNDEFINED);
    for (const [index, element] of elements.entries()) {
      if (index === 0 && !hasInitial) continue;
      value = callBack(run, callback, [value, element, scalar(index), objectValue(list)], call);
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

/** `Array(…)` and its static members. */
export function arrayFunction(): Value {
  return nativeValue(
    "Array",
    (run, call) => {
      if (call.args.length === 1 || call.args.rest) return listOf(run, call, undefined);
      return makeList(run, call.args.list, call.environment.locate(call.node));
    },
    natives({
      isArray: (_run, call) => {
        const kinds = alternatives(call.args.at(0)).map((single) =>
          single.kind === "unknown"
            ? undefined
            : single.kind === "object" && single.object.className === "Array",
        );
        if (kinds.every((kind) => kind === true)) return TRUE;
        return kinds.every((kind) => kind === false) ? FALSE : computed(call, "isArray");
      },
      of: (run, call) => makeList(run, call.args.list),
      from: (run, call) => from(run, call),
    }),
  );
}

function from(run: Run, call: Call): Value {
  const source = call.args.at(0);
  const change = call.args.at(1);
  if (source.kind === "unknown" && change.kind === "scalar") return source;
  const list = run.make("Array", call.environment.locate(call.node));
  const isIterable = source.kind !== "object" || source.object.className !== "Object";
  if (isIterable) appendAll(run, list, source);
  else pushSomeElement(run.store, list, UNDEFINED);
  if (change.kind === "scalar") return objectValue(list);
  const { known, some } = callForEach(run, { ...call, args: call.args.from(1) }, list);
  return known
    ? makeList(
        run,
        known.map(({ result }) => result),
      )
    : listOf(run, call, some);
}
