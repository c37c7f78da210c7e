import { addToGroup } from "../../core/group-by.js";
import type { Vocabulary } from "../catalog.js";
import type { PropertyData } from "../model.js";

/** Patterns come from the catalog, so there are few of them; every property of every file is matched with them. */
const steps = new Map<string, readonly string[]>();

/** Splits a pattern into steps: `replicationSpecs[].regionsConfig` → `replicationSpecs`, `[]`, `regionsConfig`. */
export function stepsOf(pattern: string): readonly string[] {
  let known = steps.get(pattern);
  if (!known) {
    known = pattern.split(".").flatMap((step) => (step.endsWith("[]") ? [step.slice(0, -2), "[]"] : [step]));
    steps.set(pattern, known);
  }
  return known;
}

/** Returns the properties that are not inside another one of them. */
export function outermost(properties: readonly PropertyData[]): readonly PropertyData[] {
  return properties.filter(({ path }) => !properties.some((other) => isInside(path, other.path)));
}

function isInside(path: string, outer: string): boolean {
  return path !== outer && (path.startsWith(`${outer}.`) || path.startsWith(`${outer}[]`));
}

/** Returns whether all versions have a property, with the same meaning. */
export function isUnchanged({ status }: PropertyData): boolean {
  return status === "kept" || status === "required";
}

export function lastName(property: PropertyData): string {
  return stepsOf(property.path).findLast((step) => step !== "[]" && !step.startsWith("{"))!;
}

/**
 * Returns the names of removed properties that the new shape of the resource does not have at another place. Each has
 * the outermost property that goes with it: `providerSettings` for `instanceSizeName`.
 */
export function namesGone({
  properties,
  recognition,
}: Pick<Vocabulary, "properties" | "recognition">): Map<string, string> {
  const kept = new Set(properties.flatMap(({ replacement }) => replacement.flatMap(stepsOf)));
  for (const { shared } of recognition) for (const name of shared) kept.add(name);
  const gone = new Map<string, string>();
  for (const property of properties) {
    const [outermost, ...inner] = stepsOf(property.path);
    const isOuter = inner.length === 0;
    if (property.status !== "removed" || !(isOuter || property.distinctness === "specific")) continue;
    const holder = properties.find(({ path }) => path === outermost);
    const name = lastName(property);
    if (holder?.status === "removed" && !kept.has(name) && (isOuter || !gone.has(name)))
      gone.set(name, holder.path);
  }
  return gone;
}

/** Returns the paths that replace removed properties, by the names of those. */
export function replacementsIn(
  vocabularies: readonly { readonly properties: readonly PropertyData[] }[],
): Map<string, (readonly string[])[]> {
  const byName = new Map<string, (readonly string[])[]>();
  for (const property of vocabularies.flatMap(({ properties }) => properties)) {
    if (property.status !== "removed" && property.status !== "moved") continue;
    for (const path of property.replacement)
      addToGroup(
        byName,
        lastName(property),
        stepsOf(path).filter((step) => step !== "[]"),
      );
  }
  return byName;
}
