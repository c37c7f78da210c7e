import type { Call } from "../evaluation/callable.js";
import { knownString } from "../evaluation/coerce.js";
import { getMember } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import type { Value } from "../evaluation/value.js";
import { computed } from "./native.js";

/** Names with periods between them, and elements of lists: `results[].name`, `$.results[*].name`, `results.#.name`. */
const PATH = /^(?:\$\.?)?[\w-]*(?:\[(?:\*|\d+)?\]|\.(?:[\w-]+|[#*]))*$/;

/**
 * Reads each property on a path in a query language of JSON. Conditions and selections of several members are not
 * followed.
 *
 * @param making the call whose argument is the path
 * @param index the position of the path among its arguments
 */
export function readJsonPath(run: Run, data: Value, making: Call, index: number): Value {
  const { node, environment, args } = making;
  const path = knownString(run, args.at(index));
  if (path === undefined || !PATH.test(path)) return computed(making, "query");
  const key = node.type === "CallExpression" ? (node.arguments[index] ?? node) : node;
  const steps = path.match(/[\w-]+(?!\w*\])|\[|#|\*(?!\])/g) ?? [];
  return steps.reduce(
    (value, step) => getMember(run, value, /[\w-]/.test(step) ? step : "[]", { node, key, environment }),
    data,
  );
}
