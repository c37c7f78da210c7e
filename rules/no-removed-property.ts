import {
  defineRule,
  isNested,
  lastName,
  readClusterField,
  requestsOfField,
  relatedPlaces,
  severityAt,
  strong,
  unmistakableNames,
  unversionedBases,
  versionedBases,
  namedProperty,
  type ApiRequest,
  type ClusterField,
  type FileContext,
  type PropertyData,
  type Role,
  type Severity,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-removed-property",
    description: "Reports properties that the clusters resource no longer has",
    severity: "error",
    confidence: ["high", "medium", "low"],
    fixes: ["safe", "unsafe"],
    sources: ["spec:resources", "spec:versioned-clusters", "VD1", "MIG"],
    messages: {
      request: "{{property}} is refused in cluster requests from {{since}} on.",
      response: "{{property}} is no longer in cluster responses from {{since}} on.",
      type: "{{property}} is declared for a cluster, which has no such property from {{since}} on.",
      schema:
        "{{property}} is required of cluster responses, which do not have it from {{since}} on: this schema refuses them.",
      payload: "{{property}} is no longer a property of clusters from {{since}} on.",
    },
    brief: {
      request: "{{property}} is refused from {{since}} on",
      response: "{{property}} is not in the answer any more from {{since}} on",
    },
    anchors: (vocabulary) => {
      const outermost = vocabulary.properties.filter(
        (property) =>
          isRemoved(property) &&
          !vocabulary.properties.some((other) => property.path.startsWith(`${other.path}.`)),
      );
      return [
        ...unversionedBases(vocabulary),
        ...versionedBases(vocabulary),
        strong(`vnd.${vocabulary.words.vendor}`),
        ...outermost.flatMap((property) => namedProperty(property, vocabulary)),
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
        (one) => isRemoved(one) && one.since <= context.target && lastName(one) === fact.value,
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

/** What moved to another place is refused at the old one as well. */
function isRemoved({ status }: PropertyData): boolean {
  return status === "removed" || status === "moved";
}

function removedField(cluster: ClusterField, context: FileContext) {
  const { field, vocabulary, role } = cluster;
  const property = cluster.properties.find((one) => isRemoved(one) && one.since <= context.target);
  if (!property || isNested(cluster, vocabulary)) return undefined;
  if (
    cluster.requests.length > 0 &&
    cluster.requests.every((request) => hasNewShape(request, vocabulary, property))
  )
    return undefined;
  return {
    messageId: isRequiredOfAnswers(cluster) ? "schema" : role,
    place: field.place,
    confidence: cluster.confidence,
    severity: severityFor(cluster, context),
    requests: requestsOfField(cluster, context),
    role,
    property: property.path,
    data: { property: property.path, since: property.since },
    related: relatedPlaces(cluster),
    advice: adviceFor(property, role),
  } as const;
}

/** What is read only has its own sentence in the catalog; of the rest the sentence tells how to write it. */
function adviceFor({ transform, replacement, in: directions }: PropertyData, role: Role): string {
  const isRead = role === "response" && directions.includes("request") && replacement.length > 0;
  return isRead ? `Read ${replacement.join(", ")} instead.` : transform;
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
  if (cluster.role === "type" && !isRequiredOfAnswers(cluster))
    return severityAt(cluster.field.setting, context, "warning");
  return severityAt(cluster.field.setting, context, "error");
}

/** Whether answers go through a schema that refuses those without the property. */
function isRequiredOfAnswers({ field: { owner }, requests }: ClusterField): boolean {
  return requests.length > 0 && owner.kind === "type" && owner.parses?.isRequired === true;
}
