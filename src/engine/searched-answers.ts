import { lastName, stepsOf } from "../catalog/matchers/properties.js";
import { concerns } from "../catalog/matchers/resources.js";
import type { PropertyData } from "../catalog/model.js";
import { encloses } from "../core/span.js";
import type { SearchFact } from "../facts/file-facts.js";
import type { ClusterField } from "./cluster-fields.js";
import { keepersOf } from "./kept-properties.js";
import { changingEndpoints, isResourceCall } from "./resource-calls.js";
import type { FileContext } from "./rule.js";

/**
 * Returns the properties that code looks for by their names in the text of an answer. A name that the new shape has in
 * another place says nothing: the text still has it.
 */
export function searchedFields(search: SearchFact, context: FileContext): ClusterField[] {
  const words = wordsIn(search);
  if (words.size === 0) return [];
  const requests = context.requestsOf(search.requests);
  return context.catalog.vocabularies.flatMap((vocabulary) => {
    const proven = requests.filter((one) => isResourceCall(one, vocabulary));
    const endpoints = proven.flatMap((one) => changingEndpoints(one, vocabulary));
    const own = vocabulary.properties.filter(
      (one) => one.in.includes("response") && endpoints.some((endpoint) => concerns(one, endpoint)),
    );
    const kept = new Set(own.flatMap(namesInNewShape));
    return [...words].flatMap((name): ClusterField[] => {
      const properties = own.filter((one) => lastName(one) === name && isGone(one));
      const [property] = properties;
      if (!property || kept.has(name) || isFound(name, search, context)) return [];
      if (keepersOf(name, vocabulary, requests, proven).length > 0) return [];
      const field = {
        ...({ kind: "field", access: "read", setting: "code", isPerhaps: true } as const),
        ...{ name, place: search.place, extent: search.place, path: stepsOf(property.path), trace: [] },
        owner: { kind: "response", requests: search.requests } as const,
        // A test may well make sure that it is not there.
        hasFallback: context.fileClass === "test" || looksForOther(property, search, context),
      };
      return [
        {
          ...{ field, vocabulary, properties, requests: proven, siblings: [] },
          ...({ role: "response", confidence: "medium" } as const),
        },
      ];
    });
  });
}

function isGone({ status }: PropertyData): boolean {
  return status === "removed";
}

/** The names that the new shape has: those of properties that stay, and all on the way to what replaces others. */
function namesInNewShape(property: PropertyData): string[] {
  return [...(isGone(property) ? [] : [lastName(property)]), ...property.replacement.flatMap(stepsOf)];
}

/** Returns whether what is found at a place says as much already. */
function isFound(name: string, { place }: SearchFact, { facts }: FileContext): boolean {
  return facts.fields.some((field) => field.name === name && encloses(place, field.place));
}

/** Returns whether code also looks for what replaces a property in the same answer. */
function looksForOther(
  { replacement }: PropertyData,
  { requests }: SearchFact,
  { facts }: FileContext,
): boolean {
  const others = replacement.flatMap((path) => stepsOf(path).at(-1) ?? []);
  return (facts.searches ?? []).some(
    (other) =>
      other.requests.some((one) => requests.includes(one)) && others.some((one) => wordsIn(other).has(one)),
  );
}

/** Returns the names in what is looked for. `\b` and other signs of a pattern do not belong to them. */
function wordsIn({ sought, leavesOut }: SearchFact): ReadonlySet<string> {
  if (leavesOut) return new Set();
  const text = sought?.flags === undefined ? sought?.text : sought.text.replace(/\\[A-Za-z]/g, " ");
  return new Set(text?.match(/[\w$]+/g));
}
