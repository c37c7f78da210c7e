import {
  defineRule,
  isKnownResource,
  mediaTypeOf,
  severityAt,
  strong,
  tracePlaces,
  type Confidence,
  type StringFact,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-unversioned-base-path",
    description: "Reports base paths of the unversioned administration API",
    severity: "error",
    sources: ["spec:base-addresses", "spec:versioning", "MIG"],
    messages: {
      unversioned: "{{path}} is the unversioned administration API, which has no versions to rely on.",
      newShape:
        "{{path}} is the unversioned administration API. Its clusters have the shape of {{shape}} already: only path and header change.",
    },
    anchors: ({ words, administration, pathAliases }) =>
      administration.unversioned.flatMap(({ version }) => [
        strong(words.admin, version),
        ...pathAliases.map((alias) => strong(alias, version)),
      ]),
  },
  *check(context) {
    for (const fact of context.facts.strings) {
      if (fact.what !== "base-path") continue;
      const vocabulary = context.vocabulary(fact.vocabulary);
      const path = readable(fact.value);
      const { shape } = vocabulary.administration.unversioned.find(({ version }) => path.endsWith(version))!;
      const common = {
        place: fact.place,
        confidence: confidenceIn(fact, vocabulary),
        severity: severityAt(fact.setting, context, "error"),
        related: [
          ...fact.parts.slice(0, -1).map((place) => ({ place, message: "the part before it" })),
          ...tracePlaces(fact.trace),
        ],
        advice: `Write ${path.replace(/v\d[\d.]*$/, vocabulary.administration.versioned)} and send Accept: ${mediaTypeOf(vocabulary, context.target)} with every request to it; one without the other fails.`,
      } as const;
      if (shape >= context.target && shape !== vocabulary.administration.unversioned[0]!.shape) {
        yield { ...common, messageId: "newShape", data: { path, shape } };
      } else {
        yield { ...common, messageId: "unversioned", data: { path } };
      }
    }
  },
});

/** The path without the escapes of the literal that it stands in. */
function readable(path: string): string {
  return path.replace(/\\/g, "");
}

/** An everyday word needs a resource behind it to be sure; text that is not parsed may be anything. */
function confidenceIn(fact: StringFact, vocabulary: Vocabulary): Confidence {
  if (fact.setting === "text") return "medium";
  if (vocabulary.distinctivePath)
    return /api\W{1,3}/.test(fact.value) || isKnownResource(vocabulary, pathOf(fact.rest))
      ? "high"
      : "medium";
  return isKnownResource(vocabulary, pathOf(fact.rest)) ? "high" : "medium";
}

function pathOf(rest: string): string {
  return rest.replace(/[?#].*$/s, "");
}
