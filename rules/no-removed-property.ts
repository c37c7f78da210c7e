import {
  defineRule,
  isNested,
  readClusterField,
  severityAt,
  strong,
  unmistakableNames,
  weak,
  lastName,
  type ApiRequest,
  type ClusterField,
  type FileContext,
  type PropertyData,
  type Severity,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-removed-property",
    description: "Reports properties that the clusters resource no longer has",
    severity: "error",
    sources: ["spec:resources", "spec:versioned-clusters", "VD1", "MIG"],
    messages: {
      request: "{{property}} is refused in cluster requests from {{since}} on.",
      response: "{{property}} is no longer in cluster responses from {{since}} on.",
      type: "{{property}} is declared for a cluster, which no longer has it from {{since}} on.",
      payload: "{{property}} is no longer a property of clusters from {{since}} on.",
    },
    anchors: (vocabulary) => {
      const removed = vocabulary.properties.filter((property) => property.status === "removed");
      const names = (distinctness: PropertyData["distinctness"]) => [
        ...new Set(removed.filter((property) => property.distinctness === distinctness).map(lastName)),
      ];
      return [
        ...names("unmistakable").map((name) => strong(name)),
        ...ROOT_NAMES.map((name) => strong(name)),
        ...names("ambiguous").map((name) => weak(name)),
      ];
    },
  },
  *check(context) {
    for (const field of context.facts.fields) {
      for (const cluster of readClusterField(field, context)) {
        const report = removedField(cluster, context);
        if (report) yield report;
      }
    }
    for (const fact of context.facts.strings) {
      if (fact.what !== "name") continue;
      const vocabulary = context.vocabulary(fact.vocabulary);
      const property = vocabulary.properties.find(
        (one) => one.status === "removed" && one.since <= context.target && lastName(one) === fact.value,
      );
      if (!property || !unmistakableNames(vocabulary).includes(fact.value)) continue;
      yield {
        messageId: "payload",
        place: fact.place,
        confidence: "medium",
        severity: severityAt(fact.setting, context, "error"),
        role: "payload",
        property: property.path,
        data: { property: property.path, since: property.since },
        advice: property.transform,
      };
    }
  },
});

/** Specific enough to look into a file for. */
const ROOT_NAMES = ["providerSettings", "replicationSpec", "srvAddress"];

function removedField(cluster: ClusterField, context: FileContext) {
  const { field, vocabulary, role } = cluster;
  const property = cluster.properties.find((one) => one.status === "removed" && one.since <= context.target);
  if (!property || isNested(cluster, vocabulary)) return undefined;
  if (
    cluster.requests.length > 0 &&
    cluster.requests.every((request) => hasNewShape(request, vocabulary, property))
  )
    return undefined;
  return {
    messageId: role,
    place: field.place,
    confidence: cluster.confidence,
    severity: severityFor(cluster, context),
    role,
    property: property.path,
    data: { property: property.path, since: property.since },
    related: cluster.requests
      .slice(0, 3)
      .map(({ fact }) => ({ place: fact.site, message: role === "request" ? "sent here" : "answered here" })),
    advice: property.transform,
  } as const;
}

/** `v1.5` clusters have the shape of 2023-02-01 already, so the name means something else there. */
function hasNewShape(request: ApiRequest, vocabulary: Vocabulary, property: PropertyData): boolean {
  return request.administration.every(({ match }) => {
    if (match.form !== "unversioned" || match.vocabulary !== vocabulary) return false;
    const own = vocabulary.administration.unversioned.find(({ version }) => version === match.version);
    return own !== undefined && own.shape >= property.since;
  });
}

/** A read gives `undefined`; what is sent is refused. Either breaks, but what only describes does not by itself. */
function severityFor(cluster: ClusterField, context: FileContext): Severity {
  if (cluster.role === "type") return severityAt(cluster.field.setting, context, "warning");
  return severityAt(cluster.field.setting, context, "error");
}
