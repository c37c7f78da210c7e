import { nativeValue } from "../../analysis/builtins/native.js";
import { awaitValue } from "../../analysis/builtins/promises.js";
import { parsed } from "../../analysis/builtins/schemas.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import type { Maker } from "../../analysis/evaluation/language.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { mapAlternatives, type Single, type Value } from "../../analysis/evaluation/value.js";
import { shapedAs } from "./data-shapes.js";
import { describeField, describeType, hasFields, schemaOfType } from "./data-types.js";
import { ofLanguage } from "./methods.js";

/** Records that a value is parsed with a type, and returns the value: code reads it as it was, by the names of the type. */
export function parsedAs(run: Run, type: Value, value: Value, call: Call): Value {
  const isComposed = type.kind === "object" && type.object.className === "Schema";
  if (!isComposed && !hasFields(run, type)) return value;
  // A replay does not record it again.
  run.store.observer?.markNotReplayable();
  const given = mapAlternatives(awaitValue(run, value), decoded);
  parsed(run, schemaOfType(run, type, call), given, call, true);
  return shapedAs(run, type, given, call) ?? value;
}

/** Returns the answer that an unknown function has decoded into a type, if it got only one. */
function decoded(value: Single): Single {
  if (value.kind !== "unknown" || value.source.request !== undefined) return value;
  const [answer, ...others] = value.madeOf ?? [];
  return answer && others.length === 0 ? answer : value;
}

const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["core:field", () => nativeValue("core:field", describeField)],
  ["core:type", () => nativeValue("core:type", describeType)],
  [
    "core:parsed",
    () => ofLanguage("core:parsed", (run, call) => parsedAs(run, call.args.at(0), call.args.at(1), call)),
  ],
]);

/** Returns a function for classes of data that the lowered tree names. Undefined for other names. */
export function dataTypeFunction(name: string): Maker | undefined {
  return makers.get(name);
}
