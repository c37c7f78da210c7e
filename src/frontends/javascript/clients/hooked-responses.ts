import { callBack, callBackPerhaps, siteOf } from "../../../analysis/builtins/native.js";
import { awaitValue, settle } from "../../../analysis/builtins/promises.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { copyMembers, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  isFunction,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  objectValue,
  sameValue,
  type Single,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";

/**
 * Returns a response, or its body, after the hooks of a client. Each hook gets the result of the one before it.
 *
 * @param hooks lists of functions, or functions
 * @param args what a hook is called with
 */
export function throughResponseHooks(
  run: Run,
  call: Call,
  hooks: readonly Value[],
  answer: Value,
  args: (answer: Value) => readonly Value[] = (one) => [one],
): Value {
  let current = answer;
  const left = (result: Value): Value =>
    mapAlternatives(awaitValue(run, result), (single) => (isAnswer(single) ? single : current));
  for (const list of hooks) {
    if (nullishness(list) === true) continue;
    const hooksOfList = isHook(list) ? { known: [list], sources: [] } : iterate(run, list);
    for (const hook of hooksOfList.known ?? [])
      if (nullishness(hook) !== true) current = left(settle(run, hook, args(current), call));
    const some = hooksOfList.known ? undefined : someOf(hooksOfList);
    for (const hook of some ? alternatives(some) : [])
      if (nullishness(hook) !== true)
        current = choice([
          current,
          left(run.runAsync(call, () => callBackPerhaps(run, hook, args(current), call))),
        ]);
  }
  return current;
}

/** Returns whether it is not a list of hooks: an unknown value counts as a function. */
function isHook(value: Value): boolean {
  return alternatives(value).every(
    (single) => isFunction(single) || single.kind === "unknown" || nullishness(single) === true,
  );
}

/**
 * Returns whether a hook returns a replacement of the response. A hook without a result keeps the response, and an
 * unknown result counts as the response.
 */
function isAnswer(single: Single): boolean {
  if (single.kind === "unknown") return single.source.reason === "response";
  return single.kind === "object" || single.kind === "text";
}

/** Returns a response with another body. Returns the same response if the body is its own. */
export function withBody(run: Run, call: Call, answer: UnknownValue, key: string, body: Value): Value {
  if (sameValue(body, memberOfUnknown(answer, key))) return answer;
  const copy = run.make("Object", call.environment.locate(call.node));
  copyMembers(run, copy, answer, siteOf(call));
  setMember(run.store, copy, key, { value: body, maybeAbsent: false });
  return objectValue(copy);
}

/** Returns the result of calling a method of the response. */
export function callOnAnswer(run: Run, call: Call, answer: Value, method: string): Value {
  return mapAlternatives(answer, (single) => {
    if (single.kind === "unknown") return memberOfUnknown(single, `${method}()`);
    const callee = peek(run, single, method);
    return nullishness(callee) === true ? UNDEFINED : callBack(run, callee, [], call, single);
  });
}
