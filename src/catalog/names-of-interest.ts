import type { Vocabulary } from "./catalog.js";
import { isUnchanged, lastName, stepsOf } from "./matchers/properties.js";
import type { PropertyData } from "./model.js";

/** Returns the names of properties that differ between versions, and of labels of the service. */
export function namesOfInterest(vocabulary: Vocabulary): string[] {
  const { properties, provenProperties } = vocabulary;
  const names = [...changingNames([...properties, ...provenProperties]), ...namesAtSuccessors(vocabulary)];
  return [...names.filter(isNoEveryday), ...labelNames(vocabulary)];
}

/** Returns the names that are a hint by themselves: those of the main resource. */
export function hintNames({ properties }: Vocabulary): string[] {
  return changingNames(properties).filter(isNoEveryday);
}

/** Returns the names of the outermost properties that differ between versions. */
function changingNames(properties: readonly PropertyData[]): string[] {
  const changing = properties.filter((property) => !isUnchanged(property));
  const outermost = changing.filter(
    (property) => !changing.some((other) => property.path.startsWith(`${other.path}.`)),
  );
  return outermost.map(lastName);
}

/** The names of properties of responses that the endpoint which replaces another one does not have there. */
function namesAtSuccessors({ resources }: Vocabulary): string[] {
  const endpoints = resources.flatMap((resource) => resource.endpoints);
  return endpoints.flatMap(({ successor }) => Object.keys(successor?.move?.response ?? {}));
}

/** Names that every object has. They count inside another property of the catalog only. */
const EVERYDAY: readonly string[] = ["id"];

function isNoEveryday(name: string): boolean {
  return !EVERYDAY.includes(name);
}

/** Returns the everyday names whose meaning in responses changes, by the name of the property that they are in. */
export function everydayMembers(vocabularies: readonly Vocabulary[]): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>();
  for (const { path, status, in: directions } of vocabularies.flatMap(({ properties }) => properties)) {
    const [name, holder] = stepsOf(path)
      .filter((step) => step !== "[]")
      .reverse();
    if (status !== "repurposed" || !directions.includes("response") || holder === undefined) continue;
    if (EVERYDAY.includes(name!)) members.set(holder, (members.get(holder) ?? new Set()).add(name!));
  }
  return members;
}

function labelNames({ discovery }: Vocabulary): string[] {
  return discovery.labels.filter((label) => label.values).map((label) => label.name);
}
