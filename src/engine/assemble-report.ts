import {
  isAtLeast,
  isUndetermined,
  type Confidence,
  type Finding,
  type Fix,
  type Severity,
} from "../core/finding.js";
import type { Problem } from "../core/problem.js";
import type {
  FileClass,
  Report,
  ReportedFinding,
  ReportedReason,
  RuleSummary,
  Summary,
} from "../core/report.js";
import type { ReportedRequest } from "../core/reported-request.js";
import type { SourceText } from "../core/source-text.js";
import { compareLocations, type Location, type Position } from "../core/span.js";
import { mergeUnchecked, type Unchecked, type UncheckedKind } from "../core/unchecked.js";
import { distinct, type FileAnalysis } from "./analyze-file.js";
import type { KnownFinding } from "./baseline.js";
import { bestFix } from "../core/fixer.js";
import { classOfFile } from "../core/file-class.js";
import { Fingerprints } from "./fingerprints.js";
import { fixabilityOf } from "./fixability.js";
import { ReportRequests } from "./report-requests.js";
import { requestGroups } from "./request-groups.js";
import type { Rule } from "./rule.js";
import { maskLineOf, maskSecrets } from "./secrets.js";
import { uncheckedIn } from "./unchecked.js";

/** The part of a run that is shown. */
export interface Selection {
  readonly minConfidence: Confidence;
  /** Errors only. */
  readonly quiet: boolean;
  readonly showUndetermined: boolean;
  /** Returns those of the findings that the project accepts for now. */
  readonly knownOf?: ((found: readonly FoundOnce[]) => ReadonlySet<FoundOnce>) | undefined;
}

/** A finding that the baseline may know. */
export interface FoundOnce extends KnownFinding {
  readonly finding: Finding;
}

/** The numbers of files that the host counted. */
export interface FileCounts {
  readonly seen: number;
  readonly read: number;
  readonly followed: number;
  readonly withoutAnchor: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly leftOut: Readonly<Record<string, number>>;
}

const MAX_EXCERPT = 3;
const MAX_LINE = 5000;

interface RunResult {
  readonly analyses: readonly FileAnalysis[];
  /** Findings of rules that check the repository as a whole. */
  readonly repositoryFindings: readonly Finding[];
  readonly problems: readonly Problem[];
  /** Files that the host did not pass to the analysis. */
  readonly notAnalyzed: readonly Unchecked[];
  readonly counts: FileCounts;
  /** Files beside the analysed ones that a finding may be in: what was imported as data. */
  readonly sources?: ReadonlyMap<string, SourceText>;
  /** Returns whether what is found in a file is reported; of all files where it is left out. */
  readonly isAsked?: (path: string) => boolean;
}

/** The report, and what a host decides on besides. */
export interface AssembledReport extends Report {
  /** Those that are shown and those that are hidden only because errors alone are wanted: what a limit counts. */
  readonly warnings: number;
}

/** Filters, orders and counts what a run found, and adds what people and programs need to find the places. */
export function assembleReport(
  head: Pick<Report, "tool" | "asOf" | "target" | "targetName" | "targetNotices" | "catalog">,
  result: RunResult,
  rules: readonly Rule[],
  selection: Selection,
  docs: (ruleId: string) => string,
): AssembledReport {
  const sources = new Map([
    ...(result.sources ?? []),
    ...result.analyses.map(({ source }) => [source.path, source] as const),
  ]);
  const { isAsked = () => true } = result;
  const all = allFindings(result);
  all.sort((a, b) => compareLocations(a.place, b.place) || compareText(identity(a), identity(b)));
  const hidden = new Map<string, number>();
  const silenced = silencer(result.analyses, sources);
  const undetermined: Finding[] = [];
  let warnings = 0;
  const asked = all.filter(({ place }) => isAsked(place.path));
  const reasons = new Map(asked.map((one) => [one, reasonToHide(one, selection, silenced)]));
  for (const known of knownFindings(all, sources, selection, reasons)) reasons.set(known, "baseline");
  const shown = asked.filter((finding) => {
    const reason = reasons.get(finding);
    const isAccepted = reason === "directive" || reason === "baseline";
    if (isUndetermined(finding) && !isAccepted) undetermined.push(finding);
    if ((reason === undefined || reason === "quiet") && finding.severity === "warning") warnings++;
    if (reason === undefined) return true;
    if (reason !== "undetermined") hidden.set(reason, (hidden.get(reason) ?? 0) + 1);
    return false;
  });
  const fingerprints = fingerprintsOf(all, sources);
  const requests = new ReportRequests(result.analyses, sources);
  requests.name(all);
  const known = new Map<string, ReportedRequest>();
  const mask = remembered(maskSecrets);
  const findings = shown.flatMap((finding) => {
    const source = sources.get(finding.place.path);
    if (!source) return [];
    const own = requests.of(finding);
    for (const request of own) known.set(request.id, request);
    const ids = own.map(({ id }) => id);
    return [reported({ ...finding, requests: ids }, source, sources, mask, fingerprints.get(finding)!)];
  });
  const problems = [
    ...result.problems,
    ...result.analyses.flatMap((analysis) => problemsOf(analysis, isAsked)),
  ].toSorted((a, b) => compareText(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0));
  const left = uncheckedIn(result.analyses, problems, isAsked);
  const unchecked = mergeUnchecked([...result.notAnalyzed, ...left]);
  const groups = requestGroups(findings, known);
  return {
    ...head,
    showsUndetermined: selection.showUndetermined,
    summary: {
      ...summaryOf(findings, result, selection),
      findings: { ...bySeverity(findings), hidden: Object.fromEntries(hidden) },
      undetermined: undetermined.length,
      undeterminedBy: count(undetermined, ({ cause }) => cause ?? "something else"),
      basesWithoutRequest: undetermined.filter(({ concern }) => concern === "unused base").length,
      unchecked: countByKind(unchecked),
      fixability: fixabilityOf(findings, groups),
    },
    findings,
    requests: requests.named.filter(({ id }) => known.has(id)),
    groups,
    problems,
    unchecked,
    rules: rules.map((rule) => ruleSummary(rule, docs)),
    warnings,
  };
}

