import type { Call } from "../../../analysis/evaluation/callable.js";
import { pushSomeElement, setMember } from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { repeatPerhaps } from "../../../analysis/evaluation/repetition.js";
import { makeList, makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  isFunction,
  mapAlternatives,
  objectValue,
  scalar,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { computed, nativeValue, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { awaitValue, makePromise, promiseConstructor, settle } from "../../../analysis/builtins/promises.js";
import { promisified } from "./promisified.js";

/** Calls a function of the program, and gives what a promise of it is settled with. */
function settled(run: Run, callback: Value, args: readonly Value[], call: Call): Value {
  return awaitValue(run, settle(run, callback, args, call));
}

/** The list of what a function gives for each element of a list, or of a promise of one. */
function eachSettled(
  run: Run,
  call: Call,
  list: Value,
  perform: (element: Value, index: Value) => Value,
): Value {
  return mapAlternatives(awaitValue(run, list), (single) => {
    const iteration = iterate(run, single);
    if (iteration.known && iteration.known.length <= run.limits.iterations) {
      const elements = iteration.known.map((element) => awaitValue(run, element));
      return makeList(
        run,
        elements.map((element, index) => perform(element, scalar(index))),
      );
    }
    const made = makeList(run, []);
    const some = someOf(iteration);
    if (some)
      repeatPerhaps(run, () => {
        pushSomeElement(run.store, made.object, perform(awaitValue(run, some), computed(call, "index")));
      });
    return made;
  });
}

/** `map(list, function)` */
const mapped: NativeFunction = (run, call) =>
  makePromise(
    run,
    eachSettled(run, call, call.args.at(0), (element, index) =>
      settled(run, call.args.at(1), [element, index], call),
    ),
  );

/** The same for the function's sake: what it gives is of no interest. */
const forEach: NativeFunction = (run, call) => {
  mapped(run, call);
  return makePromise(run, awaitValue(run, call.args.at(0)));
};

/** A list of functions that are called without arguments. */
const all: NativeFunction = (run, call) =>
  makePromise(
    run,
    eachSettled(run, call, call.args.at(0), (task) => settled(run, task, [], call)),
  );

/** `retry(function, options)`, in one of the packages the other way round: it gets something about the attempt. */
const retried: NativeFunction = (run, call) => {
  const task = call.args.list.find(isFunction);
  const about = computed(call, "attempt");
  return task ? makePromise(run, settled(run, task, [about, about], call)) : computed(call, "retry");
};

/** `limit(function, ...arguments)` */
const started: NativeFunction = (run, call) =>
  makePromise(run, settled(run, call.args.at(0), call.args.list.slice(1), call));

const itself: NativeFunction = (_run, call) => call.args.at(0);

/** `pLimit(number)` gives a function that calls others, with `map` for lists. */
const limiter: NativeFunction = () => nativeValue("limit", started, natives({ map: mapped }));

/** `pThrottle(options)` gives a function that gives functions which do the same, later. */
const throttler: NativeFunction = () => nativeValue("throttle", itself);

/** `new PQueue(options)` */
const queue: NativeFunction = (run, call) =>
  makeObject(
    run,
    natives({
      add: (inner, adding) =>
        makePromise(inner, settled(inner, adding.args.at(0), [computed(adding, "options")], adding)),
      addAll: all,
      onIdle: (inner) => makePromise(inner, UNDEFINED),
      onEmpty: (inner) => makePromise(inner, UNDEFINED),
    }),
    "PQueue",
    call.environment.locate(call.node),
  );

/** `new Bottleneck(options)`; https://github.com/SGrondin/bottleneck */
const bottleneck: NativeFunction = (run, call) =>
  makeObject(
    run,
    natives({
      schedule: (inner, scheduling) => {
        // Options may precede the function.
        const from = scheduling.args.list.findIndex(isFunction);
        if (from < 0) return computed(scheduling, "schedule");
        const [task, ...args] = scheduling.args.list.slice(from);
        return makePromise(inner, settled(inner, task!, args, scheduling));
      },
      wrap: itself,
    }),
    "Bottleneck",
    call.environment.locate(call.node),
  );

/** `Promise` of Bluebird, which has functions for lists as well. http://bluebirdjs.com/docs/api-reference.html */
function bluebird(run: Run): Value {
  const made = promiseConstructor();
  const members = natives({
    map: mapped,
    mapSeries: mapped,
    each: forEach,
    filter: forEach,
    try: (inner, call) => makePromise(inner, settled(inner, call.args.at(0), [], call)),
    method: itself,
    coroutine: itself,
    promisify: (_inner, call) => promisified(call.args.at(0)),
    delay: (inner, call) => makePromise(inner, awaitValue(inner, call.args.at(1))),
    props: (inner, call) => {
      const given = call.args.at(0);
      const settledMembers = inner.make("Object", call.environment.locate(call.node));
      if (given.kind !== "object") return computed(call, "props");
      for (const [key, slot] of inner.store.read(given.object).members)
        setMember(inner.store, settledMembers, key, { ...slot, value: awaitValue(inner, slot.value) });
      return makePromise(inner, objectValue(settledMembers));
    },
  });
  for (const [key, value] of Object.entries(members))
    if (made.kind === "object") setMember(run.store, made.object, key, { value, maybeAbsent: false });
  return made;
}

type Maker = (run: Run) => Value;

/** A package that is one function or class. */
function library(name: string, call: NativeFunction): [string, Maker] {
  return [
    name,
    () => {
      const rest = unknown({ reason: "import", name, specifier: name });
      return nativeValue(name, call, { default: nativeValue(name, call) }, "Function", rest);
    },
  ];
}

/** Models small packages that call functions of the program: now, later, several at a time or repeatedly. */
export const promiseHelperModules = (): [string, Maker][] => [
  library("p-map", mapped),
  library("p-map-series", mapped),
  library("p-each-series", forEach),
  library("p-filter", forEach),
  library("p-all", all),
  library("p-series", all),
  library("p-limit", limiter),
  library("p-retry", retried),
  library("async-retry", retried),
  library("promise-retry", retried),
  library("p-throttle", throttler),
  library("p-timeout", itself),
  library("p-memoize", itself),
  library("p-debounce", itself),
  library("p-queue", queue),
  library("bottleneck", bottleneck),
  ["bluebird", bluebird],
];
