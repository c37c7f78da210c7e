import type { Finding, Fix } from "../../core/finding.js";
import type { Location } from "../../core/span.js";
import type { FileAnalysis } from "../../engine/analyze-file.js";
import { languageName } from "../../engine/language-names.js";

/** Makes the fix of a finding that stays as it is, with the reason and its place. */
export function byHand(description: string, reason: string, place: Location): Fix {
  return {
    applicability: "display-only",
    description,
    reasons: [reason],
    reasonPlaces: new Map([[reason, place]]),
    edits: [],
  };
}

/** Says why a base path of a file that is only searched stays as it is. */
export function searchedBase({ place }: Finding, language: string): Fix {
  const reason = `${languageName(language)} is searched as plain text, so v2ready cannot find the requests that use this base path`;
  return byHand("change the base path together with its requests", reason, place);
}

/** Adds the reason to the base paths of a file that is only searched, in a run without any other file. */
export function withSearchedBases<Analysis extends Pick<FileAnalysis, "findings" | "context">>(
  analysis: Analysis,
): Analysis {
  const { language } = analysis.context.facts;
  return {
    ...analysis,
    findings: analysis.findings.map((finding) =>
      finding.concern === "base path"
        ? { ...finding, fixes: [...finding.fixes, searchedBase(finding, language)] }
        : finding,
    ),
  };
}
