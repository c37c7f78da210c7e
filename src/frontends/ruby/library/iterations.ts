import { computed, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { knownNumber } from "../../../analysis/evaluation/coerce.js";
import { pushSomeElement } from "../../../analysis/evaluation/heap.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  mapAlternatives,
  memberOfUnknown,
  objectValue,
  scalar,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { entryOf, itemsOf } from "../../lowered/records.js";
import { BEGIN, END, IS_OPEN, RANGE, numbersOf } from "./elements.js";
import { LIST_METHODS } from "./lists.js";

export const range: NativeFunction = (run, call) => {
  const [begin, end, open] = [0, 1, 2].map((index) => call.args.at(index)) as [Value, Value, Value];
  return makeObject(run, { [BEGIN]: begin, [END]: end, [IS_OPEN]: open }, RANGE);
};

/** Returns the list that a loop iterates: pairs of a hash, numbers, or elements with their index. */
export const each: NativeFunction = (run, call) => {
  const [how, count, over] = [call.args.at(0), knownNumber(call.args.at(1)) ?? 1, call.args.at(2)];
  const name =
    how.kind === "text"
      ? how.text.parts.map((part) => (part.kind === "segment" ? part.text : "")).join("")
      : "each";
  const some = (element: Value): Value => {
    const list = run.make("Array", call.environment.locate(call.node));
    pushSomeElement(run.store, list, element);
    return objectValue(list);
  };
  const numbers = (from: number | undefined, to: number | undefined): Value =>
    from !== undefined && to !== undefined && to - from < 100
      ? makeList(
          run,
          Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => scalar(from + index)),
        )
      : some(computed(call, "number"));
  switch (name) {
    case "times":
      return numbers(0, knownNumber(over) === undefined ? undefined : knownNumber(over)! - 1);
    case "upto":
      return numbers(knownNumber(over), knownNumber(call.args.at(3)));
    case "downto":
    case "step":
      return some(computed(call, "number"));
    default:
      break;
  }
  return mapAlternatives(over, (single): Value => {
    if (single.kind === "object" && single.object.className === RANGE) {
      const known = numbersOf(run, single);
      return known
        ? makeList(
            run,
            known.map((one) => scalar(one)),
          )
        : some(computed(call, "element"));
    }
    if (single.kind === "text") return some(computed(call, "character"));
    if (single.kind === "scalar") return makeList(run, []);
    const isHash =
      single.kind === "object" && single.object.className === "Object" && !single.object.callable;
    const list = isHash ? itemsOf(run, single, call) : single;
    if (name === "each_value" || name === "each_key") {
      if (!isHash) return list;
      return LIST_METHODS.get("map")!(run, {
        ...call,
        this: list,
        args: new Arguments([], undefined, makeObject(run, { "&": pick(name === "each_key" ? "0" : "1") })),
      });
    }
    if (name === "each_with_index") return withIndex(run, list, some, call);
    if (single.kind === "unknown" && count > 1 && name !== "each_slice")
      return some(entryOf(run, single, call));
    if (single.kind === "object" && !isHash && single.object.className !== "Array")
      return some(computed(call, "element"));
    return name === "reverse_each" ? LIST_METHODS.get("reverse")!(run, { ...call, this: list }) : list;
  });
};

function withIndex(
  run: Run,
  list: Value,
  some: (element: Value) => Value,
  call: Parameters<NativeFunction>[1],
): Value {
  const iteration = iterate(run, list);
  if (iteration.known)
    return makeList(
      run,
      iteration.known.map((one, index) => makeList(run, [one, scalar(index)])),
    );
  const element =
    list.kind === "unknown" ? memberOfUnknown(list, "[]") : (iteration.some ?? computed(call, "element"));
  return some(makeList(run, [element, computed(call, "index")]));
}

const pick = (index: "0" | "1"): Value =>
  nativeValue("pick", (run, call) => peek(run, call.args.at(0), index));
