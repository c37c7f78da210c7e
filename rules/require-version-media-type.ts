import {
  acceptState,
  callerPlaces,
  defineRule,
  describe,
  encloses,
  flatten,
  hasWrongContentType,
  headerPlace,
  knownText,
  lacksContentType,
  mediaTypeOf,
  methodOf,
  nameOfRequest,
  otherWay,
  hasWrittenPath,
  pathOfRequest,
  settingOver,
  severityAt,
  startsLikeResource,
  strong,
  targetMediaType,
  targetVersion,
  touchesOneOf,
  mostSpecificReading,
  needsNoHeader,
  unversionedBases,
  versionedBases,
  writtenIn,
  writtenPlaces,
  wrongOwnType,
  type ApiRequest,
  type Confidence,
  type FileContext,
  type HeaderReading,
  type Location,
  type RelatedPlace,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "require-version-media-type",
    description: "Reports requests to the administration API without the dated media type",
    severity: "error",
    confidence: ["high", "medium", "low"],
    fixes: ["safe", "unsafe"],
    part: "header",
    concern: "header",
    sources: ["spec:versioned-clusters", "spec:versioning", "MIG", "VAO"],
    messages: {
      missing: "{{request}} sends no Accept header with a dated media type; {{consequence}}.",
      plain: "{{request}} sends Accept: {{accept}}, not a dated media type; {{consequence}}.",
      plainByDefault:
        "{{request}} sends Accept: {{accept}} unless {{setting}} is set to something else. {{accept}} is not a dated media type; {{consequence}}.",
      plainInText:
        "Accept: application/json is near {{path}}, which responds with 406 unless the media type has a date.",
      missingOnOneWay:
        "{{request}} sends no Accept header with a dated media type in one branch of the code; {{consequence}}.",
      plainOnOneWay:
        "{{request}} sends Accept: {{accept}} in one branch of the code, not a dated media type; {{consequence}}.",
      missingContentType:
        "{{request}} sends a body without a Content-Type of application/json or the dated media type.",
      contentType:
        "{{request}} sends Content-Type: {{contentType}}; the API accepts application/json or the dated media type.",
      ownContentType:
        "{{request}} sends Content-Type: {{contentType}}, which {{client}} sets by default for this body; the API accepts application/json or the dated media type.",
    },
    brief: {
      missing: "no Accept header with a dated media type",
      plain: "Accept: {{accept}} is not a dated media type",
      plainByDefault:
        "Accept: {{accept}} is not a dated media type; it is sent unless {{setting}} is set to something else",
      missingOnOneWay: "no Accept header with a dated media type in one branch of the code",
      plainOnOneWay: "Accept: {{accept}} in one branch of the code is not a dated media type",
      missingContentType: "a body without a Content-Type of application/json or the dated media type",
      contentType: "Content-Type: {{contentType}}; the API accepts application/json or the dated media type",
      ownContentType:
        "Content-Type: {{contentType}}, which {{client}} sets by default; the API accepts application/json or the dated media type",
    },
    anchors: (vocabulary) => [
      // The base may be in another file or come from the user: digest credentials and a project are the evidence.
      strong("/groups/", "igest"),
      ...unversionedBases(vocabulary),
      ...versionedBases(vocabulary),
    ],
  },
  *check(context) {
    yield* inText(context);
    for (const [place, requests] of byHeaderPlace(context)) {
      const lacking = requests.filter((request) => isLacking(acceptState(request)));
      if (lacking.length > 0) {
        yield acceptFinding(context, place, lacking);
        continue;
      }
      const [half] = requests.filter(otherWay);
      if (half) {
        yield otherWayFinding(context, place, half);
        continue;
      }
      const bare = requests.filter(lacksContentType);
      if (bare.length > 0) {
        yield {
          ...commonOf(context, place, bare, "medium"),
          messageId: "missingContentType",
          data: { request: nameOf(bare) },
          advice: "Add Content-Type: application/json.",
        };
      }
      const wrong = requests.filter(hasWrongContentType);
      const [first] = wrong;
      if (first) {
        yield {
          ...commonOf(context, first.contentType.entry!.place ?? place, wrong, "medium"),
          messageId: "contentType",
          data: { request: nameOf(wrong), contentType: shown(first.contentType) },
          advice: "Send Content-Type: application/json.",
        };
      }
      yield* ownTypeFindings(context, place, requests);
    }
  },
  explain: { request: reasonAgainstHeader },
});

function reasonAgainstHeader(request: ApiRequest): string | undefined {
  const { accept, administration, fact } = request;
  if (administration.length === 0) return undefined;
  if (needsNoHeader(request)) return "the base path alone states the version";
  const state = acceptState(request);
  if (state === "versioned")
    return `Accept already has a date: ${accept.entry?.values.map(describe).join(" or ") ?? "a dated media type"}`;
  if (state === "unknown")
    return "the Accept header may be set by code that is not followed, so it is not certain that it is missing";
  return fact.understood
    ? "the missing Accept header is reported once, where the wrapper, the client or the headers are set up"
    : `${fact.client} is not a known client, so its headers are not known`;
}

