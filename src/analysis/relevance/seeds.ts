import type { Interest } from "../../frontends/interest.js";
import { Relevance } from "./part.js";

/**
 * Returns the relevance of a text in code to the API. A connection string, and a text that may belong to another API,
 * concern no other file.
 */
export function relevanceOf(text: string, interest: Interest): Relevance {
  if (interest.namesResource(text) || interest.namesVersion(text) || interest.isVersion(text)) {
    return Relevance.Source;
  }
  if (!interest.mayHold(text)) return interest.mayBeOfRequest(text) ? Relevance.Local : Relevance.None;
  const matches = interest.scan(text);
  const isPlace = ({ what }: { what: string }): boolean =>
    what === "connection-string" || what === "host-name";
  return matches.length > 0 && matches.every(isPlace) ? Relevance.Local : Relevance.Source;
}
