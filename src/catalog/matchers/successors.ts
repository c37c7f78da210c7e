import type { Vocabulary } from "../catalog.js";
import type { CalendarDate } from "../../core/calendar-date.js";
import type { EndpointData, EndpointMoveData, SuccessorData } from "../model.js";

/** The endpoint that replaces another one, which is deprecated as a whole. */
export interface Successor extends Pick<SuccessorData, "since" | "difference" | "move"> {
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

/**
 * Returns the endpoint that replaces this one at a version, if calls can be moved there with other words in the path
 * and other names of properties.
 *
 * @param aim the date that a call of the endpoint should state
 */
export function movableSuccessorOf(
  vocabulary: Vocabulary,
  endpoint: EndpointData,
  aim: CalendarDate,
): (Successor & { readonly move: EndpointMoveData }) | undefined {
  const successor = successorOf(vocabulary, endpoint);
  return successor?.move && successor.since <= aim ? { ...successor, move: successor.move } : undefined;
}
