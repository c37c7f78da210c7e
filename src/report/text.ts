import { groupBy } from "../core/group-by.js";
import type { Report, ReportedFinding } from "../core/report.js";
import { codeFrame } from "./code-frame.js";
import type { RenderOptions } from "./options.js";
import { usableWidth } from "./options.js";
import { problemList } from "./problem-list.js";
import { relatedPlaces } from "./related.js";
import { createStyle } from "./style.js";
import type { Style } from "./style.js";
import { summaryBlock } from "./summary-block.js";
import { uncheckedBlock } from "./unchecked-block.js";
import { oneLine, visible, visiblePath } from "./visible.js";

/** Related places that are listed below a finding; the rest is counted. */
const PLACES_LISTED = 8;

interface Context {
  readonly style: Style;
  readonly width: number;
  /** Rule id to the page of the rule. */
  readonly docs: ReadonlyMap<string, string>;
}

/**
 * The report for people: findings grouped by file, each with a code frame, the way that its value took and what
 * to do instead; then problems and what was not checked; then every count of the run. Ends with a line break.
 */
export function text(report: Report, options: RenderOptions = {}): string {
  const context: Context = {
    style: createStyle(options),
    width: usableWidth(options),
    docs: new Map(report.rules.map((rule) => [rule.id, rule.docs])),
  };
  const blocks = [
    ...[...groupBy(report.findings, ({ place }) => place.path)].map(([path, findings]) =>
      fileBlock(path, findings, context),
    ),
    problemList(report.problems, context.style),
    uncheckedBlock(report.unchecked, context.style),
    summaryBlock(report, context.style, context.width),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function fileBlock(path: string, findings: readonly ReportedFinding[], context: Context): string[] {
  const places = columnOf(findings.map((finding) => place(finding)));
  const severities = columnOf(findings.map((finding) => finding.severity));
  const told = new Set<string>();
  const blocks = findings.map((finding) => {
    const lines = findingLines(finding, places, severities, context);
    const said = `${finding.ruleId} ${finding.message}`;
    const isBrief = isDescription(finding) && told.has(said);
    told.add(said);
    return isBrief ? lines.slice(0, 1) : lines;
  });
  return [
    context.style.path(visiblePath(path)),
    ...blocks.flatMap((lines, index) => {
      const isListed = lines.length === 1 && blocks[index - 1]?.length === 1;
      return index === 0 || isListed ? lines : ["", ...lines];
    }),
  ];
}

/**
 * A schema describes the same property for every form that a resource has, and a recording holds it in every answer: the
 * code and the help are shown with the first.
 */
function isDescription({ role }: ReportedFinding): boolean {
  return role === "type" || role === "payload";
}

function findingLines(
  finding: ReportedFinding,
  places: number,
  severities: number,
  { style, width, docs }: Context,
): string[] {
  const { severity, ruleId } = finding;
  const mark = (marked: string): string => style.severity(severity, marked);
  const head = [
    style.faint(place(finding).padEnd(places)),
    mark(severity.padEnd(severities)),
    oneLine(finding.message),
    style.faint(style.link(visible(ruleId), docs.get(ruleId) ?? "")),
  ];
  const frame = codeFrame(finding, { width: width - 2, gutter: style.faint, mark });
  const notes = notesOf(finding).map((note) => `${frame.margin}${style.faint("=")} ${note}`);
  return [`  ${head.join("  ")}`, ...[...frame.lines, ...notes].map((line) => `  ${line}`)];
}

function notesOf(finding: ReportedFinding): string[] {
  const places = relatedPlaces(finding).slice(0, PLACES_LISTED);
  const notes = places.map(({ path, position, message }) => {
    return `from ${visiblePath(path)}:${position.line}:${position.column}: ${oneLine(message)}`;
  });
  const more = finding.related.length - notes.length;
  if (more > 0) notes.push(`and ${more} more of its way`);
  if (finding.advice !== undefined) notes.push(`help: ${oneLine(finding.advice)}`);
  return notes;
}

function place({ position }: ReportedFinding): string {
  return `${position.line}:${position.column}`;
}

function columnOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, text.length), 0);
}
