import {
  defineRule,
  lastName,
  readClusterField,
  requestsOfField,
  relatedPlaces,
  severityAt,
  namedProperty,
  unversionedBases,
  versionedBases,
  weak,
  propertyNamed,
  type ApiRequest,
  type ClusterField,
  type FileContext,
  type Location,
  type PropertyData,
  type Tree,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-repurposed-property",
    description: "Reports cluster properties that keep their name and mean or allow something else",
    severity: "warning",
    confidence: ["high", "medium"],
    fixes: ["safe", "unsafe"],
    sources: ["spec:resources", "VD1", "GO1", "ERR"],
    messages: {
      request: "{{property}} asks for something else in cluster requests from {{since}} on.",
      response: "{{property}} tells something else in cluster responses from {{since}} on.",
      payload: "{{property}} means something else in a cluster from {{since}} on.",
      type: "{{property}} is declared for a cluster, in which it means something else from {{since}} on.",
      readOnly: "{{property}} can no longer be written from {{since}} on.",
    },
    brief: {
      request: "{{property}} asks for something else from {{since}} on",
      response: "{{property}} tells something else from {{since}} on",
    },
    anchors: (vocabulary) => [
      ...unversionedBases(vocabulary),
      ...versionedBases(vocabulary),
      ...oldNames(vocabulary).flatMap((property) => namedProperty(property, vocabulary)),
      ...changing(vocabulary.properties).map((property) => weak(propertyNamed(lastName(property)))),
    ],
  },
  *check(context) {
    for (const field of context.facts.fields) {
      for (const cluster of readClusterField(field, context)) {
        const report = repurposedField(cluster, context);
        if (report) yield report;
      }
    }
    for (const request of context.requests) yield* writtenIds(request, context);
  },
});

/** Names that only a cluster of the old shape has: beside one of them a changed property is looked at. */
function oldNames({ properties }: Vocabulary): PropertyData[] {
  return properties.filter(
    ({ status, distinctness, path }) =>
      status === "removed" && distinctness !== "ambiguous" && !path.includes("."),
  );
}

/** Everything has an `id`; only in bodies that are known to be a cluster is one looked for. */
function changing(properties: readonly PropertyData[]): PropertyData[] {
  return properties.filter(
    ({ status, path }) => (status === "repurposed" || status === "read-only") && !path.includes("[]"),
  );
}

function repurposedField(cluster: ClusterField, context: FileContext) {
  const { field, properties, role, vocabulary, siblings } = cluster;
  const property = properties.find(
    (one) => one.since <= context.target && (one.status === "repurposed" || one.status === "read-only"),
  );
  if (!property || !isOld(cluster, property, context)) return undefined;
  // A type says nothing of what is written.
  if (role === "type" && property.status === "read-only") return undefined;
  const common = {
    place: field.place,
    confidence: cluster.confidence,
    // The declaration stays right; what is written and read changes its meaning.
    severity: severityAt(field.setting, context, role === "type" ? "info" : "warning"),
    role,
    property: property.path,
    requests: requestsOfField(cluster, context),
    related: relatedPlaces(cluster),
    data: { property: property.path, since: property.since },
    advice: property.transform,
  } as const;
  if (property.status === "repurposed") return { ...common, messageId: role } as const;
  const isSent = cluster.requests.length > 0 || !isReceived(siblings, vocabulary);
  return isSent ? ({ ...common, messageId: "readOnly" } as const) : undefined;
}

/**
 * On the versioned API the name has its new meaning already, and code that was written for it is right. Where no
 * request tells, another property of the old shape beside it does.
 */
function isOld(
  { requests, siblings, vocabulary }: ClusterField,
  property: PropertyData,
  context: FileContext,
) {
  if (requests.length > 0) return requests.some((request) => asksForOld(request, property, vocabulary));
  return vocabulary.properties.some(
    ({ path, status, since }) => status === "removed" && since <= context.target && siblings.includes(path),
  );
}

/** Whether a request goes to an unversioned form, or states a version, in which the property has its old meaning. */
function asksForOld(request: ApiRequest, { since }: PropertyData, vocabulary: Vocabulary): boolean {
  return request.administration.some(({ match }) => {
    if (match.form === "unversioned")
      return vocabulary.administration.unversioned.some(
        ({ version, shape }) => version === match.version && shape < since,
      );
    const { values } = request.accept;
    return values.some((value) => value.kind === "versioned" && value.date < since);
  });
}

/** Whether an object has what only responses have: then nobody sends it. */
function isReceived(siblings: readonly string[], vocabulary: Vocabulary): boolean {
  const entries = vocabulary.properties.filter(({ path }) => siblings.includes(path));
  return entries.some(
    ({ path }) => !entries.some((entry) => entry.path === path && entry.in.includes("request")),
  );
}

/** `replicationSpecs[].id`: everything has an `id`, so only bodies that are known to be a cluster are looked at. */
function* writtenIds(request: ApiRequest, context: FileContext) {
  const cluster = request.administration.find(({ endpoint }) =>
    endpoint.endpoints.some(({ id }) => id === "clusters.create" || id === "clusters.modify"),
  );
  if (!cluster || !request.fact.body) return;
  const { vocabulary } = cluster.match;
  const property = vocabulary.properties.find(
    ({ path, status, since }) =>
      path === "replicationSpecs[].id" && status === "read-only" && since <= context.target,
  );
  if (!property || !asksForOld(request, property, vocabulary)) return;
  for (const place of keysAt(request.fact.body, ["replicationSpecs", "[]", "id"])) {
    yield {
      messageId: "readOnly",
      place,
      confidence: "high",
      severity: severityAt(request.fact.setting, context, "warning"),
      role: "request",
      property: property.path,
      requests: [request],
      related: [{ place: request.fact.site, message: "sent here" }],
      data: { property: property.path, since: property.since },
      advice: property.transform,
    } as const;
  }
}

/** Where the keys at a path of a body are written. */
function keysAt(tree: Tree, path: readonly string[]): Location[] {
  const [step, ...rest] = path;
  if (tree.kind === "choice") return tree.of.flatMap((one) => keysAt(one, path));
  if (tree.kind === "list" && step === "[]") return tree.items.flatMap((item) => keysAt(item, rest));
  if (tree.kind !== "object") return [];
  return tree.members.flatMap((member) => {
    if (member.key !== step) return [];
    if (rest.length > 0) return keysAt(member.value, rest);
    return member.keyPlace ? [member.keyPlace] : [];
  });
}
