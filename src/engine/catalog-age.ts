import { daysBetween } from "../core/calendar-date.js";
import type { CatalogAge } from "../core/report.js";
import type { FileAnalysis } from "./analyze-file.js";
import type { Question } from "./file-context.js";
import { usedVocabularies } from "./target-notice.js";

/** Versions are released every few months, and days of deletion move. */
const OLD_AFTER_DAYS = 90;

/** Returns the catalog of a run, with its age if the files use the API: in others it has no versions to know. */
export function catalogAge(question: Question, analyses: readonly FileAnalysis[]): CatalogAge {
  const { asOf, catalog } = question;
  const { name, dataAsOf } = catalog.data;
  const isUsed = usedVocabularies(question, analyses).some(({ isStandalone }) => !isStandalone);
  const { vocabularies } = catalog;
  return {
    ...{ name, dataAsOf, isOld: isUsed && daysBetween(dataAsOf, asOf) > OLD_AFTER_DAYS },
    ...(vocabularies.every(({ isStandalone }) => isStandalone)
      ? { vocabularies: vocabularies.map((one) => one.name) }
      : {}),
  };
}

/** Returns the catalog of several parts of a run. It is old if it is for one of them. */
export function mergeCatalogAges(parts: readonly { readonly catalog: CatalogAge }[]): CatalogAge {
  return { ...parts[0]!.catalog, isOld: parts.some(({ catalog }) => catalog.isOld) };
}
