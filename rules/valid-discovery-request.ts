import {
  HOLE_MARK,
  callerPlaces,
  defineRule,
  isUnparsed,
  flatten,
  headerPlace,
  matchPath,
  literalTypePlace,
  mediaTypePlace,
  plainTypeFixes,
  segment,
  severityAt,
  strong,
  unversionedBases,
  versionedBases,
  weak,
  writtenPlaces,
  type ApiRequest,
  type ComparisonFact,
  type Confidence,
  type FileContext,
  type Location,
  type PathMatch,
  type Severity,
  type StringFact,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "valid-discovery-request",
    description: "Reports invalid requests to the discovery endpoint",
    severity: "error",
    confidence: ["high", "medium", "low"],
    fixes: ["safe"],
    sources: ["spec:discovery", "spec:discovery-result", "spec:authentication", "PROM"],
    messages: {
      base: "{{found}} has no discovery endpoint; discovery stays at {{base}} and is not part of the migration.",
      mediaType: "The discovery endpoint does not accept {{type}}; it has no versions and needs {{accept}}.",
      parameter: "{{value}} is not a value of {{name}}; the values are {{values}}.",
      credentials:
        "The discovery endpoint needs the user name and password of the integration, not digest authentication with an API key.",
      label: "{{value}} is not a value of the label {{name}}; the values are {{values}}.",
    },
    anchors: (vocabulary) => {
      const { discovery, words } = vocabulary;
      if (discovery.base === "") return [];
      const bases = [...unversionedBases(vocabulary), ...versionedBases(vocabulary)];
      return [
        strong(`${words.metrics}/v`, "/discovery"),
        strong("/groups/", "/discovery", segment(words.metrics)),
        ...bases.map(({ all }) => strong(...all, "/discovery")),
        ...discovery.labels.filter((label) => label.values).map((label) => weak(`labels.${label.name}`)),
      ];
    },
  },
  *check(context) {
    for (const fact of context.facts.strings) {
      if (fact.what === "discovery-url") yield* inUrl(urlOfString(fact, context), context);
    }
    for (const request of context.requests) {
      for (const { text, flat } of [...request.discovery, ...request.administration]) {
        const placeOf = (from: number, to: number) =>
          writtenPlaces(text, from, to).at(-1) ?? request.fact.site;
        const severity = severityAt(request.fact.setting, context, "error");
        for (const found of inUrl({ flat, placeOf, confidence: "high", severity }, context))
          yield { ...found, requests: [request] };
      }
      for (const found of [...inQuery(request, context), ...inRequest(request, context)])
        yield { ...found, requests: [request] };
    }
    for (const comparison of context.facts.comparisons) yield* wrongLabel(comparison, context);
  },
});

/** A URL, or the part of it that is written in one string. */
interface Url {
  readonly flat: string;
  /** The places of its characters; the last of several places. */
  readonly placeOf: (from: number, to: number) => Location;
  readonly confidence: Confidence;
  readonly severity: Severity;
}

function urlOfString(fact: StringFact, context: FileContext): Url {
  const { text, place, value, setting } = fact;
  const common = {
    confidence: isUnparsed(setting, context) ? ("medium" as const) : ("high" as const),
    severity: severityAt(setting, context, "error"),
  };
  const isExact = !value.includes("\\") && place.end - place.start === value.length;
  if (!text && !isExact) return { ...common, flat: value.replaceAll("\\", ""), placeOf: () => place };
  if (!text) {
    const placeOf = (from: number, to: number) => ({
      path: place.path,
      start: place.start + from,
      end: place.start + to,
    });
    return { ...common, flat: value, placeOf };
  }
  const base = Math.max(0, flatten(text).indexOf(value));
  const placeOf = (from: number, to: number) => writtenPlaces(text, base + from, base + to).at(-1) ?? place;
  return { ...common, flat: value, placeOf };
}

/** Returns whether a URL is that of discovery, with any base. */
function asksForTargets({ surface, path, vocabulary }: PathMatch): boolean {
  if (vocabulary.discovery.base === "") return false;
  return surface === "discovery" || /^\/groups\/[^/]+\/discovery\/?$/.test(path);
}

/** A base without discovery, and values that its parameters do not have. */
function* inUrl({ flat, placeOf, confidence, severity }: Url, { catalog }: FileContext) {
  const match = matchPath(flat, catalog.vocabularies);
  if (!match) return;
  if (!asksForTargets(match)) return;
  const { discovery } = match.vocabulary;
  const isBase = match.surface === "discovery" && discovery.base.endsWith(`/${match.version}`);
  if (!isBase && match.version !== undefined) {
    yield {
      messageId: "base",
      place: placeOf(match.start, match.end),
      confidence,
      severity,
      data: { found: flat.slice(match.start, match.end), base: discovery.base },
      advice: `Call ${discovery.base}${discovery.path} with Accept: ${discovery.accept}.`,
    } as const;
  }
  for (const { name, value, start } of parametersOf(match.query)) {
    const from = match.end + match.path.length + start;
    const place = placeOf(from, from + value.length);
    yield* wrongValue(discovery, name, value, { place, confidence, severity });
  }
}

