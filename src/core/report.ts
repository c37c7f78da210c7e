import type { CalendarDate } from "./calendar-date.js";
import type { Confidence, Finding, Severity } from "./finding.js";
import type { Problem } from "./problem.js";
import type { ReportedRequest, RequestGroup } from "./reported-request.js";
import type { Position } from "./span.js";
import type { Unchecked, UncheckedKind } from "./unchecked.js";

/** Everything that one run has to tell, in the form that all output formats share. */
export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  readonly asOf: CalendarDate;
  readonly target: CalendarDate;
  /** Where the target is old itself: one notice for each vocabulary that is in use. */
  readonly targetNotices: readonly TargetNotice[];
  readonly catalog: { readonly name: string; readonly dataAsOf: CalendarDate };
  readonly summary: Summary;
  /** What is shown, ordered by path and place. */
  readonly findings: readonly ReportedFinding[];
  /** The requests that the findings are about, ordered by their calls. */
  readonly requests: readonly ReportedRequest[];
  /** The findings that are about requests, put together with all that changes with them; in the order of the findings. */
  readonly groups: readonly RequestGroup[];
  readonly problems: readonly Problem[];
  /** What was not checked, or not fully: "no findings" does not hold there. */
  readonly unchecked: readonly Unchecked[];
  /** Metadata of every rule that was asked, whether it found something or not. */
  readonly rules: readonly RuleSummary[];
}

/** The age of the target for the clusters of a vocabulary. */
export interface TargetNotice {
  readonly vocabulary: string;
  readonly state: "deprecated" | "gone";
  /** The day of deletion, where there is one. */
  readonly sunset?: CalendarDate;
  /** The day follows from the support period; none is published. */
  readonly isComputed?: boolean;
  /** The newest version. */
  readonly newest: CalendarDate;
}

/** A finding with what only the host could add: positions, the text around it, a fingerprint. */
export interface ReportedFinding extends Finding {
  /** The ids of the requests that it is about, each one of the report. */
  readonly requests: readonly string[];
  readonly position: Position;
  readonly end: Position;
  /** Of each related place, in the same order. */
  readonly relatedPositions: readonly { readonly position: Position; readonly end: Position }[];
  /** The source lines from `position` to `end`, without line breaks and with secrets masked; at most three. */
  readonly excerpt: readonly string[];
  /** The columns of `position` and `end` in the excerpt, where masked secrets have moved them. */
  readonly excerptColumns?: { readonly start: number; readonly end: number };
  /** Stays the same when lines above are added or removed; hexadecimal. */
  readonly fingerprint: string;
  readonly fileClass: FileClass;
}

export interface RuleSummary {
  readonly id: string;
  readonly description: string;
  readonly severity: Severity;
  /** The page of the rule. */
  readonly docs: string;
}

/** `fix`, `fix --unsafe-fixes`, or nothing but a person. */
export type Fixer = "safe" | "unsafe" | "person";

/** What a file is to a team: tests, documentation and build output are reported apart. */
export type FileClass = "source" | "test" | "documentation" | "build";

export const FILE_CLASSES: readonly FileClass[] = ["source", "test", "documentation", "build"];

/** Counts of a run. Every file that was seen is in exactly one of `parsed`, `plain`, `withoutAnchor`, `skipped`. */
export interface Summary {
  readonly files: {
    /** Not ignored, so searched for anchors. */
    readonly seen: number;
    /** Opened because an anchor is in them. */
    readonly read: number;
    /** Parsed, values followed. */
    readonly parsed: number;
    /** Searched as plain text. */
    readonly plain: number;
    /** Parsed without a trace of the API, because values lead into them or out of them; not among `parsed`. */
    readonly followed: number;
    readonly withoutAnchor: number;
    /** Reason → count. */
    readonly skipped: Readonly<Record<string, number>>;
    /** Never looked into, reason → count of directories and files at which the walk stopped. */
    readonly leftOut: Readonly<Record<string, number>>;
  };
  readonly findings: Readonly<Record<Severity, number>> & {
    /** Not shown, reason → count: `confidence`, `directive`, `quiet`. */
    readonly hidden: Readonly<Record<string, number>>;
  };
  readonly undetermined: number;
  /** Files and folders that were not checked, or not fully, by kind; kinds that occurred only. */
  readonly unchecked: Readonly<Partial<Record<UncheckedKind, number>>>;
  /** What would mend the calls and findings that are shown, as it is planned: nothing of it was tried out. */
  readonly outlook: {
    /** Calls with an error, outside of test doubles and build output. */
    readonly calls: Readonly<Record<Fixer, number>>;
    /** URLs with an error that are no call in parsed code: in searched languages, in data and in comments. */
    readonly mentions: number;
    /** Errors and warnings. */
    readonly findings: Readonly<Record<Fixer, number>>;
  };
  readonly byRule: Readonly<Record<string, number>>;
  /** First directory of the path, `.` for files at the top. */
  readonly byDirectory: Readonly<Record<string, number>>;
  readonly byClass: Readonly<Record<FileClass, number>>;
  readonly languages: {
    readonly parsed: Readonly<Record<string, number>>;
    /** Read as plain text only: missing headers and most removed properties are not checked there. */
    readonly plain: Readonly<Record<string, number>>;
  };
  /** The least confidence that is shown. */
  readonly minConfidence: Confidence;
}
