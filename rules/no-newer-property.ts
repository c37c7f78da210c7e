import {
  requestedVersions,
  defineRule,
  fieldReports,
  isNeverThere,
  isRequiredOfAnswers,
  nounsOf,
  relatedPlaces,
  requestsOfField,
  severityAt,
  strong,
  versionedBases,
  type ApiRequest,
  type ClusterField,
  type FileContext,
  type PropertyData,
  type RequestedVersion,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-newer-property",
    description: "Reports properties that the requested version does not have yet",
    severity: "error",
    confidence: ["high"],
    sources: ["spec:versioned-clusters", "VD1", "VD2", "SPEC"],
    messages: {
      request:
        "{{property}} is rejected in {{noun}} requests before version {{since}}, but this request asks for {{asked}}.",
      response:
        "{{property}} is not in {{noun}} responses before version {{since}}, but the request asks for {{asked}}.",
      type: "{{property}} is declared for {{one}} response, but responses do not have it before version {{since}}, and the request asks for {{asked}}.",
    },
    brief: {
      request: "{{property}} is rejected before version {{since}}, but the request asks for {{asked}}",
      response:
        "{{property}} is not in the response before version {{since}}, but the request asks for {{asked}}",
    },
    anchors: (vocabulary) => [
      strong(`vnd.${vocabulary.words.vendor}`),
      // The header may be set in another file.
      ...versionedBases(vocabulary),
    ],
  },
  *check(context) {
    yield* fieldReports(context, (cluster) => newerField(cluster, context));
  },
});

function newerField(cluster: ClusterField, context: FileContext) {
  const { field, properties, requests, role, vocabulary, confidence } = cluster;
  const property = properties.find(({ status }) => status === "added");
  // Every version is recognised by its requests, so a name alone proves nothing here.
  if (!property || role === "payload" || confidence !== "high") return undefined;
  if (isInNewerOne(property, cluster)) return undefined;
  const isOlder = (versions: readonly RequestedVersion[]): boolean =>
    versions.length > 0 && versions.every((one) => isBefore(one, property, vocabulary));
  const asked = requests.map((request) => requestedVersions(request, vocabulary)).find(isOlder);
  if (!asked) return undefined;
  const lacks = (request: ApiRequest): boolean => isOlder(requestedVersions(request, vocabulary));
  if (role === "request" && isNeverThere(field.path, requests, context, lacks)) return undefined;
  const onlyDescribes = role === "type" && !isRequiredOfAnswers(cluster);
  return {
    messageId: role,
    place: field.place,
    confidence,
    requests: requestsOfField(cluster, context),
    severity: severityAt(field.setting, context, onlyDescribes ? "warning" : "error"),
    role,
    property: property.path,
    related: relatedPlaces(cluster),
    data: {
      property: property.path,
      since: property.since,
      asked: asked[0]!.date,
      ...nounsOf(vocabulary, property),
    },
    advice: `Ask for ${property.since} or a later version, or use the properties that ${asked[0]!.date} has.`,
  } as const;
}

/**
 * Returns whether a requested version does not have the property yet. A later date that was never released is reported
 * by itself; the version before it says nothing then.
 */
function isBefore(
  { date, version }: RequestedVersion,
  { since }: PropertyData,
  { lifecycle }: Vocabulary,
): boolean {
  return version < since && (date < since || lifecycle.releases.includes(date));
}

/** Returns whether it is inside another property that the version does not have: then that one is reported. */
function isInNewerOne({ path, since }: PropertyData, { requests, vocabulary }: ClusterField): boolean {
  return vocabulary.properties.some(
    (outer) =>
      outer.status === "added" &&
      outer.since <= since &&
      (path.startsWith(`${outer.path}.`) || path.startsWith(`${outer.path}[]`)) &&
      requests.some((request) =>
        requestedVersions(request, vocabulary).every((one) => isBefore(one, outer, vocabulary)),
      ),
  );
}
