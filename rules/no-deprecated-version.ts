import {
  DEFAULT_EXPIRY,
  acceptState,
  defineRule,
  flatten,
  groupBy,
  headerPlace,
  keyOf,
  isTargetGone,
  matchMediaType,
  mediaTypeOf,
  mediaTypePlace,
  nameOfRequest,
  resolveVersion,
  sentFrom,
  severityAt,
  strong,
  successorOf,
  targetFor,
  targetVersion,
  unversionedBases,
  versionedBases,
  type ApiRequest,
  type Confidence,
  type EndpointData,
  type FileContext,
  type HeaderReading,
  type Location,
  type RelatedPlace,
  type Severity,
  type StringFact,
  type StringSetting,
  type VersionState,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-deprecated-version",
    description: "Reports resource versions that are deprecated or deleted",
    severity: "warning",
    confidence: ["high", "medium"],
    fixes: ["safe", "unsafe"],
    part: "header",
    // No other date helps a call of an endpoint that ends.
    concern: { deprecated: "date", deprecatedOpen: "date", gone: "date", beforeFirst: "date" },
    sources: ["spec:lifecycle", "spec:versioning", "SPEC", "VAO"],
    messages: {
      deprecated:
        "Version {{version}}{{of}} is deprecated and will be deleted on {{sunset}}, in {{days}}{{source}}.",
      deprecatedOpen: "Version {{version}}{{of}} is deprecated; no deletion date is published.",
      gone: "Version {{version}}{{of}} was deleted on {{sunset}}{{source}}; the service responds with 410.",
      endpointEnds: "{{request}} will be deleted on {{sunset}}, in {{days}}, from the versioned API as well.",
      endpointGone:
        "{{request}} was deleted on {{sunset}} from the versioned API; it responds with 410 there.",
      beforeFirst: "{{date}} is earlier than {{first}}, the first version{{of}}.",
    },
    anchors: (vocabulary) => [
      strong(`vnd.${vocabulary.words.vendor}`),
      ...unversionedBases(vocabulary),
      ...versionedBases(vocabulary),
    ],
  },
  *check(context) {
    yield* worstAtEachPlace(context);
    for (const request of context.requests) yield* endsOf(request, context);
    const judged = context.requests.filter(
      ({ administration, discovery }) => administration.length > 0 || discovery.length > 0,
    );
    const covered = new Set(judged.flatMap(writtenParts));
    for (const fact of context.facts.strings) {
      if (fact.what !== "media-type" || [fact.place, ...fact.parts].some((part) => covered.has(keyOf(part))))
        continue;
      const found = inString(fact, context);
      if (found) yield found;
    }
  },
});

/** A requested version: for which endpoint, if that is known, and where. */
interface Asked {
  readonly vocabulary: Vocabulary;
  readonly endpoint: EndpointData | undefined;
  readonly date: string;
  readonly place: Location;
  readonly confidence: Confidence;
  readonly setting: StringSetting;
  readonly related: readonly RelatedPlace[];
  readonly requests: readonly ApiRequest[];
}

type Found = NonNullable<ReturnType<typeof reportOf>>;

/**
 * Yields the end of the endpoint that a request without a date goes to, if it is near or over. A later version of an
 * endpoint is not an end: the report names it once for the run.
 */
function* endsOf(request: ApiRequest, context: FileContext) {
  if (acceptState(request) === "versioned") return;
  const { target, asOf, expiry = DEFAULT_EXPIRY } = context;
  for (const { match, endpoint: found } of request.administration) {
    const [endpoint, ...others] = found.endpoints;
    if (!endpoint || others.length > 0 || !found.certain) continue;
    const { vocabulary } = match;
    const state = resolveVersion(vocabulary, endpoint, targetVersion(vocabulary, endpoint, target), asOf);
    if ((state.state !== "deprecated" && state.state !== "gone") || state.sunset === undefined) continue;
    if (endpoint.versions.at(-1)!.date > state.version.date) continue;
    const { sunset, daysLeft = Infinity } = state;
    if (daysLeft > expiry.warning) continue;
    const place = request.fact.site;
    const common = {
      place,
      confidence: "high",
      severity: severityAt(request.fact.setting, context, daysLeft <= expiry.error ? "error" : "warning"),
      related: sentFrom(request, place),
      requests: [request],
      advice: adviceAfterLast(vocabulary, endpoint),
    } as const;
    const data = { request: nameOfRequest(request), sunset };
    yield state.state === "gone"
      ? ({ ...common, messageId: "endpointGone", data } as const)
      : ({ ...common, messageId: "endpointEnds", data: { ...data, days: daysIn(daysLeft) } } as const);
  }
}

function daysIn(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}

