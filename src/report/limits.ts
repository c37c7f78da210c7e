import type { Report } from "../core/report.js";

/** Results of a run that code scanning shows, by severity, and that it takes at all ("SARIF support", limits). */
const RESULTS_SHOWN = 5_000;
const RESULTS_TAKEN = 25_000;

/**
 * Returns a warning for the user about a SARIF log that is too large for code scanning; `undefined` if it is not too
 * large.
 */
export function sarifCaution({ findings }: Pick<Report, "findings">): string | undefined {
  const results = findings.length;
  if (results > RESULTS_TAKEN) {
    return `${results} results: GitHub code scanning rejects a file with more than ${RESULTS_TAKEN}.`;
  }
  if (results > RESULTS_SHOWN) {
    return `${results} results: GitHub code scanning shows the ${RESULTS_SHOWN} most severe ones.`;
  }
  return undefined;
}
