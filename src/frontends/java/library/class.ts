import { nativeObject, nativeValue, natives, type NativeFunction } from "../../javascript/builtins/native.js";
import type { Maker } from "../../javascript/evaluation/language.js";
import { unknown, type ObjectValue, type Value } from "../../javascript/evaluation/value.js";
import { BUILDER } from "../../lowered/fluent.js";

/** A class with functions of its own; what is not modelled of it is unknown. */
export function classWith(
  name: string,
  construct: NativeFunction,
  functions: Readonly<Record<string, NativeFunction>> = {},
  members: Readonly<Record<string, Value>> = {},
): Maker {
  return () =>
    nativeValue(
      name,
      construct,
      { ...natives(functions), ...members },
      "Function",
      unknown({ reason: "import", name, specifier: name, born: 0 }),
    );
}

/** The first argument as it is: a value that only changes its type, a list of one. */
export const first: NativeFunction = (_run, call) => call.args.at(0);

/** An object whose other methods are settings, each of which gives the object again. */
export function withSettings(
  className: string,
  functions: Readonly<Record<string, NativeFunction>>,
): ObjectValue {
  const made = nativeObject(className, natives(functions));
  made.object.prototype = BUILDER;
  return made;
}

/** The builder of a client: everything but `build` changes nothing that is sent. */
export function clientBuilder(client: NativeFunction): NativeFunction {
  return () => withSettings("Client builder", { build: client });
}