function* wrongValue(
  { parameters }: Vocabulary["discovery"],
  name: string,
  value: string,
  common: { place: Location; confidence: Confidence; severity: Severity },
) {
  const parameter = parameters.find((one) => one.name === name);
  if (!parameter || value === "" || parameter.values.includes(value)) return;
  yield {
    ...common,
    messageId: "parameter",
    data: { value, name, values: parameter.values.join(" and ") },
    advice: adviceFor(value, parameter.values, parameter.default),
  } as const;
}

/** Parameters that the client gets beside the URL: `params: { … }`. */
function* inQuery({ discovery, administration, fact }: ApiRequest, context: FileContext) {
  const reading = [...discovery, ...administration].find(({ match }) => asksForTargets(match));
  if (!reading) return;
  const severity = severityAt(fact.setting, context, "error");
  for (const { name, values } of fact.query ?? []) {
    for (const text of values) {
      const value = flatten(text);
      if (value.includes(HOLE_MARK)) continue;
      const place = writtenPlaces(text, 0, value.length).at(-1) ?? fact.site;
      yield* wrongValue(reading.match.vocabulary.discovery, name, value, {
        place,
        confidence: "high",
        severity,
      });
    }
  }
}

/** Names and values of a query that are written out; a text may continue after the last one. */
function parametersOf(query: string): { name: string; value: string; start: number }[] {
  const found: { name: string; value: string; start: number }[] = [];
  let start = 1;
  for (const pair of query.slice(1).split("#")[0]!.split("&")) {
    const [name = "", written = ""] = pair.split("=");
    const value = /^[\w.-]*/.exec(written)![0].replace(/\.+$/, "");
    const isOpen = /^[$%{:<]/.test(written.slice(value.length)) || written.includes(HOLE_MARK);
    if (!isOpen) found.push({ name, value, start: start + name.length + 1 });
    start += pair.length + 1;
  }
  return found;
}

function adviceFor(value: string, values: readonly string[], byDefault: string | undefined): string {
  const meant = values.find((one) => one.toLowerCase() === value.toLowerCase());
  if (meant !== undefined) return `Write ${meant}.`;
  return byDefault === undefined ? `Write one of ${values.join(", ")}.` : `The default is ${byDefault}.`;
}

/** Yields what a discovery request sends beside its URL. */
function* inRequest(request: ApiRequest, context: FileContext) {
  const { accept, discovery, administration, fact } = request;
  const [reading] = discovery;
  if (!reading || administration.length > 0) return;
  const common = { confidence: "high", severity: severityAt(fact.setting, context, "error") } as const;
  const expected = reading.match.vocabulary.discovery.accept;
  for (const { match, text, start } of accept.types) {
    if (!("type" in match)) continue;
    yield {
      ...common,
      messageId: "mediaType",
      place: mediaTypePlace(match, text, start) ?? accept.entry?.place ?? headerPlace(request),
      data: { type: match.type.replaceAll(HOLE_MARK, "…"), accept: expected },
      related: [{ place: fact.site, message: "sent here" }],
      advice: `Send Accept: ${expected}.`,
      fixes: plainTypeFixes(request, literalTypePlace(match, text, start), context.requests),
    } as const;
  }
  if (fact.credentials === "digest") {
    yield {
      ...common,
      messageId: "credentials",
      place: fact.site,
      related: callerPlaces(request),
      advice: "Send the user name and password of the integration as Basic credentials.",
    } as const;
  }
}

/**
 * `target.labels.node_type === "PRIMARY"` is never true. Many systems have labels with these names: a value that may
 * not come from a discovery request counts only in a file that uses discovery.
 */
function* wrongLabel(comparison: ComparisonFact, context: FileContext) {
  const { path, value, requests, place } = comparison;
  const discovered = context.requestsOf(requests).filter(({ discovery }) => discovery.length > 0);
  if (path.at(-2) !== "labels" || (requests.length > 0 && discovered.length === 0)) return;
  if (value === "" || value.includes(HOLE_MARK)) return;
  const vocabulary = discovered[0]?.discovery[0]?.match.vocabulary ?? context.catalog.vocabularies[0]!;
  const label = vocabulary.discovery.labels.find((one) => one.name === path.at(-1));
  if (!label?.values || label.values.includes(value)) return;
  const isNear =
    context.requests.some(({ discovery }) => discovery.length > 0) ||
    context.facts.strings.some(({ what }) => what === "discovery-url");
  const meant = label.values.find((one) => plain(one) === plain(value));
  yield {
    messageId: "label",
    place,
    confidence: discovered.length > 0 ? "high" : isNear ? "medium" : "low",
    severity: severityAt("code", context, "error"),
    data: { value, name: label.name, values: label.values.join(", ") },
    advice:
      meant === undefined
        ? "This comparison is never true; compare with one of these values."
        : `Write ${meant}.`,
  } as const;
}

function plain(value: string): string {
  return value.toLowerCase().replace(/[^a-z]/g, "");
}
