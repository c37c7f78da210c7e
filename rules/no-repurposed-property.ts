import {
  defineRule,
  lastName,
  readClusterField,
  severityAt,
  strong,
  weak,
  type ApiRequest,
  type ClusterField,
  type FileContext,
  type Location,
  type PropertyData,
  type Tree,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-repurposed-property",
    description: "Reports cluster properties that keep their name and mean or allow something else",
    severity: "warning",
    sources: ["spec:resources", "VD1", "GO1", "ERR"],
    messages: {
      request: "{{property}} keeps its name and asks for something else from {{since}} on: {{transform}}",
      response: "{{property}} keeps its name and tells something else from {{since}} on: {{transform}}",
      readOnly: "{{property}} can no longer be written from {{since}} on.",
    },
    anchors: (vocabulary) => [
      ...vocabulary.administration.unversioned.map(({ version }) => strong(vocabulary.words.admin, version)),
      ...changing(vocabulary.properties).map((property) => weak(lastName(property))),
    ],
  },
  *check(context) {
    for (const field of context.facts.fields) {
      if (field.access === "declare") continue;
      for (const cluster of readClusterField(field, context)) {
        const report = repurposedField(cluster, context);
        if (report) yield report;
      }
    }
    for (const request of context.requests) yield* writtenIds(request, context);
  },
});

function changing(properties: readonly PropertyData[]): PropertyData[] {
  return properties.filter(
    ({ status, path }) => (status === "repurposed" || status === "read-only") && !path.includes("[]"),
  );
}

function repurposedField(cluster: ClusterField, context: FileContext) {
  const { field, properties, requests, role } = cluster;
  // On the versioned API the name has its new meaning already, and code that was written for it is right.
  const isOld =
    requests.length === 0 ||
    requests.some((request) =>
      request.administration.some(
        ({ match }) => match.form === "unversioned" && isOldShape(match.version, cluster),
      ),
    );
  if (!isOld) return undefined;
  const property = properties.find(
    (one) => one.since <= context.target && (one.status === "repurposed" || one.status === "read-only"),
  );
  if (!property) return undefined;
  const common = {
    place: field.place,
    confidence: cluster.confidence,
    severity: severityAt(field.setting, context, "warning"),
    role: role === "type" ? "payload" : role,
    property: property.path,
    ...(property.notes === undefined ? {} : { advice: property.notes }),
  } as const;
  if (property.status === "read-only") {
    if (field.access !== "write") return undefined;
    return {
      ...common,
      messageId: "readOnly",
      data: { property: property.path, since: property.since },
    } as const;
  }
  const data = { property: property.path, since: property.since, transform: property.transform };
  return { ...common, messageId: field.access === "read" ? "response" : "request", data } as const;
}

function isOldShape(version: string | undefined, { vocabulary, properties }: ClusterField): boolean {
  const form = vocabulary.administration.unversioned.find((one) => one.version === version);
  return form !== undefined && properties.some((property) => property.since > form.shape);
}

/** `replicationSpecs[].id`: everything has an `id`, so only bodies that are known to be a cluster are looked at. */
function* writtenIds(request: ApiRequest, context: FileContext) {
  const cluster = request.administration.find(
    ({ match, endpoint }) =>
      match.form === "unversioned" &&
      endpoint.endpoints.some(({ id }) => id === "clusters.create" || id === "clusters.modify"),
  );
  if (!cluster || !request.fact.body) return;
  const property = cluster.match.vocabulary.properties.find(
    ({ path, status, since }) =>
      path === "replicationSpecs[].id" && status === "read-only" && since <= context.target,
  );
  if (!property) return;
  for (const place of keysAt(request.fact.body, ["replicationSpecs", "[]", "id"])) {
    yield {
      messageId: "readOnly",
      place,
      confidence: "high",
      severity: severityAt(request.fact.setting, context, "warning"),
      role: "request",
      property: property.path,
      data: { property: property.path, since: property.since },
      ...(property.notes === undefined ? {} : { advice: property.notes }),
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
