import type { CalendarDate } from "../core/calendar-date.js";
import type { Applicability, Confidence, Severity } from "../core/finding.js";
import type { Problem } from "../core/problem.js";
import type { CatalogAge, TargetNotice } from "../core/report.js";
import type { Unchecked } from "../core/unchecked.js";
import type { JsonRequest } from "./json.js";
import { jsonText } from "./json-text.js";

/**
 * The JSON report of `v2ready fix`: schema version 2 (`schema/fix-report.schema.json`). Lines and columns count from 1,
 * columns and offsets in UTF-16 code units; paths are relative to the root of the repository, with `/`.
 */
export interface FixReport {
  readonly schemaVersion: 2;
  readonly tool: { readonly name: string; readonly version: string };
  readonly asOf: CalendarDate;
  readonly target: CalendarDate;
  /** If the target itself is old: one notice for each vocabulary. */
  readonly targetNotices: readonly TargetNotice[];
  readonly catalog: CatalogAge;
  /** False if no file is written: with `--diff`, and for standard input. */
  readonly writes: boolean;
  readonly units: readonly FixReportUnit[];
  /** Every file with a new content. */
  readonly files: readonly ChangedFile[];
  /** Findings that are left. */
  readonly left: readonly LeftFinding[];
  readonly markers: readonly MarkerLeft[];
  readonly problems: readonly Problem[];
  /** Everything that was not checked, or not fully. */
  readonly unchecked: readonly Unchecked[];
}

/** `applied` in the new texts; `failed` would be, and could not be written; the others are not applied, `reason` says why. */
export type UnitOutcome = "applied" | "failed" | "waiting" | "shown" | "withdrawn" | "refused" | "declined";

export interface FixReportUnit {
  readonly id: string;
  readonly title: string;
  readonly applicability: Applicability;
  readonly outcome: UnitOutcome;
  /** The reason why it is not applied. For an applied unit: the reason why it is not safe, or empty. */
  readonly reason: string;
  /** The same, one sentence each. */
  readonly reasons: readonly string[];
  /** The code that some of the reasons are about, with its place before it. */
  readonly reasonPlaces: readonly ReasonPlace[];
  /** The requests that it is about, with their places before it. */
  readonly requests: readonly JsonRequest[];
  /** The findings that it fixes, with places before it. */
  readonly findings: readonly FindingPlace[];
  /** Its edits, with places before it. */
  readonly edits: readonly FixReportEdit[];
}

/** The code that a reason is about. */
export interface ReasonPlace {
  readonly reason: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
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
  /** The reason why the unit is not applied. */
  readonly reason: string;
  /** The same, one sentence each. */
  readonly reasons: readonly string[];
  /** The code that some of the reasons are about. */
  readonly reasonPlaces: readonly ReasonPlace[];
  /** The id of the unit that would fix it, if there is one. */
  readonly unit?: string;
  /** The outcome of that unit. */
  readonly outcome?: UnitOutcome;
  /** The line of code that it starts in, with its indentation, and with secrets masked. */
  readonly code?: string;
  /** The path of the property that it is about. */
  readonly property?: string;
  /** A text that tells people what to do. */
  readonly advice?: string;
  /** The requests that it is about. */
  readonly requests: readonly JsonRequest[];
  /** The page of the rule. */
  readonly docs: string;
}

interface MarkerLeft {
  readonly path: string;
  readonly ruleId: string;
  readonly text: string;
}

/**
 * Writes the report as JSON.
 *
 * @param patch the changes for `git apply`, if nothing else prints them
 */
export function fixJson(report: FixReport, patch?: string): string {
  return jsonText(patch === undefined ? report : { ...report, patch });
}
