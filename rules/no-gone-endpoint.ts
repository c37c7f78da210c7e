import {
  defineRule,
  isUnlisted,
  isUnparsed,
  nameOfRequest,
  matchEndpoint,
  pathSegments,
  placeInRest,
  placeInText,
  sentFrom,
  severityAt,
  strong,
  distinctiveSegment,
  tracePlaces,
  unversionedBases,
  versionedBases,
  type ApiRequest,
  type FileContext,
  type GoneEndpointData,
  type Location,
  type RelatedPlace,
  type StringFact,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-gone-endpoint",
    description: "Reports endpoints that the versioned API has removed or renamed",
    severity: "error",
    confidence: ["high", "medium"],
    part: "path",
    // That a path is in no document is as true after a move.
    concern: { renamed: "path", gone: "path" },
    fixes: ["safe", "unsafe"],
    sources: ["GO1", "SPEC", "ERR"],
    messages: {
      renamed: "{{endpoint}} does not exist in the versioned API; use {{replacement}}.",
      gone: "{{endpoint}} does not exist in the versioned API and has no replacement.",
      unlisted: "{{request}} is in no API document that v2ready knows (data as of {{day}}).",
    },
    anchors: (vocabulary) => [
      ...unversionedBases(vocabulary),
      ...versionedBases(vocabulary),
      // The base may come from the user; digest credentials are the evidence.
      strong("/groups/", "igest"),
    ],
  },
  *check(context) {
    for (const request of context.requests) {
      const unlisted = request.fact.setting === "code" ? unlistedReading(request) : undefined;
      if (unlisted) {
        const { match, text } = unlisted;
        const place = placeInText(text, match.end, match.end + match.path.length) ?? request.fact.site;
        yield {
          messageId: "unlisted",
          place,
          confidence: "medium",
          severity: "info",
          related: sentFrom(request, place),
          requests: [request],
          data: { request: nameOfRequest(request), day: context.catalog.data.dataAsOf },
          advice:
            "Check the path and the method. If they are right, v2ready does not know what changes for it.",
        };
      }
      for (const reading of [...request.administration, ...request.likely]) {
        const { gone } = reading.endpoint;
        if (!gone) continue;
        const place = placeInUrl(request, reading, gone);
        // The base of a likely request is unknown: the path, and that no one else uses it, are the evidence.
        const confidence = request.administration.length > 0 ? "high" : "medium";
        const related = sentFrom(request, place);
        yield {
          ...reportOf(gone, request.fact.methods, place, request.fact.setting, confidence, context, related),
          requests: [request],
        };
      }
    }
    for (const fact of context.facts.strings) {
      if (fact.what !== "base-path") continue;
      for (const one of [fact, ...(fact.otherRests ?? []).map((rest) => ({ ...fact, ...rest }))]) {
        const { gone } = matchEndpoint(context.vocabulary(fact.vocabulary), [], one.rest);
        if (!gone) continue;
        const place = placeInString(one, gone);
        const sure = isUnparsed(fact.setting, context) ? "medium" : "high";
        yield reportOf(gone, [], place, fact.setting, sure, context, tracePlaces(fact.trace));
      }
    }
  },
});

/** Returns the reading of a request that leads to the service, if none is an endpoint of its documents. */
function unlistedReading({
  administration,
  fact,
}: ApiRequest): ApiRequest["administration"][number] | undefined {
  const areUnlisted = administration.every(
    ({ match }) => match.form !== "unknown" && isUnlisted(match.vocabulary, fact.methods, match.path),
  );
  return areUnlisted ? administration[0] : undefined;
}

/** Returns the place of the word of the path that the versioned API does not know; the call if it is computed. */
function placeInUrl(
  { fact }: ApiRequest,
  { match, text }: ApiRequest["administration"][number],
  gone: GoneEndpointData,
): Location {
  const segment = pathSegments(match.path)[distinctiveSegment(gone)];
  if (!segment) return fact.site;
  const start = match.end + segment.start;
  return placeInText(text, start, start + segment.text.length) ?? fact.site;
}

function placeInString(fact: StringFact, gone: GoneEndpointData): Location {
  const segment = pathSegments(fact.rest)[distinctiveSegment(gone)];
  return segment ? placeInRest(fact, segment.start, segment.start + segment.text.length) : fact.place;
}

/** Returns the path of a gone endpoint, with the methods if others may still exist: `POST /groups/{GROUP-ID}/serverless`. */
function nameOf({ path, methods = [] }: GoneEndpointData, asked: readonly string[]): string {
  const own = methods.filter((method) => asked.includes(method));
  return own.length > 0 ? `${own.join(" or ")} ${path}` : path;
}

/** @param asked the methods of the request; without them, the path is gone for every method */
function reportOf(
  gone: GoneEndpointData,
  asked: readonly string[],
  place: Location,
  setting: Parameters<typeof severityAt>[0],
  confidence: "high" | "medium",
  context: FileContext,
  related: readonly RelatedPlace[],
) {
  const common = {
    place,
    confidence,
    severity: severityAt(setting, context, "error"),
    related,
    advice: gone.note,
  } as const;
  const endpoint = nameOf(gone, asked);
  return gone.replacement === undefined
    ? ({ ...common, messageId: "gone", data: { endpoint } } as const)
    : ({
        ...common,
        messageId: "renamed",
        data: { endpoint, replacement: gone.replacement },
      } as const);
}