/**
 * Returns the problems to report. For a file outside the given paths, these are only problems that may hide findings in
 * other files.
 */
function problemsOf({ problems }: FileAnalysis, isAsked: (path: string) => boolean): Problem[] {
  return problems.filter(({ path, kind }) => isAsked(path) || kind === "limit" || kind === "internal");
}

/** Returns all findings, each once. If several files report one place, the file of the place has precedence. */
export function allFindings({
  analyses,
  repositoryFindings,
}: Pick<RunResult, "analyses" | "repositoryFindings">): Finding[] {
  const own = ({ source, findings }: FileAnalysis) =>
    findings.filter(({ place }) => place.path === source.path);
  const ofOthers = ({ source, findings }: FileAnalysis) =>
    findings.filter(({ place }) => place.path !== source.path);
  return distinct([...analyses.flatMap(own), ...analyses.flatMap(ofOthers), ...repositoryFindings]);
}

function identity({ ruleId, messageId, property = "" }: Finding): string {
  return `${ruleId} ${messageId} ${property}`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Computes the fingerprints of all findings, so that hidden ones do not change those of the others. */
function fingerprintsOf(
  all: readonly Finding[],
  sources: ReadonlyMap<string, SourceText>,
): ReadonlyMap<Finding, string> {
  const fingerprints = new Fingerprints();
  return new Map(
    all.map((finding) => [
      finding,
      fingerprints.next(identity(finding), finding.place.path, lineOf(finding, sources)),
    ]),
  );
}

/** Returns the findings of the baseline among those that neither a comment nor their confidence hides. */
function knownFindings(
  all: readonly Finding[],
  sources: ReadonlyMap<string, SourceText>,
  { knownOf }: Selection,
  reasons: ReadonlyMap<Finding, string | undefined>,
): Finding[] {
  if (!knownOf) return [];
  // Equal findings of one file are counted in it, so that the file can be moved.
  const digests = new Map<string, Fingerprints>();
  const found = all.map((finding): FoundOnce => {
    const { path } = finding.place;
    const ofFile = digests.get(path) ?? new Fingerprints();
    digests.set(path, ofFile);
    const digest = ofFile.next(identity(finding), "", lineOf(finding, sources)).slice(0, DIGEST);
    return { finding, path, ruleId: finding.ruleId, digest };
  });
  const isOpen = ({ finding }: FoundOnce): boolean => {
    const reason = reasons.get(finding);
    return reasons.has(finding) && reason !== "directive" && reason !== "confidence";
  };
  return [...knownOf(found.filter(isOpen))].map(({ finding }) => finding);
}

/** Hexadecimal digits of the digests in a baseline. */
const DIGEST = 16;

function lineOf({ place: { path, start } }: Finding, sources: ReadonlyMap<string, SourceText>): string {
  const source = sources.get(path);
  return source ? source.line(source.position(start).line) : "";
}

function reasonToHide(
  finding: Finding,
  selection: Selection,
  silenced: (finding: Finding) => boolean,
): string | undefined {
  if (silenced(finding)) return "directive";
  if (isUndetermined(finding)) return selection.showUndetermined ? undefined : "undetermined";
  if (!isAtLeast(finding.confidence, selection.minConfidence)) return "confidence";
  return selection.quiet && finding.severity !== "error" ? "quiet" : undefined;
}

/** Returns whether a directive in one of the files keeps a finding from being shown. */
export function silencer(
  analyses: readonly FileAnalysis[],
  sources: ReadonlyMap<string, SourceText>,
): (finding: Finding) => boolean {
  const silent = new Set(
    analyses.flatMap(({ source, directives }) =>
      directives.flatMap(({ line, rules }) => rules.map((rule) => `${source.path}:${line}:${rule}`)),
    ),
  );
  return ({ place, ruleId }) => {
    const source = sources.get(place.path);
    return source !== undefined && silent.has(`${place.path}:${source.position(place.start).line}:${ruleId}`);
  };
}

function reported(
  finding: Finding & Pick<ReportedFinding, "requests">,
  source: SourceText,
  sources: ReadonlyMap<string, SourceText>,
  mask: (text: string) => string,
  fingerprint: string,
): ReportedFinding {
  const position = source.position(finding.place.start);
  const end = source.position(finding.place.end);
  const lines = Array.from({ length: Math.min(MAX_EXCERPT, end.line - position.line + 1) }, (_, index) =>
    source.line(position.line + index),
  );
  const related = finding.related
    .filter(({ place }) => sources.has(place.path))
    .map(({ place, message }) => ({ place, message: mask(message) }));
  const range = (place: Location) => {
    const text = sources.get(place.path)!;
    return { position: text.position(place.start), end: text.position(place.end) };
  };
  return {
    ...finding,
    message: mask(finding.message),
    ...(finding.brief === undefined ? {} : { brief: mask(finding.brief) }),
    ...(finding.advice === undefined ? {} : { advice: mask(finding.advice) }),
    related,
    reasons: reasonsOf(finding, sources, mask),
    fixes: finding.fixes.map((fix) => maskedFix(fix, mask)),
    position,
    end,
    relatedPositions: related.map(({ place }) => range(place)),
    ...excerptOf(source, lines, position, end),
    fingerprint,
    fileClass: classOfFile(finding.place.path),
  };
}

function maskedFix(fix: Fix, mask: (text: string) => string): Fix {
  const { description, reasons } = fix;
  return { ...fix, description: mask(description), ...(reasons ? { reasons: reasons.map(mask) } : {}) };
}

/** Returns the function with a memory: many findings say the same. */
function remembered(mask: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let masked = known.get(text);
    if (masked === undefined) known.set(text, (masked = mask(text)));
    return masked;
  };
}

