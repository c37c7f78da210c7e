import type { Finding } from "../../core/finding.js";
import { compareLocations, isSamePlace, overlap, type Location } from "../../core/span.js";
import type { FieldFact } from "../../facts/field.js";
import type { StringFact } from "../../facts/string.js";
import { describe } from "../../facts/text.js";
import type { ApiRequest } from "../api-request.js";
import type { FileAnalysis } from "../analyze-file.js";
import { headerPlace } from "../places.js";
import type { FileContext, Rule } from "../rule.js";
import { hopDetails, requestDetails, wayOf } from "./details.js";
import type { Detail, Explanation, Verdict } from "./explanation.js";
import { requestsAt, textPlaces } from "./request-places.js";

/**
 * Returns the log of a place: every request, string and property there, with the trace of the values and the decisions
 * of the rules.
 *
 * @param asked a line, or a position in it
 * @param rules those that say why they have no finding
 */
export function explainPlace(
  asked: Location,
  analyses: readonly FileAnalysis[],
  rules: readonly Rule[],
): Explanation[] {
  const isThere = (place: Location | undefined): boolean => place !== undefined && touches(place, asked);
  const findings = analyses.flatMap((analysis) => analysis.findings);
  const found: Explanation[] = [];
  const explained = new Set<Finding>();
  const requests = requestsAt(
    analyses.flatMap(({ context }) => context.requests),
    isThere,
  );
  for (const { context } of analyses) {
    for (const request of context.requests) {
      if (requests.includes(request)) {
        const reasonOf = ({ explain }: Rule): string | undefined => explain?.request?.(request, context);
        found.push(explainRequest(request, findings, explained, reasonsOf(rules, reasonOf)));
      }
    }
    for (const field of context.facts.fields)
      if (isThere(field.place)) {
        const reasonOf = ({ explain }: Rule): string | undefined => explain?.field?.(field, context);
        found.push(explainField(field, context, findings, explained, reasonsOf(rules, reasonOf)));
      }
    for (const fact of context.facts.strings)
      if (isThere(fact.place) || fact.parts.some(isThere))
        found.push(explainString(fact, findings, explained));
  }
  for (const finding of findings)
    if (!explained.has(finding) && isThere(finding.place)) found.push(explainFinding(finding));
  return unique(found).sort((a, b) => compareLocations(a.place, b.place));
}

/** Returns what rules say about something, as far as they have no finding there. */
function reasonsOf(rules: readonly Rule[], reasonOf: (rule: Rule) => string | undefined): Verdict[] {
  return rules.flatMap((rule) => {
    const text = reasonOf(rule);
    return text === undefined ? [] : [{ ruleId: rule.meta.id, isFinding: false, text }];
  });
}

function findingVerdict({ ruleId, severity, confidence, message }: Finding): Verdict {
  return { ruleId, isFinding: true, text: `${severity}, ${confidence} confidence: ${message}` };
}

function explainRequest(
  request: ApiRequest,
  findings: readonly Finding[],
  explained: Set<Finding>,
  reasons: readonly Verdict[],
): Explanation {
  const { fact, readings } = request;
  const places = [headerPlace(request), ...readings.flatMap(({ text }) => textPlaces(text))];
  const isOurs = ({ place, related }: Finding): boolean =>
    isSamePlace(place, fact.site) ||
    places.some((one) => one !== undefined && touches(one, place)) ||
    related.some((one) => isSamePlace(one.place, fact.site));
  const own = findings.filter(isOurs);
  for (const finding of own) explained.add(finding);
  const url = readings[0] ? describe(readings[0].text) : "";
  const method = fact.methods.length > 0 ? fact.methods.join(" or ") : "request to";
  return {
    title: `${method} ${url}, sent with ${fact.client}`,
    place: fact.site,
    details: requestDetails(request),
    verdicts: [
      ...own.map(findingVerdict),
      ...reasons.filter((reason) => !own.some(({ ruleId }) => ruleId === reason.ruleId)),
    ],
  };
}

const ACCESS = { read: "read", write: "written", declare: "declared" } as const;

function explainField(
  field: FieldFact,
  context: FileContext,
  findings: readonly Finding[],
  explained: Set<Finding>,
  reasons: readonly Verdict[],
): Explanation {
  const own = findings.filter(({ place }) => isSamePlace(place, field.place));
  for (const finding of own) explained.add(finding);
  const { owner } = field;
  const requests = "requests" in owner ? context.requestsOf(owner.requests) : [];
  const name = "name" in owner && owner.name !== undefined ? ` of ${owner.name}` : "";
  const details: Detail[] = [
    { text: `its path is ${field.path.join(".")}${name}`, depth: 0 },
    ...requests.slice(0, 3).map(({ fact }): Detail => ({
      text: `${owner.kind === "response" ? "read from a response of" : "sent by"} ${fact.client}`,
      place: fact.site,
      depth: 0,
    })),
    ...("siblings" in owner && owner.siblings.length > 0
      ? [{ text: `beside ${owner.siblings.join(", ")}`, depth: 0 }]
      : []),
    ...hopDetails(field.trace, 1),
    ...(field.values ?? []).map((value): Detail => ({ text: `value ${describe(value)}`, depth: 0 })),
  ];
  return {
    title: `property ${field.name}, ${ACCESS[field.access]}`,
    place: field.place,
    details,
    verdicts: [
      ...own.map(findingVerdict),
      ...(own.some(({ property }) => property !== undefined) ? [] : reasons),
    ],
  };
}

function explainString(fact: StringFact, findings: readonly Finding[], explained: Set<Finding>): Explanation {
  const own = findings.filter(({ place }) => touches(place, fact.place));
  for (const finding of own) explained.add(finding);
  return {
    title: `${fact.what.replace("-", " ")} of the vocabulary ${fact.vocabulary}`,
    place: fact.place,
    details: fact.text ? wayOf(fact.text, 0) : hopDetails(fact.trace, 0),
    verdicts: own.map(findingVerdict),
  };
}

function explainFinding(finding: Finding): Explanation {
  const details = finding.related.map(({ message, place }): Detail => ({ text: message, place, depth: 0 }));
  return { title: finding.messageId, place: finding.place, details, verdicts: [findingVerdict(finding)] };
}

function touches(a: Location, b: Location): boolean {
  return a.path === b.path && overlap(a, b);
}

/** A wrapper that many callers reach is many requests that tell the same. */
function unique(explanations: readonly Explanation[]): Explanation[] {
  const seen = new Set<string>();
  return explanations.filter((one) => {
    const identity = JSON.stringify([one.title, one.place, one.verdicts]);
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}
