import { CatalogError } from "../core/errors.js";
import type { Catalog, Vocabulary } from "./catalog.js";
import { checkVocabulary } from "./check.js";
import catalogJson from "./data/catalog.json" with { type: "json" };
import atlasJson from "./data/vocabularies/atlas.json" with { type: "json" };
import serviceJson from "./data/vocabularies/service.json" with { type: "json" };
import { refuse } from "./defect.js";
import type { CatalogData, ExtendingVocabularyData, VocabularyData } from "./model.js";
import { nearestName } from "../core/nearest-name.js";
import { completeVocabulary, resolveVocabulary } from "./resolve.js";
import { fitSchema } from "./validate.js";

/** The built-in catalog. Tests check it against its schema and with `checkCatalog`; loading does not. */
export const BUILT_IN_CATALOG = catalogJson as CatalogData;

/** The built-in vocabularies, in the order in which they are tried. Tests check them like the catalog. */
export const BUILT_IN_VOCABULARIES = [serviceJson, atlasJson] as readonly VocabularyData[];

/** A user's vocabulary: parsed JSON, and the name of its source for messages. */
export interface UserVocabulary {
  readonly origin: string;
  readonly data: unknown;
}

interface LoadOptions {
  /** Names of the vocabularies to use, in this order. Default: all. */
  readonly vocabularies?: readonly string[];
  /** All are validated in this order, also unused ones. */
  readonly userVocabularies?: readonly UserVocabulary[];
}

/**
 * Returns the built-in catalog with the chosen vocabularies merged in.
 *
 * A user vocabulary with the name of a built-in one replaces it; others follow the built-in ones. The host reads files,
 * this function reads nothing.
 *
 * @throws {CatalogError} a user vocabulary that does not match `vocabulary.schema.json` or contradicts itself, or an
 * unknown name in `vocabularies`. The message names the origin, the JSON path and what is wrong.
 */
export function loadCatalog(options: LoadOptions = {}): Catalog {
  const known = new Map(BUILT_IN_VOCABULARIES.map((vocabulary) => [vocabulary.name, vocabulary]));
  const origins = new Map<string, string>();
  for (const { origin, data } of options.userVocabularies ?? []) {
    const vocabulary = readVocabulary(origin, data, known);
    const earlier = origins.get(vocabulary.name);
    if (earlier !== undefined)
      throw new CatalogError(
        `${origin}: name: ${vocabulary.name} is already the name of the vocabulary in ${earlier}`,
        "Give one of the two another name.",
      );
    origins.set(vocabulary.name, origin);
    known.set(vocabulary.name, vocabulary);
  }
  const names = new Set(options.vocabularies ?? known.keys());
  if (names.size === 0)
    throw new CatalogError("no vocabulary is chosen", `Choose from ${[...known.keys()].join(", ")}.`);
  const vocabularies = [...names].map((name) => {
    const vocabulary = known.get(name);
    if (!vocabulary) throw new CatalogError(`there is no vocabulary ${name}`, suggestion(name, known.keys()));
    return resolved(vocabulary);
  });
  return catalogOf(vocabularies);
}

/** The last catalog. What is derived from a catalog is made once in a process that asks for the same one again. */
let last: Catalog | undefined;

function catalogOf(vocabularies: readonly Vocabulary[]): Catalog {
  const isLast =
    last?.vocabularies.length === vocabularies.length &&
    last.vocabularies.every((one, index) => one === vocabularies[index]);
  return (last = isLast ? last! : { data: BUILT_IN_CATALOG, vocabularies });
}

/** Vocabularies that are resolved once: a process that analyses often, such as an editor, asks for the same ones. */
const RESOLVED = new WeakMap<VocabularyData, Vocabulary>();

function resolved(data: VocabularyData): Vocabulary {
  const known = RESOLVED.get(data) ?? resolveVocabulary(BUILT_IN_CATALOG, data);
  RESOLVED.set(data, known);
  return known;
}

function readVocabulary(
  origin: string,
  data: unknown,
  known: ReadonlyMap<string, VocabularyData>,
): VocabularyData {
  refuse(origin, fitSchema(data, "vocabulary"));
  if (!isExtending(data)) {
    const complete = data as VocabularyData;
    refuse(origin, checkVocabulary(complete, complete, BUILT_IN_CATALOG));
    return complete;
  }
  const other = known.get(data.extends);
  if (!other)
    throw new CatalogError(
      `${origin}: extends: there is no vocabulary ${data.extends}`,
      suggestion(data.extends, known.keys()),
    );
  const complete = completeVocabulary(data, other);
  refuse(origin, checkVocabulary(data, complete, BUILT_IN_CATALOG, other));
  return complete;
}

function isExtending(data: unknown): data is ExtendingVocabularyData {
  return typeof data === "object" && data !== null && "extends" in data;
}

function suggestion(name: string, known: Iterable<string>): string {
  const names = [...known];
  const nearest = nearestName(name, names);
  return nearest === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${nearest}?`;
}
