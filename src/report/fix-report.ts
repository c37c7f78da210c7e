import type { CalendarDate } from "../core/calendar-date.js";
import type { Applicability, Confidence, Severity } from "../core/finding.js";
import type { Problem } from "../core/problem.js";
import type { TargetNotice } from "../core/report.js";
import type { Unchecked } from "../core/unchecked.js";
import { count } from "./counts.js";
import { jsonText } from "./json-text.js";
import type { RenderOptions } from "./options.js";
import { problemList } from "./problem-list.js";
import { createStyle, type Style } from "./style.js";
import { targetNotes } from "./target-notes.js";
import { uncheckedBlock } from "./unchecked-block.js";
import { oneLine, visible, visiblePath, withoutCommands } from "./visible.js";

/**
 * What `v2ready fix` did, in JSON: schema version 2 (`schema/fix-report.schema.json`). Lines and columns count from 1,
 * columns and offsets in UTF-16 code units; paths are relative to the root of the repository, with `/`.
 */
export interface FixReport {
  readonly schemaVersion: 2;
  readonly tool: { readonly name: string; readonly version: string };
  readonly asOf: CalendarDate;
  readonly target: CalendarDate;
  /** Where the target is old itself. */
  readonly targetNotices: readonly TargetNotice[];
  /** False where nothing was to be written: `--diff`, standard input. */
  readonly writes: boolean;
  readonly units: readonly FixReportUnit[];
  /** Every file with another content than before. */
  readonly files: readonly ChangedFile[];
  /** Findings that are there afterwards. */
  readonly left: readonly LeftFinding[];
  readonly markers: readonly MarkerLeft[];
  readonly problems: readonly Problem[];
  /** What was not checked, or not fully. */
  readonly unchecked: readonly Unchecked[];
}

/** `applied` in the new texts; `failed` would be, and could not be written; the others are not applied, `reason` says why. */
export type UnitOutcome = "applied" | "failed" | "waiting" | "shown" | "withdrawn" | "refused" | "declined";

export interface FixReportUnit {
  readonly id: string;
  readonly title: string;
  readonly applicability: Applicability;
  readonly outcome: UnitOutcome;
  /** Why it is not applied, or, where it is, why it is not safe; may be empty. */
  readonly reason: string;
  /** What it mends. Places are those before it. */
  readonly findings: readonly FindingPlace[];
  /** What it changes. Places are those before it. */
  readonly edits: readonly FixReportEdit[];
}

export interface FindingPlace {
  readonly ruleId: string;
  readonly messageId: string;
  readonly message: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

export interface FixReportEdit {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** Offsets from 0 without a byte-order mark, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** With secrets masked. */
  readonly text: string;
}

interface ChangedFile {
  readonly path: string;
  /** Ids of the units that changed it. */
  readonly units: readonly string[];
  /** SHA-256 of the content in UTF-8, hexadecimal. */
  readonly before: string;
  readonly after: string;
}

export interface LeftFinding extends FindingPlace {
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** What stopped it. */
  readonly reason: string;
}

interface MarkerLeft {
  readonly path: string;
  readonly ruleId: string;
  readonly text: string;
}

export function fixJson(report: FixReport): string {
  return jsonText(report);
}

/** What was changed, and every finding that was left, for people. */
export function fixText(report: FixReport, options: RenderOptions = {}): string {
  const style = createStyle(options);
  const blocks = [
    report.units.filter(({ outcome }) => outcome === "applied").flatMap((unit) => appliedLines(unit, style)),
    leftLines(report.left, style),
    report.markers.map(({ path, text }) => `${style.path(visiblePath(path))}  ${oneLine(text)}`),
    problemList(report.problems, { style, wrapAt: Infinity }),
    uncheckedBlock(report.unchecked, { style, wrapAt: Infinity }),
    [...targetNotes(report).map(oneLine), fixSummary(report)],
  ];
  const shown = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return withoutCommands(`${shown.join("\n\n")}\n`);
}

function appliedLines({ title, reason, edits, applicability }: FixReportUnit, style: Style): string[] {
  const paths = [...new Set(edits.map(({ path }) => path))];
  const note =
    applicability === "safe" ? "" : ` (${applicability}${reason === "" ? "" : `: ${oneLine(reason)}`})`;
  return [
    `${style.good("fixed")}  ${oneLine(title)}${style.faint(note)}`,
    ...paths.map((path) => `       ${style.path(visiblePath(path))}`),
  ];
}

function leftLines(left: readonly LeftFinding[], style: Style): string[] {
  return left.flatMap(({ path, line, column, severity, message, ruleId, reason }) => [
    `${style.path(visiblePath(path))}:${line}:${column}  ${style.severity(severity, severity)}  ${oneLine(message)}  ${style.faint(visible(ruleId))}`,
    `    = left: ${oneLine(reason)}`,
  ]);
}

/** Counts in one line, with how many units wait for `--unsafe-fixes`. */
export function fixSummary({ units, files, left, writes, markers }: FixReport): string {
  const having = (outcome: UnitOutcome): FixReportUnit[] => units.filter((unit) => unit.outcome === outcome);
  const mended = having("applied").reduce((sum, unit) => sum + unit.findings.length, 0);
  const verb = writes ? "fixed" : "would be fixed";
  const parts = [
    `${count(mended, "finding")} ${verb} by ${count(having("applied").length, "unit")} in ${count(files.length, "file")}`,
    `${count(left.length, "finding")} left`,
  ];
  const [failed, waiting] = [having("failed").length, having("waiting").length];
  if (markers.length > 0) parts.push(`${count(markers.length, "marker")} left`);
  if (failed > 0) parts.push(`${count(failed, "unit")} could not be written`);
  if (waiting > 0) parts.push(`${count(waiting, "more unit")} with --unsafe-fixes`);
  return parts.join("; ");
}
