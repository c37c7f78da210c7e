import {
  bodyFaults,
  defineRule,
  isNeverThere,
  requestedVersions,
  insteadOf,
  nounsOf,
  sentFrom,
  severityAt,
  stepsOf,
  strong,
  versionName,
  versionedBases,
  type ApiRequest,
  type BodyFault,
  type FileContext,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "valid-request-body",
    description: "Reports bodies that the requested version refuses",
    severity: "error",
    confidence: ["high", "medium"],
    part: "body",
    sources: ["spec:resources", "SPEC", "OAPI", "V1C"],
    messages: {
      unknown: "{{property}} is not a property of {{noun}} requests in version {{version}}.",
      relation: "{{property}} is refused in {{noun}} requests of version {{version}}: {{reason}}.",
      value: "{{property}} must be {{expected}} in {{noun}} requests of version {{version}}.",
    },
    // These know more of the property: since when, and what replaces it.
    yields: {
      unknown: [
        ...["request", "askedRequest", "payload"].map((id) => `no-removed-property/${id}`),
        "no-newer-property/request",
      ],
      relation: [
        ...["request", "askedRequest", "payload"].map((id) => `no-removed-property/${id}`),
        ...["no-newer-property/request", "no-repurposed-property/request", "require-body-property/missing"],
      ],
    },
    anchors: (vocabulary) => [strong(`vnd.${vocabulary.words.vendor}`), ...versionedBases(vocabulary)],
  },
  *check(context) {
    for (const request of context.requests) {
      const { setting, site } = request.fact;
      for (const fault of bodyFaults(request)) {
        const { reason, property, place = site, isCertain, version, endpoint, vocabulary } = fault;
        const { expected = "another value" } = fault;
        if (reason === "missing" || isAbsent(fault, request, context)) continue;
        const [resource = ""] = endpoint.id.split(".");
        const { noun } = nounsOf(vocabulary, { resource });
        const words = { property: property || "The body", noun, version: versionName(vocabulary, version) };
        const common = {
          place,
          confidence: isCertain ? "high" : "medium",
          severity: severityAt(setting, context, isCertain ? "error" : "warning"),
          role: "request",
          ...(property && { property }),
          requests: [request],
          related: sentFrom(request, place),
        } as const;
        if (reason === "unknown")
          yield { ...common, messageId: "unknown", data: words, advice: insteadOf(fault) } as const;
        else if (reason === "relation")
          // The documents do not say of all of them that the service refuses them.
          yield {
            ...common,
            messageId: "relation",
            severity: severityAt(setting, context, "warning"),
            data: { ...words, reason: expected },
            advice: "Change it, or the values that it has to fit.",
          } as const;
        else {
          const data = { ...words, expected };
          yield { ...common, messageId: "value", data, advice: `Send ${expected}.` } as const;
        }
      }
    }
  },
});

/** Returns whether the value of a property comes from responses that do not have it yet: then it is not sent. */
function isAbsent(
  { reason, property, version, vocabulary }: BodyFault,
  request: ApiRequest,
  context: FileContext,
) {
  const isNewer = vocabulary.properties.some(
    ({ path, status, since }) => path === property && status === "added" && since > version,
  );
  const lacks = (one: ApiRequest): boolean => {
    const asked = requestedVersions(one, vocabulary);
    return asked.length > 0 && asked.every((other) => other.version === version);
  };
  return reason === "unknown" && isNewer && isNeverThere(stepsOf(property), [request], context, lacks);
}
