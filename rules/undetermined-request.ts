import {
  HOLE_MARK,
  PlaceIndex,
  acceptState,
  causeOfHole,
  changeFor,
  concerns,
  defineRule,
  encloses,
  joinedBases,
  hasOpenBase,
  headerPlace,
  holesOf,
  isKnownResource,
  keyOf,
  nameOfClient,
  nameOfRequest,
  namedUrl,
  oncePerProgram,
  onlyStartsLikeResource,
  pathBehindUnknownBase,
  reasonOfHole,
  speaksOfService,
  startsLikeResource,
  strong,
  unusedBases,
  unversionedBases,
  versionedBases,
  type ApiRequest,
  type FileContext,
  type Hole,
  type RelatedPlace,
  type Tree,
  type UrlReading,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "undetermined-request",
    description:
      "Reports requests that look like this API but whose base, version, header or body is computed at run time",
    severity: "info",
    confidence: ["low"],
    concern: {
      url: "undetermined",
      client: "undetermined",
      body: "undetermined",
      header: "undetermined",
      version: "undetermined",
      base: "unused base",
    },
    // A body that is unknown was so before the request had a version.
    notices: ["base", "body"],
    sources: ["spec:versioned-clusters", "spec:versioning"],
    messages: {
      url: "Cannot tell where this request goes: {{url}} ({{why}}).",
      client:
        "{{url}} is passed to {{client}}, which v2ready does not know; cannot tell whether it sends the dated media type.",
      body: "Cannot tell the body that {{request}} sends ({{why}}), so its properties are not checked.",
      header: "Cannot tell which Accept header this request sends ({{why}}).",
      version: "Cannot tell the version in {{url}} ({{why}}).",
      base: "No request that uses {{path}} was found, so its headers and bodies are not checked.",
    },
    anchors: (vocabulary) => [
      ...unversionedBases(vocabulary),
      ...versionedBases(vocabulary),
      // The version is unknown.
      strong(vocabulary.administration.base.replace("{version}", ""), "/groups"),
      strong(`vnd.${vocabulary.words.vendor}`),
      strong("/groups/", "/clusters"),
      ...joinedBases(vocabulary),
      strong("/groups/", "digest"),
    ],
  },
  *check(context) {
    for (const fact of context.facts.strings) {
      if (fact.what !== "open-base" || fact.setting === "comment") continue;
      const why = "a part of it is computed";
      yield {
        messageId: "url",
        place: fact.place,
        confidence: "low",
        data: { url: fact.value, why },
        cause: why,
      };
    }
    for (const { place, value } of unusedBases(context, "versioned-base"))
      yield {
        messageId: "base",
        place,
        confidence: "low",
        data: { path: value },
        cause: "a base path without a request",
      };
    const open = context.facts.strings.filter(({ what }) => what === "open-base");
    const decided = new Set(context.requests.filter(isDecided).map(({ fact }) => fact.site.start));
    for (const request of context.requests) {
      // A test double sends nothing.
      if (request.fact.setting === "mock") continue;
      const found = request.fact.understood
        ? request.administration.length > 0
          ? (undeterminedHeader(request) ?? undeterminedBody(request, context))
          : decided.has(request.fact.site.start)
            ? undefined
            : undeterminedUrl(request, decided.size > 0, context)
        : // A client that is known for other callers.
          callersOfDecided(context.programRequests).has(keyOf(request.fact.site))
          ? undefined
          : unknownClient(request, context);
      // The text of the base says as much.
      const isSaid =
        found?.messageId === "url" && open.some(({ place }) => encloses(request.fact.site, place));
      if (found && !isSaid) yield { ...found, confidence: "low", requests: [request] };
    }
  },
  explain: {
    request: ({ administration, discovery, readings, likely }) =>
      [administration, discovery, likely].some((found) => found.length > 0) ||
      readings.every(({ surface }) => surface === "other")
        ? undefined
        : "it is not known where this request goes, and its path, credentials and headers do not point to this API",
  },
});

/** A wrapper has a known URL for one caller; the URLs of other callers are reported with those callers. */
function isDecided({ fact, administration }: ApiRequest): boolean {
  return fact.understood && administration.length > 0;
}

/** The calls from which decided requests of a program come. */
const callersOfDecided = oncePerProgram(
  (requests): ReadonlySet<string> =>
    new Set(requests.filter(isDecided).flatMap(({ fact }) => fact.callers.map(keyOf))),
);

