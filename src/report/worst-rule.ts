import { SEVERITIES, type Severity } from "../core/finding.js";
import { groupBy } from "../core/group-by.js";

interface OfRule {
  readonly ruleId: string;
  readonly severity: Severity;
}

/** Returns the most frequent rule among the worst findings; of equally frequent ones the first by name. */
export function worstRule(findings: readonly OfRule[]): string | undefined {
  const worst = SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity));
  const byRule = groupBy(
    findings.filter(({ severity }) => severity === worst),
    ({ ruleId }) => ruleId,
  );
  const [first] = [...byRule].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  return first?.[0];
}
