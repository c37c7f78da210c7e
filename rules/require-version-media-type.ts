import {
  callerPlaces,
  defineRule,
  describe,
  headerPlace,
  mediaTypeOf,
  severityAt,
  strong,
  targetVersion,
  type ApiRequest,
  type Confidence,
  type FileContext,
  type Location,
  type RelatedPlace,
} from "../src/rule-api.js";

const SENDS_BODY = new Set(["POST", "PUT", "PATCH"]);

export default defineRule({
  meta: {
    id: "require-version-media-type",
    description: "Reports requests to the administration API without the dated media type",
    severity: "error",
    sources: ["spec:versioned-clusters", "spec:versioning", "MIG", "VAO"],
    messages: {
      missing: "This request has no Accept header with a dated media type; {{consequence}}.",
      plain: "This request accepts {{accept}}, not a dated media type; {{consequence}}.",
      missingContentType:
        "This {{method}} request sends a body without a Content-Type of application/json or the dated media type.",
    },
    anchors: ({ words, administration, pathAliases }) => [
      ...administration.unversioned.map(({ version }) => strong(words.admin, version)),
      strong(`${words.admin}/${administration.versioned}`),
      ...pathAliases.map((alias) => strong(alias)),
    ],
  },
  *check(context) {
    for (const [place, requests] of byHeaderPlace(context)) {
      const lacking = requests.filter((request) => lacksAccept(request) !== undefined);
      const [first] = lacking;
      if (first) {
        yield acceptFinding(context, place, first, lacking);
        continue;
      }
      const bare = requests.find(lacksContentType);
      if (bare) {
        yield {
          messageId: "missingContentType",
          place,
          confidence: "medium",
          severity: severityAt(bare.fact.setting, context, "error"),
          data: { method: bare.fact.methods[0] ?? "POST" },
          advice: "Add Content-Type: application/json.",
        };
      }
    }
  },
});

/** The requests to the administration API by the place that their headers are, or would be, written at. */
function byHeaderPlace(context: FileContext): Map<Location, ApiRequest[]> {
  const places = new Map<string, Location>();
  const groups = new Map<Location, ApiRequest[]>();
  for (const request of context.requests) {
    if (request.administration.length === 0 || !request.fact.understood) continue;
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

/** `missing` or `plain`; nothing where the header is right, or may be set by code that is not seen. */
function lacksAccept({ fact, accept }: ApiRequest): "missing" | "plain" | undefined {
  const isPlain = (kind: string) => kind === "json" || kind === "other";
  if (accept.values.length > 0) return accept.values.every(({ kind }) => isPlain(kind)) ? "plain" : undefined;
  const unseen = fact.headers.open.some(
    ({ reason }) => reason === "import" || reason === "call" || reason === "limit",
  );
  return unseen ? undefined : "missing";
}

function acceptFinding(
  context: FileContext,
  place: Location,
  request: ApiRequest,
  all: readonly ApiRequest[],
) {
  const reading = request.administration[0]!;
  const { vocabulary, form } = reading.match;
  const [endpoint] = reading.endpoint.endpoints;
  const mediaType = mediaTypeOf(
    vocabulary,
    targetVersion(vocabulary, endpoint, context.target),
    endpoint?.format,
  );
  const common = {
    place,
    confidence: confidenceOf(request),
    severity: severityAt(request.fact.setting, context, "error"),
    related: relatedPlaces(place, all),
    advice: `${form === "unversioned" ? "Together with the move of the base path to " + vocabulary.administration.versioned + ", send" : "Send"} Accept: ${mediaType}${contentTypeAdvice(request, mediaType)}.`,
  };
  const consequence =
    form === "unversioned"
      ? "once it goes to the versioned API, it is answered with 406"
      : "the versioned API answers it with 406";
  if (lacksAccept(request) === "plain") {
    const accept = request.accept.entry!.values.map(describe).join(", ");
    return { ...common, messageId: "plain", data: { accept, consequence } } as const;
  }
  return { ...common, messageId: "missing", data: { consequence } } as const;
}

function contentTypeAdvice(request: ApiRequest, mediaType: string): string {
  return lacksContentType(request) ? `, and Content-Type: application/json or ${mediaType}` : "";
}

function lacksContentType({ fact, contentType }: ApiRequest): boolean {
  if (!fact.body || fact.headers.open.length > 0 || fact.methods.length === 0) return false;
  if (!fact.methods.every((method) => SENDS_BODY.has(method))) return false;
  return contentType.entry === undefined && fact.body.kind !== "hole" && !fact.setsContentType;
}

/** Where a URL or a header may also be something else, the header may be missing for a reason. */
function confidenceOf({ readings, fact }: ApiRequest): Confidence {
  const sure = readings.every(
    (reading) => reading.surface === "administration" || reading.surface === "discovery",
  );
  return sure && fact.headers.open.length === 0 ? "high" : "medium";
}

function relatedPlaces(place: Location, requests: readonly ApiRequest[]): RelatedPlace[] {
  const sites = requests.map(({ fact }) => fact.site).filter((site) => site.start !== place.start);
  const calls = sites.slice(0, 5).map((site): RelatedPlace => ({ place: site, message: "sent here" }));
  return calls.length > 0
    ? calls
    : callerPlaces(requests[0]!).filter(({ place: caller }) => caller.start > 0);
}
