import type { Vocabulary } from "../catalog/catalog.js";
import {
  concerns,
  entriesFor,
  hasChangingShape,
  inResource,
  shapedResourceOf,
  withoutListName,
} from "../catalog/matchers/resources.js";
import type { Direction, EndpointData, PropertyData } from "../catalog/model.js";
import type { FieldFact } from "../facts/field.js";
import type { ApiRequest } from "./api-request.js";
import { oncePerProgram } from "./once-per-program.js";
import type { FileContext } from "./rule.js";

/** Returns the endpoints of a request that send or answer with a shape that goes with the version. */
export function changingEndpoints({ administration }: ApiRequest, vocabulary: Vocabulary): EndpointData[] {
  return administration.flatMap(({ match, endpoint }) =>
    match.vocabulary === vocabulary
      ? endpoint.endpoints.filter((one) => hasChangingShape(one, vocabulary))
      : [],
  );
}

/** Returns whether a request is certain to be one of a resource whose shape is in the catalog. */
export function isResourceCall(request: ApiRequest, vocabulary: Vocabulary): boolean {
  return changingEndpoints(request, vocabulary).length > 0;
}

/** Returns the entries for a path in bodies or responses of requests. */
export function provenEntries(
  requests: readonly ApiRequest[],
  vocabulary: Vocabulary,
  path: readonly string[],
  direction: Direction,
): PropertyData[] {
  const endpoints = requests.flatMap((request) => changingEndpoints(request, vocabulary));
  const found = endpoints.flatMap((endpoint) => {
    const shaped = shapedResourceOf(endpoint, vocabulary)!;
    const entries = entriesFor(shaped, inResource(shaped, path), direction);
    return entries.filter((one) => concerns(one, endpoint));
  });
  return [...new Set(found)];
}

/** For each file whether it has a request that is certain to be one of a resource. */
const resourceCalls = oncePerProgram(() => new Map<Vocabulary, boolean>());

/** Returns whether one of the requests of a file is certain to be one of a resource. Each property in it may ask. */
export function hasResourceCall(requests: readonly ApiRequest[], vocabulary: Vocabulary): boolean {
  const known = resourceCalls(requests);
  if (!known.has(vocabulary))
    known.set(
      vocabulary,
      requests.some((one) => isResourceCall(one, vocabulary)),
    );
  return known.get(vocabulary)!;
}

/**
 * Returns points for where an object comes from, if no request is known. The markup of a component may show what its
 * scripts have asked for. An unknown function may have made the object of a response.
 */
export function pointsOfOrigin(field: FieldFact, vocabulary: Vocabulary, context: FileContext): number {
  if (isMadeOfResource(field, vocabulary, context)) return 3;
  return field.isInMarkup === true && hasResourceCall(context.requests, vocabulary) ? 2 : 0;
}

/** Returns whether an unknown function got a whole response with the resource, and gave what holds the property. */
function isMadeOfResource(
  { owner, isPerhaps, path: own }: FieldFact,
  vocabulary: Vocabulary,
  context: FileContext,
): boolean {
  if (owner.kind !== "named") return false;
  // A name that a function gets beside a part of the object may be the name for that part.
  const before = isPerhaps ? own.slice(0, -1) : [];
  return (owner.madeOf ?? []).some(({ requests, path }) =>
    context
      .requestsOf(requests)
      .filter((one) => isResourceCall(one, vocabulary))
      .some((one) => {
        const inside = [path, before.filter((step) => !isCall(step))].map((steps) =>
          withoutListName(changingEndpoints(one, vocabulary), vocabulary, steps),
        );
        return inside.flat().every((step) => step === "[]" || isCall(step));
      }),
  );
}

/** Returns whether a property is read of what an unknown method of a whole response gives. */
export function isOfUnknownMember(
  { access, path }: FieldFact,
  endpoints: readonly EndpointData[],
  vocabulary: Vocabulary,
): boolean {
  const before = path.slice(0, -1);
  const inside = withoutListName(
    endpoints,
    vocabulary,
    before.filter((step) => !isCall(step)),
  );
  return access === "read" && before.some(isCall) && inside.every((step) => step === "[]");
}

function isCall(step: string): boolean {
  return step.endsWith("()");
}
