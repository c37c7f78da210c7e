import { nativeValue, siteOf } from "../../analysis/builtins/native.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { callValue } from "../../analysis/evaluation/calls.js";
import { knownStrings } from "../../analysis/evaluation/coerce.js";
import { HeapObject } from "../../analysis/evaluation/heap.js";
import { getMemberByKey } from "../../analysis/evaluation/members.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  alternatives,
  computedText,
  mapAlternatives,
  objectValue,
  sameValue,
  type ObjectValue,
  type Value,
} from "../../analysis/evaluation/value.js";
import { declareType } from "./declared-types.js";
import { typeOf, typeOfStruct } from "./types.js";

/** Types with parameters by their values; each makes a type of its arguments. */
const makers = new WeakMap<HeapObject, (types: readonly Value[]) => Value>();
/** The types that a function or a type with parameters was given, by the receiver of its calls or its prototype. */
const given = new WeakMap<HeapObject, readonly Value[]>();

/** More combinations of arguments of one type are not told apart. */
const MAX_INSTANCES = 200;

/** Declares `type T[A any] …`. Without arguments it is a type whose parts of type `A` are not known. */
export function declareGeneric(run: Run, name: string, described: Value, call: Call): ObjectValue {
  const generic = declareType(run, name, described, call);
  const above = typeOf(generic)?.prototype;
  const made: { readonly types: readonly Value[]; readonly value: ObjectValue }[] = [];
  makers.set(generic.object, (types) => {
    const known = made.find((one) => types.every((type, index) => sameType(type, one.types[index])));
    if (known) return known.value;
    if (made.length >= MAX_INSTANCES) return generic;
    const value = declareType(run, name, described, call, { types, above });
    const prototype = typeOf(value)?.prototype;
    if (prototype) given.set(prototype, types);
    made.push({ types, value });
    return value;
  });
  return generic;
}

function sameType(one: Value, other: Value | undefined): boolean {
  if (!other) return false;
  if (sameValue(one, other)) return true;
  const [left, right] = [typeOf(one), typeOf(other)];
  if (!left?.element || left.kind !== right?.kind || !["list", "map", "pointer"].includes(left.kind))
    return false;
  return sameType(left.element(), right.element?.());
}

/** Gives types to a type or a function that has parameters. Other values in front of brackets have an index. */
export function instantiated(run: Run, value: Value, types: readonly Value[], call: Call): Value {
  return mapAlternatives(value, (single) => {
    const make = single.kind === "object" ? makers.get(single.object) : undefined;
    if (make) return make(types);
    if (typeOf(single)) return single;
    const callable = single.kind === "object" ? single.object.callable : undefined;
    if (!callable || single.kind !== "object") {
      const isIndex = single.kind === "object" || !types.every(isType);
      return isIndex ? getMemberByKey(run, single, knownStrings(run, types[0]!), siteOf(call)) : single;
    }
    const receiver = new HeapObject("types", undefined);
    given.set(receiver, types);
    return nativeValue(callable.name, (inner, using) =>
      callValue(inner, single, { ...using, this: objectValue(receiver) }),
    );
  });
}

/** Checks whether a value is a type: a known one, or one of a package that is not known. */
function isType(value: Value): boolean {
  return typeOf(value) !== undefined || (value.kind === "unknown" && value.source.reason === "import");
}

/** Returns the type that a parameter stands for in a call. A call that does not name it leaves it open. */
export function typeArgument(receiver: Value, index: number): Value {
  for (const single of alternatives(receiver)) {
    if (single.kind !== "object") continue;
    const prototype = typeOfStruct(single.object)?.prototype;
    const types = given.get(single.object) ?? (prototype && given.get(prototype));
    if (types?.[index]) return types[index];
  }
  return computedText("any");
}
