import type { PropertyDefinition } from "@oxc-project/types";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  mapAlternatives,
  objectValue,
  unknown,
  withShape,
  type Shape,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { makeSchemaAt, parsed } from "../../../analysis/builtins/schemas.js";
import { decoratorsOf } from "../../../analysis/walk.js";
import { keyAmong } from "../../key-annotations.js";

/** The members that a class declares of the data that instances are made of. */
interface Declared {
  readonly schema: Value;
  /** The keys in the data, by the names of the properties. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Returns the properties that a class declares. Whether a validator looks at them is not followed. */
function declaredBy(run: Run, call: Call, type: Value): Declared | undefined {
  for (const single of alternatives(type)) {
    const callable = single.kind === "object" ? single.object.callable : undefined;
    if (callable?.kind !== "class") continue;
    const shape = run.make("Object", undefined);
    const keys = new Map<string, string>();
    for (const element of callable.node.body.body) {
      if (element.type !== "PropertyDefinition" || element.key.type !== "Identifier" || element.static)
        continue;
      const value = makeSchemaAt(run, undefined, { kind: "text" });
      const keyPlace = callable.environment.locate(element.key);
      const key = exposedAs(element) ?? element.key.name;
      keys.set(element.key.name, key);
      setMember(run.store, shape, key, { value, maybeAbsent: false, keyPlace });
    }
    const definition = {
      kind: "object",
      shape: objectValue(shape),
      others: "kept",
      keys: "optional",
    } as const;
    return { schema: makeSchemaAt(run, call.environment.locate(call.node), definition), keys };
  }
  return undefined;
}

/** Returns the key that a decorator names: `@Expose({ name: "mongoURI" }) uri: string`. */
function exposedAs(property: PropertyDefinition): string | undefined {
  for (const { expression } of decoratorsOf(property)) {
    if (expression.type !== "CallExpression" || expression.callee.type !== "Identifier") continue;
    const [options] = expression.arguments;
    if (options?.type !== "ObjectExpression") continue;
    const args = options.properties.flatMap((one) =>
      one.type === "Property" && one.key.type === "Identifier" && one.value.type === "Literal"
        ? [{ name: one.key.name, value: one.value.value }]
        : [],
    );
    const key = keyAmong("javascript", expression.callee.name, args);
    if (typeof key === "string") return key;
  }
  return undefined;
}

/** The data stay what they are: an instance of the class has the same members, but for those with other names. */
const toInstance: NativeFunction = (run, call) => {
  const declared = declaredBy(run, call, call.args.at(0));
  if (!declared) return call.args.at(1);
  const { schema, keys } = declared;
  const shape: Shape = { name: "", member: (name) => ({ key: keys.get(name) ?? name, shape: undefined }) };
  // Of a list, each element becomes an instance.
  const both: Shape = {
    ...shape,
    member: (name) => (name === "[]" ? { key: name, shape } : shape.member(name)),
  };
  return mapAlternatives(parsed(run, schema, call.args.at(1), call, false), (single) =>
    single.kind === "unknown" && single.source.reason === "response" ? withShape(single, both) : single,
  );
};

/** https://github.com/typestack/class-transformer */
const classTransformer = (): Value =>
  nativeObject(
    "class-transformer",
    natives({ plainToInstance: toInstance, plainToClass: toInstance }),
    unknown({ reason: "import", name: "class-transformer", specifier: "class-transformer" }),
  );

export const classTransformerModules = (): [string, () => Value][] => [
  ["class-transformer", classTransformer],
];
