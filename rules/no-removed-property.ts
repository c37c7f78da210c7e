import {
  isChangedAt,
  defineRule,
  fieldReports,
  describe,
  isNested,
  isResourceCall,
  isRequiredOfAnswers,
  keepersOf,
  lastName,
  mayBeKept,
  mayBePassedOn,
  readClusterField,
  requestsOfField,
  searchedFields,
  relatedPlaces,
  severityAt,
  stepsOf,
  strong,
  unmistakableNames,
  unversionedBases,
  versionedBases,
  namedProperty,
  nounsOf,
  versionName,
  worstChange,
  type ApiRequest,
  type ChangeVerdict,
  type ClusterField,
  type FieldFact,
  type FileContext,
  type PropertyData,
  type Severity,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-removed-property",
    description: "Reports properties that a resource no longer has",
    severity: "error",
    confidence: ["high", "medium", "low"],
    fixes: ["safe", "unsafe"],
    concern: "property",
    // Code that also reads what replaces a property first runs without it, and stays as it is.
    notices: ["standby", "fallback"],
    sources: ["spec:resources", "spec:versioned-clusters", "VD1", "VD2", "MIG"],
    messages: {
      request: "{{property}} is rejected in {{noun}} requests from version {{since}} on.",
      response: "{{property}} is not in {{noun}} responses from version {{since}} on.",
      read: "{{property}} is read from {{one}}, which does not have it from version {{since}} on.",
      passedOn:
        "{{property}} is read from what this repository passes on from the service; {{noun}} responses do not have it from version {{since}} on.",
      sentOn:
        "{{property}} is sent to what this repository passes on to the service, which rejects it in {{noun}} requests from version {{since}} on.",
      type: "{{property}} is declared for {{one}}, which does not have it from version {{since}} on.",
      schema:
        "This schema requires {{property}} and rejects {{noun}} responses, which do not have it from version {{since}} on.",
      payload: "{{property}} is not a property of {{one}} from version {{since}} on.",
      askedRequest:
        "{{property}} is rejected in {{noun}} requests from version {{since}} on, and this request asks for {{asked}}.",
      askedResponse:
        "{{property}} is not in {{noun}} responses from version {{since}} on, and the request asks for {{asked}}.",
      fallback:
        "{{property}} is not in {{noun}} responses from version {{since}} on; the request asks for {{asked}}, so the code always runs without it.",
      standby:
        "{{property}} is not in {{noun}} responses from version {{since}} on; the request asks for {{asked}}, and the code reads it only where it does not read what replaces it.",
      behind:
        "{{property}} is removed in version {{since}}; the request asks for {{asked}}, which still has it.",
    },
    // A declaration breaks nothing by itself, and sending the property does.
    yields: {
      type: ["request", "askedRequest", "payload"].map((id) => `no-removed-property/${id}`),
    },
    brief: {
      request: "{{property}} is rejected from version {{since}} on",
      response: "{{property}} is not in the response from version {{since}} on",
      askedRequest: "{{property}} is rejected from version {{since}} on, and the request asks for {{asked}}",
      askedResponse:
        "{{property}} is not in the response from version {{since}} on, and the request asks for {{asked}}",
      fallback: "{{property}} is not in the response, so the code always runs without it",
      standby:
        "{{property}} is not in the response; the code reads it only where it does not read what replaces it",
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
    yield* fieldReports(context, (cluster) => removedField(cluster, context));
    for (const search of context.facts.searches ?? []) {
      const [report] = searchedFields(search, context).flatMap((one) => removedField(one, context) ?? []);
      if (report) yield report;
    }
    for (const fact of context.facts.strings) {
      if (fact.what !== "name" && fact.what !== "held-name") continue;
      const vocabulary = context.vocabulary(fact.vocabulary);
      const property = vocabulary.properties.find(
        (one) =>
          isRemoved(one) && isChangedAt(vocabulary, one, context.target) && lastName(one) === fact.value,
      );
      const isTelling = fact.what === "held-name" || unmistakableNames(vocabulary).includes(fact.value);
      if (!property || !isTelling || mayBeKept(fact.value, vocabulary, context)) continue;
      yield {
        messageId: "payload",
        place: fact.place,
        confidence: "medium",
        severity: severityAt(fact.setting, context, fact.setting === "question" ? "warning" : "error"),
        role: "payload",
        property: property.path,
        data: wordsOf(property, vocabulary),
        advice: property.transform,
      };
    }
  },
  explain: { field: reasonAgainstField },
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
  const { path } = property;
  const words = wordsOf(property, vocabulary);
  const common = {
    place: field.place,
    confidence: cluster.confidence,
    severity: severityAt(field.setting, context, severityOf(change, cluster, context)),
    requests: requestsOfField(cluster, context),
    role,
    property: path,
    related: relatedPlaces(cluster),
    advice: adviceFor(lastOf(property, vocabulary, context.target), cluster),
  } as const;
  if (cluster.passedOnBy)
    return { ...common, messageId: role === "request" ? "sentOn" : "passedOn", data: words } as const;
  const messageId = isRequiredOfAnswers(cluster) ? "schema" : isOfUnknownOrigin(cluster) ? "read" : role;
  if (!("asked" in change)) return { ...common, messageId, data: words } as const;
  const data = { ...words, asked: versionName(vocabulary, change.asked) };
  if (change.kind === "behind") return { ...common, messageId: "behind", data } as const;
  if (role === "request") return { ...common, messageId: "askedRequest", data } as const;
  if (usesFallback(change, cluster))
    return {
      ...common,
      messageId: field.isStandby || isOfOtherForm(cluster) ? "standby" : "fallback",
      data,
    } as const;
  if (role === "response") return { ...common, messageId: "askedResponse", data } as const;
  return { ...common, messageId, data: words } as const;
}

