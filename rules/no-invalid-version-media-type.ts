import {
  HOLE_MARK,
  defineRule,
  flatten,
  headerPlace,
  matchMediaType,
  mediaTypeOf,
  severityAt,
  strong,
  type ApiRequest,
  type FileContext,
  type Location,
  type MediaTypeMatch,
  type StringFact,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-invalid-version-media-type",
    description:
      "Reports versioned media types that the service does not know or that do not fit the request",
    severity: "error",
    sources: ["spec:versioned-clusters", "spec:versioning", "VAO", "SDK"],
    messages: {
      malformed: "{{type}} is not of the form {{form}}.",
      unpublished: "{{date}} is not the date of a released version; the last one before it is {{nearest}}.",
      tooEarly: "{{date}} is before {{first}}, the first version that was released.",
      wrongVendor: "{{type}} names another service than the path {{path}}.",
      differentDates: "Accept asks for {{accept}} and Content-Type for {{contentType}}; keep them equal.",
      discovery: "The discovery endpoint has no versions: it takes Accept: {{accept}}.",
      format: "{{endpoint}} answers with +{{format}}, not with +{{asked}}.",
    },
    anchors: ({ words, mediaType }) => [
      strong(mediaType.form.slice("application/".length, mediaType.form.indexOf(".{date}"))),
      strong(`vnd.${words.vendor}`),
    ],
  },
  *check(context) {
    for (const fact of context.facts.strings) {
      if (fact.what !== "media-type") continue;
      const report = invalidString(fact, context);
      if (report) yield report;
    }
    for (const request of context.requests) yield* invalidInRequest(request, context);
  },
});

function invalidString(fact: StringFact, context: FileContext) {
  const vocabulary = context.vocabulary(fact.vocabulary);
  const type = fact.value.replace(/\\/g, "").replace(/[.:]+$/, "");
  const match = matchMediaType(type, [vocabulary]);
  const common = {
    place: fact.place,
    confidence: fact.setting === "text" ? "medium" : "high",
    severity: severityAt(fact.setting, context, "error"),
    advice: `The version that the migration aims at is ${mediaTypeOf(vocabulary, context.target)}.`,
  } as const;
  if (match.kind === "malformed") {
    return { ...common, messageId: "malformed", data: { type, form: formOf(vocabulary) } } as const;
  }
  if (match.kind !== "versioned" || match.upcoming) return undefined;
  const { releases } = vocabulary.lifecycle;
  if (releases.includes(match.date)) return undefined;
  const nearest = releases.findLast((date) => date < match.date);
  return nearest === undefined
    ? ({ ...common, messageId: "tooEarly", data: { date: match.date, first: releases[0]! } } as const)
    : ({ ...common, messageId: "unpublished", data: { date: match.date, nearest } } as const);
}

function formOf(vocabulary: Vocabulary): string {
  return mediaTypeOf(vocabulary, "<yyyy-mm-dd>");
}

function* invalidInRequest(request: ApiRequest, context: FileContext) {
  const { accept, contentType, fact } = request;
  const severity = severityAt(fact.setting, context, "error");
  const place = accept.entry?.place ?? headerPlace(request);
  for (const value of accept.values) {
    if (!("vocabulary" in value)) continue;
    if (request.discovery.length > 0 && request.administration.length === 0) {
      const accepted = request.discovery[0]!.match.vocabulary.discovery.accept;
      yield {
        messageId: "discovery",
        place,
        confidence: "high",
        severity,
        data: { accept: accepted },
        advice: `Send Accept: ${accepted}.`,
      } as const;
      continue;
    }
    yield* wrongVendor(request, value, place, context);
    yield* wrongFormat(request, value, place, context);
  }
  const [a, b] = [dateOf(accept.values), dateOf(contentType.values)];
  if (a !== undefined && b !== undefined && a !== b) {
    yield {
      messageId: "differentDates",
      place: contentType.entry?.place ?? place,
      confidence: "high",
      severity,
      data: { accept: a, contentType: b },
      ...(accept.entry?.place
        ? { related: [{ place: accept.entry.place, message: "the Accept header" }] }
        : {}),
      advice: `Write ${a} in both, or send plain application/json as Content-Type.`,
    } as const;
  }
}

function* wrongVendor(
  request: ApiRequest,
  value: MediaTypeMatch & { vocabulary: Vocabulary },
  place: Location,
  context: FileContext,
) {
  const reading = request.administration.find(({ match }) => match.vocabulary !== value.vocabulary);
  if (!reading || request.administration.some(({ match }) => match.vocabulary === value.vocabulary)) return;
  yield {
    messageId: "wrongVendor",
    place,
    confidence: "high",
    severity: severityAt(request.fact.setting, context, "error"),
    data: { type: shown(request), path: reading.flat.slice(reading.match.start, reading.match.end) },
    advice: `Send Accept: ${mediaTypeOf(reading.match.vocabulary, context.target)}.`,
  } as const;
}

/** A download asks for its own format: `+json` on it is refused. */
function* wrongFormat(request: ApiRequest, value: MediaTypeMatch, place: Location, context: FileContext) {
  if (value.kind !== "versioned") return;
  const endpoints = request.administration.flatMap(({ endpoint }) =>
    endpoint.certain ? endpoint.endpoints : [],
  );
  const [endpoint] = endpoints;
  if (!endpoint || endpoints.some((one) => (one.format ?? "json") === value.format)) return;
  const format = endpoint.format ?? "json";
  yield {
    messageId: "format",
    place,
    confidence: "high",
    severity: severityAt(request.fact.setting, context, "error"),
    data: { endpoint: endpoint.path, format, asked: value.format },
    advice: `Send Accept: ${mediaTypeOf(value.vocabulary, value.date, format)}.`,
  } as const;
}

function dateOf(values: readonly MediaTypeMatch[]): string | undefined {
  const dates = new Set(values.flatMap((value) => (value.kind === "versioned" ? [value.date] : [])));
  return dates.size === 1 && values.every((value) => value.kind === "versioned") ? [...dates][0] : undefined;
}

function shown({ accept }: ApiRequest): string {
  return accept.entry!.values.map((value) => flatten(value).replaceAll(HOLE_MARK, "…")).join(", ");
}
