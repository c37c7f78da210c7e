import {
  defineRule,
  keyOf,
  describe,
  flatten,
  headerPlace,
  literalTypePlace,
  matchMediaType,
  mediaTypeOf,
  mediaTypePlace,
  plainTypeFixes,
  sentFrom,
  severityAt,
  strong,
  targetMediaType,
  unversionedBases,
  versionedBases,
  type ApiRequest,
  type Confidence,
  type FileContext,
  type HeaderReading,
  type Location,
  type MediaTypeMatch,
  type RelatedPlace,
  type StringFact,
  type StringSetting,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-invalid-version-media-type",
    description:
      "Reports versioned media types that the service does not know or that do not match the request",
    severity: "error",
    confidence: ["high", "medium", "low"],
    fixes: ["safe", "unsafe"],
    part: "header",
    concern: { unpublished: "date", tooEarly: "date" },
    sources: ["spec:versioned-clusters", "spec:versioning", "VAO", "SDK"],
    messages: {
      malformed: "{{type}} does not have the form {{form}}.",
      noSuchDay: "{{date}} in {{type}} is not a valid date.",
      unpublished: "{{date}} is not a released version; the last version before it is {{nearest}}.",
      tooEarly: "{{date}} is earlier than {{first}}, the first released version.",
      wrongVendor: "{{type}} does not belong to the service of the path {{path}}.",
      differentDates:
        "Accept names the version {{accept}}, but Content-Type names {{contentType}}; they must be the same.",
      discovery: "The discovery endpoint has no versions; it needs Accept: {{accept}}, not {{type}}.",
      alsoAny:
        "Accept also has {{other}}, so the service may respond with another type or version than {{date}} instead of an error.",
      format: "{{endpoint}} responds with +{{format}}, not with +{{asked}}.",
    },
    yields: { discovery: ["valid-discovery-request/mediaType"] },
    anchors: (vocabulary) => {
      const { form } = vocabulary.mediaType;
      const bases = [...unversionedBases(vocabulary), ...versionedBases(vocabulary)];
      return [
        strong(form.slice("application/".length, form.indexOf(".{date}"))),
        // Another vendor's type beside the path.
        ...bases.map(({ all }) => strong(...all, "application/vnd.")),
      ];
    },
  },
  *check(context) {
    const read = new Set<string>();
    const invalid = new Map<string, NonNullable<ReturnType<typeof invalidType>>>();
    for (const request of context.requests) {
      for (const header of [request.accept, request.contentType]) {
        for (const found of invalidInHeader(request, header, context)) {
          const key = keyOf(found.place);
          const before = invalid.get(key);
          const isSeen = before === undefined && read.has(key);
          const requests = [...(before?.requests ?? []), request];
          if (!isSeen) invalid.set(key, { ...(before ?? found), requests });
          read.add(key);
        }
        for (const part of writtenParts(header)) read.add(part);
      }
      yield* unfit(request, context);
    }
    yield* invalid.values();
    for (const fact of context.facts.strings) {
      if (fact.what !== "media-type" || [fact.place, ...fact.parts].some((part) => read.has(keyOf(part))))
        continue;
      const found = invalidString(fact, context);
      if (found) yield found;
    }
  },
});

/** Yields the places of the vendor types of a header. */
function writtenParts({ types }: HeaderReading): string[] {
  return types.flatMap(({ match, text, start }) => {
    const place = mediaTypePlace(match, text, start);
    const parts = text.parts.flatMap((part) =>
      part.kind === "segment" && part.written ? [part.written] : [],
    );
    return [...(place ? [place] : []), ...parts].map(keyOf);
  });
}

function invalidInHeader(request: ApiRequest, header: HeaderReading, context: FileContext) {
  // Discovery accepts no vendor type, in any spelling.
  if (isDiscovery(request) && header === request.accept) return [];
  return header.types.flatMap(({ match, text, start }) => {
    const place = mediaTypePlace(match, text, start) ?? header.entry?.place ?? headerPlace(request);
    const related = sentFrom(request, place);
    const found = invalidType(match, place, "high", request.fact.setting, related, context);
    return found ? [found] : [];
  });
}

