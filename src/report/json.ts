import type { CalendarDate } from "../core/calendar-date.js";
import type { Applicability, Confidence, Role, Severity } from "../core/finding.js";
import type { Problem } from "../core/problem.js";
import type { Report, ReportedFinding, Summary } from "../core/report.js";
import { jsonText } from "./json-text.js";
import { relatedPlaces } from "./related.js";
import type { Unchecked } from "../core/unchecked.js";

/**
 * The JSON format, schema version 2 (`schema/report.schema.json`). A field may be added within a version; none
 * changes its meaning or goes. Version 2 says what was not checked (`unchecked`, `summary.unchecked`).
 */
export interface JsonReport {
  readonly schemaVersion: 2;
  readonly tool: { readonly name: string; readonly version: string };
  readonly asOf: CalendarDate;
  readonly target: CalendarDate;
  readonly catalog: { readonly name: string; readonly dataAsOf: CalendarDate };
  readonly summary: Summary;
  readonly findings: readonly JsonFinding[];
  readonly problems: readonly Problem[];
  /** What was not checked, or not fully. */
  readonly unchecked: readonly Unchecked[];
}

/** Lines and columns from 1, columns in UTF-16 code units, ends exclusive. */
export interface JsonFinding {
  readonly ruleId: string;
  readonly messageId: string;
  readonly message: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly role?: Role;
  readonly property?: string;
  readonly related: readonly JsonRelatedPlace[];
  readonly fixes: readonly JsonFix[];
  readonly fingerprint: string;
  readonly docs: string;
}

export interface JsonRelatedPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface JsonFix {
  readonly applicability: Applicability;
  readonly unit?: string;
  readonly description: string;
  /** Offsets in UTF-16 code units from 0, counted without a byte-order mark, ends exclusive. */
  readonly edits: readonly {
    readonly path: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
}

/** The report as one JSON document with a final line break. */
export function json(report: Report): string {
  return jsonText(toJsonReport(report));
}

/** The value that `json` writes. Keys that only other formats need are left out. */
export function toJsonReport(report: Report): JsonReport {
  const { tool, asOf, target, catalog, summary, problems } = report;
  const docs = new Map(report.rules.map((rule) => [rule.id, rule.docs]));
  return {
    schemaVersion: 2,
    tool: { name: tool.name, version: tool.version },
    asOf,
    target,
    catalog: { name: catalog.name, dataAsOf: catalog.dataAsOf },
    summary,
    findings: report.findings.map((finding) => toJsonFinding(finding, docs.get(finding.ruleId) ?? "")),
    problems: problems.map(({ path, line, kind, message }) => ({
      path,
      ...(line === undefined ? {} : { line }),
      kind,
      message,
    })),
    unchecked: report.unchecked.map(jsonUnchecked),
  };
}

/** Without keys that `Unchecked` may get for other formats. */
export function jsonUnchecked({ kind, reason, missing, count, places }: Unchecked): Unchecked {
  return {
    kind,
    reason,
    missing,
    count,
    places: places.map(({ path, line }) => ({ path, ...(line === undefined ? {} : { line }) })),
  };
}

function toJsonFinding(finding: ReportedFinding, docs: string): JsonFinding {
  const { place, position, end, role, property } = finding;
  return {
    ruleId: finding.ruleId,
    messageId: finding.messageId,
    message: finding.message,
    severity: finding.severity,
    confidence: finding.confidence,
    path: place.path,
    line: position.line,
    column: position.column,
    endLine: end.line,
    endColumn: end.column,
    ...(role === undefined ? {} : { role }),
    ...(property === undefined ? {} : { property }),
    related: relatedPlaces(finding).map(({ path, position: { line, column }, message }) => ({
      path,
      line,
      column,
      message,
    })),
    fixes: finding.fixes.map(({ applicability, unit, description, reasons = [], edits }) => ({
      applicability,
      ...(unit === undefined ? {} : { unit }),
      description: [description, ...reasons].join("; "),
      edits: edits.map(({ path, start, end, text }) => ({ path, start, end, text })),
    })),
    fingerprint: finding.fingerprint,
    docs,
  };
}
