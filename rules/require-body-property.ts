import {
  bodyFaults,
  changeFor,
  concerns,
  defineRule,
  lastName,
  nameOfRequest,
  sentFrom,
  severityAt,
  stepsOf,
  strong,
  unversionedBases,
  versionName,
  versionedBases,
  type ApiRequest,
  type EndpointData,
  type FileContext,
  type Location,
  type PropertyData,
  type Tree,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "require-body-property",
    description: "Reports bodies without a property that the version requires",
    severity: "error",
    confidence: ["high", "medium"],
    part: "body",
    sources: ["SPEC"],
    messages: {
      missing: "The body of {{request}} has no {{property}}, which version {{since}} requires.",
    },
    anchors: (vocabulary) => [
      strong(`vnd.${vocabulary.words.vendor}`),
      ...unversionedBases(vocabulary),
      ...versionedBases(vocabulary),
    ],
  },
  *check(context) {
    for (const request of context.requests) {
      yield* missingInShape(request, context);
      for (const { match, endpoint } of request.administration) {
        const [only, ...others] = endpoint.endpoints;
        if (!only || others.length > 0 || !endpoint.certain) continue;
        for (const property of requirementsOf(match.vocabulary))
          if (concerns(property, only)) yield* missingIn(request, property, only, match.vocabulary, context);
      }
    }
  },
});

/** Yields the properties that the body must have by the whole shape of its version. */
function* missingInShape(request: ApiRequest, context: FileContext) {
  const { setting, site } = request.fact;
  for (const fault of bodyFaults(request)) {
    const { reason, property, place, isCertain, version, vocabulary, expected = "a value" } = fault;
    if (reason === "missing")
      yield {
        messageId: "missing",
        place: place ?? site,
        confidence: isCertain ? "high" : "medium",
        severity: severityAt(setting, context, isCertain ? "error" : "warning"),
        role: "request",
        property,
        requests: [request],
        related: place ? sentFrom(request, place) : [],
        data: { request: nameOfRequest(request), property, since: versionName(vocabulary, version) },
        advice: `Send ${expected}.`,
      } as const;
  }
}

function requirementsOf(vocabulary: Vocabulary): PropertyData[] {
  return allProperties(vocabulary).filter(({ status }) => status === "required");
}

function allProperties({ properties, provenProperties }: Vocabulary): PropertyData[] {
  return [...properties, ...provenProperties];
}

function* missingIn(
  request: ApiRequest,
  property: PropertyData,
  endpoint: EndpointData,
  vocabulary: Vocabulary,
  context: FileContext,
) {
  const { body, setting, site } = request.fact;
  if (!body) return;
  const change = changeFor(request, property, vocabulary, context.target);
  if (change.kind === "unaffected") return;
  const oldNames = allProperties(vocabulary)
    .filter((one) => concerns(one, endpoint) && one.replacement.includes(property.path) && one !== property)
    .map(lastName);
  for (const place of objectsWithout(body, stepsOf(property.path), oldNames))
    yield {
      messageId: "missing",
      place: place ?? site,
      confidence: change.kind === "at-asked" && change.certain ? "high" : "medium",
      // The older version that the request asks for does not require it.
      severity: severityAt(setting, context, change.kind === "behind" ? "warning" : "error"),
      role: "request",
      property: property.path,
      requests: [request],
      related: place ? sentFrom(request, place) : [],
      data: {
        request: nameOfRequest(request),
        property: property.path,
        since: versionName(vocabulary, property.since),
      },
      advice: property.transform,
    } as const;
}

/**
 * Returns the places of the objects that should have a property, and certainly do not have it. An object that has it
 * under its old name is left to the rule about that name.
 */
function objectsWithout(
  tree: Tree,
  [step, ...rest]: readonly string[],
  oldNames: readonly string[],
): (Location | undefined)[] {
  if (step === undefined) return [];
  switch (tree.kind) {
    case "list":
      return step === "[]" ? tree.items.flatMap((item) => objectsWithout(item, rest, oldNames)) : [];
    case "object": {
      const own = tree.members.find(({ key }) => key === step);
      if (own) return objectsWithout(own.value, rest, oldNames);
      const isLeft = tree.isDeclared || tree.open.length > 0 || rest.length > 0;
      return isLeft || tree.members.some(({ key }) => oldNames.includes(key)) ? [] : [tree.place];
    }
    // One of several possible values proves nothing about the others.
    default:
      return [];
  }
}
