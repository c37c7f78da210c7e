import type { Vocabulary } from "../catalog/catalog.js";
import { lastName, stepsOf } from "../catalog/matchers/properties.js";
import { shapedResources } from "../catalog/matchers/resources.js";
import type { PropertyData } from "../catalog/model.js";
import { propertyNamed, strong, weak, type Anchor } from "./anchors.js";
import { EVERYDAY } from "./property-evidence.js";
import { withEscapes, type AnchorPart } from "./prefilter.js";

/**
 * Returns the anchors of a property of a resource by its name. What they exclude would have low confidence:
 * a specific name needs fitting names beside it. So does an unmistakable name inside another property, if only optional
 * members of declarations are known.
 */
export function namedProperty(property: PropertyData, vocabulary: Vocabulary): Anchor[] {
  return [...inText(property, vocabulary), ...ofLibraries(property, vocabulary)];
}

/** Makes anchors for the field of a library's type, `ProviderSettings`, in a file that imports the library. */
function ofLibraries(property: PropertyData, { libraries }: Vocabulary): Anchor[] {
  if (property.distinctness === "ambiguous") return [];
  const name = lastName(property);
  const field = propertyNamed(name.charAt(0).toUpperCase() + name.slice(1));
  return libraries.map((library) => strong(`"${library.import}"`, field));
}

function inText(property: PropertyData, vocabulary: Vocabulary): Anchor[] {
  const name = lastName(property);
  const part = propertyNamed(name);
  const beside = company(property, vocabulary);
  switch (property.distinctness) {
    case "unmistakable":
      if (!property.path.includes(".")) return [strong(part)];
      return [strong(part, usedOrRequired(name)), strong(part, beside), weak(part)];
    case "specific":
      return [strong(part, beside), weak(part)];
    case "ambiguous":
      return [weak(part)];
  }
}

/** Makes an anchor for uses and required properties. Only an optional declaration has `?:` directly after the name. */
function usedOrRequired(name: string): AnchorPart {
  return { text: name, expression: `\\b${withEscapes(name)}\\b(?:[^(?]|[?](?!:))` };
}

/** A word of a request with digest authentication, as an expression. */
const DIGEST = "[Dd]igest";

/** A line of a comment, as prose has names of everything; one with a tag may name a type. */
const PROSE = String.raw`[\t ]*(?://|\*[\t ](?![^\n\r]*(?:@|\*/)))`;

/** One of the strings that may be evidence for a property, outside of prose or in the name of the file. */
function company({ path, resource }: PropertyData, vocabulary: Vocabulary): AnchorPart {
  const { properties } = vocabulary;
  const recognition = vocabulary.recognition.find((one) => one.resource === resource);
  const holder = path.slice(0, path.lastIndexOf(".") + 1);
  const names = properties
    .filter((other) => other.path !== path && (isBeside(other, holder) || isPart(other, path)))
    .map(lastName)
    .filter((name) => !EVERYDAY.has(name));
  const around = stepsOf(holder.replace(/[.]$/, "")).filter((step) => step !== "" && step !== "[]");
  const lists = shapedResources(vocabulary)
    .filter((shaped) => shaped.resource.name === resource)
    .flatMap(({ prefixes }) => prefixes.flat());
  const words = [...new Set([...around, ...names, ...(recognition?.company ?? []), ...lists])].join("|");
  const telling = (recognition?.words ?? []).flatMap(({ word }) => [
    initialInAnyCase(word),
    word.toUpperCase(),
  ]);
  const any = [...telling, DIGEST, `\\b(?:${words})\\b`].join("|");
  return { text: "", expression: `(?:^|[\\n\\r])(?!${PROSE})[^\\n\\r]*(?:${any})`, inPath: true };
}

/** `cluster` → `[Cc]luster` */
function initialInAnyCase(word: string): string {
  return `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`;
}

/** A member of the same object. */
function isBeside({ path }: PropertyData, holder: string): boolean {
  return path.startsWith(holder) && !path.slice(holder.length).includes(".");
}

/** Something that only the property has in it. */
function isPart({ path, distinctness }: PropertyData, whole: string): boolean {
  return path.startsWith(`${whole}.`) && distinctness === "specific";
}
