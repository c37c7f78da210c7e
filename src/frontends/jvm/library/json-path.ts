import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import { readJsonPath } from "../../../analysis/builtins/json-paths.js";
import type { NativeFunction } from "../../../analysis/builtins/native.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { unknown } from "../../../analysis/evaluation/value.js";
import { classWith, first } from "./class.js";

const CLASS = "com.jayway.jsonpath.JsonPath";

/** Models `JsonPath.read(json, "$.a.b")`: a read of each property on the path. */
const read: NativeFunction = (run, call) => {
  const isPath = knownString(run, call.args.at(1))?.startsWith("$") === true;
  // A search through all levels or a filter is not followed.
  return (
    (isPath ? readJsonPath(run, call.args.at(0), call, 1) : undefined) ??
    callUnknown(run, unknown({ reason: "import", name: `${CLASS}.read`, specifier: CLASS, born: 0 }), call)
  );
};

/** `JsonPath.parse(json).read(path)` is the method `read` of what is parsed. */
export const JSON_PATH: readonly (readonly [string, Maker])[] = [
  [CLASS, classWith("JsonPath", first, { read, parse: first })],
];
