import {
  defineRule,
  headerPlace,
  matchMediaType,
  mediaTypeOf,
  resolveVersion,
  severityAt,
  strong,
  type ApiRequest,
  type Confidence,
  type EndpointData,
  type FileContext,
  type Location,
  type Severity,
  type StringSetting,
  type VersionState,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-deprecated-version",
    description: "Reports resource versions that are deprecated or gone on the day asked about",
    severity: "warning",
    sources: ["spec:lifecycle", "spec:versioning", "SPEC", "VAO"],
    messages: {
      deprecated:
        "Version {{version}}{{of}} is deprecated; it is deleted on {{sunset}}, in {{days}} days{{source}}.",
      deprecatedOpen: "Version {{version}}{{of}} is deprecated; no day of deletion is published.",
      gone: "Version {{version}}{{of}} is gone since {{sunset}}{{source}}: the service answers 410.",
      beforeFirst: "{{date}} is before {{first}}, the first version{{of}}.",
    },
    anchors: ({ words }) => [strong(`vnd.${words.vendor}`)],
  },
  *check(context) {
    const seen = new Map<string, number>();
    for (const request of context.requests) {
      for (const found of inRequest(request, context)) {
        const key = `${found.place.path}:${found.place.start}`;
        if ((seen.get(key) ?? 0) >= rank(found.severity)) continue;
        seen.set(key, rank(found.severity));
        yield found;
      }
    }
    const covered = new Set(context.requests.flatMap(headerParts));
    for (const fact of context.facts.strings) {
      if (
        fact.what !== "media-type" ||
        covered.has(fact.place.start) ||
        fact.parts.some((part) => covered.has(part.start))
      )
        continue;
      const match = matchMediaType(fact.value.replace(/\\/g, ""), [context.vocabulary(fact.vocabulary)]);
      if (match.kind !== "versioned") continue;
      // Which endpoint it is for is not known, so only what holds for every other endpoint can be said.
      const found = reportOf(
        match.vocabulary,
        undefined,
        match.date,
        context,
        fact.place,
        "medium",
        fact.setting,
      );
      if (found) yield found;
    }
  },
});

function rank(severity: Severity): number {
  return severity === "error" ? 3 : severity === "warning" ? 2 : 1;
}

function inRequest(request: ApiRequest, context: FileContext) {
  return request.administration.flatMap(({ match, endpoint }) =>
    request.accept.values.flatMap((value) => {
      if (value.kind !== "versioned" || value.upcoming || value.vocabulary !== match.vocabulary) return [];
      const sure: Confidence = endpoint.certain ? "high" : "medium";
      const found = reportOf(
        match.vocabulary,
        endpoint.endpoints[0],
        value.date,
        context,
        acceptPlace(request),
        sure,
        request.fact.setting,
      );
      return found ? [found] : [];
    }),
  );
}

/** Where the media type is written; where it comes from a constant, there. */
function acceptPlace(request: ApiRequest): Location {
  const { entry } = request.accept;
  const part = entry?.values
    .flatMap((value) => value.parts)
    .find((one) => one.kind === "segment" && one.written !== undefined);
  if (part?.kind === "segment" && part.written)
    return { path: part.written.path, start: part.written.start, end: part.written.end };
  return entry?.place ?? headerPlace(request);
}

/** Where the parts of the request's media types are written. */
function headerParts({ accept, contentType }: ApiRequest): number[] {
  return [accept, contentType].flatMap(({ entry }) =>
    (entry?.values ?? []).flatMap((value) =>
      value.parts.flatMap((part) => (part.kind === "segment" && part.written ? [part.written.start] : [])),
    ),
  );
}

function reportOf(
  vocabulary: Vocabulary,
  endpoint: EndpointData | undefined,
  date: string,
  context: FileContext,
  place: Location,
  confidence: Confidence,
  setting: StringSetting,
) {
  const state = resolveVersion(vocabulary, endpoint, date, context.asOf);
  const of = endpoint ? ` of ${endpoint.method} ${endpoint.path}` : "";
  const common = {
    place,
    confidence,
    severity: severityOf(state, date, context, setting),
    advice: adviceFor(vocabulary, endpoint, context),
  };
  switch (state.state) {
    case "stable":
      return undefined;
    case "before-first":
      // A date that was never released is another rule's matter.
      if (!vocabulary.lifecycle.releases.includes(date)) return undefined;
      return { ...common, messageId: "beforeFirst", data: { date, first: state.first.date, of } } as const;
    case "gone":
      return {
        ...common,
        messageId: "gone",
        data: { version: state.version.date, of, sunset: state.sunset!, source: sourceOf(state) },
      } as const;
    case "deprecated":
      if (state.sunset === undefined)
        return { ...common, messageId: "deprecatedOpen", data: { version: state.version.date, of } } as const;
      return {
        ...common,
        messageId: "deprecated",
        data: {
          version: state.version.date,
          of,
          sunset: state.sunset,
          days: String(state.daysLeft),
          source: sourceOf(state),
        },
      } as const;
  }
}

/** Served and not older than what the user aims at: known, and decides nothing. */
function severityOf(
  state: VersionState,
  date: string,
  context: FileContext,
  setting: StringSetting,
): Severity {
  if (state.state === "gone" || state.state === "before-first") return severityAt(setting, context, "error");
  return date >= context.target ? "info" : severityAt(setting, context, "warning");
}

function sourceOf(state: { readonly computed: boolean }): string {
  return state.computed ? " (computed from the support period; no day is published)" : "";
}

function adviceFor(vocabulary: Vocabulary, endpoint: EndpointData | undefined, context: FileContext): string {
  const newest = endpoint?.versions.at(-1)?.date;
  const format = endpoint?.format ?? "json";
  const target = mediaTypeOf(vocabulary, context.target, format);
  if (newest === undefined || newest <= context.target) return `Ask for ${target}.`;
  return `Ask for ${target}, or for ${mediaTypeOf(vocabulary, newest, format)}, the newest version.`;
}