/** A media type that no known request sends. A part of one is not an error: code adds to it or compares with it. */
function invalidString(fact: StringFact, context: FileContext) {
  const written = fact.value.replace(/\\/g, "");
  const match = matchMediaType(written, [context.vocabulary(fact.vocabulary)]);
  const isPart = match.kind === "prefix" || (fact.text !== undefined && !written.includes("+"));
  if (isPart || !("type" in match)) return undefined;
  // Tests of code that makes headers invent dates.
  if (context.fileClass === "test" && match.kind === "versioned") return undefined;
  const place = placeOfString(fact, match);
  const related = fact.parts
    .filter((part) => keyOf(part) !== keyOf(place))
    .map((part) => ({ place: part, message: "another part of the media type" }));
  return invalidType(match, place, confidenceIn(fact, written), fact.setting, related, context);
}

/** In text without a parser, a type without a format may be a part that something is added to. */
function confidenceIn({ setting }: StringFact, written: string): Confidence {
  if (setting !== "text") return "high";
  return written.includes("+") ? "medium" : "low";
}

function placeOfString(
  { text, value, place }: StringFact,
  match: MediaTypeMatch & { readonly type: string },
): Location {
  if (text) return mediaTypePlace(match, text, flatten(text).indexOf(value)) ?? place;
  const isExact = place.end - place.start === value.length && value.startsWith(match.type);
  return isExact ? { ...place, end: place.start + match.type.length } : place;
}

/** Yields the defects of a media type by itself. */
function invalidType(
  match: MediaTypeMatch,
  place: Location,
  confidence: Confidence,
  setting: StringSetting,
  related: readonly RelatedPlace[],
  context: FileContext,
) {
  if (!("type" in match)) return undefined;
  const { vocabulary, type } = match;
  const common = {
    place,
    confidence,
    severity: severityAt(setting, context, "error"),
    related,
    requests: [] as readonly ApiRequest[],
    advice: `The target version of the migration is ${targetMediaType(vocabulary, context.target)}.`,
  } as const;
  if (match.kind === "malformed" && match.reason === "no-such-day")
    return { ...common, messageId: "noSuchDay", data: { type, date: match.version ?? "" } } as const;
  if (match.kind === "malformed" || match.kind === "prefix")
    return { ...common, messageId: "malformed", data: { type, form: formOf(vocabulary) } } as const;
  if (match.kind !== "versioned" || match.upcoming) return undefined;
  const { date } = match;
  const { releases, undescribed = [] } = vocabulary.lifecycle;
  if (releases.includes(date) || undescribed.includes(date)) return undefined;
  const nearest = releases.findLast((release) => release < date);
  if (nearest === undefined)
    return { ...common, messageId: "tooEarly", data: { date, first: releases[0]! } } as const;
  const unpublished = { ...common, messageId: "unpublished", data: { date, nearest } } as const;
  const { dataAsOf } = context.catalog.data;
  if (date <= dataAsOf) return unpublished;
  // It may have been released after the catalog was written.
  const advice = `${common.advice} v2ready knows the releases up to ${dataAsOf}.`;
  return { ...unpublished, confidence: "medium", advice } as const;
}

function formOf(vocabulary: Vocabulary): string {
  return mediaTypeOf(vocabulary, "<yyyy-mm-dd>");
}

/** Yields the defects of a request's headers for its endpoint, or of both headers together. */
function* unfit(request: ApiRequest, context: FileContext) {
  const { accept, contentType, fact } = request;
  const common = {
    confidence: "high",
    severity: severityAt(fact.setting, context, "error"),
    requests: [request],
  } as const;
  for (const header of [accept, contentType]) {
    const place = header.entry?.place ?? headerPlace(request);
    const related = sentFrom(request, place);
    for (const { match, text, start } of header.types) {
      if (isDiscovery(request)) {
        const found =
          header === accept
            ? forDiscovery(request, match, literalTypePlace(match, text, start), context)
            : undefined;
        const type = mediaTypePlace(match, text, start) ?? place;
        if (found) yield { ...common, place: type, related: sentFrom(request, type), ...found };
        continue;
      }
      const found =
        wrongVendor(request, match, describe(text), context) ??
        (header === accept ? wrongFormat(request, match) : undefined);
      if (found) yield { ...common, ...perhaps(header, fact, context), place, related, ...found };
    }
  }
  yield* beside(request, context);
  const [a, b] = [dateOf(accept.values), dateOf(contentType.values)];
  if (a === undefined || b === undefined || a === b) return;
  const acceptPlace = accept.entry?.place;
  yield {
    ...common,
    messageId: "differentDates",
    place: contentType.entry?.place ?? headerPlace(request),
    data: { accept: a, contentType: b },
    ...(acceptPlace ? { related: [{ place: acceptPlace, message: "the Accept header" }] } : {}),
    advice: `Write ${a} in both, or send plain application/json as Content-Type.`,
  } as const;
}

