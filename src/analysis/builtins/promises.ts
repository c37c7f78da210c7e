import type { Call } from "../evaluation/callable.js";
import {
  maybeDeleteMember,
  maybeSetMember,
  pushSomeElement,
  setMember,
  type HeapObject,
  type Slot,
  setMembers,
} from "../evaluation/heap.js";
import { iterate, someOf } from "../evaluation/iteration.js";
import { callByItself } from "../evaluation/implicit-calls.js";
import { findSlot, makeList, makeObject, peek } from "../evaluation/members.js";
import { internalSlot } from "../evaluation/member-tables.js";
import type { Run } from "../evaluation/run.js";
import {
  UNDEFINED,
  choice,
  computedText,
  mapAlternatives,
  objectValue,
  opaque,
  type Value,
} from "../evaluation/value.js";
import {
  callBack,
  callBackLater,
  callBackPerhaps,
  computed,
  definePrototype,
  nativeValue,
  natives,
  type NativeFunction,
} from "./native.js";

export const SETTLED = internalSlot("value");
/** The slot of the reason for which a promise was certainly rejected. */
const REJECTED = internalSlot("rejected");

/** Makes a promise of a value. A promise of a promise is the inner one. An unknown value is its own promise. */
export function makePromise(run: Run, value: Value): Value {
  if (value.kind === "unknown" || (value.kind === "object" && value.object.className === "Promise"))
    return value;
  const promise = run.make("Promise", undefined);
  setMember(run.store, promise, SETTLED, { value, maybeAbsent: false });
  return objectValue(promise);
}

/** Makes a promise with additional functions, as clients return: `get(url).json()`. */
export function makePromiseWith(
  run: Run,
  value: Value,
  functions: Readonly<Record<string, NativeFunction>>,
): Value {
  const promise = run.make("Promise", undefined);
  setMembers(run.store, promise, { [SETTLED]: value, ...natives(functions) });
  return objectValue(promise);
}

/** Returns the result of waiting for a value. */
export function awaitValue(run: Run, value: Value): Value {
  return mapAlternatives(value, (single) => {
    if (single.kind !== "object") return single;
    if (single.object.className === "Promise") return awaitValue(run, settledValue(run, single.object));
    return single.object.callable ? single : resolveThenable(run, single);
  });
}

/**
 * Returns the value of a settled promise. Waiting ends only when it is settled, so a pending promise is not considered.
 */
function settledValue(run: Run, promise: HeapObject): Value {
  return run.store.read(promise).symbols.get(SETTLED)?.value ?? UNDEFINED;
}

/** Clients give objects that can be awaited as well as called on: what waiting for them gives is kept inside. */
function resolveThenable(run: Run, value: Value): Value {
  const then = value.kind === "object" ? findSlot(run, value.object, "then") : undefined;
  if (then?.value.kind === "object" && then.value.object.callable?.kind === "closure")
    return ownThen(run, value, then);
  const inner = peek(run, value, SETTLED);
  return inner.kind === "scalar" && inner.value === undefined ? value : awaitValue(run, inner);
}

/** An object of the program that can be waited for tells what it gives to the function that it gets. */
function ownThen(run: Run, value: Value, then: Slot): Value {
  const given: Value[] = [];
  const resolve = nativeValue("resolve", (_run, call) => {
    given.push(call.args.at(0));
    return UNDEFINED;
  });
  callByItself(run, then.value, value, [resolve, nativeValue("reject", () => UNDEFINED)]);
  const unresolved = given.length === 0 || then.maybeAbsent ? [opaque("computed", "then")] : [];
  return choice([...given.map((one) => (one === value ? opaque("computed", "then") : one)), ...unresolved]);
}

