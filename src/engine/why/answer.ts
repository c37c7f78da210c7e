import { classOfFile, ownCalls } from "../../core/file-class.js";
import { isAtLeast, isUndetermined, type Confidence, type Finding } from "../../core/finding.js";
import type { ReportedRequest } from "../../core/reported-request.js";
import type { SourceText } from "../../core/source-text.js";
import { compareLocations, overlap, type Location } from "../../core/span.js";
import type { FileAnalysis } from "../analyze-file.js";
import { keyOfRequest, type ApiRequest } from "../api-request.js";
import { silencer } from "../assemble-report.js";
import { ReportRequests } from "../report-requests.js";
import type { Rule } from "../rule.js";
import { certaintyOf, type Certainty } from "./certainty.js";
import { explainPlace } from "./explain-place.js";
import { requestsAt } from "./request-places.js";
import { originsOf, type Origin } from "./origins.js";

/** The answer of `why` about a place, before any detail. */
export interface Answer {
  /** Those at the place. */
  readonly findings: readonly AnsweredFinding[];
  /** The reasons why there is no finding. Empty if there is one. */
  readonly reasons: readonly AnsweredReason[];
  /** The requests that the place is a part of, the nearest first. */
  readonly requests: readonly AnsweredRequest[];
  /** The number of the other requests. */
  readonly moreRequests: number;
}

/** The reason why there is no finding, and the code that it is about. */
export interface AnsweredReason {
  readonly text: string;
  readonly place: Location;
}

export interface AnsweredFinding {
  readonly finding: Finding;
  readonly certainty: Certainty;
  /** The reason why `check` does not show the finding. Undefined if it does. */
  readonly hidden?: "confidence" | "directive" | "undetermined";
}

/** A request, where its parts come from, and what was found about it at other places. */
export interface AnsweredRequest {
  readonly request: ReportedRequest;
  readonly origins: readonly Origin[];
  /** The nearest first. */
  readonly elsewhere: readonly Finding[];
}

/** The input for an answer. */
interface Analysed {
  readonly analyses: readonly FileAnalysis[];
  readonly rules: readonly Rule[];
  /** All findings, those of rules that look at all files among them. */
  readonly findings: readonly Finding[];
  readonly sources: ReadonlyMap<string, SourceText>;
  readonly minConfidence: Confidence;
  /** The number of requests to return. */
  readonly maxRequests: number;
}

/**
 * Returns the findings at a place as in `check`, or the reasons why there are none, and the requests that the place
 * belongs to.
 *
 * @param asked a line, or a position in it
 */
export function answerFor(asked: Location, analysed: Analysed): Answer {
  const { analyses, findings, rules, sources } = analysed;
  const isHere = (place: Location): boolean => place.path === asked.path && overlap(place, asked);
  const lineOf = ({ path, start }: Location): number | undefined => sources.get(path)?.position(start).line;
  /** A call of many lines is at the line that it starts in. */
  const startsHere = (place: Location): boolean => isHere(place) && lineOf(place) === lineOf(asked);
  const all = analyses.flatMap(({ context }) => context.requests);
  const byKey = new Map(all.map((request) => [keyOfRequest(request), request]));
  const names = new ReportRequests(analyses, sources);
  const requestsOf = (finding: Finding): ApiRequest[] =>
    names.keysOf(finding).flatMap((key) => byKey.get(key) ?? []);
  const silenced = silencer(analyses, sources);
  const here = findings
    .filter(({ place }) => startsHere(place))
    .sort((a, b) => compareLocations(a.place, b.place))
    .map((finding): AnsweredFinding => {
      const hidden = hiddenFor(finding, analysed.minConfidence, silenced);
      const certainty = certaintyOf(finding, requestsOf(finding), analyses);
      return { finding, certainty, ...(hidden ? { hidden } : {}) };
    });
  const shown = here.filter(({ hidden }) => hidden === undefined);
  const distinct = distinctRequests(
    [...here.flatMap(({ finding }) => requestsOf(finding)), ...requestsAt(all, isHere)],
    names,
  );
  const own = new Set(
    ownCalls(
      distinct.map(({ reported }) => reported),
      classOfFile(asked.path),
    ),
  );
  const distanceOf = ({ path, line }: { readonly path: string; readonly line: number }): number =>
    path === asked.path ? Math.abs(line - lineOf(asked)!) : Infinity;
  const requests = distinct
    .filter(({ reported }) => own.has(reported))
    .map((one) => {
      const { path, position } = one.reported.call;
      return { ...one, distance: distanceOf({ path, line: position.line }) };
    })
    .sort(byDistance);
  const isShown = (finding: Finding): boolean =>
    hiddenFor(finding, analysed.minConfidence, silenced) === undefined;
  return {
    findings: here,
    reasons: shown.length > 0 ? [] : reasonsFor(asked, analyses, rules),
    requests: requests.slice(0, analysed.maxRequests).map(({ request, reported }) => ({
      request: reported,
      origins: originsOf(request),
      elsewhere: findings
        .filter(
          (finding) =>
            !startsHere(finding.place) && isShown(finding) && requestsOf(finding).includes(request),
        )
        .sort((a, b) => compareLocations(a.place, b.place))
        .map((finding) => {
          const { path } = finding.place;
          return { finding, distance: distanceOf({ path, line: lineOf(finding.place) ?? 0 }) };
        })
        .sort(byDistance)
        .map(({ finding }) => finding),
    })),
    moreRequests: Math.max(0, requests.length - analysed.maxRequests),
  };
}

/** Orders by the number of lines to the place that is asked about. Code in other files comes last. */
function byDistance(a: { readonly distance: number }, b: { readonly distance: number }): number {
  return a.distance === b.distance ? 0 : a.distance - b.distance;
}

function hiddenFor(
  finding: Finding,
  minConfidence: Confidence,
  silenced: (finding: Finding) => boolean,
): AnsweredFinding["hidden"] {
  if (silenced(finding)) return "directive";
  if (isUndetermined(finding)) return "undetermined";
  return isAtLeast(finding.confidence, minConfidence) ? undefined : "confidence";
}

/** Many callers of a wrapper send requests that look the same: each is shown once. */
function distinctRequests(
  requests: readonly ApiRequest[],
  names: ReportRequests,
): { request: ApiRequest; reported: ReportedRequest }[] {
  const found = new Map<string, { request: ApiRequest; reported: ReportedRequest }>();
  for (const request of new Set(requests)) {
    const reported = names.describe(request);
    if (!reported) continue;
    const { method = "", path, call } = reported;
    const key = `${method} ${path} ${call.path}:${call.position.line}:${call.position.column}`;
    if (!found.has(key)) found.set(key, { request, reported });
  }
  return [...found.values()];
}

/** Returns the decisions of the rules about everything at the place, each with the first code that it is about. */
function reasonsFor(
  asked: Location,
  analyses: readonly FileAnalysis[],
  rules: readonly Rule[],
): AnsweredReason[] {
  const reasons = new Map<string, AnsweredReason>();
  for (const { place, verdicts } of explainPlace(asked, analyses, rules))
    for (const { isFinding, text } of verdicts)
      if (!isFinding && !reasons.has(text)) reasons.set(text, { text, place });
  return [...reasons.values()];
}
