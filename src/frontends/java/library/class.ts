import {
  itself,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../javascript/builtins/native.js";
import type { Maker } from "../../javascript/evaluation/language.js";
import { unknown, type Value } from "../../javascript/evaluation/value.js";

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

/** Settings of a client whose builder gives it: everything but `build` changes nothing that is sent. */
export function clientBuilder(client: NativeFunction): NativeFunction {
  return () => nativeObject("Client builder", natives({ build: client, ...SETTINGS }));
}

/** Settings of clients, each of which gives what it is called on. */
export const SETTINGS: Readonly<Record<string, NativeFunction>> = Object.fromEntries(
  [
    ...["version", "connectTimeout", "followRedirects", "authenticator", "executor", "sslContext", "proxy"],
    ...["callTimeout", "readTimeout", "writeTimeout", "addInterceptor", "cache", "filter"],
  ].map((name) => [name, itself]),
);
