import type { Call } from "../../../analysis/evaluation/callable.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { alternatives, objectValue, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { makeSchemaAt, parsed } from "../../../analysis/builtins/schemas.js";

/** A schema of the properties that a class declares. Whether a validator looks at them is not followed. */
function schemaOf(run: Run, call: Call, type: Value): Value | undefined {
  for (const single of alternatives(type)) {
    const callable = single.kind === "object" ? single.object.callable : undefined;
    if (callable?.kind !== "class") continue;
    const shape = run.make("Object", undefined);
    for (const element of callable.node.body.body) {
      if (element.type !== "PropertyDefinition" || element.key.type !== "Identifier" || element.static)
        continue;
      const value = makeSchemaAt(run, undefined, { kind: "text" });
      const keyPlace = callable.environment.locate(element.key);
      setMember(run.store, shape, element.key.name, { value, maybeAbsent: false, keyPlace });
    }
    const definition = {
      kind: "object",
      shape: objectValue(shape),
      others: "kept",
      keys: "optional",
    } as const;
    return makeSchemaAt(run, call.environment.locate(call.node), definition);
  }
  return undefined;
}

/** The data stay what they are: an instance of the class has the same members. */
const toInstance: NativeFunction = (run, call) => {
  const schema = schemaOf(run, call, call.args.at(0));
  return schema ? parsed(run, schema, call.args.at(1), call, false) : call.args.at(1);
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
