import { groupBy } from "../core/group-by.js";
import type { SourceText } from "../core/source-text.js";
import { encloses, type Location } from "../core/span.js";
import type { Vocabulary } from "../catalog/catalog.js";
import type { RouteFact } from "../facts/route.js";
import { HOLE_MARK } from "../facts/text.js";
import type { ModuleHost } from "../frontends/module-host.js";
import { declaredRoutes } from "./declared-routes.js";
import { routesOfFile } from "./file-routes.js";
import type { ApiRequest } from "./api-request.js";
import { passedOnIn, type PassedOn } from "./passed-on.js";
import { changingEndpoints } from "./resource-calls.js";
import { namesInPaths } from "./resource-paths.js";
import { ALL_PATHS, isServer } from "./servers.js";
import type { FileContext } from "./rule.js";

/** A route of a program that passes on what the service answers, or what it is sent. */
interface Passing {
  readonly kind: PassedOn["kind"];
  readonly route: Pick<RouteFact, "methods" | "place">;
  readonly segments: readonly string[];
  readonly vocabularies: readonly Vocabulary[];
  /** `resource`: the path is not known, and is one that names the resource. `all`: it answers all paths. */
  readonly answers?: "resource" | "all";
}

/** The files of a program, with what is known of them. */
interface Program {
  readonly contexts: readonly FileContext[];
  readonly sources: readonly SourceText[];
}

/**
 * The paths under which programs of a repository pass on what the service answers. A request to such a path gets the
 * shape that the service gives to that program. Its body gets to the service if the program sends that on.
 */
export class ServedPaths {
  /** The vocabularies of the responses that go on to code that is not followed. */
  readonly passedOn: ReadonlySet<Vocabulary>;
  /** The vocabularies of a resource that programs ask the unversioned API for. */
  readonly asked: ReadonlySet<Vocabulary>;
  readonly #passing: readonly Passing[];
  /** The files that have the variables of files which include them. */
  readonly #included: ReadonlySet<string>;

  /** The files of programs that answer requests, also under paths that are not known. */
  readonly #servers: ReadonlySet<string>;

  constructor(programs: readonly Program[], host?: ModuleHost) {
    const contexts = programs.flatMap((one) => one.contexts);
    const sources = programs.flatMap((one) => one.sources);
    const servers = new Set(sources.filter(isServer).map(({ path }) => path));
    this.#servers = servers;
    this.asked = new Set(contexts.flatMap(askedIn));
    this.#included = new Set(
      contexts.flatMap(({ facts }) => (SHARING_VARIABLES.has(facts.language) ? (facts.uses ?? []) : [])),
    );
    const passed = contexts.flatMap((one) => passedOnIn(one, servers));
    const answers = passed.filter(({ kind }) => kind === "answer");
    this.passedOn = new Set(answers.flatMap(({ vocabularies }) => vocabularies));
    // A handler may call a function that answers.
    const byPath = groupBy(
      passed.flatMap((one) => one.places.map((place) => ({ place, one }))),
      ({ place }) => place.path,
    );
    const routes = contexts.flatMap(({ facts: { path, routes: own = [] } }) => [
      ...own,
      ...routesOfFile(path, servers.has(path)),
      ...(byPath.has(path) ? declaredRoutes(path, host) : []),
    ]);
    const routed = new Set<PassedOn>();
    const ofRoutes = routes.flatMap((route): Passing[] => {
      const own = route.handlers.flatMap((handler) =>
        (byPath.get(handler.path) ?? []).flatMap(({ place, one }) => (encloses(handler, place) ? [one] : [])),
      );
      for (const one of own) routed.add(one);
      return KINDS.flatMap((kind) => {
        const ofKind = own.filter((one) => one.kind === kind);
        const vocabularies = [...new Set(ofKind.flatMap((one) => one.vocabularies))];
        if (vocabularies.length === 0) return [];
        if (ALL_PATHS.test(route.path)) return [{ kind, route, segments: [], vocabularies, answers: "all" }];
        const paths = pathsOf(route, routes, vocabularies);
        return paths.map((segments) => ({ kind, route, segments, vocabularies }));
      });
    });
    const others = passed.filter((one) => !routed.has(one) && !one.isText);
    this.#passing = [...ofRoutes, ...others.flatMap((one) => guesses(one, servers))];
  }

  /** Returns whether another file includes a file, which has the variables of that one. */
  isIncluded(path: string): boolean {
    return this.#included.has(path);
  }

  /**
   * Returns the place of a route that answers a request with what the service answers, or sends the body of the request
   * to the service; undefined if there is none.
   */
  passing(
    { readings, administration, discovery, fact }: ApiRequest,
    vocabulary: Vocabulary,
    wanted: PassedOn["kind"],
  ): Location | undefined {
    if (this.#passing.length === 0 || administration.length + discovery.length > 0) return undefined;
    return this.#passing.find(
      ({ kind, route: { methods }, segments, vocabularies, answers }) =>
        kind === wanted &&
        vocabularies.includes(vocabulary) &&
        (methods.length === 0 ||
          fact.methods.length === 0 ||
          fact.methods.some((one) => methods.includes(one))) &&
        readings.some(({ flat }) =>
          answers
            ? !this.#servers.has(fact.site.path) &&
              (FUNCTION_HOST.test(flat) ||
                (!OTHER_HOST.test(flat) &&
                  (answers === "all" || segmentsOf(pathOf(flat)).some((one) => names(one, segments)))))
            : isServedBy(segmentsOf(pathOf(flat)), segments),
        ),
    )?.route.place;
  }
}