/** For text without a parser: the media types in an Accept header near a base path. A request in it tells more. */
function* inText(context: FileContext) {
  const own = context.requests.filter(isJudged).flatMap(({ accept }) => accept.entry?.values ?? []);
  const isOfRequest = touchesOneOf(writtenIn(own));
  for (const fact of context.facts.strings) {
    if (fact.what !== "plain-accept" || isOfRequest(fact.place)) continue;
    const vocabulary = context.vocabulary(fact.vocabulary);
    const { base, versioned } = vocabulary.administration;
    yield {
      messageId: "plainInText",
      place: fact.place,
      confidence: "medium",
      severity: severityAt(fact.setting, context, "error"),
      data: { path: base.replace("{version}", versioned) },
      advice: `Send Accept: ${targetMediaType(vocabulary, context.target)} with every request to it.`,
    } as const;
  }
}

/** A request that has the header in another branch: what it sends in this one. */
function otherWayFinding(context: FileContext, place: Location, request: ApiRequest) {
  const plain = otherWay(request)?.plain;
  const written = plain && writtenPlaces(plain, 0, flatten(plain).length).at(-1);
  const common = commonOf(context, written ?? place, [request], "medium");
  const data = { request: nameOf([request]), consequence: consequenceFor(readingOf(request)) };
  const advice = "Send the dated media type in every branch.";
  if (!plain) return { ...common, messageId: "missingOnOneWay", data, advice } as const;
  return {
    ...common,
    messageId: "plainOnOneWay",
    data: { ...data, accept: describe(plain) },
    advice,
  } as const;
}

/**
 * A text body gets a missing-header finding at the headers. A form body is reported at the call, because the headers
 * may also serve other bodies.
 */
function* ownTypeFindings(context: FileContext, headers: Location, requests: readonly ApiRequest[]) {
  const seen = new Set<number>();
  for (const request of requests) {
    const own = wrongOwnType(request);
    if (!own) continue;
    const place = own.isText ? headers : request.fact.site;
    if (seen.has(place.start)) continue;
    seen.add(place.start);
    yield {
      ...commonOf(context, place, [request], "medium"),
      messageId: "ownContentType",
      data: { request: nameOf([request]), contentType: own.type, client: request.fact.client },
      advice: own.isText ? "Add Content-Type: application/json." : "Send the body as JSON.",
    } as const;
  }
}

function consequenceFor({ match }: ApiRequest["administration"][number]): string {
  return match.form === "versioned"
    ? "the versioned API responds with 406"
    : "the versioned API will respond with 406";
}

/** Returns the requests to the administration API by the place where their headers are, or would be, set. */
function byHeaderPlace(context: FileContext): Map<Location, ApiRequest[]> {
  const places = new Map<string, Location>();
  const groups = new Map<Location, ApiRequest[]>();
  for (const request of context.requests) {
    if (!isJudged(request)) continue;
    const place = headerPlace(request);
    const key = `${place.path}:${place.start}`;
    const known = places.get(key);
    if (known) groups.get(known)!.push(request);
    else {
      places.set(key, place);
      groups.set(place, [request]);
    }
  }
  return groups;
}

/** Returns whether this rule judges the headers of a request. */
function isJudged(request: ApiRequest): boolean {
  return readingsOf(request).length > 0 && request.fact.understood;
}

function isLacking(state: ReturnType<typeof acceptState>): boolean {
  return state === "missing" || state === "plain";
}

function acceptFinding(context: FileContext, place: Location, requests: readonly ApiRequest[]) {
  const first = requests[0]!;
  const reading = readingOf(first);
  const { vocabulary, form } = reading.match;
  const [endpoint] = reading.endpoint.endpoints;
  const format = endpoint ? endpoint.format : downloadFormat(first);
  const mediaType = mediaTypeOf(vocabulary, targetVersion(vocabulary, endpoint, context.target), format);
  const value = first.fact.client === "context.http" ? `["${mediaType}"]` : mediaType;
  const start =
    form === "unversioned"
      ? `When you change the base path to ${vocabulary.administration.versioned}, also send`
      : "Send";
  const needsContentType = requests.some(
    (request) => lacksContentType(request) || hasWrongContentType(request) || wrongOwnType(request),
  );
  const isPlain = acceptState(first) === "plain";
  const common = {
    ...commonOf(context, place, requests, confidenceOf(context, requests, isPlain || form === "unversioned")),
    advice: `${start} Accept: ${value}${needsContentType ? `, and Content-Type: application/json or ${mediaType}` : ""}.`,
  };
  const request = nameOf(requests);
  const consequence = consequenceFor(reading);
  if (!isPlain) return { ...common, messageId: "missing", data: { request, consequence } } as const;
  const data = { request, accept: shown(first.accept), consequence };
  const setting = settingOver(first.accept);
  return setting === undefined
    ? ({ ...common, messageId: "plain", data } as const)
    : ({ ...common, messageId: "plainByDefault", data: { ...data, setting } } as const);
}

