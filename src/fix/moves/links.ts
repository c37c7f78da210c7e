import { keyOf } from "../../core/span.js";
import { linkedFrom } from "../../engine/followed-links.js";
import type { Text } from "../../facts/text.js";
import type { AllRequests, FiledRequest } from "./requests.js";

/**
 * Returns the requests to the administration API whose responses a URL comes from. It is one of their links, or a link
 * of what such a link led to, as in a loop over pages.
 */
export function leadingTo(requests: AllRequests, text: Text, seen = new Set<string>()): FiledRequest[] {
  const answer = linkedFrom(text);
  if (!answer || seen.has(keyOf(answer))) return [];
  seen.add(keyOf(answer));
  return requests.sentAt(answer).flatMap((one) => {
    const { fact, administration, readings } = one.request;
    if (fact.setting !== "code") return [];
    return administration.length > 0
      ? [one]
      : readings.flatMap((reading) => leadingTo(requests, reading.text, seen));
  });
}
