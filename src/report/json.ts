import type { CalendarDate } from "../core/calendar-date.js";
import type { Applicability, Confidence, Part, Role, Severity } from "../core/finding.js";
import type { Problem } from "../core/problem.js";
import type {
  CatalogAge,
  FileClass,
  Report,
  ReportedFinding,
  Summary,
  TargetNotice,
} from "../core/report.js";
import type { ReportedPlace, ReportedRequest, RequestGroup, SharedPart } from "../core/reported-request.js";
import { jsonText } from "./json-text.js";
import { relatedPlaces } from "./related.js";
import type { Unchecked } from "../core/unchecked.js";

/**
 * The JSON format, schema version 2 (`schema/report.schema.json`). A field may be added within a version; none
 * changes its meaning or goes. Version 2 says what was not checked (`unchecked`, `summary.unchecked`), and which requests
 * findings are about (`requests`, `groups`).
 */
export interface JsonReport {
  readonly schemaVersion: 2;
  readonly tool: { readonly name: string; readonly version: string };
  readonly asOf: CalendarDate;
  readonly target: CalendarDate;
  readonly targetNotices: readonly TargetNotice[];
  readonly catalog: CatalogAge;
  readonly summary: Summary;
  readonly findings: readonly JsonFinding[];
  /** The requests that findings are about, ordered by their calls. */
  readonly requests: readonly JsonRequest[];
  /** Requests that have to change together. */
  readonly groups: readonly JsonGroup[];
  readonly problems: readonly Problem[];
  /** Everything that was not checked, or not fully. */
  readonly unchecked: readonly Unchecked[];
}

export interface JsonPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** See `ReportedRequest`. */
export interface JsonRequest extends Omit<ReportedRequest, "call" | "sentAt" | "setUp"> {
  readonly call: JsonPlace;
  readonly sentAt?: JsonPlace;
  readonly setUp?: JsonPlace;
}

/** See `RequestGroup`. */
export interface JsonGroup {
  /** Ids. */
  readonly requests: readonly string[];
  /** Fingerprints. */
  readonly findings: readonly string[];
  readonly shared?: JsonPlace & Pick<SharedPart, "what">;
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
  readonly part?: Part;
  readonly fileClass: FileClass;
  readonly advice?: string;
  /** Method, endpoint and versions of the requests that it is about; each absent if they differ. */
  readonly method?: string;
  /** As in the documents, otherwise as in the program. */
  readonly endpoint?: string;
  readonly versionNow?: string;
  readonly versionWanted?: string;
  /** The id of the request that it is about, if there is only one. */
  readonly request?: string;
  /** The ids of all of them. */
  readonly requests: readonly string[];
  readonly related: readonly JsonRelatedPlace[];
  /** The reasons why `fix` needs `--unsafe-fixes` or a person. Empty if there is no more to say. */
  readonly reasons: readonly JsonReason[];
  readonly fixes: readonly JsonFix[];
  readonly fingerprint: string;
  readonly docs: string;
}

export interface JsonRelatedPlace extends JsonPlace {
  readonly message: string;
}

/** One sentence without a full stop, with the place of the code that it is about, if that is known. */
export interface JsonReason extends Partial<JsonPlace> {
  readonly text: string;
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

/** Writes the report as one JSON document with a final line break. */
export function json(report: Report): string {
  return jsonText(toJsonReport(report));
}

/** Returns the value that `json` writes. Keys that only other formats need are left out. */
export function toJsonReport(report: Report): JsonReport {
  const { tool, asOf, target, targetNotices, summary, problems } = report;
  const docs = new Map(report.rules.map((rule) => [rule.id, rule.docs]));
  const requests = new Map(report.requests.map((request) => [request.id, request]));
  return {
    schemaVersion: 2,
    tool: { name: tool.name, version: tool.version },
    asOf,
    target,
    targetNotices,
    catalog: report.catalog,
    summary,
    findings: report.findings.map((finding) => ({
      ...toJsonFinding(finding, docs.get(finding.ruleId) ?? ""),
      ...aboutRequests(finding.requests.map((id) => requests.get(id)!)),
    })),
    requests: report.requests.map(toJsonRequest),
    groups: report.groups.map(toJsonGroup),
    problems: problems.map(({ path, line, kind, limit, message }) => ({
      path,
      ...(line === undefined ? {} : { line }),
      kind,
      ...(limit === undefined ? {} : { limit }),
      message,
    })),
    unchecked: report.unchecked.map(jsonUnchecked),
  };
}

/** Returns an entry without keys that `Unchecked` may get for other formats. */
export function jsonUnchecked({ kind, reason, missing, module, count, places }: Unchecked): Unchecked {
  return {
    kind,
    reason,
    missing,
    ...(module ? { module: { path: module.path } } : {}),
    count,
    places: places.map(({ path, line }) => ({ path, ...(line === undefined ? {} : { line }) })),
  };
}

type AboutRequests = Pick<
  JsonFinding,
  "method" | "endpoint" | "versionNow" | "versionWanted" | "request" | "requests"
>;

function aboutRequests(requests: readonly ReportedRequest[]): AboutRequests {
  const [first, ...others] = requests;
  if (!first) return { requests: [] };
  const common = <Value>(valueOf: (request: ReportedRequest) => Value): Value | undefined => {
    const value = valueOf(first);
    return others.every((other) => valueOf(other) === value) ? value : undefined;
  };
  return present({
    method: common(({ method }) => method),
    endpoint: common(({ endpoint, path }) => endpoint ?? path),
    versionNow: common(({ versionNow }) => versionNow),
    versionWanted: common(({ versionWanted }) => versionWanted),
    request: common(({ id }) => id),
    requests: requests.map(({ id }) => id),
  });
}

/** Without what is not known. */
function present<Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>;
  };
}

/** Converts a request to its form in JSON reports. */
export function toJsonRequest({ call, sentAt, setUp, ...rest }: ReportedRequest): JsonRequest {
  return {
    ...rest,
    call: toJsonPlace(call),
    ...(sentAt ? { sentAt: toJsonPlace(sentAt) } : {}),
    ...(setUp ? { setUp: toJsonPlace(setUp) } : {}),
  };
}

function toJsonGroup({ requests, findings, shared }: RequestGroup): JsonGroup {
  return {
    requests: requests.map(({ id }) => id),
    findings: findings.map(({ fingerprint }) => fingerprint),
    ...(shared ? { shared: { what: shared.what, ...toJsonPlace(shared.place) } } : {}),
  };
}

export function toJsonPlace({ path, position: { line, column } }: ReportedPlace): JsonPlace {
  return { path, line, column };
}

function toJsonFinding(finding: ReportedFinding, docs: string): Omit<JsonFinding, keyof AboutRequests> {
  const { place, position, end, role, property, part, fileClass, advice } = finding;
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
    ...(part === undefined ? {} : { part }),
    fileClass,
    ...(advice === undefined ? {} : { advice }),
    related: relatedPlaces(finding).map(({ path, position: { line, column }, message }) => ({
      path,
      line,
      column,
      message,
    })),
    reasons: finding.reasons.map(({ text, place: at }) => ({ text, ...(at ? toJsonPlace(at) : {}) })),
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
