import type { ReportingDescriptor, Result } from "sarif";

import type { Severity } from "../core/finding.js";
import type { ProblemKind } from "../core/problem.js";
import type { Report, RuleSummary } from "../core/report.js";
import type { UncheckedKind } from "../core/unchecked.js";
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
  syntax: "A file that does not parse; it was searched as plain text.",
  "too-deep": "A file with too many nested levels for a parser; it was searched as plain text.",
  "too-large": "A file that is too large for a parser; it was searched as plain text or in part.",
  limit: "A limit of the analysis was reached; values behind it are unknown.",
  encoding: "Bytes that are not valid in the encoding of their file.",
  "nul-bytes": "NUL bytes in a text file.",
  binary: "A file with NUL bytes at its start that was not read.",
  "utf-16": "A file in UTF-16 without a byte-order mark, which was not read.",
  unreadable: "A file that could not be read.",
  vanished: "A file that was deleted before it was read.",
  "outside-link": "A path that a link leads out of the repository; what it leads to was checked.",
  "import-case": "An import of a file whose name has another case.",
  directive: "A comment that looks like a directive but is not valid.",
  todo: "A comment that says what a person must decide.",
  search: "The search program could not be used; the files were searched without it.",
  internal: "A failure of this program; the rest of the run continued.",
};

/** Returns every rule of the run, with the fields that code scanning requires. */
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

const UNCHECKED_DESCRIPTIONS: Readonly<Record<UncheckedKind, string>> = {
  internal: "Not checked: this program failed on a file.",
  unreadable: "Not checked: a file or folder that could not be read.",
  "too-large": "Not checked, or not fully: a file that is too large.",
  binary: "Not checked: a file that is treated as binary.",
  "utf-16": "Not checked: a file in UTF-16 without a byte-order mark.",
  limit: "Not checked fully: a limit of the analysis was reached.",
  syntax: "Not checked fully: a file that does not parse.",
  "too-deep": "Not checked fully: a file with too many nested levels.",
  "missing-import": "Not checked fully: an import of a file that does not exist.",
  ignored: "Not checked: a file that is tracked by git and named in a .gitignore file.",
  generated: "Not checked: a generated file.",
  minified: "Not checked: a minified file.",
  "unknown-client":
    "Not checked fully: a client that v2ready does not know, or a base path without a request.",
  "unknown-object": "Not checked fully: a read of an object that may be a response of the service.",
  "plain-text": "Not checked fully: a file in a language that is searched as plain text.",
  documentation: "Not checked fully: documentation, which is searched as plain text.",
};

/** Returns the id of the notifications for one kind of unchecked entry. */
export function uncheckedId(kind: UncheckedKind): string {
  return `unchecked/${kind}`;
}

/** The kind of the notification about the age of the catalog. */
export const OLD_CATALOG = "old-catalog";

/** Returns the kinds of problems that occurred, so that notifications can refer to them. */
export function notificationKinds(
  report: Pick<Report, "problems" | "unchecked" | "asOf" | "catalog">,
): ReportingDescriptor[] {
  const { problems, unchecked } = report;
  const kinds = new Set(problems.map(({ kind }) => kind));
  const uncheckedKinds = new Set(unchecked.map(({ kind }) => kind));
  return [
    ...[...kinds].map((kind) => ({ id: kind, shortDescription: { text: KIND_DESCRIPTIONS[kind] } })),
    ...[...uncheckedKinds].map((kind) => ({
      id: uncheckedId(kind),
      shortDescription: { text: UNCHECKED_DESCRIPTIONS[kind] },
    })),
    ...(report.catalog.isOld
      ? [{ id: OLD_CATALOG, shortDescription: { text: "The data of the catalog is old" } }]
      : []),
  ];
}
