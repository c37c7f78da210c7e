import { computed, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { UNDEFINED, isFunction, opaque, type Value } from "../../../analysis/evaluation/value.js";
import { typeArgument } from "./arguments.js";

/** Makes an instance of a class as a container does, without known arguments. */
export function made(run: Run, call: Call, type: Value): Value | undefined {
  if (!isFunction(type)) return undefined;
  return callValue(run, type, { ...call, this: UNDEFINED, args: new Arguments([]), isNew: true });
}

/** Models `provider.GetRequiredService<Api>()`: an instance of the class. */
export const service: NativeFunction = (run, call) =>
  made(run, call, typeArgument(run, call)) ?? computed(call, "service");

/** Makes what gives the services of a container: `IServiceProvider`. */
export function serviceProvider(): Value {
  return nativeObject(
    "IServiceProvider",
    natives({ GetRequiredService: service, GetService: service }),
    opaque("parameter", "provider"),
  );
}