/** Many calls may use a media type in a constant: one finding, for the worst case, which names all of them. */
function worstAtEachPlace(context: FileContext): Found[] {
  const found = context.requests.flatMap((request) =>
    askedBy(request, context).flatMap((asked) => reportOf(asked, context) ?? []),
  );
  return [...groupBy(found, ({ place }) => keyOf(place)).values()].map((all) => ({
    ...all.reduce((worst, one) => (rank(one.severity) > rank(worst.severity) ? one : worst)),
    requests: all.flatMap(({ requests }) => requests),
    related: distinct(all.flatMap(({ related }) => related)),
  }));
}

function distinct(related: readonly RelatedPlace[]): RelatedPlace[] {
  return [...new Map(related.map((one) => [`${keyOf(one.place)} ${one.message}`, one])).values()];
}

function rank(severity: Severity): number {
  return severity === "error" ? 3 : severity === "warning" ? 2 : 1;
}

/** Yields the versions in a request's `Accept`, or in its `Content-Type` if `Accept` has none. */
function askedBy(request: ApiRequest, context: FileContext): Asked[] {
  const header = acceptState(request) === "versioned" ? request.accept : request.contentType;
  return request.administration.flatMap(({ match: { vocabulary }, endpoint }) =>
    header.types.flatMap(({ match, text, start }) => {
      if (match.kind !== "versioned" || match.upcoming || match.vocabulary !== vocabulary) return [];
      const place = mediaTypePlace(match, text, start) ?? header.entry?.place ?? headerPlace(request);
      const { setting } = request.fact;
      return {
        vocabulary,
        endpoint: mildest(endpoint.endpoints, vocabulary, match.date, context),
        date: match.date,
        place,
        confidence: endpoint.certain && endpoint.endpoints.length === 1 ? "high" : "medium",
        setting,
        related: sentFrom(request, place),
        requests: [request],
      };
    }),
  );
}

/** If the method or a part of the path is unknown: the matching endpoint with the mildest result. */
function mildest(
  endpoints: readonly EndpointData[],
  vocabulary: Vocabulary,
  date: string,
  { asOf }: FileContext,
): EndpointData | undefined {
  const order = ["stable", "deprecated", "gone", "before-first"];
  const badness = (endpoint: EndpointData): number =>
    order.indexOf(resolveVersion(vocabulary, endpoint, date, asOf).state);
  return endpoints.reduce<EndpointData | undefined>(
    (best, one) => (best && badness(best) <= badness(one) ? best : one),
    undefined,
  );
}

/** Yields the places of the vendor types in a request's headers, and of their parts. */
function writtenParts({ accept, contentType }: ApiRequest): string[] {
  return [accept, contentType].flatMap(({ types }: HeaderReading) =>
    types.flatMap(({ match, text, start }) => {
      const place = mediaTypePlace(match, text, start);
      const parts = text.parts.flatMap((part) =>
        part.kind === "segment" && part.written ? [part.written] : [],
      );
      return [...(place ? [place] : []), ...parts].map(keyOf);
    }),
  );
}

/** The endpoint is unknown, so only what is true for every unlisted endpoint can be reported. */
function inString(fact: StringFact, context: FileContext) {
  const match = matchMediaType(fact.value.replace(/\\/g, ""), [context.vocabulary(fact.vocabulary)]);
  if (match.kind !== "versioned" || match.upcoming) return undefined;
  const { text, value, place, setting } = fact;
  const isExact = place.end - place.start === value.length && value.startsWith(match.type);
  const whole = isExact ? { ...place, end: place.start + match.type.length } : place;
  return reportOf(
    {
      vocabulary: match.vocabulary,
      endpoint: undefined,
      date: match.date,
      place: text ? (mediaTypePlace(match, text, flatten(text).indexOf(value)) ?? place) : whole,
      confidence: "medium",
      setting,
      related: [],
      requests: [],
    },
    context,
  );
}

function reportOf(asked: Asked, context: FileContext) {
  const { vocabulary, endpoint, date, place, confidence, related, requests } = asked;
  // The response to a date that was never released is unknown, and another rule reports it.
  if (!vocabulary.lifecycle.releases.includes(date)) return undefined;
  const state = resolveVersion(vocabulary, endpoint, date, context.asOf);
  if (state.state === "stable" || isTarget(state, asked, context)) return undefined;
  const [request] = requests;
  // A report names its calls with the words of the code, where it is sure which endpoint they are for.
  const name = request && confidence === "high" ? nameOfRequest(request) : undefined;
  const of = endpoint ? ` of ${name ?? `${endpoint.method} ${endpoint.path}`}` : "";
  const common = {
    place,
    confidence,
    related,
    requests,
    severity: severityOf(state, asked, context),
    advice: adviceFor(state, asked, context),
  };
  if (state.state === "before-first")
    return { ...common, messageId: "beforeFirst", data: { date, first: state.first.date, of } } as const;
  const { sunset } = state;
  const version = state.version.date;
  const data = {
    version,
    of: of + (version === date ? "" : `, which ${date} resolves to,`),
    source: state.computed ? " (computed from the support period; no date is published)" : "",
  };
  if (sunset === undefined)
    return { ...common, messageId: "deprecatedOpen", data: { version, of: data.of } } as const;
  return state.state === "gone"
    ? ({ ...common, messageId: "gone", data: { ...data, sunset } } as const)
    : ({
        ...common,
        messageId: "deprecated",
        data: { ...data, sunset, days: daysIn(state.daysLeft ?? 0) },
      } as const);
}