/** Returns whether a property is read of something that is not known to be a response; a caller may have given it. */
function isOfUnknownOrigin({ role, requests, field: { owner } }: ClusterField): boolean {
  return role === "response" && requests.length === 0 && !("requests" in owner);
}

/**
 * Returns whether a file sends nothing and writes properties that only the new shape has. What it reads of a cluster that
 * it is given may be of the old shape on purpose.
 */
function isConverter({ properties }: Vocabulary, { facts, requests }: FileContext): boolean {
  return (
    requests.length === 0 &&
    facts.fields.some(
      ({ access, name }) =>
        access === "write" &&
        properties.some(
          (one) => one.status === "added" && one.distinctness === "specific" && lastName(one) === name,
        ),
    )
  );
}

/**
 * Returns whether a read goes on without the property: of a version that lacks it, as it does today, or of an object
 * whose request is not known.
 */
function usesFallback(change: ChangeVerdict, cluster: ClusterField): boolean {
  const { field, role, requests } = cluster;
  const mayLackIt = change.kind === "at-asked" || requests.length === 0;
  const hasWay = field.hasFallback === true || isOfOtherForm(cluster);
  return mayLackIt && role === "response" && hasWay;
}

/** A request of which code decides the form, and a read for each form. */
function isOfOtherForm({ field, requests }: ClusterField): boolean {
  const forms = requests.flatMap(({ administration }) => administration.map(({ match }) => match.form));
  return field.isBesideReplacement === true && forms.includes("unversioned");
}

/** The words of a message for a property of a resource. */
function wordsOf(property: PropertyData, vocabulary: Vocabulary) {
  const since = versionName(vocabulary, property.since);
  return { property: property.path, since, ...nounsOf(vocabulary, property) };
}

/**
 * A read gives `undefined`, and a sent value is refused: both break. A declaration does not break by itself, and if the
 * request asks for another version in another branch, it may be right.
 */
function severityOf(change: ChangeVerdict, cluster: ClusterField, context: FileContext): Severity {
  if (change.kind === "behind") return "info";
  // It is not known whether the route passes on all of the response, and in which version.
  if (cluster.passedOnBy) return "warning";
  if (isOfUnknownOrigin(cluster) && isConverter(cluster.vocabulary, context)) return "warning";
  const onlyDescribes = cluster.role === "type" && !isRequiredOfAnswers(cluster);
  if (onlyDescribes || usesFallback(change, cluster) || (change.kind === "at-asked" && !change.certain))
    return "warning";
  return "error";
}

/** Returns the property that replaced another one and that the target has lost as well; the same one if there is none. */
function lastOf(property: PropertyData, vocabulary: Vocabulary, target: FileContext["target"]): PropertyData {
  const next = vocabulary.properties.find(
    ({ path, resource }) => property.replacement.includes(path) && resource === property.resource,
  );
  const isLost = next && next !== property && isRemoved(next) && isChangedAt(vocabulary, next, target);
  return isLost ? next : property;
}

