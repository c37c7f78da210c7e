import { groupBy } from "../core/group-by.js";
import type { Vocabulary } from "../catalog/catalog.js";
import type { FieldFact, Siblings } from "../facts/field.js";
import type { ClusterField } from "./cluster-fields.js";
import { holdsOthers } from "./own-data.js";
import type { FileContext } from "./rule.js";

/** Reads a field by its own evidence. */
type Reader = (field: FieldFact, siblings: Siblings) => ClusterField | undefined;

const known = new WeakMap<FileContext, ReadonlyMap<string | undefined, FieldFact[]>>();
const judged = new WeakMap<FieldFact[], Map<Vocabulary, boolean>>();

/**
 * Returns whether another removed property of the same object is one of the resource by its own evidence, which then
 * counts for the whole object. An object is known by its place in what holds it, its name and all of its keys.
 */
export function isBesideFound(own: ClusterField, context: FileContext, alone: Reader): boolean {
  const { field, vocabulary, properties } = own;
  const key = keyOf(field);
  if (key === undefined || !properties.some(isGone)) return false;
  const fields = fieldsBeside(key, context);
  const answers = judged.get(fields) ?? new Map<Vocabulary, boolean>();
  judged.set(fields, answers);
  const before = answers.get(vocabulary);
  if (before !== undefined) return before;
  const isFound = fields.some((other) => {
    const found = "siblings" in other.owner ? alone(other, other.owner.siblings) : undefined;
    return found !== undefined && found.confidence !== "low" && found.properties.some(isGone);
  });
  answers.set(vocabulary, isFound);
  return isFound;
}

/**
 * Returns the keys of the object of a field that may be those of a resource. Keys whose values have other members than the
 * resource has there are evidence of nothing.
 */
export function tellingSiblings(
  field: FieldFact,
  siblings: Siblings,
  { vocabulary, context }: { readonly vocabulary: Vocabulary; readonly context: FileContext },
): Siblings {
  if (field.access !== "write" || siblings.length < 2) return siblings;
  const key = keyOf(field);
  const fields = key === undefined ? [] : fieldsBeside(key, context);
  const strangers = fields.filter((one) => {
    const path = one.path.filter((step) => step !== "[]").join(".");
    return vocabulary.properties.some((other) => other.path === path && holdsOthers(one, other, vocabulary));
  });
  if (strangers.length === 0) return siblings;
  const names = new Set(strangers.map(({ name }) => name));
  return siblings.filter((one) => one === field.name || !names.has(one));
}

/** Returns the fields of the object with a key. */
function fieldsBeside(key: string, context: FileContext): FieldFact[] {
  const objects = known.get(context) ?? groupBy(context.facts.fields, keyOf);
  known.set(context, objects);
  return objects.get(key) ?? [];
}

function isGone({ status }: ClusterField["properties"][number]): boolean {
  return status === "removed" || status === "moved";
}

/** Returns what all fields of one object share, or `undefined` for fields of requests, which prove more. */
function keyOf({ owner, path }: FieldFact): string | undefined {
  if ("requests" in owner) return undefined;
  return JSON.stringify([owner.kind, owner.name, path.slice(0, -1), [...owner.siblings].sort()]);
}
