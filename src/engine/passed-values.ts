import type { Vocabulary } from "../catalog/catalog.js";
import { encloses, type Location } from "../core/span.js";
import type { FieldFact } from "../facts/field.js";
import { isElsewhere } from "./property-evidence.js";
import { isOfOthers } from "./named-operations.js";
import type { FileContext } from "./rule.js";

const known = new WeakMap<FileContext, readonly Location[]>();

/**
 * Returns whether a place is in an object literal that is passed to a function with the name of another resource or
 * product: `client.tenantUpgrade(…)`. If no request is known, the name of the function shows the endpoint.
 */
export function isPassedElsewhere(context: FileContext, place: Location): boolean {
  let objects = known.get(context);
  if (!objects) known.set(context, (objects = objectsForOthers(context)));
  return objects.some((object) => encloses(object, place));
}

/**
 * Returns whether code passes the object of a field to a function with the name of another resource or product, and to
 * none with the name of this one. Only a name is known of such an object.
 */
export function isGivenToOthers(
  { owner }: FieldFact,
  resource: string,
  vocabulary: Vocabulary,
  { catalog }: FileContext,
): boolean {
  const passedTo = owner.kind === "named" ? (owner.passedTo ?? []) : [];
  const own = passedTo.filter((name) => !catalog.vocabularies.some((one) => isOfOthers(name, one)));
  const words = vocabulary.recognition.find((one) => one.resource === resource)?.words ?? [];
  const isOwn = (name: string): boolean => words.some(({ word }) => name.toLowerCase().includes(word));
  return own.length < passedTo.length && !own.some(isOwn);
}

const names = new WeakMap<FileContext, Map<string, boolean>>();

/**
 * Returns whether a file only writes properties with a name into values that it passes on, or reads them from values
 * that it receives. Without other facts about that name, its types with such a property serve that purpose.
 */
export function isOnlyOfOthers(context: FileContext, name: string): boolean {
  let ofOthers = names.get(context);
  if (!ofOthers) {
    names.set(context, (ofOthers = new Map()));
    for (const field of context.facts.fields) {
      if (field.access === "declare") continue;
      ofOthers.set(field.name, isOfOther(field, context) && ofOthers.get(field.name) !== false);
    }
  }
  return ofOthers.get(name) === true;
}

function isOfOther(field: FieldFact, context: FileContext): boolean {
  const { owner, place } = field;
  const siblings = "siblings" in owner ? owner.siblings : [];
  return (
    (owner.kind === "object" && isPassedElsewhere(context, place)) ||
    context.catalog.vocabularies.some((vocabulary) => isElsewhere(field, siblings, vocabulary))
  );
}

function objectsForOthers({ facts, catalog }: FileContext): Location[] {
  const isOther = (name: string): boolean =>
    catalog.vocabularies.some((vocabulary) => isOfOthers(name, vocabulary));
  return facts.escapes.flatMap(({ to, calledAs, what }) =>
    what.kind === "written" &&
    !what.enumeratedBy &&
    !what.isGlobal &&
    (isOther(to) || (calledAs !== undefined && isOther(calledAs)))
      ? [what.place]
      : [],
  );
}
