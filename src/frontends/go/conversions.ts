import { HeapObject } from "../../analysis/evaluation/heap.js";
import { mapAlternatives, objectValue, type Value } from "../../analysis/evaluation/value.js";
import type { GoType } from "./types.js";

/** Gives functions the methods of the type that they are converted to: `roundTripFunc(func(r *http.Request) …)`. */
export function converted(value: Value, { kind, prototype }: GoType): Value {
  if (kind !== "other" || !prototype) return value;
  return mapAlternatives(value, (single) => {
    if (single.kind !== "object" || single.object.callable?.kind !== "closure") return single;
    const { callable, className, place } = single.object;
    return objectValue(new HeapObject(className, place, prototype, callable), single.hops);
  });
}
