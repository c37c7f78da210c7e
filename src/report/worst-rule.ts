import { SEVERITIES, type Part, type Severity } from "../core/finding.js";
import { groupBy } from "../core/group-by.js";

interface OfRule {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly part?: Part;
}

/** Returns whether a finding is about a client library. To replace that is the first step: it decides about other code. */
export function isOfClient({ part }: Pick<OfRule, "part">): boolean {
  return part === "client";
}

/**
 * Returns the rule to look at first: that of client libraries, or the most frequent rule among the worst findings. Of
 * equally frequent ones it is the first by name.
 */
export function worstRule(findings: readonly OfRule[]): string | undefined {
  const ofClient = findings.find(isOfClient);
  if (ofClient) return ofClient.ruleId;
  const worst = SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity));
  const byRule = groupBy(
    findings.filter(({ severity }) => severity === worst),
    ({ ruleId }) => ruleId,
  );
  const [first] = [...byRule].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  return first?.[0];
}
