import type { NativeFunction } from "../../javascript/builtins/native.js";

/** Methods of a kind of value, by their names. */
export type Methods = ReadonlyMap<string, NativeFunction>;
