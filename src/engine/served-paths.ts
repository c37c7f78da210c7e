import { groupBy } from "../core/group-by.js";
import { encloses, type Location } from "../core/span.js";
import type { Vocabulary } from "../catalog/catalog.js";
import { withoutListName } from "../catalog/matchers/resources.js";
import type { RouteFact } from "../facts/route.js";
import { HOLE_MARK } from "../facts/text.js";
import { routesOfFile } from "./file-routes.js";
import type { ApiRequest } from "./api-request.js";
import { changingEndpoints } from "./resource-calls.js";
import { namesInPaths } from "./resource-paths.js";
import type { FileContext } from "./rule.js";

/** A route of a program that passes on what the service answers. */
interface Passing {
  readonly route: RouteFact;
  readonly segments: readonly string[];
  readonly vocabularies: readonly Vocabulary[];
}

/**
 * The paths under which programs of a repository pass on what the service answers. A request to such a path gets the
 * shape that the service gives to that program.
 */
export class ServedPaths {
  /** The vocabularies of the responses that go on to code that is not followed. */
  readonly passedOn: ReadonlySet<Vocabulary>;
  readonly #passing: readonly Passing[];

  constructor(contexts: readonly FileContext[]) {
    // A handler may call a function that answers.
    const answers = contexts
      .flatMap(answersIn)
      .flatMap((one) => one.places.map((place) => ({ place, vocabularies: one.vocabularies })));
    this.passedOn = new Set(answers.flatMap(({ vocabularies }) => vocabularies));
    const byPath = groupBy(answers, ({ place }) => place.path);
    const routes = contexts.flatMap(({ facts: { path, routes: own = [] } }) => [
      ...own,
      ...routesOfFile(path),
    ]);
    const prefixes = routes
      .filter(({ handlers }) => handlers.length === 0)
      .map(({ path }) => segmentsOf(path))
      .filter((one) => one.some(isFixed));
    this.#passing = routes.flatMap((route): Passing[] => {
      const passed = route.handlers.flatMap((handler) =>
        (byPath.get(handler.path) ?? []).filter(({ place }) => encloses(handler, place)),
      );
      const vocabularies = [...new Set(passed.flatMap((one) => one.vocabularies))];
      if (vocabularies.length === 0) return [];
      const own = segmentsOf(route.path);
      const named = vocabularies.flatMap((one) => namesInPaths(one).map((name) => [name]));
      // A path that names nothing is one below the path of its router; if that is not known, below the name of clusters.
      const known = prefixes.length > 0 ? prefixes : named;
      const all = own.some(isFixed) ? [own] : known.map((one) => [...one, ...own]);
      return all.map((segments) => ({ route, segments, vocabularies }));
    });
  }

  /** Returns the place of a route that answers a request with what the service answers; undefined if there is none. */
  passing(
    { readings, administration, discovery, fact }: ApiRequest,
    vocabulary: Vocabulary,
  ): Location | undefined {
    if (this.#passing.length === 0 || administration.length + discovery.length > 0) return undefined;
    const paths = readings.map(({ flat }) => segmentsOf(pathOf(flat)));
    return this.#passing.find(
      ({ route: { methods }, segments, vocabularies }) =>
        vocabularies.includes(vocabulary) &&
        (methods.length === 0 ||
          fact.methods.length === 0 ||
          fact.methods.some((one) => methods.includes(one))) &&
        paths.some((path) => isServedBy(path, segments)),
    )?.route.place;
  }
}

interface PassedAnswer {
  /** The place where it goes on, and those of the calls that lead to its request. */
  readonly places: readonly Location[];
  readonly vocabularies: readonly Vocabulary[];
}

/** Returns the places of a file where a whole resource in a response goes on, or a list with it. */
function answersIn({ facts, catalog, requestsOf }: FileContext): PassedAnswer[] {
  if (facts.escapes.length === 0) return [];
  return facts.escapes.flatMap((escape): PassedAnswer[] => {
    const { what } = escape;
    if (what.kind !== "response" || what.isListed === true || PRINTS.test(escape.to)) return [];
    const requests = requestsOf(what.requests);
    const vocabularies = catalog.vocabularies.filter((vocabulary) =>
      requests.some((one) => {
        const endpoints = changingEndpoints(one, vocabulary);
        return endpoints.length > 0 && withoutListName(endpoints, vocabulary, what.path).every(isStep);
      }),
    );
    const places = [escape.place, ...requests.flatMap(({ fact }) => fact.callers)];
    return vocabularies.length > 0 ? [{ places, vocabularies }] : [];
  });
}

/** Functions that show a value to people and send nothing. */
const PRINTS = /(?:^|\.)(?:console|log(?:ger|ging)?|print\w*)(?:\.|$)/i;

/** Returns whether a step is that to an element of a list, or the call of a method. */
function isStep(step: string): boolean {
  return step === "[]" || step.endsWith("()");
}

/** Returns the path of a URL, without its host and its query. */
function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/[?#].*$/s, "");
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** A segment that is not a parameter: not `:id`, `{id}`, `<int:id>`, `[id]`, `*`, nor unknown. */
function isFixed(segment: string): boolean {
  return !/^(?:[:<{[*]|$)/.test(segment) && !segment.includes(HOLE_MARK);
}

/**
 * Returns whether a path may be that of a route. Both may begin with more than the other one has: a router may be below
 * a prefix, and the beginning of a URL may be unknown.
 */
function isServedBy(path: readonly string[], route: readonly string[]): boolean {
  const isWhole = path.length >= route.length || path[0]?.startsWith(HOLE_MARK) === true;
  const length = Math.min(path.length, route.length);
  if (!isWhole || length === 0) return false;
  let fixed = 0;
  for (let back = 1; back <= length; back++) {
    const [asked, served] = [path[path.length - back]!, route[route.length - back]!];
    if (!isFixed(served)) continue;
    if (asked === served) fixed++;
    else if (isFixed(asked) || !asked.startsWith(HOLE_MARK)) return false;
  }
  return fixed > 0;
}
