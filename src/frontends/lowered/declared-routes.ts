import * as build from "./build.js";
import type { Place } from "./build.js";
import type { At, Call, Expr } from "./core-tree.js";

/** Says that a class answers requests under a path: `get(path)`, or `all(path)` for any method. */
export interface RouteDecorator extends At {
  readonly type: "Decorator";
  readonly expression: Call;
  /** The method that answers, or the class. */
  readonly target: Place;
}

/** An annotation or attribute that says something about routes, in any language. */
export interface RouteNote {
  readonly place: Place;
  /** The name of the annotation without its package. */
  readonly name: string;
  /** The paths that it states; none if it only says the method. */
  readonly paths: readonly Expr[];
}

/** The way in which a language annotates the classes and methods that answer requests. */
export interface Annotated<Node extends Place> {
  readonly parametersOf: (method: Node) => readonly { readonly node: Node }[];
  /**
   * Returns what the annotations of a class, a method or a parameter say about routes.
   *
   * @param method the method that the node is, or is a parameter of
   */
  readonly notesOf: (node: Node, method?: Node) => readonly RouteNote[];
}

/**
 * Annotations that state a method: `@GetMapping` of Spring, `@Get` of Micronaut, `@GET` of JAX-RS, `[HttpGet]` of
 * ASP.NET.
 */
const VERBS = /^(?:Http)?(Get|Post|Put|Patch|Delete|Head|Options)(?:Mapping)?(?:Attribute)?$/i;
/**
 * Annotations that state a path for any method: Spring, JAX-RS, Micronaut, ASP.NET, Symfony, servlets, and functions of
 * Azure.
 */
const PATHS =
  /^(?:RequestMapping|Path|Route|RoutePrefix|Controller|WebServlet|HttpTrigger|AcceptVerbs)(?:Attribute)?$/;

/** Returns whether an annotation of this name may state the path or the method of a route. */
export function isRouteNote(name: string): boolean {
  return VERBS.test(name) || PATHS.test(name);
}

/** The names of the arguments that have the path, where annotations name their arguments. */
export const PATH_ARGUMENTS: ReadonlySet<string> = new Set([
  "value",
  "path",
  "uri",
  "uris",
  "urlPatterns",
  "Route",
  "route",
  "template",
]);

/**
 * Returns the decorators of a class that say under which paths it answers, and with which of its methods. The class itself
 * may say how the paths of its methods begin, or which path it answers.
 */
export function routeDecorators<Node extends Place>(
  own: Node,
  methods: readonly Node[],
  { parametersOf, notesOf }: Annotated<Node>,
): RouteDecorator[] {
  const notes = notesOf(own);
  const prefixes = notes.flatMap(({ paths }) => paths);
  const ofMethods = methods.flatMap((method): RouteDecorator[] => {
    const holders = [method, ...parametersOf(method).map(({ node }) => node)];
    const stated = holders.flatMap((one) => notesOf(one, method));
    const [first] = stated;
    if (!first) return [];
    const verb = stated.flatMap(({ name }) => VERBS.exec(name)?.[1]?.toLowerCase() ?? [])[0] ?? "all";
    const paths = stated.flatMap((one) => one.paths);
    const below = paths.length > 0 ? paths : [build.madeText(first.place, "")];
    const all = below.flatMap((path) =>
      prefixes.length > 0 && !isAbsolute(path) ? prefixes.map((prefix) => joined(prefix, path)) : [path],
    );
    return all.map((path) => decorator(first.place, verb, path, method));
  });
  // A servlet is a class that answers itself.
  if (ofMethods.length > 0) return ofMethods;
  return notes.flatMap((note) =>
    note.name === "WebServlet" ? note.paths.map((path) => decorator(note.place, "all", path, own)) : [],
  );
}

function decorator(place: Place, verb: string, path: Expr, target: Place): RouteDecorator {
  const expression = build.call(place, build.name(place, verb), [path]);
  return {
    type: "Decorator",
    start: place.start,
    end: place.end,
    expression,
    target: build.span(target.start, target.end),
  };
}

/** In ASP.NET a path that begins so is not below that of the class. */
function isAbsolute(path: Expr): boolean {
  return path.type === "Literal" && typeof path.value === "string" && path.value.startsWith("~/");
}

function joined(prefix: Expr, path: Expr): Expr {
  const slash = build.madeText(path, "/");
  return build.operation(path, "+", build.operation(path, "+", prefix, slash), path);
}
