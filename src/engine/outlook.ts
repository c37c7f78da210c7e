import type { Applicability, Finding } from "../core/finding.js";
import type { Mender, ReportedFinding, Summary } from "../core/report.js";
import type { RequestGroup } from "../core/reported-request.js";

const MENDERS: Readonly<Record<Applicability, Mender>> = {
  safe: "safe",
  unsafe: "unsafe",
  "display-only": "person",
};
/** The mildest first. */
const ORDER: readonly Mender[] = ["safe", "unsafe", "person"];

/** What would mend a finding: the best of the fixes that are planned for it. */
export function menderOf({ fixes }: Pick<Finding, "fixes">): Mender {
  const planned = new Set(fixes.map(({ applicability }) => MENDERS[applicability]));
  return ORDER.find((one) => planned.has(one)) ?? "person";
}

/** What would mend what is shown. A call is mended by what mends the last of its errors. */
export function outlookOf(
  findings: readonly ReportedFinding[],
  groups: readonly RequestGroup[],
): Summary["outlook"] {
  const calls: Record<Mender, number> = { safe: 0, unsafe: 0, person: 0 };
  for (const { requests, findings: own } of groups) {
    const last = new Map<string, Mender>();
    for (const finding of own) {
      if (finding.severity !== "error") continue;
      const mender = menderOf(finding);
      for (const id of finding.requests) last.set(id, lastOf(last.get(id) ?? "safe", mender));
    }
    for (const { id, kind } of requests) {
      const mender = last.get(id);
      if (mender && kind !== "double") calls[mender]++;
    }
  }
  const counts: Record<Mender, number> = { safe: 0, unsafe: 0, person: 0 };
  for (const finding of findings) if (finding.severity !== "info") counts[menderOf(finding)]++;
  return { calls, findings: counts };
}

/** What mends the harder one of two. */
export function lastOf(a: Mender, b: Mender): Mender {
  return ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b;
}
