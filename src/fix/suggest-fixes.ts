import type { Finding, Fix } from "../core/finding.js";
import type { FileAnalysis } from "../engine/analyze-file.js";
import type { Question } from "../engine/file-context.js";
import type { Editors } from "../frontends/editor.js";
import type { ConvertBody } from "./moves/bodies.js";
import type { ConstantStyle } from "./moves/constants.js";
import { planMoves } from "./moves/plan-moves.js";

/** Returns the analyses of a whole run, with a fix for each finding that can be fixed. */
export function suggestFixes(
  analyses: readonly FileAnalysis[],
  question: Question,
  editors: Editors,
  convertBody: ConvertBody,
  style: ConstantStyle = {},
): FileAnalysis[] {
  const findings = analyses.flatMap((analysis) => analysis.findings);
  if (findings.length === 0) return [...analyses];
  const contexts = analyses.map(({ context }) => context);
  const texts = analyses.map(({ source }) => source);
  const fixes = planMoves(contexts, texts, findings, question, editors, convertBody, style);
  return analyses.map((analysis) => ({
    ...analysis,
    findings: analysis.findings.map((finding) => withFix(finding, fixes.get(finding))),
  }));
}

function withFix(finding: Finding, fix: Fix | undefined): Finding {
  return fix ? { ...finding, fixes: [...finding.fixes, fix] } : finding;
}
