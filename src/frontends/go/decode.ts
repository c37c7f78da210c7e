import { mergeUnknown, openList } from "../../analysis/evaluation/heap.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  withShape,
  type Shape,
  type UnknownValue,
  type Value,
} from "../../analysis/evaluation/value.js";
import { elementTypes, shapeOf, structShape, typeOfStruct } from "./types.js";

/** Decodes into a value: it replaces the old value, or is merged into it. */
export function decodeInto(run: Run, target: Value, source: UnknownValue): void {
  for (const single of alternatives(target)) {
    if (single.kind !== "object") continue;
    const { object } = single;
    const type = typeOfStruct(object);
    if (type)
      mergeUnknown(run.store, object, type.fields ? shaped(run, source, structShape(run, type)) : source);
    else if (object.className === "Array") {
      const shape = shapeOf(run, elementTypes.get(object) ?? UNDEFINED);
      openList(run.store, object, shape ? listOf(run, source, shape) : source);
    } else if (object.className === "Object") {
      const shape = shapeOf(run, elementTypes.get(object) ?? UNDEFINED);
      mergeUnknown(run.store, object, shape ? listOf(run, source, shape) : source);
    }
  }
}

function listOf(run: Run, source: UnknownValue, shape: Shape): UnknownValue {
  return shaped(run, source, {
    ...(shape.keys ? { keys: () => shape.keys!() } : {}),
    name: `${shape.name}[]`,
    member: (key) => ({ key, shape }),
  });
}

function shaped(run: Run, source: UnknownValue, shape: Shape): UnknownValue {
  run.recorder.statedTypes.addShape(source, shape);
  return withShape(source, shape);
}
