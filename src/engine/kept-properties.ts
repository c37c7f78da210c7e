import type { Vocabulary } from "../catalog/catalog.js";
import type { ApiRequest } from "./api-request.js";
import type { FileContext } from "./rule.js";

/**
 * Returns whether a file looks into a removed property for a value that only other resources have, which keep the
 * property: `cluster.providerSettings.providerName === "FLEX"`. Then its objects may be of both.
 */
export function mayBeKept(name: string, vocabulary: Vocabulary, { facts }: FileContext): boolean {
  const values = vocabulary.recognition.flatMap(({ kept, notWith }) => (kept.includes(name) ? notWith : []));
  return (
    values.length > 0 &&
    facts.comparisons.some(({ value, path }) => values.includes(value) && path.includes(name))
  );
}

/**
 * Returns the requests for other resources, which keep a property, of those that a value may come from.
 *
 * @param proven the requests that are certain to be of the resource
 */
export function keepersOf(
  name: string,
  vocabulary: Vocabulary,
  requests: readonly ApiRequest[],
  proven: readonly ApiRequest[],
): ApiRequest[] {
  if (!vocabulary.recognition.some(({ kept }) => kept.includes(name))) return [];
  return requests.filter(
    (one) =>
      !proven.includes(one) &&
      one.administration.some(
        ({ match, endpoint }) => match.vocabulary === vocabulary && endpoint.endpoints.length > 0,
      ),
  );
}
