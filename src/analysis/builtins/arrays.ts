import { joinTexts, knownNumber, knownString } from "../evaluation/coerce.js";
import type { Call } from "../evaluation/callable.js";
import {
  elementsOf,
  elementsToRead,
  keysInOrder,
  lengthOf,
  openList,
  pushElement,
  pushElements,
  pushSomeElement,
  type HeapObject,
} from "../evaluation/heap.js";
import { isGenerator } from "../evaluation/generators.js";
import { forEachElement, iterate, iteratorOf, someOf, type Iteration } from "../evaluation/iteration.js";
import { appendAll } from "../evaluation/literals.js";
import { makeList, peek } from "../evaluation/members.js";
import { equality, isAmong } from "../evaluation/operators.js";
import type { Run } from "../evaluation/run.js";
import {
  FALSE,
  TRUE,
  UNDEFINED,
  alternatives,
  choice,
  objectValue,
  opaque,
  scalar,
  truthiness,
  type Single,
  type Value,
} from "../evaluation/value.js";
import { anyElement, callForEach, decide, find, knownElements, reduce } from "./array-callbacks.js";
import { changingMethods, sortedElements } from "./array-changes.js";
import { iteratorOver } from "./iterators.js";
import { isPiece, joinedPieces } from "./pieces.js";
import {
  callBack,
  computed,
  definePrototype,
  natives,
  nativeValue,
  truth,
  type NativeFunction,
} from "./native.js";

/** A method on one list; anything else that the method is called on gives an unknown. */
function onList(apply: (run: Run, call: Call, list: HeapObject) => Value): NativeFunction {
  return (run, call) =>
    call.this.kind === "object" ? apply(run, call, call.this.object) : computed(call, "list");
}

function listOf(run: Run, call: Call, some: Value | undefined): Value {
  const list = run.make("Array", call.environment.locate(call.node));
  if (some) pushSomeElement(run.store, list, some);
  return objectValue(list);
}

