import {
  isChangedAt,
  defineRule,
  isNested,
  isRequiredOfAnswers,
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
  worstChange,
  type ChangeVerdict,
  type ClusterField,
  type FileContext,
  type PropertyData,
  type Role,
  type Severity,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-removed-property",
    description: "Reports properties that the clusters resource no longer has",
    severity: "error",
    confidence: ["high", "medium", "low"],
    fixes: ["safe", "unsafe"],
    sources: ["spec:resources", "spec:versioned-clusters", "VD1", "VD2", "MIG"],
    messages: {
      request: "{{property}} is rejected in cluster requests from version {{since}} on.",
      response: "{{property}} is not in cluster responses from version {{since}} on.",
      type: "{{property}} is declared for a cluster, but clusters do not have it from version {{since}} on.",
      schema:
        "This schema requires {{property}} and rejects cluster responses, which do not have it from version {{since}} on.",
      payload: "{{property}} is not a property of clusters from version {{since}} on.",
      askedRequest:
        "{{property}} is rejected in cluster requests from version {{since}} on, and this request asks for {{asked}}.",
      askedResponse:
        "{{property}} is not in cluster responses from version {{since}} on, and the request asks for {{asked}}.",
      behind:
        "{{property}} is removed in version {{since}}; the request asks for {{asked}}, which still has it.",
    },
    brief: {
      request: "{{property}} is rejected from version {{since}} on",
      response: "{{property}} is not in the response from version {{since}} on",
      askedRequest: "{{property}} is rejected from version {{since}} on, and the request asks for {{asked}}",
      askedResponse:
        "{{property}} is not in the response from version {{since}} on, and the request asks for {{asked}}",
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
      if (fact.what !== "name" && fact.what !== "held-name") continue;
      const vocabulary = context.vocabulary(fact.vocabulary);
      const property = vocabulary.properties.find(
        (one) =>
          isRemoved(one) && isChangedAt(vocabulary, one, context.target) && lastName(one) === fact.value,
      );
      const isTelling = fact.what === "held-name" || unmistakableNames(vocabulary).includes(fact.value);
      if (!property || !isTelling) continue;
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

/** A property that moved is refused at the old path as well. */
function isRemoved({ status }: PropertyData): boolean {
  return status === "removed" || status === "moved";
}

function removedField(cluster: ClusterField, context: FileContext) {
  const { field, vocabulary, role, requests } = cluster;
  if (isNested(cluster, vocabulary)) return undefined;
  const [affected] = cluster.properties
    .filter(isRemoved)
    .map((property) => ({ property, change: worstChange(requests, property, vocabulary, context.target) }))
    .filter(({ change }) => change.kind !== "unaffected");
  if (!affected) return undefined;
  const { property, change } = affected;
  const { path, since } = property;
  const common = {
    place: field.place,
    confidence: cluster.confidence,
    severity: severityAt(field.setting, context, severityOf(change, cluster)),
    requests: requestsOfField(cluster, context),
    role,
    property: path,
    related: relatedPlaces(cluster),
    advice: adviceFor(property, role),
  } as const;
  const messageId = isRequiredOfAnswers(cluster) ? "schema" : role;
  if (!("asked" in change)) return { ...common, messageId, data: { property: path, since } } as const;
  const data = { property: path, since, asked: change.asked };
  if (change.kind === "behind") return { ...common, messageId: "behind", data } as const;
  if (role === "request") return { ...common, messageId: "askedRequest", data } as const;
  if (role === "response") return { ...common, messageId: "askedResponse", data } as const;
  return { ...common, messageId, data: { property: path, since } } as const;
}

/**
 * A read gives `undefined`, and a sent value is refused: both break. A declaration does not break by itself, and if the
 * request asks for another version in another branch, it may be right.
 */
function severityOf(change: ChangeVerdict, cluster: ClusterField): Severity {
  if (change.kind === "behind") return "info";
  const onlyDescribes = cluster.role === "type" && !isRequiredOfAnswers(cluster);
  if (onlyDescribes || (change.kind === "at-asked" && !change.certain)) return "warning";
  return "error";
}

/** The sentences of the catalog are about reading or writing a value, and a declaration does neither. */
function adviceFor({ transform, replacement, in: directions }: PropertyData, role: Role): string {
  if (role === "type" && replacement.length > 0) return `Declare ${replacement.join(", ")} instead.`;
  const isRead = role === "response" && directions.includes("request") && replacement.length > 0;
  return isRead ? `Read ${replacement.join(", ")} instead.` : transform;
}
