import { nativeValue, natives, type NativeFunction } from "../../javascript/builtins/native.js";
import { HeapObject, setMember } from "../../javascript/evaluation/heap.js";
import type { Maker } from "../../javascript/evaluation/language.js";
import type { Run } from "../../javascript/evaluation/run.js";
import { objectValue, unknown, type Value } from "../../javascript/evaluation/value.js";

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

/** Settings of a client whose builder gives it: everything but `build` changes nothing that is sent. */
export function clientBuilder(client: NativeFunction): NativeFunction {
  return (run, call) => {
    const object = new HeapObject("Client builder", call.environment.locate(call.node));
    setMember(run.store, object, "build", {
      value: nativeValue("build", client),
      maybeAbsent: false,
    });
    return chained(run, object);
  };
}

const CHAINED = [
  "version",
  "connectTimeout",
  "followRedirects",
  "authenticator",
  "executor",
  "sslContext",
  "proxy",
];

export function chained(run: Run, object: HeapObject): Value {
  const self = objectValue(object);
  for (const name of [
    ...CHAINED,
    "callTimeout",
    "readTimeout",
    "writeTimeout",
    "addInterceptor",
    "cache",
    "filter",
  ])
    setMember(run.store, object, name, { value: nativeValue(name, () => self), maybeAbsent: false });
  return self;
}