function unknownClient(request: ApiRequest, context: FileContext) {
  const { fact, administration, readings } = request;
  // The base may be a setting that nothing here reads: the path is the evidence.
  const reading = administration[0] ?? readings.find((one) => looksLikeService(one, request, false, context));
  // A test expects it, and the program sends it.
  if (!reading || fact.setting === "mock" || acceptState(request) === "versioned") return undefined;
  // Other services have a path of the same words, so without a base the program must name this one.
  const isPathAlone = !reading.match && /^\/?[a-z]/.test(reading.flat) && !reading.flat.includes("://");
  if (isPathAlone && !speaksOfService(request, context)) return undefined;
  const data = { url: namedUrl(reading), client: fact.client };
  return {
    messageId: "client",
    place: fact.site,
    data,
    cause: `the client ${nameOfClient(fact)}, which v2ready does not know`,
    related: stops([...holesOf(reading.text), ...fact.headers.open]),
  } as const;
}

function undeterminedUrl(request: ApiRequest, isUsed: boolean, context: FileContext) {
  // It lacks the header wherever it leads: that is reported, and is more informative.
  if (request.likely.length > 0 && ["missing", "plain"].includes(acceptState(request))) return undefined;
  const reading = request.readings.find((one) => looksLikeService(one, request, isUsed, context));
  if (!reading) return undefined;
  const { match, text } = reading;
  const holes = holesOf(text);
  // A link from a response leads to the service that sent it, and the header is there.
  if (holes[0]?.answeredAt && acceptState(request) === "versioned") return undefined;
  const isVersion = match !== undefined && match.version === undefined;
  // Returns the deciding hole: the version, what follows a known base, or the base.
  const hole = isVersion ? holeAt(text, match.end - 1) : match ? holes.at(-1) : holes[0];
  const isRelative =
    !match && reading.flat.startsWith("/") && !hasOpenBase(reading.flat, context.catalog.vocabularies);
  if (onlyStartsLikeResource(reading)) {
    const data = { url: namedUrl(reading), why: NO_PROOF };
    return { messageId: "url", place: request.fact.site, data, cause: NO_PROOF, related: [] } as const;
  }
  return {
    messageId: isVersion ? "version" : "url",
    place: request.fact.site,
    data: { url: namedUrl(reading), why: isRelative ? NO_BASE : reasonOf(hole) },
    cause: isRelative ? NO_BASE : causeOf(hole),
    related: isRelative ? [] : stops(hole ? [hole, ...holes.filter((one) => one !== hole)] : holes),
  } as const;
}

/** Returns the hole at an offset of the flattened text. */
function holeAt(text: UrlReading["text"], offset: number): Hole | undefined {
  let at = 0;
  for (const part of text.parts) {
    if (part.kind === "hole" && at === offset) return part;
    at += part.kind === "hole" ? HOLE_MARK.length : part.text.length;
  }
  return undefined;
}

/**
 * Returns whether an unknown URL is probably of the service. Evidence is its paths or media type, credentials that only
 * the service takes, or that it is a link from one of its responses.
 *
 * @param isUsed whether the file calls the service
 */
