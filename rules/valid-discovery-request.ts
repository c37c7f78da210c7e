import {
  HOLE_MARK,
  defineRule,
  severityAt,
  strong,
  type ComparisonFact,
  type FileContext,
  type Location,
  type StringFact,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "valid-discovery-request",
    description: "Reports requests to the discovery endpoint that it does not understand",
    severity: "error",
    sources: ["spec:discovery", "spec:discovery-result", "spec:authentication", "PROM"],
    messages: {
      base: "Discovery is not part of the versioned API: it stays at {{base}}.",
      parameter: "{{value}} is no value of {{name}}; it takes {{values}}.",
      credentials:
        "Discovery takes the user name and password of the integration, not the keys of digest authentication.",
      label: "{{value}} is no value of the label {{name}}; it has {{values}}.",
    },
    anchors: ({ words, discovery }) => [
      strong(`${words.metrics}/v`),
      strong("/discovery", "groups"),
      strong(discovery.parameters[0]!.name),
      ...discovery.labels.filter((label) => label.values).map((label) => strong(label.name, "labels")),
    ],
  },
  *check(context) {
    const read = new Set<number>();
    for (const request of context.requests) {
      for (const { match, flat } of request.discovery) {
        read.add(request.fact.site.start);
        if (match.version !== undefined && !match.vocabulary.discovery.base.endsWith(match.version)) {
          yield baseReport(match.vocabulary, request.fact.site, context);
        }
        yield* parameters(flat, match.vocabulary, request.fact.site, context);
        if (request.fact.credentials === "digest") {
          yield {
            messageId: "credentials",
            place: request.fact.site,
            confidence: "high",
            severity: severityAt(request.fact.setting, context, "error"),
          };
        }
      }
      for (const { match } of request.administration) {
        if (/^\/groups\/[^/]+\/discovery$/.test(match.path))
          yield baseReport(match.vocabulary, request.fact.site, context);
      }
    }
    for (const fact of context.facts.strings) yield* inString(fact, context);
    for (const comparison of context.facts.comparisons) yield* wrongLabel(comparison, context);
  },
});

function baseReport(vocabulary: Vocabulary, place: Location, context: FileContext) {
  return {
    messageId: "base",
    place,
    confidence: "high",
    severity: severityAt("code", context, "error"),
    data: { base: vocabulary.discovery.base },
    advice: `Call ${vocabulary.discovery.base}${vocabulary.discovery.path} with Accept: ${vocabulary.discovery.accept}.`,
  } as const;
}

function* inString(fact: StringFact, context: FileContext) {
  if (fact.what !== "discovery-url") return;
  const vocabulary = context.vocabulary(fact.vocabulary);
  if (!fact.value.replace(/\\/g, "").includes(`${vocabulary.discovery.base}/`)) {
    yield {
      ...baseReport(vocabulary, fact.place, context),
      confidence: fact.setting === "text" ? "medium" : "high",
      severity: severityAt(fact.setting, context, "error"),
    } as const;
  }
  yield* parameters(fact.value, vocabulary, fact.place, context);
}

function* parameters(url: string, vocabulary: Vocabulary, place: Location, context: FileContext) {
  const query = /\?([^#]*)/.exec(url)?.[1];
  if (query === undefined) return;
  for (const [name, value] of new URLSearchParams(query)) {
    const parameter = vocabulary.discovery.parameters.find((one) => one.name === name);
    if (!parameter || parameter.values.includes(value) || value.includes(HOLE_MARK) || /[${}<>%]/.test(value))
      continue;
    yield {
      messageId: "parameter",
      place,
      confidence: "high",
      severity: severityAt("code", context, "error"),
      data: { value, name, values: parameter.values.join(" and ") },
      ...(parameter.default === undefined
        ? {}
        : { advice: `Without the parameter it is ${parameter.default}.` }),
    } as const;
  }
}

/** `target.labels.node_type === "PRIMARY"` never holds. */
function* wrongLabel(comparison: ComparisonFact, context: FileContext) {
  const name = comparison.path.at(-1)!;
  const isLabel = comparison.path.at(-2) === "labels";
  const discovered = context.requestsOf(comparison.requests).some((request) => request.discovery.length > 0);
  if (!isLabel && !discovered) return;
  for (const { discovery } of context.catalog.vocabularies) {
    const label = discovery.labels.find((one) => one.name === name && one.values);
    if (!label || label.values!.includes(comparison.value)) continue;
    yield {
      messageId: "label",
      place: comparison.place,
      confidence: discovered ? "high" : name === "node_type" ? "medium" : "low",
      severity: severityAt("code", context, "error"),
      data: { value: comparison.value, name, values: label.values!.join(", ") },
    } as const;
    return;
  }
}
