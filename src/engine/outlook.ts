import { lastOf, menderOf } from "../core/mender.js";
import type { Mender, ReportedFinding, Summary } from "../core/report.js";
import type { RequestGroup } from "../core/reported-request.js";

/** What would mend what is shown. A call is mended by what mends the last of its errors. */
export function outlookOf(
  findings: readonly ReportedFinding[],
  groups: readonly RequestGroup[],
): Summary["outlook"] {
  const calls: Record<Mender, number> = { safe: 0, unsafe: 0, person: 0 };
  let mentions = 0;
  for (const { requests, findings: own } of groups) {
    const last = new Map<string, Mender>();
    for (const finding of own) {
      if (finding.severity !== "error") continue;
      const mender = menderOf(finding);
      for (const id of finding.requests) last.set(id, lastOf(last.get(id) ?? "safe", mender));
    }
    for (const { id, kind, fileClass } of requests) {
      const mender = last.get(id);
      if (!mender || kind === "double" || fileClass === "build") continue;
      if (kind === "call") calls[mender]++;
      else mentions++;
    }
  }
  const counts: Record<Mender, number> = { safe: 0, unsafe: 0, person: 0 };
  for (const finding of findings) if (finding.severity !== "info") counts[menderOf(finding)]++;
  return { calls, mentions, findings: counts };
}
