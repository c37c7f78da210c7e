import type { Vocabulary } from "../catalog/catalog.js";
import { isChangedAt } from "../catalog/matchers/versions.js";
import type { Location } from "../core/span.js";
import type { FieldFact } from "../facts/field.js";
import { guess, readInVocabularies, type ClusterField } from "./cluster-fields.js";
import { isNested } from "./found-fields.js";
import type { FileContext } from "./rule.js";
import { siblingsIn } from "./siblings.js";

/**
 * Returns the first read in a file of a property that goes, if its object may be a response that the repository passes
 * on to code that is not followed. No rule reports such a read, because the object comes from something unknown, or from
 * a server that is not the service.
 */
export function untracedReadIn(context: FileContext): Location | undefined {
  const vocabularies = [...context.servedPaths().passedOn];
  const found = context.facts.fields.find(
    (field) => field.access === "read" && vocabularies.some((one) => mayBePassedOn(field, one, context)),
  );
  return found?.place;
}

/** Returns whether what a property is read of may be a response that goes on, and no rule says so. */
export function mayBePassedOn(field: FieldFact, vocabulary: Vocabulary, context: FileContext): boolean {
  if (!context.servedPaths().passedOn.has(vocabulary)) return false;
  const found = untracedReading(field, vocabulary, context);
  if (!found || isNested(found, vocabulary) || context.ownObjects().has(field)) return false;
  return found.properties.some(
    (one) =>
      (one.status === "removed" || one.status === "moved") && isChangedAt(vocabulary, one, context.target),
  );
}

function untracedReading(
  field: FieldFact,
  vocabulary: Vocabulary,
  context: FileContext,
): ClusterField | undefined {
  const { owner } = field;
  if (owner.kind === "named")
    return readInVocabularies(field, context).find(
      (one) => one.vocabulary === vocabulary && one.confidence === "low",
    );
  if (owner.kind !== "response" || readInVocabularies(field, context).length > 0) return undefined;
  const requests = context.requestsOf(owner.requests);
  if (requests.some(({ administration }) => administration.length > 0)) return undefined;
  return guess(field, vocabulary, { request: 0, siblings: siblingsIn(context, field) }, []);
}