/** The sentences of the catalog are about reading or writing a value, and a declaration does neither. */
function adviceFor(property: PropertyData, cluster: ClusterField): string {
  const { transform, whenRead, replacement, in: directions } = property;
  const { role, field } = cluster;
  if ((field.isStandby || isOfOtherForm(cluster)) && replacement.length > 0)
    return `The code reads ${replacement.join(", ")} ${field.isStandby ? "first" : "otherwise"}: remove this read when all requests ask for new versions.`;
  if (field.isDeletion) return "Remove the code that deletes it: that fails if the property is absent.";
  if (role === "type" && replacement.length > 0) return `Declare ${replacement.join(", ")} instead.`;
  if (role === "response" && whenRead !== undefined) return whenRead;
  const isRead = role === "response" && directions.includes("request") && replacement.length > 0;
  if (isRead) return `Read ${replacement.join(", ")} instead.`;
  const list = replacedList(property, cluster);
  if (list === undefined) return transform;
  return `${transform} A PATCH replaces the whole ${list} and deletes what is left out: GET the cluster in the new version, change its ${list}, and PATCH the whole list.`;
}

/**
 * Returns the list that takes the values of a removed property, if the body of a modification does not have it. Then the
 * body cannot be converted without the present list.
 */
function replacedList({ replacement }: PropertyData, cluster: ClusterField): string | undefined {
  const { role, requests, siblings, field } = cluster;
  const [list, element] = stepsOf(replacement[0] ?? "");
  if (role !== "request" || element !== "[]" || field.path[0] === list || siblings.includes(list!))
    return undefined;
  const isModification = requests.length > 0 && requests.every(({ fact }) => fact.methods.join() === "PATCH");
  return isModification ? list : undefined;
}

/** Returns the reason why a property that is no finding is none. */
function reasonAgainstField(field: FieldFact, context: FileContext): string {
  const [reading] = readClusterField(field, context);
  if (!reading) return notOfClusters(field, context);
  const { vocabulary, requests, confidence } = reading;
  const property = reading.properties[0]!;
  const { one } = nounsOf(vocabulary, property);
  const going = reading.properties.filter(({ status }) => status === "removed" || status === "moved");
  if (going.length === 0) return `${property.path} of ${one} is still there in the versioned API`;
  if (going.every((one) => worstChange(requests, one, vocabulary, context.target).kind === "unaffected"))
    return `${going[0]!.path} of ${one} is still there in the version that the request asks for`;
  return `it may be ${property.path} of ${one} (${confidence} confidence)`;
}

function notOfClusters(field: FieldFact, context: FileContext): string {
  const { owner, name, access } = field;
  const { vocabularies } = context.catalog;
  const isOpen = access === "read" && vocabularies.some((one) => mayBePassedOn(field, one, context));
  const withDoubt = (reason: string): string =>
    isOpen
      ? `${reason}. It is not checked, because this repository passes on responses of the service to code that is not followed`
      : reason;
  if (!("requests" in owner)) {
    if (access === "read" && vocabularies.some((one) => mayBeKept(name, one, context)))
      return "the code tells clusters apart by this property, and some kinds of clusters keep it";
    return withDoubt("nothing around this property says that it belongs to a cluster");
  }
  const requests = context.requestsOf(owner.requests);
  const role = owner.kind === "request" ? "the body of a request" : "the response of a request";
  const own = requests.filter((one) => vocabularies.some((vocabulary) => isResourceCall(one, vocabulary)));
  const keepers = own.length > 0 ? vocabularies.flatMap((one) => keepersOf(name, one, requests, own)) : [];
  if (access === "read" && keepers.length > 0)
    return `it may also be read from the response of ${urlsOf(keepers).join(", ")}, which keeps this property`;
  if (own.length > 0) return `no version changes this property in ${role} to ${urlsOf(own).join(", ")}`;
  const urls = urlsOf(requests).filter((url) => url !== "");
  const reason =
    urls.length > 0
      ? `this property belongs to ${role} to ${urls.join(", ")}, which is not about clusters`
      : `this property belongs to ${role} that is not about clusters`;
  return withDoubt(reason);
}

/** Returns the URLs of a few requests, as far as they are known. */
function urlsOf(requests: readonly ApiRequest[]): string[] {
  return requests
    .flatMap(({ readings }) => readings.slice(0, 1).map(({ text }) => describe(text)))
    .slice(0, 3);
}
