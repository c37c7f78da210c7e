import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  mapAlternatives,
  unknown,
  withShape,
  type Shape,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { parsed } from "../../../analysis/builtins/schemas.js";
import { declaredBy, namingClass } from "./declared-properties.js";

/** The classes of which the parts of answers were made instances, by the names that these have then. */
const madeAs = new WeakMap<Shape, Value>();

/** Returns the class of which a shape has the names. */
export function classOfShape(shape: Shape | undefined): Value | undefined {
  return shape && madeAs.get(shape);
}

/** Returns data as instances of a class: they have the same members, but for those with other names. */
export function instancesOf(run: Run, type: Value, data: Value, call: Call): Value {
  const declared = declaredBy(run, type, false);
  if (!declared) return data;
  const { schema, keys } = declared;
  const shape: Shape = { name: "", member: (name) => ({ key: keys.get(name) ?? name, shape: undefined }) };
  // Of a list, each element becomes an instance.
  const both: Shape = {
    ...shape,
    member: (name) => (name === "[]" ? { key: name, shape } : shape.member(name)),
  };
  for (const one of [shape, both]) madeAs.set(one, type);
  return mapAlternatives(parsed(run, schema, data, call, false), (single) =>
    single.kind === "unknown" && single.source.reason === "response" ? withShape(single, both) : single,
  );
}

const toInstance: NativeFunction = (run, call) => instancesOf(run, call.args.at(0), call.args.at(1), call);

/** https://github.com/typestack/class-transformer */
const classTransformer = (): Value =>
  nativeObject(
    "class-transformer",
    {
      ...natives({ plainToInstance: toInstance, plainToClass: toInstance }),
      Type: namingClass(nativeValue("Type", (_run, call) => computed(call, "Type"))),
    },
    unknown({ reason: "import", name: "class-transformer", specifier: "class-transformer" }),
  );

export const classTransformerModules = (): [string, () => Value][] => [
  ["class-transformer", classTransformer],
];