/**
 * Returns whether a version is the one that `fix` writes, and its end is not near. The report names its end once. A call
 * is not where it should be if another endpoint replaces its own at the target.
 */
function isTarget(state: VersionState, asked: Asked, context: FileContext): boolean {
  const { vocabulary, endpoint } = asked;
  const { target, asOf, expiry = DEFAULT_EXPIRY } = context;
  if (isReplaced(asked, context)) return false;
  if (state.state !== "deprecated" || (state.daysLeft ?? Infinity) <= expiry.warning) return false;
  const aim = resolveVersion(vocabulary, endpoint, targetFor(vocabulary, endpoint, target), asOf);
  return "version" in aim && aim.version.date === state.version.date;
}

function isReplaced({ vocabulary, endpoint }: Asked, { target }: FileContext): boolean {
  const successor = endpoint && successorOf(vocabulary, endpoint);
  return successor !== undefined && successor.since <= targetVersion(vocabulary, endpoint, target);
}

/**
 * Served and newer than the target: information, until its end comes near. A deleted version breaks the call,
 * unless it is the target of the whole run: then it is reported once, for the run.
 */
function severityOf(state: VersionState, asked: Asked, context: FileContext): Severity {
  const { vocabulary, endpoint, setting } = asked;
  const { target, asOf, expiry = DEFAULT_EXPIRY } = context;
  const daysLeft = state.state === "deprecated" ? (state.daysLeft ?? Infinity) : Infinity;
  if (daysLeft <= expiry.warning)
    return severityAt(setting, context, daysLeft <= expiry.error ? "error" : "warning");
  const aim = resolveVersion(vocabulary, endpoint, targetFor(vocabulary, endpoint, target), asOf);
  const version = "version" in state ? state.version.date : "";
  const aimed = "version" in aim ? aim.version.date : version;
  if (state.state === "deprecated" && version >= aimed && !isReplaced(asked, context)) return "info";
  if (state.state === "gone" && version === aimed && isTargetGone(vocabulary, target, asOf)) return "info";
  return severityAt(setting, context, state.state === "deprecated" ? "warning" : "error");
}

/** A later version that is served: the one for the target, and the newest. */
function adviceFor(state: VersionState, asked: Asked, context: FileContext): string {
  const { vocabulary, endpoint } = asked;
  const format = endpoint?.format ?? "json";
  const current = state.state === "before-first" ? "" : state.version.date;
  const target = targetVersion(vocabulary, endpoint, context.target);
  const aim = resolveVersion(vocabulary, endpoint, target, context.asOf);
  const newest = (endpoint?.versions ?? vocabulary.lifecycle.otherEndpoints).at(-1)!.date;
  const options =
    "version" in aim && aim.state !== "gone" && aim.version.date > current
      ? [target, ...(newest > aim.version.date ? [newest] : [])]
      : newest > current
        ? [newest]
        : [];
  // `fix` writes this version, so the help must not ask to replace it at once.
  if (state.state === "deprecated" && "version" in aim && aim.version.date === current && newest > current)
    return `The target asks for this version, so there is nothing to fix. To move to ${newest}, set the target to newest.`;
  if (options.length === 0) return adviceAfterLast(vocabulary, endpoint);
  const types = options.map((date) => mediaTypeOf(vocabulary, date, format));
  return `Use ${types.join(", or ")}${options.length > 1 ? ", the newest version" : ""}.`;
}

/** No later version is known: another endpoint may replace this one. */
function adviceAfterLast(vocabulary: Vocabulary, endpoint: EndpointData | undefined): string {
  const end = "The endpoint itself is deprecated and has no later version.";
  const successor = endpoint && successorOf(vocabulary, endpoint);
  if (!successor) return end;
  const { endpoint: next, since, difference, isInferred } = successor;
  const replaces = isInferred ? "replaces it, as the documents suggest" : "replaces it";
  return [
    `${end} ${next.method} ${next.path} at ${since} ${replaces}.`,
    ...(difference === undefined ? [] : [difference]),
  ].join(" ");
}
