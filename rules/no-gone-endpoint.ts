import {
  defineRule,
  matchEndpoint,
  severityAt,
  strong,
  tracePlaces,
  type ApiRequest,
  type FileContext,
  type GoneEndpointData,
  type Location,
  type UrlReading,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-gone-endpoint",
    description: "Reports endpoints that the versioned API does not have or has under another name",
    severity: "error",
    sources: ["GO1", "SPEC", "ERR"],
    messages: {
      renamed: "{{path}} does not exist on the versioned API; it is {{replacement}} there.",
      gone: "{{path}} does not exist on the versioned API. {{note}}",
    },
    anchors: ({ words, administration }) => [
      ...administration.unversioned.map(({ version }) => strong(words.admin, version)),
      strong(`${words.admin}/${administration.versioned}`),
    ],
  },
  *check(context) {
    const seen = new Set<number>();
    for (const request of context.requests) {
      for (const reading of request.administration) {
        const { gone } = reading.endpoint;
        if (!gone) continue;
        const place = placeOf(request, reading);
        seen.add(place.start);
        yield reportOf(gone, place, request.fact.setting, "high", context, []);
      }
    }
    for (const fact of context.facts.strings) {
      if (fact.what !== "base-path" || seen.has(fact.place.start)) continue;
      const path = fact.rest.replace(/[?#].*$/s, "").replace(/\\/g, "");
      const { gone } = matchEndpoint(context.vocabulary(fact.vocabulary), [], path);
      if (gone) {
        const sure = fact.setting === "text" ? "medium" : "high";
        yield reportOf(gone, fact.place, fact.setting, sure, context, tracePlaces(fact.trace));
      }
    }
  },
});

/** Where the part of the URL behind the base is written. */
function placeOf({ fact }: ApiRequest, reading: UrlReading): Location {
  const end = reading.match?.end ?? 0;
  let offset = 0;
  for (const part of reading.text.parts) {
    const length = part.kind === "segment" ? part.text.length : 1;
    if (
      part.kind === "segment" &&
      part.written &&
      offset + length > end &&
      /[a-z]{3}/i.test(part.text.slice(Math.max(0, end - offset)))
    ) {
      return { path: part.written.path, start: part.written.start, end: part.written.end };
    }
    offset += length;
  }
  return fact.site;
}

function reportOf(
  gone: GoneEndpointData,
  place: Location,
  setting: Parameters<typeof severityAt>[0],
  confidence: "high" | "medium",
  context: FileContext,
  related: ReturnType<typeof tracePlaces>,
) {
  const common = {
    place,
    confidence,
    severity: severityAt(setting, context, "error"),
    related,
    advice: gone.note,
  } as const;
  return gone.replacement === undefined
    ? ({ ...common, messageId: "gone", data: { path: gone.path, note: gone.note } } as const)
    : ({
        ...common,
        messageId: "renamed",
        data: { path: gone.path, replacement: gone.replacement },
      } as const);
}
