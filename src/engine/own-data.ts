import type { Vocabulary } from "../catalog/catalog.js";
import type { PropertyData } from "../catalog/model.js";
import { addToGroup } from "../core/group-by.js";
import { encloses, type Location } from "../core/span.js";
import type { FieldFact } from "../facts/field.js";
import type { FileFacts } from "../facts/file-facts.js";
import { holesOf, type Hole } from "../facts/text.js";
import type { Tree } from "../facts/tree.js";
import type { ApiRequest } from "./api-request.js";
import type { ClusterField } from "./cluster-fields.js";
import { isNamedLike } from "./property-evidence.js";
import { isVersioned } from "./own-objects.js";
import type { FileContext } from "./rule.js";

/**
 * Returns whether an object is given a property with members of which the one in the catalog has none:
 * `providerSettings: { oauth: "github" }`.
 */
export function holdsOthers(
  { access, contents }: FieldFact,
  { path }: PropertyData,
  { properties, bodies }: Vocabulary,
): boolean {
  const held = Object.keys(contents ?? {});
  if (access !== "write" || held.length === 0) return false;
  const all = [...properties, ...bodies.flatMap(({ members }) => members)];
  const inner = all.flatMap((one) =>
    one.path.startsWith(`${path}.`) ? [one.path.slice(path.length + 1)] : [],
  );
  const known = new Set(inner.map((one) => one.replace(/[.[].*$/s, "")));
  const takesAny = [...known].some((one) => one.startsWith("{"));
  return known.size > 0 && !takesAny && !held.some((one) => known.has(one));
}

/**
 * Returns whether names of an old form are those of the program's own data. They are those of its own
 * objects, or what code reads is sent to the versioned API in another form.
 */
export function isOwnData(
  { field, properties, vocabulary }: Pick<ClusterField, "field" | "properties" | "vocabulary">,
  context: FileContext,
): boolean {
  const { owner, access, name } = field;
  if (context.ownObjects().has(field) || isCopyOfRead(field, context.facts)) return true;
  if (access !== "read" || owner.kind !== "named" || isNamedLike(properties[0]!, field, vocabulary))
    return false;
  return context.requests.some((one) => isVersioned(one) && sendsPartOf(one, name));
}

/**
 * Returns whether an object gets what code reads of a response under the same name, and nothing else. It is the read that
 * breaks.
 */
function isCopyOfRead({ owner, access, name, extent, contents }: FieldFact, facts: FileFacts): boolean {
  if (owner.kind !== "object" || access !== "write" || contents) return false;
  return (readsIn(facts).get(name) ?? []).some((place) => encloses(extent, place));
}

const reads = new WeakMap<FileFacts, ReadonlyMap<string, readonly Location[]>>();

/** Returns the places where a file reads members of responses, by their names. */
function readsIn(facts: FileFacts): ReadonlyMap<string, readonly Location[]> {
  let found = reads.get(facts);
  if (!found) {
    const made = new Map<string, Location[]>();
    for (const { access, owner, name, place } of facts.fields)
      if (access === "read" && owner.kind === "response") addToGroup(made, name, place);
    reads.set(facts, (found = made));
  }
  return found;
}

/** Returns whether the body of a request has a value that is read of a property with a name, or of what is in it. */
function sendsPartOf({ fact: { body } }: ApiRequest, name: string): boolean {
  if (!body) return false;
  return unknownsIn(body).some(
    (hole) => hole.reason !== "response" && hole.name.split(/[.[\]]+/).includes(name),
  );
}

const known = new WeakMap<Tree, readonly Hole[]>();

function unknownsIn(tree: Tree): readonly Hole[] {
  let holes = known.get(tree);
  if (!holes) known.set(tree, (holes = collected(tree)));
  return holes;
}

function collected(tree: Tree): readonly Hole[] {
  switch (tree.kind) {
    case "hole":
      return [tree.hole];
    case "text":
      return holesOf(tree.text);
    case "object":
      return tree.members.flatMap(({ value }) => collected(value));
    case "list":
      return tree.items.flatMap(collected);
    case "choice":
      return tree.of.flatMap(collected);
    default:
      return [];
  }
}
