import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { callPerhaps } from "../../../analysis/evaluation/calls.js";
import { HeapObject, setMember, setMembers } from "../../../analysis/evaluation/heap.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  isFunction,
  memberOfUnknown,
  nullishness,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  callBack,
  callBackLater,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { awaitValue, makePromise } from "../../../analysis/builtins/promises.js";
import type { Client } from "../../../analysis/clients/client.js";

const EMITTED = internalSlot("value");

/**
 * Models an observable of rxjs by the values that it emits: `subscribe`, `pipe`, `toPromise`.
 * https://rxjs.dev/api/index/class/Observable
 */
export function observable(run: Run, emitted: Value, call: Call): Value {
  const made = new HeapObject("Observable", call.environment.locate(call.node));
  const members = natives({
    subscribe: (inner, using) => {
      const observer = using.args.at(0);
      const next = isFunction(observer) ? observer : peek(inner, observer, "next");
      const self = isFunction(observer) ? UNDEFINED : observer;
      const args = new Arguments([emitted]);
      if (isFunction(next))
        inner.deferred(() => callPerhaps(inner, next, { ...using, this: self, args, isNew: false }));
      return unknown({ reason: "computed", name: "subscription" });
    },
    pipe: (inner, using) => {
      let value = emitted;
      for (const operator of using.args.list)
        if (isFunction(operator)) value = emittedBy(inner, callBack(inner, operator, [value], using));
      return observable(inner, value, using);
    },
    toPromise: (inner) => makePromise(inner, emitted),
  });
  setMembers(run.store, made, members);
  setMember(run.store, made, EMITTED, { value: emitted, maybeAbsent: false });
  return objectValue(made);
}

/** Returns the values that an observable or a promise emits; any other value is returned as it is. */
function emittedBy(run: Run, value: Value): Value {
  return choice(
    alternatives(value).map((single) => {
      const inner = single.kind === "object" ? peek(run, single, EMITTED) : UNDEFINED;
      return nullishness(inner) === true ? single : awaitValue(run, inner);
    }),
  );
}

/** Operators whose function gives what goes on, and those whose function only looks on. */
const CHANGE = ["map", "switchMap", "mergeMap", "concatMap", "exhaustMap", "flatMap"];
const WATCH = [
  "tap",
  "filter",
  "retry",
  "retryWhen",
  "timeout",
  "take",
  "first",
  "shareReplay",
  "share",
  "delay",
  "finalize",
  "takeUntil",
  "debounceTime",
];

function operators(): Record<string, NativeFunction> {
  const made: Record<string, NativeFunction> = {};
  for (const name of CHANGE)
    made[name] = (_run, call) =>
      nativeValue(name, (run, piping) => {
        const change = call.args.at(0);
        return isFunction(change) ? emittedBy(run, callBack(run, change, piping.args.list, call)) : change;
      });
  for (const name of WATCH)
    made[name] = (_run, call) =>
      nativeValue(name, (run, piping) => {
        const watch = call.args.at(0);
        if (isFunction(watch)) callBackLater(run, watch, piping.args.list, call);
        return piping.args.at(0);
      });
  made["catchError"] = (_run, call) =>
    nativeValue("catchError", (run, piping) => {
      const caught = call.args.at(0);
      const error = unknown({ reason: "computed", name: "error" });
      const instead = isFunction(caught) ? callBackLater(run, caught, [error], call) : UNDEFINED;
      return nullishness(instead) === true
        ? piping.args.at(0)
        : choice([piping.args.at(0), emittedBy(run, instead)]);
    });
  made["pluck"] = (_run, call) =>
    nativeValue("pluck", (run, piping) => peek(run, piping.args.at(0), String(nameIn(call.args.at(0)))));
  return made;
}

function nameIn(value: Value): string | undefined {
  const part = value.kind === "text" ? value.text.parts[0] : undefined;
  return part?.kind === "segment" ? part.text : undefined;
}

const library = () => {
  const settle: NativeFunction = (run, call) => makePromise(run, emittedBy(run, call.args.at(0)));
  return nativeObject(
    "rxjs",
    natives({
      firstValueFrom: settle,
      lastValueFrom: settle,
      from: (run, call) => observable(run, emittedBy(run, call.args.at(0)), call),
      of: (run, call) => observable(run, call.args.at(0), call),
      ...operators(),
    }),
    memberOfUnknown(unknown({ reason: "import", name: "rxjs", specifier: "rxjs" }), "rxjs"),
  );
};

/** No client itself, but what clients of Angular and Nest answer with. */
export const rxjs: Client = { name: "rxjs", modules: { rxjs: library, "rxjs/operators": library } };