/** Options that are not known may replace a header: then it is not sure that the service gets it. */
function perhaps({ entry }: HeaderReading, { setting }: ApiRequest["fact"], context: FileContext) {
  const isKnown = entry?.values.every(({ parts }) => parts.some(({ kind }) => kind === "segment")) ?? true;
  if (isKnown && entry?.certain !== false) return {};
  return { confidence: "medium", severity: severityAt(setting, context, "warning") } as const;
}

/** A dated media type beside one that everything matches, in the same value. */
function* beside(request: ApiRequest, context: FileContext) {
  const { entry, types } = request.accept;
  if (request.administration.every(({ match }) => match.form !== "versioned")) return;
  for (const value of entry?.values ?? []) {
    const dated = types.find(({ text, match }) => text === value && match.kind === "versioned");
    const other = flatten(value)
      .split(",")
      .map((type) => type.split(";")[0]!.trim())
      .find((type) => WILDCARDS.has(type));
    if (dated?.match.kind !== "versioned" || other === undefined) continue;
    const place = entry?.place ?? headerPlace(request);
    yield {
      messageId: "alsoAny",
      place,
      confidence: "high",
      severity: severityAt(request.fact.setting, context, "warning"),
      requests: [request],
      related: sentFrom(request, place),
      data: { other, date: dated.match.date },
      advice: `Send ${dated.match.type} alone.`,
    } as const;
    return;
  }
}

const WILDCARDS: ReadonlySet<string> = new Set(["*/*", "application/*"]);

function isDiscovery({ discovery, administration }: ApiRequest): boolean {
  return discovery.length > 0 && administration.length === 0;
}

function forDiscovery(
  request: ApiRequest,
  match: MediaTypeMatch,
  written: Location | undefined,
  context: FileContext,
) {
  if (!("type" in match)) return undefined;
  const { accept } = request.discovery[0]!.match.vocabulary.discovery;
  return {
    messageId: "discovery",
    data: { accept, type: match.type },
    advice: `Send Accept: ${accept}.`,
    fixes: plainTypeFixes(request, written, context.requests),
  } as const;
}

function wrongVendor(
  { administration }: ApiRequest,
  match: MediaTypeMatch,
  type: string,
  context: FileContext,
) {
  const vendor = "vocabulary" in match ? match.vocabulary : undefined;
  if (!vendor && match.kind !== "other-vendor") return undefined;
  const [reading] = administration;
  if (!reading || administration.some((one) => one.match.vocabulary === vendor)) return undefined;
  return {
    messageId: "wrongVendor",
    data: { type, path: reading.flat.slice(reading.match.start, reading.match.end) },
    advice: `Write ${targetMediaType(reading.match.vocabulary, context.target)}.`,
  } as const;
}

/** A download asks for its own format: `+json` on it is refused. */
function wrongFormat({ administration }: ApiRequest, match: MediaTypeMatch) {
  if (match.kind !== "versioned") return undefined;
  const endpoints = administration.flatMap(({ endpoint }) => (endpoint.certain ? endpoint.endpoints : []));
  const [endpoint] = endpoints;
  if (!endpoint || endpoints.some((one) => (one.format ?? "json") === match.format)) return undefined;
  const format = endpoint.format ?? "json";
  return {
    messageId: "format",
    data: { endpoint: endpoint.path, format, asked: match.format },
    advice: `Send Accept: ${mediaTypeOf(match.vocabulary, match.date, format)}.`,
  } as const;
}

/** Returns the only date of a header that contains nothing else. */
function dateOf(values: readonly MediaTypeMatch[]): string | undefined {
  const dates = new Set(values.map((value) => (value.kind === "versioned" ? value.date : undefined)));
  return dates.size === 1 ? [...dates][0] : undefined;
}
