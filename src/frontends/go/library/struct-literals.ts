import type { Call } from "../../../analysis/evaluation/callable.js";
import { elementsToRead, setMember, type HeapObject } from "../../../analysis/evaluation/heap.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  memberOfUnknown,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { structValue, typeOf } from "../types.js";

/** Makes the value of a literal of a type: a struct, a list or a map. */
export function literal(run: Run, shape: Value, given: Value, call: Call): Value {
  const type = typeOf(shape);
  if (type?.kind === "pointer") return literal(run, type.element!(), given, call);
  if (given.kind !== "object") return given;
  const { object } = given;
  if (type?.kind !== "struct") {
    if (!type && shape.kind === "unknown" && object.className === "Object") object.prototype = undefined;
    if (shape.kind === "unknown" && shape.shape) writesOf(run, shape, object, call);
    return given;
  }
  if (object.className === "Array") {
    // By position.
    const fields = [...(type.fields?.(run).keys() ?? [])];
    const struct = run.make("Object", object.place);
    const list = call.node.type === "CallExpression" ? call.node.arguments[1] : undefined;
    const written = list?.type === "ArrayExpression" ? list.elements : [];
    for (const [index, value] of (elementsToRead(run.store.read(object)) ?? []).entries()) {
      if (fields[index] === undefined) continue;
      // No key is written, so the value is the place of the field.
      const keyPlace = written[index] ? call.environment.locate(written[index]) : undefined;
      setMember(run.store, struct, fields[index], {
        value,
        maybeAbsent: false,
        ...(keyPlace && { keyPlace }),
      });
    }
    return structValue(run, type, struct);
  }
  const made = structValue(run, type, object);
  return type.instance ? type.instance(run, { ...call, this: made }) : made;
}

/** A literal of a type of a library for the API states properties of it. */
function writesOf(run: Run, type: UnknownValue, object: HeapObject, { environment }: Call): void {
  const { node: literal } = object.literal ?? {};
  const typed = { name: type.path.at(-1) ?? "", at: type.path.length };
  for (const property of literal?.properties ?? []) {
    if (property.type !== "Property" || property.key.type !== "Identifier") continue;
    const place = environment.locate(property.key);
    const member = memberOfUnknown({ ...type, typed }, property.key.name, place);
    run.recorder.write(member, UNDEFINED, { node: property, key: property.key, environment });
  }
}
