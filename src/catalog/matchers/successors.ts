import type { Vocabulary } from "../catalog.js";
import type { EndpointData, SuccessorData } from "../model.js";

/** The endpoint that replaces another one, which is deprecated as a whole. */
export interface Successor extends Pick<SuccessorData, "since" | "difference"> {
  readonly endpoint: EndpointData;
  readonly isInferred: boolean;
}

/** Returns the endpoint that replaces this one; `undefined` if none is known. */
export function successorOf(
  { resources }: Vocabulary,
  { successor }: Pick<EndpointData, "successor">,
): Successor | undefined {
  if (!successor) return undefined;
  const { endpoint: id, isInferred = false, ...rest } = successor;
  const endpoint = resources.flatMap(({ endpoints }) => endpoints).find((one) => one.id === id);
  return endpoint && { ...rest, endpoint, isInferred };
}