export function definePromisePrototype(prototype: HeapObject): void {
  definePrototype(prototype, {
    then: (run, call) => {
      const reason = rejectionOf(run, call.this);
      if (reason) return call.args.length > 1 ? caught(run, call, call.args.at(1), reason) : call.this;
      const value = awaitValue(run, call.this);
      const [fulfilled, rejected] = [call.args.at(0), call.args.at(1)];
      if (rejected.kind === "object") callBackLater(run, rejected, [computed(call, "error")], call);
      return fulfilled.kind === "scalar"
        ? makePromise(run, value)
        : makePromise(run, awaitValue(run, settle(run, fulfilled, [value], call)));
    },
    catch: (run, call) => {
      const reason = rejectionOf(run, call.this);
      if (reason) return caught(run, call, call.args.at(0), reason);
      const other = callBackLater(run, call.args.at(0), [computed(call, "error")], call);
      return makePromise(run, choice([awaitValue(run, call.this), awaitValue(run, other)]));
    },
    finally: (run, call) => {
      settle(run, call.args.at(0), [], call);
      return call.this;
    },
  });
}

function rejectionOf(run: Run, promise: Value): Value | undefined {
  if (promise.kind !== "object") return undefined;
  return run.store.read(promise.object).symbols.get(REJECTED)?.value;
}

function caught(run: Run, call: Call, handler: Value, reason: Value): Value {
  return makePromise(run, awaitValue(run, settle(run, handler, [reason], call)));
}

/** Calls a callback of a promise: at once if the code around it waits as well, else asynchronously. */
export function settle(run: Run, callback: Value, args: readonly Value[], call: Call): Value {
  return run.awaited.has(call.node)
    ? callBack(run, callback, args, call)
    : run.runAsync(call, () => callBackPerhaps(run, callback, args, call));
}

export function promiseConstructor(): Value {
  return nativeValue(
    "Promise",
    (run, call) => {
      const promise = run.make("Promise", call.environment.locate(call.node));
      const settle = nativeValue("resolve", (inner, settling) => {
        const before = inner.store.read(promise).symbols.get(SETTLED)?.value;
        const now = awaitValue(inner, settling.args.at(0));
        setMember(inner.store, promise, SETTLED, {
          value: before ? choice([before, now]) : now,
          maybeAbsent: false,
        });
        return UNDEFINED;
      });
      const reject = nativeValue("reject", () => UNDEFINED);
      callBack(run, call.args.at(0), [settle, reject], call);
      return objectValue(promise);
    },
    natives({
      resolve: (run, call) => makePromise(run, awaitValue(run, call.args.at(0))),
      reject: (run, call) => {
        const promise = run.make("Promise", call.environment.locate(call.node));
        setMember(run.store, promise, REJECTED, { value: call.args.at(0), maybeAbsent: false });
        return objectValue(promise);
      },
      all: (run, call) =>
        makePromise(
          run,
          awaitAll(run, call.args.at(0), (value) => value),
        ),
      allSettled: (run, call) =>
        makePromise(
          run,
          awaitAll(run, call.args.at(0), (value, promise) => settlement(run, call, value, promise)),
        ),
      race: (run, call) => makePromise(run, awaitAny(run, call.args.at(0))),
      any: (run, call) => makePromise(run, awaitAny(run, call.args.at(0))),
    }),
  );
}

/** Returns the result of `Promise.allSettled` for one promise. */
function settlement(run: Run, call: Call, value: Value, promise: Value): Value {
  const reason = rejectionOf(run, promise);
  if (reason) return makeObject(run, { status: computedText("rejected"), reason });
  const status = choice([computedText("fulfilled"), computedText("rejected")]);
  const made = makeObject(run, { status, value });
  maybeSetMember(run.store, made.object, "reason", { value: computed(call, "reason"), maybeAbsent: false });
  maybeDeleteMember(run.store, made.object, "value");
  return made;
}

function awaitAll(run: Run, promises: Value, change: (value: Value, promise: Value) => Value): Value {
  if (promises.kind === "unknown") return promises;
  const iteration = iterate(run, promises);
  if (iteration.known)
    return makeList(
      run,
      iteration.known.map((promise) => change(awaitValue(run, promise), promise)),
    );
  const list = makeList(run, []);
  const some = someOf(iteration);
  if (some) pushSomeElement(run.store, list.object, change(awaitValue(run, some), some));
  return list;
}

function awaitAny(run: Run, promises: Value): Value {
  const some = someOf(iterate(run, promises));
  return some ? awaitValue(run, some) : opaque("computed", "race");
}
