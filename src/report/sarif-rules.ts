import type { ReportingDescriptor, Result } from "sarif";

import type { Severity } from "../core/finding.js";
import type { Problem, ProblemKind } from "../core/problem.js";
import type { RuleSummary } from "../core/report.js";
import { markdownText, sentence } from "./sarif-message.js";
import { webAddress } from "./web-address.js";

export const LEVELS: Readonly<Record<Severity, NonNullable<Result["level"]>>> = {
  error: "error",
  warning: "warning",
  info: "note",
};

/** `problem.severity` of code scanning, by which it orders alerts that are not about security. */
const PROBLEM_SEVERITIES: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  info: "recommendation",
};

const TAGS: readonly string[] = ["api-migration", "maintainability"];

const KIND_DESCRIPTIONS: Readonly<Record<ProblemKind, string>> = {
  syntax: "A file that does not parse; it was read as plain text.",
  "too-deep": "A file that nests too deeply for a parser; it was read as plain text.",
  "too-large": "A file that is too large for a parser; it was read as plain text or in part.",
  limit: "A limit of the analysis was reached; values behind it are unknown.",
  encoding: "Bytes that are not valid in the encoding of their file.",
  "nul-bytes": "NUL bytes in a text file.",
  unreadable: "A file that could not be read.",
  vanished: "A file that was gone when it was to be read.",
  directive: "A comment that looks like a directive and is none.",
  todo: "A comment that says what a person must decide.",
  target: "A fact about the version that the run was asked for.",
  internal: "A failure of this program; the rest of the run went on.",
};

/** Every rule that was asked, with the fields that code scanning requires. */
export function sarifRules(rules: readonly RuleSummary[]): ReportingDescriptor[] {
  return rules.map(({ id, description, severity, docs }) => {
    const helpUri = webAddress(docs);
    const page = helpUri === undefined ? docs : helpUri;
    const text = sentence(description);
    const link = helpUri === undefined ? markdownText(page) : `[${markdownText(id)}](${helpUri})`;
    return {
      id,
      shortDescription: { text },
      fullDescription: { text },
      help: {
        text: `${text} Documentation: ${page}`,
        markdown: `${markdownText(text)}\n\nDocumentation: ${link}`,
      },
      ...(helpUri === undefined ? {} : { helpUri }),
      defaultConfiguration: { level: LEVELS[severity] },
      properties: { tags: [...TAGS], "problem.severity": PROBLEM_SEVERITIES[severity] },
    };
  });
}

/** The kinds of problem that occurred, for the notifications to refer to. */
export function notificationKinds(problems: readonly Problem[]): ReportingDescriptor[] {
  const kinds = new Set(problems.map(({ kind }) => kind));
  return [...kinds].map((kind) => ({ id: kind, shortDescription: { text: KIND_DESCRIPTIONS[kind] } }));
}
