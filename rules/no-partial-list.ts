import {
  changeFor,
  defineRule,
  flatten,
  lastName,
  nameOfRequest,
  propertyNamed,
  severityAt,
  stepsOf,
  unversionedBases,
  versionedBases,
  weak,
  type ApiRequest,
  type FileContext,
  type Hole,
  type Location,
  type PropertyData,
  type RelatedPlace,
  type Tree,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-partial-list",
    description:
      "Reports lists of a response that are sent back in part, or with a change of the first element",
    severity: "error",
    confidence: ["high", "medium"],
    sources: ["VD2", "TFS", "REC"],
    part: "body",
    messages: {
      oneElement:
        "{{request}} sends back one element of {{property}}; from version {{since}} on, that asks to delete all others.",
      firstChanged:
        "{{request}} sends back {{property}} with a change of the first element; from version {{since}} on, the others keep the old value.",
    },
    anchors: (vocabulary) => [
      ...unversionedBases(vocabulary),
      ...versionedBases(vocabulary),
      ...listsOf(vocabulary).map((property) => weak(propertyNamed(lastName(property)))),
    ],
  },
  *check(context) {
    for (const request of context.requests) {
      for (const { match, endpoint } of request.administration) {
        const changed = endpoint.endpoints.filter(({ method }) => CHANGING_METHODS.has(method));
        for (const property of listsOf(match.vocabulary)) {
          const isOfResource = match.vocabulary.resources.some(
            ({ name, endpoints }) =>
              name === property.resource && changed.some((one) => endpoints.includes(one)),
          );
          if (isOfResource) yield* sentInPart(request, property, match.vocabulary, context);
        }
      }
    }
  },
});

/** The methods that change something that has elements already. */
const CHANGING_METHODS: ReadonlySet<string> = new Set(["PATCH", "PUT"]);

/** The lists whose elements stand for something smaller in a newer version. */
function listsOf({ properties }: Vocabulary): PropertyData[] {
  return properties.filter(
    ({ keepsFirst, in: directions }) => keepsFirst === true && directions.includes("request"),
  );
}

function* sentInPart(
  request: ApiRequest,
  property: PropertyData,
  vocabulary: Vocabulary,
  context: FileContext,
) {
  const { body, setting, site } = request.fact;
  if (!body) return;
  const change = changeFor(request, property, vocabulary, context.target);
  if (change.kind === "unaffected") return;
  const steps = stepsOf(property.path);
  const common = {
    confidence: change.kind === "at-asked" && change.certain ? "high" : "medium",
    // An older version still takes the list as it is meant.
    severity: severityAt(setting, context, change.kind === "at-asked" ? "error" : "warning"),
    role: "request",
    property: property.path,
    requests: [request],
    data: { request: nameOfRequest(request), property: property.path, since: property.since },
  } as const;
  for (const { list, place = site } of listsIn(body, steps, property.oneElementIf)) {
    if (list.kind === "list") {
      const read = elementOf(list, steps);
      if (!read) continue;
      yield {
        ...common,
        messageId: "oneElement",
        place,
        related: relatedTo(read.place, "read here"),
        advice: `Send all elements of ${property.path}, and change what should be different in each of them.`,
      } as const;
      continue;
    }
    const written = firstChangeOf(list.hole, list.steps, context);
    if (!written) continue;
    yield {
      ...common,
      messageId: "firstChanged",
      place,
      related: relatedTo(written, "changed here"),
      advice: `Change every element of ${property.path}.`,
    } as const;
  }
}

/**
 * The value of a body at the path of a list: a list of its own, or a part of a response with the steps from there to
 * the list.
 */
interface SentList {
  readonly list:
    | Extract<Tree, { kind: "list" }>
    | { readonly kind: "answer"; readonly hole: Hole; readonly steps: readonly string[] };
  readonly place?: Location;
}

function listsIn(
  tree: Tree,
  steps: readonly string[],
  oneElementIf: PropertyData["oneElementIf"],
  place?: Location,
): SentList[] {
  const at = place ? { place } : {};
  const [step, ...rest] = steps;
  switch (tree.kind) {
    case "choice":
      return tree.of.flatMap((one) => listsIn(one, steps, oneElementIf, place));
    case "hole":
      return [{ list: { kind: "answer", hole: tree.hole, steps }, ...at }];
    case "list":
      return step === undefined ? [{ list: tree, ...at }] : [];
    case "object": {
      if (oneElementIf && states(tree, oneElementIf)) return [];
      const own = tree.members.find(({ key }) => key === step);
      if (own) return listsIn(own.value, rest, undefined, own.keyPlace);
      return tree.open.map((hole) => ({ list: { kind: "answer", hole, steps } as const, ...at }));
    }
    default:
      return [];
  }
}

/** Returns whether an object has a property with a known value. */
function states(
  { members }: Extract<Tree, { kind: "object" }>,
  { path, value: wanted }: NonNullable<PropertyData["oneElementIf"]>,
): boolean {
  const value = members.find(({ key }) => key === path)?.value;
  return value?.kind === "text" && flatten(value.text) === wanted;
}

/** Returns the part of a response that the only element of a list is, or has in it. */
function elementOf(list: Extract<Tree, { kind: "list" }>, steps: readonly string[]): Hole | undefined {
  const [item, ...others] = list.items;
  if (!item || others.length > 0 || list.isOfUnknownLength || list.open.length > 0) return undefined;
  const element = [...steps, "[]"];
  return holesIn(item).find(({ answeredPath = [] }) =>
    answeredPath.some((_, start) => element.every((step, index) => answeredPath[start + index] === step)),
  );
}

function holesIn(tree: Tree): readonly Hole[] {
  switch (tree.kind) {
    case "hole":
      return [tree.hole];
    case "choice":
      return tree.of.flatMap(holesIn);
    case "list":
      return [...tree.open, ...tree.items.flatMap(holesIn)];
    case "object":
      return [...tree.open, ...tree.members.flatMap(({ value }) => holesIn(value))];
    default:
      return [];
  }
}

/** Returns where code of the file changes the first element of a list that a response has. */
function firstChangeOf(
  { answeredAt, answeredPath = [] }: Hole,
  steps: readonly string[],
  { facts, requestsOf }: FileContext,
): Location | undefined {
  if (!answeredAt) return undefined;
  const path = [...answeredPath, ...steps].join(".");
  return facts.firstElementWrites?.find(
    ({ lists, requests }) =>
      lists.some((list) => list.join(".") === path) &&
      requestsOf(requests).some(({ fact: { site } }) => isSame(site, answeredAt)),
  )?.place;
}

function isSame(one: Location, other: Location): boolean {
  return one.path === other.path && one.start === other.start;
}

function relatedTo(place: Location | undefined, message: string): RelatedPlace[] {
  return place ? [{ place, message }] : [];
}
