import { SEVERITIES } from "../core/finding.js";
import type { Severity } from "../core/finding.js";
import type { Problem } from "../core/problem.js";
import type { Report, ReportedFinding } from "../core/report.js";
import type { Unchecked } from "../core/unchecked.js";
import { catalogNotes } from "./catalog-age.js";
import { count, total } from "./counts.js";
import { worstFirst } from "./problem-list.js";
import { summaryLine } from "./summary-line.js";
import { placesOf, uncheckedMessage } from "./unchecked-block.js";
import { oneLine, visible } from "../core/visible.js";

type Kind = "error" | "warning" | "notice";

interface Annotation {
  readonly kind: Kind;
  readonly properties: Readonly<Record<string, string | number>>;
  readonly message: string;
}

const KINDS: Readonly<Record<Severity, Kind>> = { error: "error", warning: "warning", info: "notice" };

/** GitHub shows the first ten annotations of a kind that a step prints; the others stay in the log. */
const ANNOTATIONS_SHOWN = 10;

/**
 * Writes workflow commands of GitHub Actions, one per line: findings, errors first, then problems and what was not
 * checked as notices. The last line is plain text with the counts and with what GitHub does not show. Paths are
 * relative to the root of the repository, as GitHub requires.
 *
 * Columns are written only for spans inside a line, because the runner drops them otherwise (`ValidateLinesAndColumns`
 * of actions/runner). GitHub does not say whether `endColumn` is exclusive; ruff, oxlint and Biome pass exclusive ends,
 * and so does this. The page marks whole lines either way.
 */
export function github(report: Report): string {
  const findings = SEVERITIES.flatMap((severity) => {
    return report.findings.filter((finding) => finding.severity === severity);
  });
  const annotations = [
    ...findings.map(findingAnnotation),
    ...worstFirst(report.problems).map(problemAnnotation),
    ...report.unchecked.map(uncheckedAnnotation),
    ...catalogNotes(report).map(catalogAnnotation),
  ];
  return `${[...annotations.map(command), closingLine(report, annotations)].join("\n")}\n`;
}

function findingAnnotation(finding: ReportedFinding): Annotation {
  const { place, position, end, severity, ruleId, message, advice } = finding;
  const file = visible(place.path);
  const isOneLine = end.line === position.line;
  const endLine = end.column === 1 && !isOneLine ? end.line - 1 : end.line;
  // The log shows the message alone, so it names the place and the rule again.
  const said = `${file}:${position.line}:${position.column}: ${oneLine(message)} (${ruleId})`;
  return {
    kind: KINDS[severity],
    properties: {
      file,
      line: position.line,
      endLine,
      ...(isOneLine ? { col: position.column, endColumn: end.column } : {}),
      title: ruleId,
    },
    message: advice === undefined ? said : `${said}\n${oneLine(advice)}`,
  };
}

function problemAnnotation(problem: Problem): Annotation {
  const { kind, line } = problem;
  const message = oneLine(problem.message);
  const kindOfAnnotation = kind === "internal" ? "warning" : "notice";
  if (problem.path === "") return { kind: kindOfAnnotation, properties: { title: kind }, message };
  const file = visible(problem.path);
  return {
    kind: kindOfAnnotation,
    properties: { file, ...(line === undefined ? {} : { line, endLine: line }), title: kind },
    message: `${line === undefined ? file : `${file}:${line}`}: ${message}`,
  };
}

/** One annotation for each reason, at the first of its places. */
function uncheckedAnnotation(entry: Unchecked): Annotation {
  const title = `not checked: ${entry.kind}`;
  const listed = placesOf(entry);
  const message = `${listed === "" ? "" : `${listed}: `}${uncheckedMessage(entry)}`;
  const [first] = entry.places;
  if (!first) return { kind: "notice", properties: { title }, message };
  const { path, line } = first;
  const properties = { file: visible(path), ...(line === undefined ? {} : { line, endLine: line }), title };
  return { kind: "notice", properties, message };
}

function catalogAnnotation(note: string): Annotation {
  return { kind: "warning", properties: { title: "old catalog" }, message: oneLine(note) };
}

function closingLine(report: Report, annotations: readonly Annotation[]): string {
  const counts = `${oneLine(report.tool.name)}: ${summaryLine(report)}`;
  const unseen: Partial<Record<Kind, number>> = {};
  for (const kind of new Set(annotations.map((annotation) => annotation.kind))) {
    const all = annotations.filter((annotation) => annotation.kind === kind).length;
    if (all > ANNOTATIONS_SHOWN) unseen[kind] = all - ANNOTATIONS_SHOWN;
  }
  const number = total(unseen);
  if (number === 0) return counts;
  const kinds = Object.entries(unseen).map(([kind, more]) => count(more, `more ${kind}`));
  return (
    `${counts}. GitHub shows ${ANNOTATIONS_SHOWN} annotations of each kind for a step: ` +
    `${kinds.join(", ")} ${number === 1 ? "is" : "are"} in this log only.`
  );
}

/** `::kind key=value,…::message`, escaped as `ActionCommand` of actions/runner reads it. */
function command({ kind, properties, message }: Annotation): string {
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${kind} ${pairs.join(",")}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
