import { classOfFile, ownCalls } from "../../core/file-class.js";
import { isAtLeast, type Confidence, type Finding } from "../../core/finding.js";
import type { ReportedRequest } from "../../core/reported-request.js";
import type { SourceText } from "../../core/source-text.js";
import { compareLocations, overlap, type Location } from "../../core/span.js";
import type { FileAnalysis } from "../analyze-file.js";
import { keyOfRequest, type ApiRequest } from "../api-request.js";
import { silencer } from "../assemble-report.js";
import { ReportRequests } from "../report-requests.js";
import { certaintyOf, type Certainty } from "./certainty.js";
import { explainPlace } from "./explain-place.js";
import { isPartOf } from "./request-places.js";
import { originsOf, type Origin } from "./origins.js";

/** Requests of a place that are shown in full; the rest is counted. */
const REQUESTS_TOLD = 3;

/** The answer of `why` about a place, before any detail. */
export interface Answer {
  /** Those at the place. */
  readonly findings: readonly AnsweredFinding[];
  /** The reasons why there is no finding. Empty if there is one. */
  readonly reasons: readonly string[];
  /** The requests that the place is a part of. */
  readonly requests: readonly AnsweredRequest[];
  /** The number of the other requests. */
  readonly moreRequests: number;
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
  readonly elsewhere: readonly Finding[];
}

/** The input for an answer. */
interface Analysed {
  readonly analyses: readonly FileAnalysis[];
  /** All findings, those of rules that look at all files among them. */
  readonly findings: readonly Finding[];
  readonly sources: ReadonlyMap<string, SourceText>;
  readonly minConfidence: Confidence;
}

/**
 * Returns the findings at a place as in `check`, or the reasons why there are none, and the requests that the place
 * belongs to.
 *
 * @param asked a line, or a position in it
 */
export function answerFor(asked: Location, analysed: Analysed): Answer {
  const { analyses, findings, sources } = analysed;
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
    [
      ...here.flatMap(({ finding }) => requestsOf(finding)),
      ...all.filter((request) => isPartOf(request, isHere)),
    ],
    names,
  );
  const own = new Set(
    ownCalls(
      distinct.map(({ reported }) => reported),
      classOfFile(asked.path),
    ),
  );
  const requests = distinct.filter(({ reported }) => own.has(reported));
  const isShown = (finding: Finding): boolean =>
    hiddenFor(finding, analysed.minConfidence, silenced) === undefined;
  return {
    findings: here,
    reasons: shown.length > 0 ? [] : reasonsFor(asked, analyses),
    requests: requests.slice(0, REQUESTS_TOLD).map(({ request, reported }) => ({
      request: reported,
      origins: originsOf(request),
      elsewhere: findings
        .filter(
          (finding) =>
            !startsHere(finding.place) && isShown(finding) && requestsOf(finding).includes(request),
        )
        .sort((a, b) => compareLocations(a.place, b.place)),
    })),
    moreRequests: Math.max(0, requests.length - REQUESTS_TOLD),
  };
}

function hiddenFor(
  finding: Finding,
  minConfidence: Confidence,
  silenced: (finding: Finding) => boolean,
): AnsweredFinding["hidden"] {
  if (silenced(finding)) return "directive";
  if (finding.ruleId === "undetermined-request") return "undetermined";
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

const MAX_REASONS = 4;

/** Returns the decisions of the rules about everything at the place. */
function reasonsFor(asked: Location, analyses: readonly FileAnalysis[]): string[] {
  const verdicts = explainPlace(asked, analyses).flatMap((one) => one.verdicts);
  return [...new Set(verdicts.filter(({ isFinding }) => !isFinding).map(({ text }) => text))].slice(
    0,
    MAX_REASONS,
  );
}
