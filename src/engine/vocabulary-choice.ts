import type { Vocabulary } from "../catalog/catalog.js";
import { isChangedAt } from "../catalog/matchers/versions.js";
import type { PropertyData } from "../catalog/model.js";
import { oncePerProgram } from "./once-per-program.js";
import type { FileContext } from "./rule.js";

/**
 * Returns how well a deployment fits a property that several of them have; the smallest number fits best. Those that the
 * program calls come first, then those where the target changes the property.
 */
export function vocabularyRank(
  vocabulary: Vocabulary,
  properties: readonly PropertyData[],
  { programRequests, target }: FileContext,
): number {
  const isUsed = calledVocabularies(programRequests).has(vocabulary.name);
  const isChanged = properties.some((property) => isChangedAt(vocabulary, property, target));
  return (isUsed ? 0 : 2) + (isChanged ? 0 : 1);
}

const calledVocabularies = oncePerProgram(
  (requests): ReadonlySet<string> =>
    new Set(
      requests.flatMap(({ administration }) => administration.map(({ match }) => match.vocabulary.name)),
    ),
);
