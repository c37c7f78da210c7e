import { mayAskTypes, readClusterField, readInVocabularies, type ClusterField } from "./cluster-fields.js";
import type { FileContext } from "./rule.js";

/**
 * Returns what a rule reports of the fields of a file. Types are only asked about a field that it reports without them:
 * the compiler takes seconds for its first answer, and types never make a finding of what is none.
 */
export function* fieldReports<Report>(
  context: FileContext,
  reportOf: (cluster: ClusterField) => Report | undefined,
): Generator<Report> {
  const { types, ...untyped } = context;
  for (const field of context.facts.fields) {
    const isOpen = types !== undefined && mayAskTypes(field);
    if (isOpen && !readInVocabularies(field, untyped).some(reportOf)) continue;
    for (const cluster of readClusterField(field, context)) {
      const report = reportOf(cluster);
      if (report) yield report;
    }
  }
}
