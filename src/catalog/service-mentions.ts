import type { Vocabulary } from "./catalog.js";
import type { CatalogInterest } from "./interest.js";

/**
 * Checks whether a text mentions the service. A single property name, or an accidental anchor, does not justify
 * reading other files. A connection string is judged alone, and programs of databases are full of them.
 */
export function mentionsService(
  text: string,
  interest: CatalogInterest,
  vocabularies: readonly Vocabulary[],
): boolean {
  const matches = interest
    .scan(text)
    .filter(({ what }) => what !== "connection-string" && what !== "host-name");
  if (matches.some(({ what }) => what !== "name")) return true;
  if (
    vocabularies.some(
      ({ words, administration }) =>
        text.includes(`${words.admin}/${administration.versioned}`) || mayJoinBase(text, administration),
    )
  )
    return true;
  const names = new Set(matches.map(({ start, end }) => text.slice(start, end)));
  return names.size > 1 || interest.namesResource(text);
}

/**
 * Returns whether what a text imports may decide about a finding. Names of properties that stand together are enough for
 * one unless they are those of another service. A library for the API has such names in its types.
 */
export function holdsNames(
  text: string,
  { names }: Pick<CatalogInterest, "names">,
  vocabularies: readonly Vocabulary[],
): boolean {
  if (vocabularies.some(({ libraries }) => libraries.some((one) => text.includes(one.import)))) return true;
  const held = new Set<string>();
  for (const [word] of text.matchAll(/\w+/g)) {
    if (names.has(word)) held.add(word);
    if (held.size > 1) return true;
  }
  return false;
}

/** Returns whether a text has a base path in two pieces, up to the version and the version. */
function mayJoinBase(text: string, { base, unversioned, versioned }: Vocabulary["administration"]): boolean {
  const [before = ""] = base.split("/{version}");
  const versions = [...unversioned.map(({ version }) => version), versioned];
  return text.includes(before.slice(1)) && versions.some((version) => text.includes(version));
}
