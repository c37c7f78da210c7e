import {
  defineRule,
  keyOf,
  isOwnApplication,
  isUnparsed,
  releaseAt,
  misspelledBases,
  pathSegments,
  severityAt,
  shownBase,
  startsLikeResource,
  tracePlaces,
  unversionedBases,
  writtenPlaces,
  targetMediaType,
  type ApiRequest,
  type Confidence,
  type FileContext,
  type Location,
  type RelatedPlace,
  type StringFact,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-unversioned-base-path",
    description: "Reports base paths of the unversioned administration API",
    severity: "error",
    confidence: ["high", "medium", "low"],
    fixes: ["safe", "unsafe"],
    part: "base",
    concern: "base path",
    sources: ["spec:base-addresses", "spec:versioning", "MIG"],
    messages: {
      unversioned: "{{path}} is the base path of the {{age}} {{api}}; {{versioned}} replaces it.",
      newShape:
        "{{path}} is a base path of the unversioned administration API with clusters of {{shape}}; {{versioned}} replaces it.",
      noSuchVersion:
        "{{path}} is not a base path of the administration API; the versioned API is {{versioned}}.",
    },
    brief: {
      unversioned: "{{path}} is the {{age}} base path; {{versioned}} replaces it",
      newShape: "{{path}} is an unversioned base path with clusters of {{shape}}; {{versioned}} replaces it",
    },
    anchors: (vocabulary) => [...unversionedBases(vocabulary), ...misspelledBases(vocabulary)],
  },
  *check(context) {
    const proven = provenPlaces(context);
    for (const fact of context.facts.strings) {
      if (fact.what === "other-base") yield inOtherVersion(fact, context);
      if (fact.what !== "base-path") continue;
      const vocabulary = context.vocabulary(fact.vocabulary);
      const { administration } = vocabulary;
      const path = readable(fact.value);
      const { shape, version } = administration.unversioned.find(({ version }) => path.endsWith(version))!;
      const versioned = versionedOf(path, vocabulary);
      const common = {
        place: fact.place,
        confidence: proven.has(keyOf(fact.place)) ? "high" : confidenceIn(fact, vocabulary, context),
        severity: severityAt(fact.setting, context, "error"),
        related: wayOf(fact),
        // A base that is written in parts has only the place of its end.
        advice: `Change ${partsBefore(fact).length > 0 ? `${version} to ${administration.versioned}` : `it to ${shownBase(vocabulary, versioned)}`}${headerAdvice(vocabulary, context)}`,
      } as const;
      if (shape >= releaseAt(vocabulary, context.target) && shape !== administration.unversioned[0]!.shape) {
        const advice = `${common.advice} The bodies stay as they are.`;
        yield { ...common, messageId: "newShape", data: { path, versioned, shape }, advice };
      } else {
        const bases = { path: shownBase(vocabulary, path), versioned: shownBase(vocabulary, versioned) };
        yield { ...common, messageId: "unversioned", data: { ...bases, ...namesOf(vocabulary) } };
      }
    }
  },
  explain: { request: reasonAgainstBase },
});

function reasonAgainstBase({ administration, discovery, readings, likely }: ApiRequest): string | undefined {
  if (administration.length > 0)
    return administration.every(({ match }) => match.form === "versioned")
      ? "the base path is already the versioned one"
      : "the base path is reported where it is written, or its version is not known";
  if (discovery.length > 0) return "this is the discovery endpoint, which has no versioned form";
  if (readings.every(({ surface }) => surface === "other")) return "this request goes to another service";
  return likely.length > 0 ? "the base of the URL is not known" : undefined;
}

/** Names the old form of an API: another API may state a version in each of its base paths. */
function namesOf({ isStandalone }: Vocabulary) {
  return isStandalone ? { age: "older", api: "API" } : { age: "unversioned", api: "administration API" };
}

/** The end of the advice: the header that must change with the base path. */
function headerAdvice(vocabulary: Vocabulary, { target }: FileContext): string {
  if (vocabulary.versionedBy === "path") return ".";
  return `, and send Accept: ${targetMediaType(vocabulary, target)} with every request. One without the other fails.`;
}

/** `/api/atlas/v2.0`, which never existed. */
function inOtherVersion(fact: StringFact, context: FileContext) {
  const vocabulary = context.vocabulary(fact.vocabulary);
  const path = readable(fact.value);
  const versioned = versionedOf(path, vocabulary);
  const isService = startsLikeResource(vocabulary, fact.rest) && !isUnparsed(fact.setting, context);
  return {
    messageId: "noSuchVersion",
    place: fact.place,
    // The response of the service to `v2.0` is not published: it may be the versioned API, and then nothing has to
    // change.
    confidence:
      fact.setting === "absent" || path.startsWith(versioned) ? "low" : isService ? "high" : "medium",
    severity: severityAt(fact.setting, context, "error"),
    related: wayOf(fact),
    data: { path, versioned },
    advice: `Change it to ${versioned}. The date in the media type names the version.`,
  } as const;
}

function versionedOf(path: string, { administration }: Vocabulary): string {
  return path.replace(/v\d[\d.]*$/, administration.versioned);
}

/** Returns the places of base paths of requests to resources of the service. */
function provenPlaces(context: FileContext): ReadonlySet<string> {
  const places = new Set<string>();
  for (const { administration } of context.requests) {
    for (const { match, text } of administration) {
      const isService = match.knownHost === true || startsLikeResource(match.vocabulary, match.path);
      if (match.form !== "unversioned" || !isService) continue;
      for (const place of writtenPlaces(text, match.start, match.end)) places.add(keyOf(place));
    }
  }
  return places;
}

/** Returns the parts that were joined before the decisive one, and the trace of the value. */
function wayOf(fact: StringFact): RelatedPlace[] {
  const before = partsBefore(fact).map((part) => ({ place: part, message: "the part before it" }));
  return [...before, ...tracePlaces(fact.trace)];
}

/** Returns the places of a base path that is written in parts, without the one of the finding. */
function partsBefore({ parts, place }: StringFact): readonly Location[] {
  return parts.filter((part) => keyOf(part) !== keyOf(place));
}

/** Returns the path without the escapes of the literal around it. */
function readable(path: string): string {
  return path.replace(/\\/g, "");
}

/** An everyday word needs a resource after it to be certain; text without a parser may be anything. */
function confidenceIn(fact: StringFact, vocabulary: Vocabulary, context: FileContext): Confidence {
  // An assertion that it is gone stays true, and an application may itself handle a path of everyday words.
  if (fact.setting === "absent") return "low";
  const isBare = pathSegments(fact.rest).length === 0;
  if (fact.setting === "route" && isBare && !vocabulary.distinctivePath) return "low";
  if (isOwnApplication(vocabulary, fact.rest, `${fact.origin ?? ""}${fact.value}${fact.rest}`)) return "low";
  if (isUnparsed(fact.setting, context)) return "medium";
  if (startsLikeResource(vocabulary, fact.rest)) return "high";
  return vocabulary.distinctivePath && /api\W{1,3}/.test(fact.value) ? "high" : "medium";
}
