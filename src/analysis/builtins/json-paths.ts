import type { Call } from "../evaluation/callable.js";
import { knownString } from "../evaluation/coerce.js";
import { getMember } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import type { Value } from "../evaluation/value.js";

/** One step of a path: a name, `['name']`, or an element of a list as `[0]`, `[*]`, `[]`, `.*` or `.#`. */
const STEP = /(?:^|\.)(?<name>[\w-]+)|\['(?<quoted>[^']+)'\]|\[(?:\d+|\*)?\]|\.[*#]/y;

/**
 * Reads each property on a path in a query language of JSON: `results[].name`, `$.results[*].name`, `results.#.name`.
 * Returns undefined for an unknown path, and for one with a condition or a selection: these are not followed.
 *
 * @param making the call whose argument is the path
 * @param index the position of the path among its arguments
 */
export function readJsonPath(run: Run, data: Value, making: Call, index: number): Value | undefined {
  const { node, environment, args } = making;
  const key = node.type === "CallExpression" ? (node.arguments[index] ?? node) : node;
  return stepsOf(knownString(run, args.at(index)))?.reduce(
    (value, step) => getMember(run, value, step, { node, key, environment }),
    data,
  );
}

function stepsOf(path: string | undefined): string[] | undefined {
  if (path === undefined) return undefined;
  const steps: string[] = [];
  let at = path.startsWith("$") ? 1 : 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const found = STEP.exec(path);
    if (!found) return undefined;
    steps.push(found.groups?.["name"] ?? found.groups?.["quoted"] ?? "0");
    at = STEP.lastIndex;
  }
  return steps;
}
