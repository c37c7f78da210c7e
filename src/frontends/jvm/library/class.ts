import {
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import type { MemberKey } from "../../../analysis/evaluation/member-tables.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { unknown, type ObjectValue, type Value } from "../../../analysis/evaluation/value.js";
import { BUILDER } from "../../lowered/fluent.js";

/** Makes a class with static functions and members. All its other members are unknown. */
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

/** Models calls that return their first argument, for example in another type. */
export const first: NativeFunction = (_run, call) => call.args.at(0);

/** Makes an object with some methods. All its other methods are settings that return the object. */
export function withSettings(
  className: string,
  functions: Readonly<Record<string, NativeFunction>>,
): ObjectValue {
  const made = nativeObject(className, natives(functions));
  made.object.prototype = BUILDER;
  return made;
}

/** Models the builder of a client. Only `build` has an effect on requests. */
export function clientBuilder(client: NativeFunction): NativeFunction {
  return () => withSettings("Client builder", { build: client });
}

/** Models methods that keep their argument. */
export const keeps =
  (key: MemberKey): NativeFunction =>
  (run, call) => {
    if (call.this.kind === "object")
      setMember(run.store, call.this.object, key, { value: call.args.at(0), maybeAbsent: false });
    return call.this;
  };