function looksLikeService(
  reading: UrlReading,
  { fact, accept, contentType }: ApiRequest,
  isUsed: boolean,
  { catalog }: FileContext,
): boolean {
  if (reading.surface !== "unknown") return false;
  if (reading.match || hasOpenBase(reading.flat, catalog.vocabularies)) return true;
  if ([...accept.values, ...contentType.values].some((value) => "vocabulary" in value)) return true;
  const path = reading.flat.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/[?#].*$/, "");
  const behindBase = pathBehindUnknownBase(reading.flat) ?? path;
  const isDigest = fact.credentials === "digest";
  if (behindBase === "" && holesOf(reading.text).length === 1)
    return isDigest || (isUsed && isLink(holesOf(reading.text)[0]!));
  // `/users/{id}` is common; a resource of a project is not.
  const segments = behindBase.split("/").filter((segment) => segment !== "");
  return catalog.vocabularies.some((vocabulary) =>
    isDigest
      ? startsLikeResource(vocabulary, behindBase)
      : segments.length > 2 && isKnownResource(vocabulary, behindBase),
  );
}

/** `body.links[0].href`, the next page. */
function isLink({ reason, name }: Hole): boolean {
  return reason === "response" && /(?:^|\W)(?:href|links?|next)(?:\W|$)/i.test(name);
}

function undeterminedHeader(request: ApiRequest) {
  const { fact, accept } = request;
  const isOpen =
    acceptState(request) === "unknown" ||
    (accept.values.length > 0 && accept.values.every(({ kind }) => kind === "unknown-version"));
  if (!isOpen) return undefined;
  const ofValue = accept.types.flatMap(({ text }) => holesOf(text));
  const holes = ofValue.length > 0 ? ofValue : fact.headers.open;
  return {
    messageId: "header",
    place: headerPlace(request),
    data: { why: reasonOf(holes[0]) },
    cause: causeOf(holes[0]),
    related: stops(holes),
  } as const;
}

/** The body of a call that nothing else is wrong with, where versions of the API take other properties in it. */
function undeterminedBody(request: ApiRequest, context: FileContext) {
  const { body, methods, site } = request.fact;
  if (!body || !methods.some((method) => WITH_BODY.has(method))) return undefined;
  if (context.fileClass !== "source" || acceptState(request) !== "versioned") return undefined;
  // The service takes back what it has sent in the same version, or a later one.
  const holes = unknownBodies(body)?.filter((one) => !isAnswered(one, request, context));
  if (!holes?.[0] || !hasChangedBody(request, context)) return undefined;
  const data = { request: nameOfRequest(request), why: reasonOf(holes[0]) };
  return { messageId: "body", place: site, data, cause: causeOf(holes[0]), related: stops(holes) } as const;
}

/** Returns whether a body is an answer, or an element of its list; what is inside of these may be anything. */
function isAnswered(
  { answeredAt, answeredPath = [] }: Hole,
  request: ApiRequest,
  { programRequests }: FileContext,
): boolean {
  const [list, ...rest] = answeredPath;
  const isWhole = list === undefined || rest.every((step) => step === "[]");
  return (
    isWhole &&
    answeredAt !== undefined &&
    administrationBySite(programRequests)
      .overlapping(answeredAt)
      .some((other) => encloses(other.fact.site, answeredAt) && !isOfOlderVersion(other, request))
  );
}

const administrationBySite = oncePerProgram((requests) => {
  const index = new PlaceIndex<ApiRequest>();
  for (const one of requests) if (one.administration.length > 0) index.add(one.fact.site, one);
  return index;
});

/** Returns whether a request asks for an older version than another one: what it gets may be of the old shape. */
function isOfOlderVersion(request: ApiRequest, other: ApiRequest): boolean {
  const isUnversioned = request.administration.every(({ match }) => match.form === "unversioned");
  const [newest, oldest] = [datesOf(request).at(-1), datesOf(other)[0]];
  return isUnversioned || (newest !== undefined && oldest !== undefined && newest < oldest);
}

/** Returns the dates that a request states, the oldest first. */
function datesOf({ accept }: ApiRequest): string[] {
  return accept.values.flatMap((value) => (value.kind === "versioned" ? [value.date] : [])).sort();
}

const WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** Returns the unknown values that a body is, may be or has members of. Undefined if all is known, or its type. */
function unknownBodies(tree: Tree): Hole[] | undefined {
  switch (tree.kind) {
    case "hole":
      return [tree.hole];
    case "choice": {
      // A loop fills an empty object before it is sent.
      const filled = tree.of.filter((one) => !isEmpty(one));
      const all = filled.flatMap((one) => unknownBodies(one) ?? []);
      return all.length > 0 ? all : undefined;
    }
    case "object":
      return tree.isDeclared || tree.open.length === 0 ? undefined : [...tree.open];
    default:
      return undefined;
  }
}

function isEmpty(tree: Tree): boolean {
  if (tree.kind === "list") return tree.items.length === 0 && !tree.isOfUnknownLength;
  return tree.kind === "object" && tree.members.length === 0 && tree.open.length === 0;
}

/** Checks whether the version that a request asks for refuses properties that earlier versions take. */
function hasChangedBody(request: ApiRequest, { target }: FileContext): boolean {
  return request.administration.some(({ match: { vocabulary }, endpoint }) =>
    [...vocabulary.properties, ...vocabulary.provenProperties].some(
      (property) =>
        property.in.includes("request") &&
        CHANGED.has(property.status) &&
        endpoint.endpoints.some((one) => concerns(property, one)) &&
        changeFor(request, property, vocabulary, target).kind === "at-asked",
    ),
  );
}

const CHANGED: ReadonlySet<string> = new Set(["removed", "moved"]);

const NO_BASE = "its base URL is unknown";

/** Nothing else in the program proves a path with everyday words, and the path is not one of the catalog. */
const NO_PROOF = "another API may have this path";
const PLACEHOLDER = "a part of it is a placeholder";

function reasonOf(hole: Hole | undefined): string {
  return hole ? reasonOfHole(hole) : PLACEHOLDER;
}

function causeOf(hole: Hole | undefined): string {
  return hole ? causeOfHole(hole) : PLACEHOLDER;
}

const MAX_STOPS = 3;

/** Returns the place where following the value ended. */
function stops(holes: readonly Hole[]): RelatedPlace[] {
  return holes
    .flatMap((hole) => (hole.place ? [{ place: hole.place, message: reasonOfHole(hole, ": ") }] : []))
    .slice(0, MAX_STOPS);
}
