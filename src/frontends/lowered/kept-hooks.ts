import { callBack, type NativeFunction } from "../../analysis/builtins/native.js";
import { pushElement, setMember } from "../../analysis/evaluation/heap.js";
import { makeList, peek } from "../../analysis/evaluation/members.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { UNDEFINED, mapAlternatives, type ObjectValue, type Value } from "../../analysis/evaluation/value.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { listed, throughHooks, type Hook, type Sent } from "./request-hooks.js";

/** Returns the list of functions that a client, or what builds it, has for its requests. */
export function hooksOf(run: Run, holder: Value, hook: Hook): Value {
  return mapAlternatives(holder, (single) =>
    single.kind === "object" ? peek(run, single, hook.slot) : UNDEFINED,
  );
}

/** Gives a client a list of functions for its requests. */
export function setHooks(run: Run, holder: ObjectValue, hook: Hook, functions: Value): void {
  setMember(run.store, holder.object, hook.slot, { value: functions, maybeAbsent: false });
}

/** Gives a client the functions that what builds it, or what it is a copy of, has at the moment. */
export function copyHooks(run: Run, from: Value, to: ObjectValue, hooks: readonly Hook[]): void {
  for (const hook of hooks) setHooks(run, to, hook, makeList(run, listed(run, hooksOf(run, from, hook))));
}

/** Models methods that add functions to those of a client. */
export const addsHooks =
  (hook: Hook): NativeFunction =>
  (run, call) => {
    if (call.this.kind !== "object") return call.this;
    const list = hooksOf(run, call.this, hook);
    const given = call.args.list.flatMap((one) => listed(run, one));
    if (list.kind === "object") for (const one of given) pushElement(run.store, list.object, one);
    else setHooks(run, call.this, hook, makeList(run, given));
    return call.this;
  };

/** Models methods that give a client other functions than before. */
export const replacesHooks =
  (hook: Hook): NativeFunction =>
  (run, call) => {
    if (call.this.kind === "object")
      setHooks(
        run,
        call.this,
        hook,
        makeList(
          run,
          call.args.list.flatMap((one) => listed(run, one)),
        ),
      );
    return call.this;
  };

/** Models methods that give the list of functions, or call one with it. */
export const givesHooks =
  (hook: Hook): NativeFunction =>
  (run, call) => {
    const list = hooksOf(run, call.this, hook);
    if (call.args.length === 0) return list;
    callBack(run, call.args.at(0), [list], call);
    return call.this;
  };

/** Makes what shows a request to all functions of a client. */
export const throughHooksIn =
  (holder: Value, hooks: readonly Hook[]) =>
  (run: Run, call: Call, sent: Sent): void => {
    for (const hook of hooks) throughHooks(run, call, hook, [hooksOf(run, holder, hook)], sent);
  };
