import type { Vocabulary } from "../catalog/catalog.js";
import { isChangedAt } from "../catalog/matchers/versions.js";
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
export function untracedReadIn(context: FileContext): FieldFact | undefined {
  const served = context.servedPaths();
  const { passedOn, asked } = served;
  const { path, fields, givenReads = [] } = context.facts;
  const given = new Set([...passedOn, ...asked]);
  const own = served.isIncluded(path) ? given : passedOn;
  return (
    fields.find((field) => field.access === "read" && isUntraced(field, own, context)) ??
    // A script may give a response to programs in a variable of the environment.
    givenReads.find((field) => isUntraced(withoutCalls(field), given, context, true))
  );
}

/** Leaves out the calls that read a variable of the environment and parse it. */
function withoutCalls(field: FieldFact): FieldFact {
  return { ...field, path: field.path.slice(field.path.findLastIndex((step) => step.endsWith("()")) + 1) };
}

/** @param isUnasked true if no rule asks about the read, however sure it is */
function isUntraced(
  field: FieldFact,
  vocabularies: ReadonlySet<Vocabulary>,
  context: FileContext,
  isUnasked = false,
): boolean {
  return [...vocabularies].some((one) => mayGo(field, one, context, isUnasked));
}

/** Returns whether what a property is read of may be a response that goes on, and no rule says so. */
export function mayBePassedOn(field: FieldFact, vocabulary: Vocabulary, context: FileContext): boolean {
  return context.servedPaths().passedOn.has(vocabulary) && mayGo(field, vocabulary, context);
}

/** Returns whether a property goes that may be read of a response, and no rule says so. */
function mayGo(field: FieldFact, vocabulary: Vocabulary, context: FileContext, isUnasked = false): boolean {
  const found = untracedReading(field, vocabulary, context, isUnasked);
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
  isUnasked: boolean,
): ClusterField | undefined {
  const { owner } = field;
  if (owner.kind === "named")
    return readInVocabularies(field, context).find(
      (one) => one.vocabulary === vocabulary && (isUnasked || one.confidence === "low"),
    );
  if (owner.kind !== "response" || readInVocabularies(field, context).length > 0) return undefined;
  const requests = context.requestsOf(owner.requests);
  if (requests.some(({ administration }) => administration.length > 0)) return undefined;
  return guess(field, vocabulary, { request: 0, siblings: siblingsIn(context, field) }, []);
}
