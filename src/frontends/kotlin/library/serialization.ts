import {
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { mapAlternatives, unknown } from "../../../analysis/evaluation/value.js";
import { first } from "../../jvm/library/class.js";
import { parsedFirst } from "../../jvm/library/files.js";

const printed: NativeFunction = (_run, call) =>
  mapAlternatives(call.args.list.at(-1) ?? call.args.at(0), (single) =>
    single.kind === "object" ? { ...single, isPrinted: true } : single,
  );

/** The text is the last argument: the way to read it may be before it. */
const parsedLast: NativeFunction = (run, call) => {
  const text = call.args.list.at(-1);
  return text ? parsedFirst(run, { ...call, args: new Arguments([text]) }) : parsedFirst(run, call);
};

const methods = () =>
  natives({
    parseToJsonElement: parsedFirst,
    decodeFromString: parsedLast,
    decodeFromJsonElement: parsedLast,
    decodeFromStream: parsedLast,
    encodeToString: printed,
    encodeToJsonElement: printed,
  });

/** Models `Json` and `Json { … }`: https://kotlinlang.org/api/kotlinx.serialization/ */
const json: Maker = () => {
  const make: NativeFunction = () =>
    nativeObject("Json", methods(), unknown({ reason: "computed", name: "Json", born: 0 }));
  return nativeValue("Json", make, { ...methods(), Default: nativeObject("Json", methods()) });
};

const same =
  (name: string): Maker =>
  () =>
    nativeValue(name, first);

const PACKAGE = "kotlinx.serialization";

/** Classes and functions of kotlinx.serialization, by their full names. */
export const SERIALIZATION: readonly (readonly [string, Maker])[] = [
  [`${PACKAGE}.json.Json`, json],
  [`${PACKAGE}.json.JsonObject`, same("JsonObject")],
  [`${PACKAGE}.json.JsonArray`, same("JsonArray")],
  [`${PACKAGE}.json.JsonPrimitive`, same("JsonPrimitive")],
];
