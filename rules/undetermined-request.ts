import {
  HOLE_MARK,
  defineRule,
  describe,
  headerPlace,
  isKnownResource,
  strong,
  type ApiRequest,
  type FileContext,
  type RelatedPlace,
  type UrlReading,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "undetermined-request",
    description:
      "Reports requests that look like this API and of which base, version or header is computed at run time",
    severity: "info",
    sources: ["spec:versioned-clusters", "spec:versioning"],
    messages: {
      url: "Where this request goes is not known: {{url}} ({{why}}).",
      client:
        "{{url}} is handed to {{client}}, which is not known here; whether it sends the dated media type cannot be told.",
      header: "Which Accept header this request has is not known ({{why}}).",
      version: "The version in {{url}} is not known ({{why}}).",
    },
    anchors: ({ words, administration }) => [
      ...administration.unversioned.map(({ version }) => strong(words.admin, version)),
      strong(`${words.admin}/${administration.versioned}`),
      strong("groups", "clusters", "digest"),
    ],
  },
  *check(context) {
    const decided = new Set(context.requests.filter(isDecided).map(({ fact }) => fact.site.start));
    for (const request of context.requests) {
      const { fact } = request;
      const common = { place: fact.site, confidence: "low" as const, related: whereItStops(request) };
      if (!fact.understood) {
        const [reading] = request.administration;
        if (reading)
          yield {
            ...common,
            messageId: "client",
            data: { url: describe(reading.text), client: fact.client },
          };
        continue;
      }
      if (request.administration.length === 0 && !decided.has(fact.site.start)) {
        const open = request.readings.find((reading) => looksLikeService(reading, request, context));
        if (open) {
          const data = { url: describe(open.text), why: reasonOf(open) };
          yield open.match && open.match.version === undefined
            ? { ...common, messageId: "version", data }
            : { ...common, messageId: "url", data };
        }
      } else if (request.administration.length > 0 && hasUnknownAccept(request)) {
        yield {
          ...common,
          place: headerPlace(request),
          messageId: "header",
          data: { why: openHeader(request) },
        };
      }
    }
  },
});

function isDecided(request: ApiRequest): boolean {
  return request.fact.understood && request.administration.length > 0;
}

/** A URL that may lead anywhere, with the service's resources in it, or credentials as the service wants them. */
function looksLikeService(reading: UrlReading, { fact }: ApiRequest, { catalog }: FileContext): boolean {
  if (reading.surface !== "unknown") return false;
  if (reading.match) return true;
  const path = reading.flat.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/[?#].*$/, "");
  const behindBase = path.slice(path.startsWith(HOLE_MARK) ? 1 : 0);
  if (catalog.vocabularies.some((vocabulary) => isKnownResource(vocabulary, behindBase))) return true;
  return fact.credentials === "digest" && /\b(?:groups|orgs)\b/.test(behindBase);
}

function reasonOf(reading: UrlReading): string {
  const hole = reading.text.parts.find((part) => part.kind === "hole");
  return hole?.kind === "hole" ? `${hole.name} is ${REASONS[hole.reason]}` : "it is put together at run time";
}

const REASONS = {
  parameter: "a parameter whose callers are not known",
  environment: "a variable of the environment",
  import: "imported and was not followed",
  response: "part of a response",
  call: "the result of a call that is not known",
  property: "a property of something unknown",
  global: "a global that is not known",
  computed: "computed",
  varying: "changed in a loop",
  limit: "behind a limit of the analysis",
} as const;

function hasUnknownAccept({ fact, accept }: ApiRequest): boolean {
  if (accept.values.length > 0)
    return accept.values.every(({ kind }) => kind === "unknown" || kind === "unknown-version");
  return fact.headers.open.some(
    ({ reason }) => reason === "import" || reason === "call" || reason === "limit",
  );
}

function openHeader({ fact, accept }: ApiRequest): string {
  const hole =
    accept.entry?.values.flatMap((value) => value.parts).find((part) => part.kind === "hole") ??
    fact.headers.open[0];
  return hole?.kind === "hole" ? `${hole.name} is ${REASONS[hole.reason]}` : "it is put together at run time";
}

/** Where following the value came to an end. */
function whereItStops({ fact }: ApiRequest): RelatedPlace[] {
  const holes = [...fact.urls.flatMap((url) => url.parts), ...fact.headers.open].filter(
    (part) => part.kind === "hole",
  );
  return holes
    .flatMap((hole) =>
      hole.kind === "hole" && hole.place
        ? [{ place: hole.place, message: `${hole.name}: ${REASONS[hole.reason]}` }]
        : [],
    )
    .slice(0, 3);
}
