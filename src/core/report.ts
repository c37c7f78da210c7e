import type { CalendarDate } from "./calendar-date.js";
import type { Confidence, Finding, Severity } from "./finding.js";
import type { Problem } from "./problem.js";
import type { ReportedPlace, ReportedRequest, RequestGroup } from "./reported-request.js";
import type { Position } from "./span.js";
import type { Unchecked, UncheckedKind } from "./unchecked.js";

/** The result of one run, in the form that all output formats use. */
export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  readonly asOf: CalendarDate;
  readonly target: CalendarDate;
  /** The target as people know it, if that is not its date. */
  readonly targetName?: string;
  /** If the target itself is old: one notice for each resource and day. */
  readonly targetNotices: readonly TargetNotice[];
  readonly catalog: CatalogAge;
  readonly summary: Summary;
  /** The undetermined requests are among the findings. */
  readonly showsUndetermined: boolean;
  /** The findings that are shown, ordered by path and place. */
  readonly findings: readonly ReportedFinding[];
  /** The requests that the findings are about, ordered by their calls. */
  readonly requests: readonly ReportedRequest[];
  /** Requests that must change together, with their findings; in the order of the findings. */
  readonly groups: readonly RequestGroup[];
  readonly problems: readonly Problem[];
  /** Everything that was not checked, or not fully. No findings there does not mean that the code is ready. */
  readonly unchecked: readonly Unchecked[];
  /** Metadata of every rule that ran, also without findings. */
  readonly rules: readonly RuleSummary[];
}

/** The knowledge of the API that a run was made with. */
export interface CatalogAge {
  readonly name: string;
  readonly dataAsOf: CalendarDate;
  /** Its data is more than 90 days older than the day to check for, and the files use the API. */
  readonly isOld: boolean;
  /** The names of the vocabularies if all are of other APIs: then the findings depend on them instead. */
  readonly vocabularies?: readonly string[];
}

/** The age of the target for operations of one resource. */
export interface TargetNotice {
  readonly vocabulary: string;
  /** The name of the resource. */
  readonly resource: string;
  /** The operations that it is about: `GET /groups/{GROUP-ID}/clusters`. */
  readonly operations: readonly string[];
  /** The target of the resource, if it is not that of the run. */
  readonly target?: CalendarDate;
  readonly state: "deprecated" | "gone";
  /** The day of deletion; absent if there is none. */
  readonly sunset?: CalendarDate;
  /** The day is computed from the support period, because none is published. */
  readonly isComputed?: boolean;
  /** The newest version of the operations. */
  readonly newest: CalendarDate;
  /** True if other endpoints replace all of the operations. */
  readonly isReplaced?: boolean;
  /** The calls that ask for a deprecated version of the operations, ordered by their places; absent if there are none. */
  readonly calls?: readonly ({ readonly path: string } & Position)[];
}

/**
 * A reason why a fix is not safe, one sentence without a full stop, with the code that it is about if that is known.
 */
export interface ReportedReason {
  readonly text: string;
  readonly place?: ReportedPlace;
}

/** A finding with positions, source lines and a fingerprint, which the engine adds for reports. */
export interface ReportedFinding extends Finding {
  /** The ids of the requests that it is about; each is in `Report.requests`. */
  readonly requests: readonly string[];
  /** The reasons why its best fix is not safe, or why it has no fix. Empty if there is no more to say. */
  readonly reasons: readonly ReportedReason[];
  readonly position: Position;
  readonly end: Position;
  /** The positions of the related places, in the same order. */
  readonly relatedPositions: readonly { readonly position: Position; readonly end: Position }[];
  /** The source lines from `position` to `end`, without line breaks and with secrets masked; at most three. */
  readonly excerpt: readonly string[];
  /** The columns of `position` and `end` in the excerpt, if masked secrets have moved them. */
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

/** A way to fix a finding: `fix`, `fix --unsafe-fixes`, or only a person. */
export type Fixer = "safe" | "unsafe" | "person";

/** The purpose of a file. Tests, documentation and build output are reported separately. */
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
    /** Parsed because values lead into them or out of them, although they do not mention the API; not among `parsed`. */
    readonly followed: number;
    readonly withoutAnchor: number;
    /** Reason → count. */
    readonly skipped: Readonly<Record<string, number>>;
    /** Not searched: reason → count of directories and files at which the search stopped. */
    readonly leftOut: Readonly<Record<string, number>>;
  };
  readonly findings: Readonly<Record<Severity, number>> & {
    /** Not shown, reason → count: `baseline`, `confidence`, `directive`, `quiet`. */
    readonly hidden: Readonly<Record<string, number>>;
  };
  readonly undetermined: number;
  /** Counts of what kept them from being decided, by its name for people. */
  readonly undeterminedBy: Readonly<Record<string, number>>;
  /** Those of the undetermined that are base paths of the versioned API for which no request was found. */
  readonly basesWithoutRequest: number;
  /** Files and folders that were not checked, or not fully, by kind; only kinds that occurred. */
  readonly unchecked: Readonly<Partial<Record<UncheckedKind, number>>>;
  /**
   * The numbers of shown calls and findings by the way to fix them. `fix` verifies its edits and may refuse some that
   * are counted here.
   */
  readonly fixability: {
    /** Places of calls with an error, outside of tests, test doubles and build output. */
    readonly calls: Readonly<Record<Fixer, number>>;
    /** URLs with an error that are not calls in parsed code: in searched languages, in data and in comments. */
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
    /** Searched as plain text only: missing headers and most removed properties are not checked there. */
    readonly plain: Readonly<Record<string, number>>;
  };
  /** The lowest confidence that is shown. */
  readonly minConfidence: Confidence;
}