function reasonsOf(
  finding: Finding,
  sources: ReadonlyMap<string, SourceText>,
  mask: (text: string) => string,
): ReportedReason[] {
  const { reasons = [], reasonPlaces } = bestFix(finding) ?? {};
  return reasons.map((reason) => {
    const text = mask(reason);
    const place = reasonPlaces?.get(reason);
    const position = place && sources.get(place.path)?.position(place.start);
    return position ? { text, place: { path: place.path, position } } : { text };
  });
}

/** Returns no excerpt for a line that is too long to read or to mask in time. */
function excerptOf(
  source: SourceText,
  lines: readonly string[],
  position: Position,
  end: Position,
): Pick<ReportedFinding, "excerpt" | "excerptColumns"> {
  if (lines.some((line) => line.length > MAX_LINE)) return { excerpt: [] };
  const ends = [position.column - 1, end.column - 1];
  const masked = lines.map((_, index) => maskLineOf(source, position.line + index, ends));
  const start = masked[0]!.offsets[0]! + 1;
  const last = (masked[end.line - position.line] ?? masked[0]!).offsets[1]! + 1;
  const isMoved = start !== position.column || last !== end.column;
  return {
    excerpt: masked.map(({ text }) => text),
    ...(isMoved ? { excerptColumns: { start, end: last } } : {}),
  };
}

function bySeverity(findings: readonly Finding[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

function summaryOf(
  findings: readonly ReportedFinding[],
  { analyses, counts, isAsked = () => true }: RunResult,
  selection: Selection,
): Omit<
  Summary,
  "findings" | "undetermined" | "undeterminedBy" | "basesWithoutRequest" | "unchecked" | "fixability"
> {
  const asked = analyses.filter(({ source, isFollowed }) => !isFollowed && isAsked(source.path));
  // A file that is searched as text may have commands that are parsed: workflows, makefiles.
  const isParsed = ({ context: { facts, requests } }: FileAnalysis): boolean =>
    facts.reading === "syntax" || requests.length > 0;
  const parsed = asked.filter(isParsed);
  const plain = asked.filter((one) => !isParsed(one));
  const byClass: Record<FileClass, number> = { source: 0, test: 0, documentation: 0, build: 0 };
  for (const { fileClass } of findings) byClass[fileClass]++;
  const language = ({ context }: FileAnalysis): string => context.facts.language;
  return {
    files: { ...counts, parsed: parsed.length, plain: plain.length },
    byRule: count(findings, ({ ruleId }) => ruleId),
    byDirectory: count(findings, ({ place }) => topDirectory(place.path)),
    byClass,
    languages: { parsed: count(parsed, language), plain: count(plain, language) },
    minConfidence: selection.minConfidence,
  };
}

function countByKind(unchecked: readonly Unchecked[]): Partial<Record<UncheckedKind, number>> {
  const counts: Partial<Record<UncheckedKind, number>> = {};
  for (const { kind, count } of unchecked) counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}

function topDirectory(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? "." : path.slice(0, slash);
}

function count<Item>(items: readonly Item[], key: (item: Item) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function ruleSummary({ meta }: Rule, docs: (ruleId: string) => string): RuleSummary {
  return { id: meta.id, description: meta.description, severity: meta.severity, docs: docs(meta.id) };
}
