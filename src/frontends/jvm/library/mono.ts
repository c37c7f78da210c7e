import { callBack, computed } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { alternatives, choice, type UnknownValue, type Value } from "../../../analysis/evaluation/value.js";
import { isFunctionOfProgram } from "../../lowered/methods.js";

/** Methods of `Mono` and the like that give what a function makes of the value. Streams have them as well. */
const MAPS: ReadonlySet<string> = new Set(["map", "flatMap"]);
/** Those that hand the value to a function, and give it again. */
const SHOWS: ReadonlySet<string> = new Set(["filter", "doOnNext", "doOnSuccess"]);
/** Those that give the value again, or what stands for it where there is none or an error. */
const GUARDS =
  /^(?:onError(?:Resume|Return|Map|Complete|Continue)|doOn(?:Error|Subscribe|Cancel|Terminate)|doFinally|timeout|retry|retryWhen|cache|log|share|checkpoint|contextWrite|subscribeOn|publishOn|defaultIfEmpty|switchIfEmpty)$/;

/** Checks for a whole answer, as `Mono` and `Optional` hold it: no answer is a list itself. */
function isWhole({ source, path }: UnknownValue): boolean {
  return source.request !== undefined && path.length === 0;
}

/** Models methods of what holds a whole answer. Undefined for others. */
export function throughMono(run: Run, call: Call, value: UnknownValue, name: string): Value | undefined {
  if (!isWhole(value)) return undefined;
  const taker = call.args.list.findLast((one) => alternatives(one).some(isFunctionOfProgram));
  if (taker && (MAPS.has(name) || SHOWS.has(name))) {
    const result = callBack(run, taker, [value], call);
    return MAPS.has(name) ? result : value;
  }
  if (!GUARDS.test(name)) return undefined;
  const other = taker && callBack(run, taker, [computed(call, "error")], call);
  return other?.kind === "unknown" && isWhole(other) ? choice([value, other]) : value;
}

/** Checks for a method that gets a whole answer, and not elements of one. */
export function isOfWhole(value: UnknownValue, name: string): boolean {
  return isWhole(value) && (MAPS.has(name) || name === "filter");
}
