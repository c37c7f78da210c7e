import type { ApiRequest } from "./api-request.js";

/**
 * Returns a function that computes its answer once for each list of requests. All files of a program have the same list,
 * and what each of them computed from it would cost the square of their number.
 */
export function oncePerProgram<Answer>(
  compute: (requests: readonly ApiRequest[]) => Answer,
): (requests: readonly ApiRequest[]) => Answer {
  const known = new WeakMap<readonly ApiRequest[], { readonly answer: Answer }>();
  return (requests) => {
    let found = known.get(requests);
    if (!found) known.set(requests, (found = { answer: compute(requests) }));
    return found.answer;
  };
}
