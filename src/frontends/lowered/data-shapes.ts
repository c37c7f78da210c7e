import type { Call } from "../../analysis/evaluation/callable.js";
import type { HeapObject } from "../../analysis/evaluation/heap.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  alternatives,
  mapAlternatives,
  withShape,
  type Shape,
  type Single,
  type UnknownValue,
  type Value,
} from "../../analysis/evaluation/value.js";
import type { TypeKind } from "./data-fields.js";
import { composedType, fieldsOf, hasFields } from "./data-types.js";

/**
 * Gives an answer of a service the names that code has for its members: those of the type it is parsed with. Other
 * values stay as they are: settings, for example, have other names.
 *
 * @returns undefined if nothing changes
 */
export function shapedAs(run: Run, type: Value, value: Value, call: Call): Value | undefined {
  const shape = alternatives(value).some(isAnswer) ? shapeOfType(run, type, call) : undefined;
  return shape && mapAlternatives(value, (single) => (isAnswer(single) ? withShape(single, shape) : single));
}

function isAnswer(value: Single): value is UnknownValue {
  return value.kind === "unknown" && value.source.reason === "response";
}

/** Returns the names of the members of a type. Undefined if the type declares none. */
function shapeOfType(run: Run, type: Value, call: Call): Shape | undefined {
  if (type.kind !== "object") return undefined;
  const composed = composedType(type.object);
  if (!composed) return hasFields(run, type) ? shapeOfClass(run, type.object, call) : undefined;
  const parts = composed.parts.flatMap((part) => shapeOfType(run, part, call) ?? []);
  return parts.length > 0 ? shapeOfParts(composed.kind, parts) : undefined;
}

const shapes = new WeakMap<HeapObject, Shape>();

/** Returns the names of the fields of a class. A class may have fields of its own type. */
function shapeOfClass(run: Run, type: HeapObject, call: Call): Shape {
  const known = shapes.get(type);
  if (known) return known;
  const members = new Map<string, ReturnType<Shape["member"]>>();
  const shape: Shape = {
    name: "",
    member: (name) => members.get(name) ?? { key: name },
    declares: (name) => members.has(name),
  };
  shapes.set(type, shape);
  for (const { own, wire, type: of } of fieldsOf(run, type, call))
    members.set(own, { key: wire, shape: shapeOfType(run, of, call) });
  return shape;
}

function shapeOfParts(kind: TypeKind, parts: readonly Shape[]): Shape {
  const last = parts.at(-1)!;
  switch (kind) {
    case "same":
    case "optional":
      return parts[0]!;
    case "record":
      return { name: "", member: (key) => ({ key, shape: last }) };
    case "list": {
      // A list may be the content of a page, which has other members, too.
      const list: Shape = { name: "", member: (key) => ({ key, shape: key === "[]" ? last : list }) };
      return list;
    }
    case "union":
    case "any": {
      // A generic class and what it holds: it is not known where in the class that is.
      const any: Shape = {
        name: "",
        member: (name) => {
          const found = parts.find((part) => part.declares?.(name))?.member(name);
          return { key: found?.key ?? name, shape: found?.shape ?? any };
        },
        declares: (name) => parts.some((part) => part.declares?.(name)),
      };
      return any;
    }
  }
}