/** Languages in which an included file has the variables of the code that includes it. */
const SHARING_VARIABLES: ReadonlySet<string> = new Set(["php"]);

/** Returns the vocabularies of the resources that the requests of a program, not of a test, get from the unversioned API. */
function askedIn({ requests, catalog, fileClass }: FileContext): Vocabulary[] {
  if (fileClass !== "source") return [];
  return catalog.vocabularies.filter((one) =>
    requests.some(
      (request) =>
        request.fact.setting === "code" &&
        request.administration.some(({ match }) => match.form === "unversioned") &&
        changingEndpoints(request, one).length > 0,
    ),
  );
}

/**
 * Returns the paths that a route answers, as far as they are known. A path that names nothing is one below the path of
 * its router; if that is not known, below the name of the resource.
 */
function pathsOf(
  route: RouteFact,
  routes: readonly RouteFact[],
  vocabularies: readonly Vocabulary[],
): string[][] {
  const own = segmentsOf(route.path);
  const above = own.some(isFixed) ? [[]] : routersOf(route, routes);
  const named = vocabularies.flatMap(namesInPaths).map((name) => [name]);
  const all = (above.length > 0 ? above : named).map((one) => [...one, ...own]);
  // A path with a slash at its end may stand for all below it, as that of a router does.
  const isOpen = route.isPrefix === true || route.path.endsWith("/");
  return isOpen ? [...all, ...all.map((one) => [...one, "*"])] : all;
}

/** Returns the paths below which a route may be: that of the function around it, else those of all routers. */
function routersOf(route: RouteFact, routes: readonly RouteFact[]): string[][] {
  const around = routes
    .flatMap((router) => router.handlers.map((handler) => ({ router, handler })))
    .filter(
      ({ router: { place, path }, handler }) =>
        handler.path === route.place.path &&
        encloses(handler, route.place) &&
        !encloses(route.place, place) &&
        segmentsOf(path).some(isFixed),
    )
    .sort((a, b) => a.handler.end - a.handler.start - (b.handler.end - b.handler.start));
  const routers = around.length > 0 ? [around[0]!.router] : routes.filter(({ isPrefix }) => isPrefix);
  return routers.map(({ path }) => segmentsOf(path)).filter((one) => one.some(isFixed));
}

/** A URL of a host that is stated, and is not the machine itself. */
const OTHER_HOST = /^[a-z]+:\/\/(?!localhost\b|127\.|0\.0\.0\.0|\[)[\w-]+\./i;

/** A URL of a function of a cloud, which is named by its host: nothing else of a repository says where it is. */
const FUNCTION_HOST =
  /^https?:\/\/[\w.-]+\.(?:lambda-url\.[\w-]+\.on\.aws|execute-api\.[\w-]+\.amazonaws\.com|cloudfunctions\.net|run\.app|azurewebsites\.net|workers\.dev)(?![\w.-])/i;

const KINDS = ["answer", "body"] as const;

/** Returns the paths of what goes on in a server, if no route says which: those that name the resource. */
function guesses({ kind, places, vocabularies }: PassedOn, servers: ReadonlySet<string>): Passing[] {
  const [place] = places;
  if (!place || !places.some(({ path }) => servers.has(path))) return [];
  const segments = [...new Set(vocabularies.flatMap(namesInPaths))];
  return [{ kind, route: { methods: [], place }, segments, vocabularies, answers: "resource" }];
}

/** Returns whether a segment of a path has one of some names in it, of one or of several: `getCluster`. */
function names(segment: string, all: readonly string[]): boolean {
  return isFixed(segment) && all.some((one) => segment.toLowerCase().includes(one.replace(/s$/, "")));
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
    if (asked.toLowerCase() === served.toLowerCase()) fixed++;
    else if (isFixed(asked) || !asked.startsWith(HOLE_MARK)) return false;
  }
  return fixed > 0;
}
