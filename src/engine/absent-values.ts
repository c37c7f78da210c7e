import { groupBy } from "../core/group-by.js";
import { keyOf } from "../core/span.js";
import type { Hole } from "../facts/text.js";
import type { Tree } from "../facts/tree.js";
import type { ApiRequest } from "./api-request.js";
import { oncePerProgram } from "./once-per-program.js";
import type { FileContext } from "./rule.js";

/**
 * Returns whether a property of a body only has values that responses do not have: `{ diskSizeGB: specs.diskSizeGB }` with
 * specs of a version without it. Then it is not sent, or is `null`.
 *
 * @param lacks whether responses to a request do not have the property
 */
export function isNeverThere(
  path: readonly string[],
  requests: readonly ApiRequest[],
  { programRequests }: FileContext,
  lacks: (request: ApiRequest) => boolean,
): boolean {
  const values = requests.flatMap(({ fact: { body } }) => (body ? valuesAt(body, path) : []));
  return values.length > 0 && values.every((value) => value.kind === "hole" && isLacking(value.hole));

  function isLacking({ reason, answeredAt, answeredPath }: Hole): boolean {
    if (reason !== "response" || !answeredAt || answeredPath?.at(-1) !== path.at(-1)) return false;
    const answers = requestsBySite(programRequests).get(keyOf(answeredAt));
    return answers !== undefined && answers.every(lacks);
  }
}

const requestsBySite = oncePerProgram((requests) => groupBy(requests, ({ fact }) => keyOf(fact.site)));

/** Returns the values that a body has at a path, in all elements and in all forms that it may have. */
function valuesAt(tree: Tree, [step, ...rest]: readonly string[]): Tree[] {
  if (tree.kind === "choice")
    return tree.of.flatMap((one) => valuesAt(one, step === undefined ? [] : [step, ...rest]));
  if (step === undefined) return [tree];
  if (tree.kind === "list" && step === "[]") return tree.items.flatMap((item) => valuesAt(item, rest));
  if (tree.kind !== "object") return [];
  return tree.members.flatMap(({ key, value }) => (key === step ? valuesAt(value, rest) : []));
}
