import {
  callerPlaces,
  defineRule,
  flatten,
  severityAt,
  strong,
  unversionedBases,
  versionedBases,
  type ApiRequest,
  type Confidence,
  type Location,
  type RelatedPlace,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "require-digest-auth",
    description: "Reports requests with the wrong kind of credentials",
    severity: "warning",
    confidence: ["high", "medium"],
    part: "credentials",
    sources: ["spec:authentication", "AUTH", "PROM"],
    messages: {
      basic: "This request sends Basic credentials, but {{api}} needs {{credentials}}.",
      discovery:
        "This request has no Authorization header, but the discovery endpoint needs a user name and password in every request.",
    },
    anchors: (vocabulary) => [
      ...unversionedBases(vocabulary),
      ...versionedBases(vocabulary),
      strong(`${vocabulary.words.metrics}/v`, "discovery"),
    ],
  },
  *check(context) {
    const basic = context.requests.filter((request) => basicIn(request) !== undefined);
    for (const request of basic) {
      const { fact } = request;
      const place = basicPlace(request, basic);
      yield {
        messageId: "basic",
        place,
        confidence: basicIn(request)!,
        severity: severityAt(fact.setting, context, "warning"),
        requests: [request],
        related: waysTo(request, place),
        ...wordsFor(request.administration.find(refusesBasic)!.match.vocabulary),
      };
    }
    for (const request of context.requests) {
      if (!lacksCredentials(request)) continue;
      const { fact } = request;
      yield {
        messageId: "discovery",
        place: fact.site,
        confidence: "medium",
        severity: severityAt(fact.setting, context, "warning"),
        requests: [request],
        related: callerPlaces(request),
        advice: "Send the user name and password of the integration as Basic credentials.",
      };
    }
  },
});

/**
 * Returns how certain it is that an administration call sends Basic credentials; `undefined` if it is not such a call.
 */
function basicIn({ administration, fact }: ApiRequest): Confidence | undefined {
  if (!administration.some(refusesBasic)) return undefined;
  const { credentials, understood } = fact;
  const { values, isCertain } = authorizationIn(fact);
  if (credentials === "digest" || credentials === "bearer") return undefined;
  if (values.some((value) => value.startsWith("basic"))) {
    const always = isCertain && values.every((value) => value.startsWith("basic"));
    return understood && always ? "high" : "medium";
  }
  if (credentials === "basic") return understood ? "high" : "medium";
  return understood && values.length === 0 && hasUserInfo(administration) ? "high" : undefined;
}

function authorizationIn({ headers }: ApiRequest["fact"]): { values: string[]; isCertain: boolean } {
  const entry = headers.entries.find(({ name }) => name === "authorization");
  const values = entry?.values.map((value) => flatten(value).toLowerCase()) ?? [];
  return { values, isCertain: entry?.certain ?? false };
}

/** `https://key:secret@host/…`, which clients send as Basic credentials. */
function hasUserInfo(readings: readonly { readonly flat: string }[]): boolean {
  return readings.some(({ flat }) => /^[a-z]+:\/\/[^/?#]*@/i.test(flat));
}

/** Returns the header if there is one; the instance whose requests all have it; otherwise the call. */
function basicPlace({ fact }: ApiRequest, basic: readonly ApiRequest[]): Location {
  const header = fact.headers.entries.find(({ name }) => name === "authorization");
  if (header?.place) return header.place;
  const { instance, site } = fact;
  if (!instance) return site;
  const sisters = basic.filter(({ fact: other }) => other.instance?.site.start === instance.site.start);
  return sisters.length > 1 ? instance.site : site;
}

function waysTo(request: ApiRequest, place: Location): RelatedPlace[] {
  const { site } = request.fact;
  return [
    ...callerPlaces(request),
    ...(site.start === place.start ? [] : [{ place: site, message: "sent here" }]),
  ];
}

/**
 * Returns whether a discovery request sends nothing that looks like credentials, and nothing unknown may add them.
 * Recordings leave credentials out, and collections have them elsewhere.
 */
function lacksCredentials({ administration, discovery, fact }: ApiRequest): boolean {
  return (
    discovery.length > 0 &&
    administration.length === 0 &&
    fact.understood &&
    fact.form === "call" &&
    fact.credentials === "none" &&
    fact.headers.open.length === 0 &&
    authorizationIn(fact).values.length === 0 &&
    !hasUserInfo(discovery)
  );
}

/**
 * Returns whether the API takes no Basic credentials. A vocabulary may state nothing, and an API that takes keys in
 * parameters of their own may be behind a gateway that takes Basic credentials.
 */
function refusesBasic({ match }: ApiRequest["administration"][number]): boolean {
  const schemes = schemesOf(match.vocabulary);
  return schemes.length > 0 && !schemes.includes("basic") && !schemes.includes("api-key");
}

function schemesOf({ authentication }: Vocabulary): readonly string[] {
  return authentication.find(({ surface }) => surface === "administration")?.schemes ?? [];
}

function wordsFor(vocabulary: Vocabulary) {
  const takesDigest = schemesOf(vocabulary).includes("digest");
  const takesBearer = schemesOf(vocabulary).includes("bearer");
  if (vocabulary.isStandalone) {
    const ways = [
      ...(takesDigest ? ["HTTP digest authentication"] : []),
      ...(takesBearer ? ["a bearer token"] : []),
    ];
    const credentials = ways.join(" or ");
    return { data: { api: vocabulary.title, credentials }, advice: `Use ${credentials}.` };
  }
  return {
    data: { api: "the administration API", credentials: "HTTP digest authentication with an API key" },
    advice: takesBearer
      ? "Use a client that supports digest authentication, or the access token of a service account."
      : "Use a client that supports digest authentication.",
  };
}
