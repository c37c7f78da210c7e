import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import type { NativeFunction } from "../../../analysis/builtins/native.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { getMember } from "../../../analysis/evaluation/members.js";
import { unknown, type Value } from "../../../analysis/evaluation/value.js";
import { classWith, first } from "./class.js";

const CLASS = "com.jayway.jsonpath.JsonPath";

/** One step of a path: `.name`, `['name']`, `[0]`, `[*]`. */
const STEP = /\.(?<name>[\w-]+)|\['(?<quoted>[^']+)'\]|\[(?:\d+|\*)\]/y;

/** Models `JsonPath.read(json, "$.a.b")`: a read of each property on the path. */
const read: NativeFunction = (run, call) => {
  const steps = stepsOf(knownString(run, call.args.at(1)));
  // A search through all levels or a filter is not followed.
  if (!steps)
    return callUnknown(
      run,
      unknown({ reason: "import", name: `${CLASS}.read`, specifier: CLASS, born: 0 }),
      call,
    );
  const { node, environment } = call;
  const key = (node.type === "CallExpression" ? node.arguments[1] : undefined) ?? node;
  return steps.reduce<Value>(
    (value, step) => getMember(run, value, step, { node, key, environment }),
    call.args.at(0),
  );
};

function stepsOf(path: string | undefined): string[] | undefined {
  if (path?.startsWith("$") !== true) return undefined;
  const steps: string[] = [];
  let at = 1;
  while (at < path.length) {
    STEP.lastIndex = at;
    const found = STEP.exec(path);
    if (!found) return undefined;
    steps.push(found.groups?.["name"] ?? found.groups?.["quoted"] ?? "0");
    at = STEP.lastIndex;
  }
  return steps;
}

/** `JsonPath.parse(json).read(path)` is the method `read` of what is parsed. */
export const JSON_PATH: readonly (readonly [string, Maker])[] = [
  [CLASS, classWith("JsonPath", first, { read, parse: first })],
];