export function defineArrayPrototype(prototype: HeapObject): void {
  definePrototype(prototype, {
    ...changingMethods(onList),
    concat: onList((run, call, list) => {
      const made = run.make("Array", call.environment.locate(call.node));
      appendAll(run, made, objectValue(list));
      for (const value of [...call.args.list, ...(call.args.rest ? [call.args.rest] : [])]) {
        if (
          alternatives(value).every(
            (single) => single.kind === "object" && single.object.className === "Array",
          )
        )
          appendAll(run, made, value);
        else if (value.kind === "unknown") openList(run.store, made, value);
        else if (value === call.args.rest || mayBeList(value))
          pushSomeElement(run.store, made, spreadOut(run, value));
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
      return flattened(
        run,
        call,
        known?.map(({ result }) => result),
        some,
      );
    }),
    flat: onList((run, call, list) =>
      call.args.length > 0
        ? listOf(run, call, computed(call, "element"))
        : flattened(run, call, knownElements(run, list), anyElement(run, list)),
    ),
    forEach: onList((run, call, list) => {
      callForEach(run, call, list);
      return UNDEFINED;
    }),
    filter: onList((run, call, list) => filter(run, call, list)),
    find: onList((run, call, list) => find(run, call, list, false)),
    findLast: onList((run, call, list) => find(run, call, list, true)),
    findIndex: onList((run, call, list) => {
      callForEach(run, call, list, true);
      return computed(call, "index");
    }),
    some: onList((run, call, list) => decide(run, call, list, true)),
    every: onList((run, call, list) => decide(run, call, list, false)),
    reduce: onList((run, call, list) => reduce(run, call, list, false)),
    reduceRight: onList((run, call, list) => reduce(run, call, list, true)),
    includes: onList((run, call, list) => {
      const known = isAmong(run, objectValue(list), knownElements(run, list), call.args.at(0), call);
      return truth(call, known, "includes");
    }),
    at: onList((run, call, list) => {
      const elements = knownElements(run, list);
      const index = knownNumber(call.args.at(0));
      if (elements && index !== undefined) return elements.at(index) ?? UNDEFINED;
      const some = anyElement(run, list);
      return some ? choice([some, UNDEFINED]) : UNDEFINED;
    }),
    toSorted: onList((run, call, list) => orUnordered(run, call, list, sortedElements(run, call, list))),
    toReversed: onList((run, call, list) =>
      orUnordered(run, call, list, elementsOf(run.store.read(list))?.reverse()),
    ),
    with: onList((run, call, list) => {
      const elements = elementsOf(run.store.read(list));
      const index = knownNumber(call.args.at(0));
      const isInside = elements && index !== undefined && Math.abs(index) < elements.length;
      if (isInside) return makeList(run, elements.with(index, call.args.at(1)));
      return listOf(run, call, choice([anyElement(run, list) ?? UNDEFINED, call.args.at(1)]));
    }),
    indexOf: onList((run, call, list) => positionOf(run, call, list, (equal) => equal)),
    lastIndexOf: onList((run, call, list) => positionOf(run, call, list, (equal) => equal.reverse(), true)),
    values: onList((run, call, list) =>
      iteratorOver(run, call, "indexed", () => iterate(run, objectValue(list))),
    ),
    [Symbol.iterator]: onList((run, call, list) =>
      iteratorOver(run, call, "indexed", () => iterate(run, objectValue(list))),
    ),
    keys: onList((run, call, list) =>
      iteratorOver(run, call, "indexed", () => {
        const length = lengthOf(run.store.read(list));
        if (length === undefined) return { some: computed(call, "index"), sources: [] };
        return { known: Array.from({ length }, (_, index) => scalar(index)), sources: [] };
      }),
    ),
    entries: onList((run, call, list) => iteratorOver(run, call, "indexed", () => indexed(run, call, list))),
    toString: onList((run, call, list) => join(run, call, list, ",")),
  });
}

/** `[index, element]` of each element. */
function indexed(run: Run, call: Call, list: HeapObject): Iteration {
  const { known, ...others } = iterate(run, objectValue(list));
  if (known)
    return { known: known.map((element, index) => makeList(run, [scalar(index), element])), sources: [] };
  const some = someOf(others);
  return { ...(some ? { some: makeList(run, [computed(call, "index"), some]) } : {}), sources: [] };
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
  const elements = elementsToRead(run.store.read(list));
  const separator = fixed ?? (call.args.has(0) ? knownString(run, call.args.at(0)) : ",");
  const piece = separator === "" && !elements ? someOf(iterate(run, objectValue(list))) : undefined;
  if (piece && alternatives(piece).every(isPiece)) return joinedPieces(piece);
  if (!elements || separator === undefined) return computed(call, "join");
  let combinations: Single[][] = [[]];
  for (const element of elements) {
    const singles = alternatives(element);
    if (combinations.length * singles.length > run.limits.alternatives)
      return opaque("limit", "alternatives", call.environment.locate(call.node));
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

function mayBeList(value: Value): boolean {
  return alternatives(value).some(
    (single) =>
      single.kind === "unknown" || (single.kind === "object" && single.object.className === "Array"),
  );
}

/** Returns the elements of a value whose lists are flattened and whose other values are kept. */
function spreadOut(run: Run, value: Value): Value {
  const pieces = alternatives(value).map((single): Value => {
    if (!mayBeList(single)) return single;
    return someOf(iterate(run, single)) ?? UNDEFINED;
  });
  return choice(pieces);
}

/** The elements one after the other, lists among them taken apart. */
function flattened(run: Run, call: Call, known: Value[] | undefined, some: Value | undefined): Value {
  const made = run.make("Array", call.environment.locate(call.node));
  if (!known) return listOf(run, call, some && spreadOut(run, some));
  for (const element of known) {
    if (!mayBeList(element)) pushElement(run.store, made, element);
    else if (element.kind === "object") appendAll(run, made, element);
    else pushSomeElement(run.store, made, spreadOut(run, element));
  }
  return objectValue(made);
}

/** A new list of the elements; where they are not known, one of any of the old list's. */
function orUnordered(run: Run, call: Call, list: HeapObject, elements: Value[] | undefined): Value {
  return elements
    ? makeList(run, elements, call.environment.locate(call.node))
    : listOf(run, call, anyElement(run, list));
}

function positionOf(
  run: Run,
  call: Call,
  list: HeapObject,
  inOrder: (equal: (boolean | undefined)[]) => (boolean | undefined)[],
  last = false,
): Value {
  const elements = knownElements(run, list);
  if (!elements || call.args.length !== 1) return computed(call, "index");
  const equal = inOrder(elements.map((element) => equality(element, call.args.at(0), false)));
  const found = equal.findIndex((one) => one !== false);
  if (found < 0) return scalar(-1);
  if (equal[found] === undefined) return computed(call, "index");
  return scalar(last ? elements.length - 1 - found : found);
}

/** Models `Array(…)` and its static members. */
export function arrayFunction(): Value {
  return nativeValue(
    "Array",
    (run, call) => {
      const [only] = call.args.list;
      if (call.args.rest) return listOf(run, call, computed(call, "element"));
      // A list of so many holes, which are not elements and yet count.
      if (call.args.length === 1 && only?.kind !== "text") return listOf(run, call, UNDEFINED);
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

/** Returns whether an object has a length and nothing else: `{ length: 3 }`. */
function isBare(run: Run, value: Value): boolean {
  return value.kind === "object" && keysInOrder(run.store.read(value.object))?.join() === "length";
}

function from(run: Run, call: Call): Value {
  run.recorder.escapes.iterated(run, call.args.at(0), "Array.from", call);
  const source = iteratorOf(run, call.args.at(0));
  const change = call.args.at(1);
  if (source.kind === "object" && isGenerator(source.object) && change.kind !== "scalar") {
    const made = run.make("Array", call.environment.locate(call.node));
    // Earlier calls are not counted.
    forEachElement(run, source, (element) =>
      pushElement(run.store, made, callBack(run, change, [element, computed(call, "index")], call)),
    );
    return objectValue(made);
  }
  if (source.kind === "unknown" && change.kind === "scalar") return source;
  const list = run.make("Array", call.environment.locate(call.node));
  const isIterable = source.kind !== "object" || source.object.className !== "Object";
  const length = isIterable ? undefined : knownNumber(peek(run, source, "length"));
  if (isIterable) appendAll(run, list, source);
  else if (length !== undefined && length <= run.limits.iterations && isBare(run, source))
    pushElements(run.store, list, Array<Value>(length).fill(UNDEFINED));
  else pushSomeElement(run.store, list, computed(call, "element"));
  if (change.kind === "scalar") return objectValue(list);
  const { known, some } = callForEach(run, { ...call, args: call.args.from(1) }, list);
  return known
    ? makeList(
        run,
        known.map(({ result }) => result),
      )
    : listOf(run, call, some);
}
