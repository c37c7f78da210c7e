import type { HeapObject } from "../evaluation/heap.js";
import { setMember } from "../evaluation/heap.js";
import { iterate, someOf } from "../evaluation/iteration.js";
import { makeList, makeObject, peek } from "../evaluation/members.js";
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
import { pushSomeElement } from "../evaluation/heap.js";
import { callBack, callBackLater, computed, definePrototype, nativeValue, natives } from "./native.js";

const SETTLED = "[[value]]";

/** A promise of a value. A promise of a promise is the inner one; an unknown is its own promise. */
export function makePromise(run: Run, value: Value): Value {
  if (value.kind === "unknown" || (value.kind === "object" && value.object.className === "Promise"))
    return value;
  const promise = run.make("Promise", undefined);
  setMember(run.store, promise, SETTLED, { value, maybeAbsent: false });
  return objectValue(promise);
}

/** What waiting for a value gives. */
export function awaitValue(run: Run, value: Value): Value {
  return mapAlternatives(value, (single) => {
    if (single.kind !== "object") return single;
    if (single.object.className === "Promise") return awaitValue(run, peek(run, single, SETTLED));
    return single.object.callable ? single : resolveThenable(run, single);
  });
}

/** Clients give objects that can be awaited as well as called on: what waiting for them gives is kept inside. */
function resolveThenable(run: Run, value: Value): Value {
  const inner = peek(run, value, SETTLED);
  return inner.kind === "scalar" && inner.value === undefined ? value : awaitValue(run, inner);
}

export function definePromisePrototype(prototype: HeapObject): void {
  definePrototype(prototype, {
    then: (run, call) => {
      const value = awaitValue(run, call.this);
      const [fulfilled, rejected] = [call.args.at(0), call.args.at(1)];
      if (rejected.kind === "object") callBackLater(run, rejected, [computed(call, "error")], call);
      return fulfilled.kind === "scalar"
        ? makePromise(run, value)
        : makePromise(run, awaitValue(run, callBack(run, fulfilled, [value], call)));
    },
    catch: (run, call) => {
      const caught = callBackLater(run, call.args.at(0), [computed(call, "error")], call);
      return makePromise(run, choice([awaitValue(run, call.this), awaitValue(run, caught)]));
    },
    finally: (run, call) => {
      callBack(run, call.args.at(0), [], call);
      return call.this;
    },
  });
}

export function promiseConstructor(): Value {
  return nativeValue(
    "Promise",
    (run, call) => {
      const promise = run.make("Promise", call.environment.locate(call.node));
      const settle = nativeValue("resolve", (inner, settling) => {
        const before = peek(inner, objectValue(promise), SETTLED);
        const now = awaitValue(inner, settling.args.at(0));
        const value = before.kind === "scalar" && before.value === undefined ? now : choice([before, now]);
        setMember(inner.store, promise, SETTLED, { value, maybeAbsent: false });
        return UNDEFINED;
      });
      const reject = nativeValue("reject", () => UNDEFINED);
      setMember(run.store, promise, SETTLED, { value: UNDEFINED, maybeAbsent: false });
      callBack(run, call.args.at(0), [settle, reject], call);
      return objectValue(promise);
    },
    natives({
      resolve: (run, call) => makePromise(run, awaitValue(run, call.args.at(0))),
      reject: (run, call) => makePromise(run, computed(call, "rejection")),
      all: (run, call) =>
        makePromise(
          run,
          awaitAll(run, call.args.at(0), (value) => value),
        ),
      allSettled: (run, call) =>
        makePromise(
          run,
          awaitAll(run, call.args.at(0), (value) =>
            makeObject(run, { value, status: choice([computedText("fulfilled"), computedText("rejected")]) }),
          ),
        ),
      race: (run, call) => makePromise(run, awaitAny(run, call.args.at(0))),
      any: (run, call) => makePromise(run, awaitAny(run, call.args.at(0))),
    }),
  );
}

function awaitAll(run: Run, promises: Value, change: (value: Value) => Value): Value {
  if (promises.kind === "unknown") return promises;
  const iteration = iterate(run, promises);
  if (iteration.known)
    return makeList(
      run,
      iteration.known.map((promise) => change(awaitValue(run, promise))),
    );
  const list = makeList(run, []);
  const some = someOf(iteration);
  if (some) pushSomeElement(run.store, list.object, change(awaitValue(run, some)));
  return list;
}

function awaitAny(run: Run, promises: Value): Value {
  const some = someOf(iterate(run, promises));
  return some ? awaitValue(run, some) : opaque("computed", "race");
}