/**
 * Returns how sure a finding is. The client of code that is only searched may be in another file. If the code has moved to
 * the versioned API, the header is probably set there.
 *
 * @param isWritten whether the request itself shows that code has not moved
 */
function confidenceOf(context: FileContext, requests: readonly ApiRequest[], isWritten: boolean): Confidence {
  if (!isWritten && requests.every(({ fact }) => fact.hasClientElsewhere)) return "low";
  return context.facts.reading !== "text" && requests.some(isSure) ? "high" : "medium";
}

function commonOf(
  context: FileContext,
  place: Location,
  requests: readonly ApiRequest[],
  confidence: Confidence,
) {
  return {
    place,
    confidence,
    severity: severityAt(requests[0]!.fact.setting, context, "error"),
    requests,
    related: [...setAt(place, requests[0]!), ...relatedPlaces(place, requests)],
  };
}

/** Returns the place of the headers of a request that are written elsewhere: that is where to edit them. */
function setAt(place: Location, { fact: { headers }, accept }: ApiRequest): RelatedPlace[] {
  const { place: object, variable } = headers;
  const at = accept.entry?.place ?? object;
  if (!at || encloses(place, at) || encloses(at, place)) return [];
  const isOfObject = object !== undefined && encloses(object, at);
  const owner = isOfObject && variable !== undefined ? ` in ${variable}` : "";
  return [
    { place: at, message: accept.entry ? `Accept is set here${owner}` : `the headers are set here${owner}` },
  ];
}

/** If the base is unknown, what the request asks for shows that it needs the header. */
function readingsOf({ administration, likely }: ApiRequest): ApiRequest["administration"] {
  return administration.length > 0 ? administration : likely;
}

/** Returns the most informative of several alternatives. */
function readingOf(request: ApiRequest): ApiRequest["administration"][number] {
  return mostSpecificReading(readingsOf(request))!;
}

/** Returns the format that a download is requested in, if the endpoint is unknown. */
function downloadFormat(request: ApiRequest): string | undefined {
  const { accept } = request;
  const { formats } = readingOf(request).match.vocabulary.mediaType;
  return formats.find((format) => shown(accept).endsWith(`/${format}`));
}

/** `PATCH /groups/{id}/clusters/{name}`, and the number of the others. */
function nameOf(requests: readonly ApiRequest[]): string {
  const names = new Set(requests.map(nameOfOne));
  // For a wrapper, a known call is more informative than the possibility of unknown arguments.
  const first = nameOfOne(requests.find(hasWrittenPath) ?? requests[0]!);
  if (names.size === 1) return first;
  return `${first} (and ${names.size - 1} other request${names.size === 2 ? "" : "s"})`;
}

/** `PATCH /groups/{id}/clusters/{name}`; `The request to /groups` if the method is unknown. */
function nameOfOne(request: ApiRequest): string {
  return methodOf(request) === undefined
    ? `The request to ${pathOfRequest(request)}`
    : nameOfRequest(request);
}

/** The values of a header, without a variable that may replace them. */
function shown(header: HeaderReading): string {
  const values = header.entry?.values ?? [];
  const isReplaced = settingOver(header) !== undefined;
  return [
    ...new Set(isReplaced ? values.flatMap((value) => knownText(value) ?? []) : values.map(describe)),
  ].join(", ");
}

/**
 * If a URL or a header may also be something else, the header may be missing for a reason. If only an everyday word
 * indicates this service, it may be another one.
 */
function isSure({ readings, fact, administration, accept }: ApiRequest): boolean {
  const leadsHere =
    administration.length > 0 &&
    readings.every((reading) => reading.surface === "administration" || reading.surface === "discovery");
  const isKnown = administration.every(
    ({ match: { vocabulary, path, knownHost } }) =>
      vocabulary.distinctivePath || knownHost === true || startsLikeResource(vocabulary, path),
  );
  const isFixed = fact.headers.open.length === 0 && settingOver(accept) === undefined;
  return leadsHere && isKnown && isFixed;
}

/** Returns the calls that lack the header, if it is missing elsewhere; otherwise how the first one is reached. */
function relatedPlaces(place: Location, requests: readonly ApiRequest[]): RelatedPlace[] {
  const sites = requests.map(({ fact }) => fact.site).filter((site) => !encloses(site, place));
  const calls = sites.slice(0, 5).map((site): RelatedPlace => ({ place: site, message: "sent here" }));
  if (calls.length > 0) return calls;
  const [first] = requests;
  return callerPlaces(first!).filter((caller) => !encloses(caller.place, first!.fact.site));
}
