import { createHash } from "node:crypto";
import { APPLICABILITIES, type Applicability, type Finding, type Fix } from "../core/finding.js";
import { addToGroup } from "../core/group-by.js";
import { bestFix } from "../core/fixer.js";
import { compareLocations, keyOf } from "../core/span.js";
import { distinct, type FileAnalysis } from "../engine/analyze-file.js";
import { OverlapError, orderEdits } from "./text-edits.js";
import type { FixPlan, Unit } from "./unit.js";

/** Makes the units of the fixes of findings: one for each fix, and one for all fixes that share a `unit`. */
export function planFixes(analyses: readonly FileAnalysis[]): FixPlan {
  const shared = new Map<string, { finding: Finding; fix: Fix }[]>();
  for (const finding of analyses.flatMap(({ findings }) => findings)) {
    const fix = bestFix(finding);
    if (!fix) continue;
    const key = fix.unit ?? `${finding.ruleId}:${finding.messageId}:${keyOf(finding.place)}`;
    addToGroup(shared, key, { finding, fix });
  }
  const units = [...shared.values()].map(unitOf);
  units.sort((a, b) => compareLocations(a.findings[0]!.place, b.findings[0]!.place));
  return { units };
}

function unitOf(parts: readonly { finding: Finding; fix: Fix }[]): Unit {
  // Several files report a place that they share, such as the header of a client.
  const findings = distinct(parts.map(({ finding }) => finding));
  const title = [...new Set(parts.map(({ fix }) => fix.description))].join("; ");
  const all = parts.flatMap(({ fix }) => fix.edits);
  const programs = [...new Set(parts.flatMap(({ fix }) => fix.programs ?? []))];
  try {
    const edits = orderEdits(all);
    const applicability = leastSafe(parts.map(({ fix }) => fix.applicability));
    const given = new Set(parts.flatMap(({ fix }) => fix.reasons ?? []));
    const reasons =
      applicability === "safe" ? [] : given.size > 0 ? [...given] : [`the fix is ${applicability}`];
    const reasonPlaces = new Map(parts.flatMap(({ fix }) => [...(fix.reasonPlaces ?? [])]));
    const id = idOf(title, edits, findings);
    return { id, title, applicability, reasons, reasonPlaces, programs, edits, findings };
  } catch (error) {
    if (!(error instanceof OverlapError)) throw error;
    const reasons = ["its edits change the same place in different ways"];
    const unit = { id: idOf(title, all, findings), title, reasons, programs, findings };
    return { ...unit, applicability: "display-only", edits: [] };
  }
}

function leastSafe(all: readonly Applicability[]): Applicability {
  return all.reduce((a, b) => (APPLICABILITIES.indexOf(a) >= APPLICABILITIES.indexOf(b) ? a : b));
}

/** A unit without edits is identified by its findings. */
function idOf(title: string, edits: Fix["edits"], findings: readonly Finding[]): string {
  const about = edits.length > 0 ? edits : findings.map(({ ruleId, place }) => [ruleId, place]);
  return createHash("sha256")
    .update(JSON.stringify([title, about]))
    .digest("hex")
    .slice(0, 12);
}
