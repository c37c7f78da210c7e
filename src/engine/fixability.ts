import { lastOf, fixerOf } from "../core/fixer.js";
import type { Fixer, ReportedFinding, Summary } from "../core/report.js";
import { groupBy } from "../core/group-by.js";
import { callKey, callSite, type RequestGroup } from "../core/reported-request.js";

/** Counts who can fix the shown calls and findings. A call is fixed when its last error is fixed, for all its URLs. */
export function fixabilityOf(
  findings: readonly ReportedFinding[],
  groups: readonly RequestGroup[],
): Summary["fixability"] {
  const sites = new Map<string, Fixer>();
  let mentions = 0;
  for (const { requests, findings: about } of groups) {
    const last = new Map<string, Fixer>();
    for (const finding of about) {
      // A test may have something wrong by itself, such as the base of a double. The program's call does not change for it.
      if (finding.severity !== "error" || finding.fileClass === "test") continue;
      const fixer = fixerOf(finding);
      for (const id of finding.requests) last.set(id, lastOf(last.get(id) ?? "safe", fixer));
    }
    const own = requests.filter(
      ({ id, kind, fileClass }) =>
        last.has(id) && kind !== "double" && fileClass !== "build" && fileClass !== "test",
    );
    for (const request of own.filter(({ kind }) => kind === "call")) {
      const site = callSite(request);
      sites.set(site, lastOf(sites.get(site) ?? "safe", last.get(request.id)!));
    }
    mentions += groupBy(
      own.filter(({ kind }) => kind !== "call"),
      callKey,
    ).size;
  }
  const calls: Record<Fixer, number> = { safe: 0, unsafe: 0, person: 0 };
  for (const fixer of sites.values()) calls[fixer]++;
  const counts: Record<Fixer, number> = { safe: 0, unsafe: 0, person: 0 };
  for (const finding of findings) if (finding.severity !== "info") counts[fixerOf(finding)]++;
  return { calls, mentions, findings: counts };
}
