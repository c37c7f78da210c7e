import { nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { UNDEFINED } from "../../../analysis/evaluation/value.js";
import { mapper } from "../../jvm/library/mappers.js";
import { okHttpHeaders } from "../../jvm/library/okhttp.js";

const functionOf =
  (name: string, native: NativeFunction): Maker =>
  () =>
    nativeValue(name, native);

const ofThis =
  (native: NativeFunction): NativeFunction =>
  (run, call) =>
    native(run, { ...call, args: new Arguments([call.this, ...call.args.list]) });

const newMapper: NativeFunction = (run, call) => {
  const type = mapper("ObjectMapper", false)(run);
  return callValue(run, type, { ...call, this: UNDEFINED, args: new Arguments([]), isNew: true });
};

/** Functions of libraries that are written in Kotlin, by their full names. */
export const FUNCTIONS: readonly (readonly [string, Maker])[] = [
  ["com.fasterxml.jackson.module.kotlin.jacksonObjectMapper", functionOf("jacksonObjectMapper", newMapper)],
  ["com.fasterxml.jackson.module.kotlin.jacksonMapperBuilder", functionOf("jacksonMapperBuilder", newMapper)],
  ["okhttp3.Headers.Companion.toHeaders", functionOf("toHeaders", ofThis(okHttpHeaders))],
  ["okhttp3.Headers.Companion.headersOf", functionOf("headersOf", okHttpHeaders)],
];
