import {
  isChangedAt,
  changeFor,
  concerns,
  defineRule,
  fieldReports,
  hasChangingShape,
  lastName,
  nounsOf,
  requestsOfField,
  relatedPlaces,
  severityAt,
  stepsOf,
  namedProperty,
  unversionedBases,
  versionName,
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
    description: "Reports properties that keep their name but change their meaning or allowed values",
    severity: "warning",
    confidence: ["high", "medium"],
    fixes: ["safe", "unsafe"],
    concern: "property",
    // The declaration stays right, and the values have findings of their own.
    notices: ["type"],
    sources: ["spec:resources", "VD1", "VD2", "GO1", "ERR", "TFPIN"],
    messages: {
      request: "{{property}} has another meaning in {{noun}} requests from version {{since}} on.",
      response: "{{property}} has another meaning in {{noun}} responses from version {{since}} on.",
      payload: "{{property}} has another meaning in {{one}} from version {{since}} on.",
      type: "{{property}} is declared for {{one}}, where it has another meaning from version {{since}} on.",
      readOnly: "{{property}} is read-only from version {{since}} on.",
      behind: "{{property}} has another meaning from version {{since}} on; the request asks for {{asked}}.",
    },
    brief: {
      request: "{{property}} has another meaning from version {{since}} on",
      response: "{{property}} has another meaning from version {{since}} on",
    },
    anchors: (vocabulary) => [
      ...unversionedBases(vocabulary),
      ...versionedBases(vocabulary),
      ...oldNames(vocabulary).flatMap((property) => namedProperty(property, vocabulary)),
      ...changing(vocabulary.properties).map((property) => weak(propertyNamed(lastName(property)))),
    ],
  },
  *check(context) {
    yield* fieldReports(context, (cluster) => repurposedField(cluster, context));
    for (const request of context.requests) yield* writtenIds(request, context);
  },
});

/** Names that only a cluster of the old shape has: beside one of them a changed property is checked. */
function oldNames({ properties }: Vocabulary): PropertyData[] {
  return properties.filter(
    ({ status, distinctness, path }) =>
      status === "removed" && distinctness !== "ambiguous" && !path.includes("."),
  );
}

/** Every object has an `id`; it is only checked in bodies that are known to be a cluster. */
function changing(properties: readonly PropertyData[]): PropertyData[] {
  return properties.filter(
    ({ status, path }) => (status === "repurposed" || status === "read-only") && !path.includes("[]"),
  );
}

function repurposedField(cluster: ClusterField, context: FileContext) {
  const { field, properties, role, vocabulary, siblings } = cluster;
  const property = properties.find(
    (one) =>
      isChangedAt(vocabulary, one, context.target) &&
      (one.status === "repurposed" || one.status === "read-only"),
  );
  const asks = property && asksOf(cluster, property, context);
  if (!property || !asks) return undefined;
  // A type does not show the values that are written.
  if (role === "type" && property.status === "read-only") return undefined;
  const common = {
    place: field.place,
    confidence: cluster.confidence,
    // The declaration stays right; the values that are written and read change their meaning.
    severity: severityAt(field.setting, context, role === "type" ? "info" : severityFor(asks)),
    role,
    property: property.path,
    requests: requestsOfField(cluster, context),
    related: relatedPlaces(cluster),
    data: wordsOf(property, vocabulary),
    advice: property.transform,
  } as const;
  if (asks !== "unversioned") return behind(common, asks);
  if (property.status === "repurposed") return { ...common, messageId: role } as const;
  const isSent = cluster.requests.length > 0 || !isReceived(siblings, vocabulary);
  return isSent ? ({ ...common, messageId: "readOnly" } as const) : undefined;
}

/** The request of a name with its old meaning: the unversioned form, or a version before the target. */
type Asks = "unversioned" | { readonly asked: string };

/** A call with an older version keeps its meaning, until the version is changed. */
function severityFor(asks: Asks): "warning" | "info" {
  return asks === "unversioned" ? "warning" : "info";
}

function behind<Common extends { readonly data: { readonly since: string } }>(
  common: Common,
  { asked }: { readonly asked: string },
) {
  return { ...common, messageId: "behind", data: { ...common.data, asked } } as const;
}

/**
 * On the versioned API the name already has its new meaning, and code written for it is right. Without a request,
 * another property of the old shape beside it is the evidence.
 */
function asksOf(
  { requests, siblings, vocabulary }: ClusterField,
  property: PropertyData,
  context: FileContext,
): Asks | undefined {
  if (requests.length > 0) {
    const all = requests.map((request) => asksForOld(request, property, vocabulary, context));
    return all.includes("unversioned") ? "unversioned" : all.find((one) => one !== undefined);
  }
  const isOld = vocabulary.properties.some(
    (one) =>
      one.status === "removed" && isChangedAt(vocabulary, one, context.target) && siblings.includes(one.path),
  );
  return isOld ? "unversioned" : undefined;
}

function asksForOld(
  request: ApiRequest,
  property: PropertyData,
  vocabulary: Vocabulary,
  { target }: FileContext,
): Asks | undefined {
  const change = changeFor(request, property, vocabulary, target);
  if (change.kind === "behind" || (change.kind === "at-asked" && !change.certain))
    return { asked: change.asked };
  const isUnversioned = request.administration.some(({ match }) => match.form === "unversioned");
  return change.kind === "at-target" && isUnversioned ? "unversioned" : undefined;
}

/** The words of a message for a property of a resource. */
function wordsOf(property: PropertyData, vocabulary: Vocabulary) {
  const since = versionName(vocabulary, property.since);
  return { property: property.path, since, ...nounsOf(vocabulary, property) };
}

/** Returns whether an object has properties that only responses have: then no code sends it. */
function isReceived(siblings: readonly string[], vocabulary: Vocabulary): boolean {
  const entries = vocabulary.properties.filter(({ path }) => siblings.includes(path));
  return entries.some(
    ({ path }) => !entries.some((entry) => entry.path === path && entry.in.includes("request")),
  );
}

/** Yields everyday names that are read-only now, `replicationSpecs[].id`: only bodies of known requests are checked. */
function* writtenIds(request: ApiRequest, context: FileContext) {
  const { body } = request.fact;
  const reading = request.administration.find(({ endpoint, match }) =>
    endpoint.endpoints.some((one) => hasChangingShape(one, match.vocabulary)),
  );
  if (!reading || !body) return;
  const { vocabulary } = reading.match;
  for (const property of vocabulary.properties) {
    if (property.status !== "read-only" || lastName(property) !== "id") continue;
    if (!reading.endpoint.endpoints.some((one) => concerns(property, one))) continue;
    if (isChangedAt(vocabulary, property, context.target))
      yield* writtenAt(request, property, vocabulary, context);
  }
}

function* writtenAt(
  request: ApiRequest,
  property: PropertyData,
  vocabulary: Vocabulary,
  context: FileContext,
) {
  const asks = asksForOld(request, property, vocabulary, context);
  if (!asks) return;
  for (const place of keysAt(request.fact.body!, stepsOf(property.path))) {
    const common = {
      place,
      confidence: "high",
      severity: severityAt(request.fact.setting, context, severityFor(asks)),
      role: "request",
      property: property.path,
      requests: [request],
      related: [{ place: request.fact.site, message: "sent here" }],
      data: wordsOf(property, vocabulary),
      advice: property.transform,
    } as const;
    yield asks === "unversioned" ? ({ ...common, messageId: "readOnly" } as const) : behind(common, asks);
  }
}

/** Yields the places of the keys at a path of a body. */
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
