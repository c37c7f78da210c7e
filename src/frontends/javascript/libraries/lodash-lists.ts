import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { pushSomeElement, setSomeMember } from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  isFunction,
  mapAlternatives,
  memberOfUnknown,
  objectValue,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { readByShorthand } from "./lodash-paths.js";
import {
  callBack,
  callBackPerhaps,
  computed,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";

type Method = "map" | "flatMap" | "forEach" | "filter" | "find";

/**
 * Models a function by the list method of the same name. Its iteratee may be the name of a property.
 *
 * @param decides whether the iteratee's result matters
 */
export function onElements(method: Method, decides: boolean): NativeFunction {
  return (run, call) => {
    const iteratee = call.args.has(1) ? iterateeOf(call, decides) : undefined;
    if (!iteratee) return call.args.at(0);
    return mapAlternatives(call.args.at(0), (list) => {
      const inner = { ...call, this: list, args: new Arguments([iteratee]), isNew: false };
      if (list.kind === "unknown") return callUnknown(run, memberOfUnknown(list, method), inner);
      if (list.kind !== "object") return computed(call, method);
      const elements = list.object.className === "Array" ? list : valuesOf(run, list);
      return callValue(run, peek(run, elements, method), { ...inner, this: elements });
    });
  };
}

function iterateeOf(call: Call, decides: boolean): Value {
  const given = call.args.at(1);
  if (isFunction(given) && decides) return given;
  return nativeValue("iteratee", (inner, iterating) => {
    const [element] = iterating.args.list;
    const result = element ? applied(inner, call, given, element) : UNDEFINED;
    return decides && given.kind === "text" ? result : computed(call, "iteratee");
  });
}

function applied(run: Run, call: Call, iteratee: Value, element: Value): Value {
  if (isFunction(iteratee)) return callBack(run, iteratee, [element], call);
  return readByShorthand(run, call, iteratee, element);
}

/** Calls the iteratee and returns an unknown value that depends on the list. */
export const aboutElements: NativeFunction = (run, call) => {
  lookAtSome(run, call);
  return computed(call, "elements");
};

/** Models functions that return an object with elements under unknown keys. */
export function byKey(memberOf: (run: Run, element: Value, call: Call) => Value): NativeFunction {
  return (run, call) => {
    const made = run.make("Object", call.environment.locate(call.node));
    const element = lookAtSome(run, call);
    if (element) setSomeMember(run.store, made, memberOf(run, element, call));
    return objectValue(made);
  };
}

function lookAtSome(run: Run, call: Call): Value | undefined {
  const element = elementOf(run, call.args.at(0));
  const iteratee = call.args.at(1);
  if (!element || !call.args.has(1)) return element;
  if (isFunction(iteratee)) callBackPerhaps(run, iteratee, [element], call);
  else readByShorthand(run, call, iteratee, element);
  return element;
}

function elementOf(run: Run, list: Value): Value | undefined {
  const found = alternatives(list).flatMap((single) => {
    if (single.kind === "unknown") return [memberOfUnknown(single, "[]")];
    if (single.kind !== "object") return [];
    const elements = single.object.className === "Array" ? single : valuesOf(run, single);
    return someOf(iterate(run, elements)) ?? [];
  });
  return found.length > 0 ? choice(found) : undefined;
}

/** Makes a list of an unknown number of elements like the given one. */
export function makeSomeList(run: Run, element: Value, call: Call): Value {
  const list = run.make("Array", call.environment.locate(call.node));
  pushSomeElement(run.store, list, element);
  return objectValue(list);
}

/** The members of an object as a list in no order. */
function valuesOf(run: Run, { object }: Extract<Single, { kind: "object" }>): Value {
  const list = run.make("Array", object.place);
  const { members, rest, open } = run.store.read(object);
  for (const { value } of members.values()) pushSomeElement(run.store, list, value);
  for (const value of rest) pushSomeElement(run.store, list, value);
  for (const source of open) pushSomeElement(run.store, list, memberOfUnknown(source, "[]"));
  return objectValue(list);
}

export function someElement(run: Run, call: Call): Value {
  const list = call.args.at(0);
  if (alternatives(list).some((single) => single.kind === "scalar")) return computed(call, "element");
  return choice([someOf(iterate(run, list)) ?? UNDEFINED, UNDEFINED]);
}
