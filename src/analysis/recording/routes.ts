import type { Class, Decorator, Expression, IdentifierReference, Node } from "@oxc-project/types";
import { keyOf, type Location, type Span } from "../../core/span.js";
import type { RouteFact } from "../../facts/route.js";
import { flatten } from "../../facts/text.js";
import type { Call } from "../evaluation/callable.js";
import type { Environment } from "../evaluation/environment.js";
import { slotCount, valuesIn } from "../evaluation/member-tables.js";
import { peek } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, nameOf, type UnknownValue, type Value } from "../evaluation/value.js";
import { decoratorsOf } from "../walk.js";
import { plainPath } from "./path-conditions.js";
import { writtenName } from "./written-names.js";

const METHODS = "get|post|put|patch|delete|head|options";
/**
 * `app.get`, `mux.HandleFunc`, `app.MapGet`, `@app.route`, `Route::any`, `app.add_url_rule`, `web.get`, `re_path`,
 * `server.createContext`.
 */
const NAMES = new RegExp(
  `(?:^|[.:>])(?:(?:map|add)?_?(${METHODS})(?:mapping)?|del|all|any|route|add_?(?:url_rule|api_route|route|resource)|api_route|handle(?:func)?|map|(?:re_)?path|url|createContext)(?:\\(\\))?$`,
  "i",
);
/** `app.use`, `app.include_router`, `app.register_blueprint`, `APIRouter(prefix=…)`, `Blueprint(…)`, `r.Group`. */
const PREFIXES =
  /(?:^|[.:>])(?:use|include_router|register(?:_blueprint)?|mount|prefix|group|mapgroup|scope|namespace|APIRouter|Blueprint)(?:\(\))?$/i;
/** The arguments by name that have a path or the prefix of a router. */
const PATH_KEYS = ["prefix", "url_prefix", "path", "url"];
/** A decorator of a class whose methods answer: `@Controller("clusters")`. */
const HOLDERS = /Controller$/;
/** A path with no blank in it, and the method in front of it in Go. */
const PATH = new RegExp(`^(?:(${METHODS})\\s+)?(?=$|[:{<]|[^:]*/)([^\\s?#]*)$`, "i");
/** `Route::apiResource("stores", …)`: a path and all that is one segment below it. */
const RESOURCES = /(?:^|[.:>])(?:api)?resource(?:\(\))?$/i;
const MAX_ROUTES = 10_000;

/** A decorator that a lowering makes of an annotation, with the method that has it. */
type RouteDecorator = Decorator & { readonly target?: Span };

/** Writes down under which paths a program answers, and with which functions. */
export class Routes {
  readonly #all = new Map<string, RouteFact>();

  get facts(): RouteFact[] {
    return [...this.#all.values()];
  }

  /** Records a call of an unknown function that may tell a server about a path. */
  called(run: Run, callee: UnknownValue, call: Call): void {
    const names = [nameOf(callee), writtenName(call.node)];
    const isResource = names.some((one) => RESOURCES.test(one));
    const named = names.map((one) => (isResource ? RESOURCES : NAMES).exec(one)).find((one) => one !== null);
    if (!named && !names.some((one) => PREFIXES.test(one))) return;
    if (this.#all.size >= MAX_ROUTES) return;
    const place = call.environment.locate(call.node);
    const [, before, own] =
      textsIn(run, call)
        .map((text) => PATH.exec(isResource ? `/${text}/` : plainPath(text)))
        .find((one) => one !== null) ?? [];
    if (own === undefined) return;
    const values = [...call.args.list, ...(call.args.keywords ? [call.args.keywords] : [])];
    const found = [...values.flatMap((one) => handlersIn(run, one, 1)), ...namedIn(run, call)];
    const methods = [before ?? named?.[1] ?? []].flat().map((one) => one.toUpperCase());
    const handlers = named ? [place, ...found] : found;
    const route: RouteFact = { kind: "route", path: own, methods, place, handlers };
    this.#add(named ? route : { ...route, isPrefix: true });
  }

  /**
   * Records the decorators of a class and of its methods that name paths.
   *
   * @param valueOf returns the value of an expression in a decorator
   */
  declared(node: Class, environment: Environment, valueOf: (path: Expression) => Value): void {
    const pathIn = (decorator: Expression): string => {
      const [first] = decorator.type === "CallExpression" ? decorator.arguments : [];
      const value = first && first.type !== "SpreadElement" ? valueOf(first) : undefined;
      return value?.kind === "text" ? flatten(value.text) : "";
    };
    const declare = (decorator: Decorator, prefix: string, element: Location): void => {
      const { expression } = decorator;
      const [name, method] = NAMES.exec(nameIn(expression)) ?? [];
      if (name === undefined) return;
      const path = `${prefix}/${pathIn(expression)}`;
      const place = environment.locate(expression);
      const methods = method === undefined ? [] : [method.toUpperCase()];
      this.#add({ kind: "route", path, methods, place, handlers: [element] });
    };
    const [prefix = ""] = decoratorsOf(node).flatMap(({ expression }) =>
      HOLDERS.test(nameIn(expression)) ? [pathIn(expression)] : [],
    );
    for (const decorator of decoratorsOf(node)) {
      // Languages with annotations say so for all methods in one place.
      const { target } = decorator as RouteDecorator;
      if (target) declare(decorator, "", { ...environment.locate(node), ...target });
    }
    for (const element of node.body.body)
      for (const decorator of decoratorsOf(element)) declare(decorator, prefix, environment.locate(element));
  }

  /** Records that a decorator of a library gets a function: it may be one that names a path. */
  decorated(run: Run, decorator: Location, target: Value): void {
    const before = this.#all.get(keyOf(decorator));
    if (before) this.#add({ ...before, handlers: [...before.handlers, ...handlersIn(run, target, 0)] });
  }

  #add(route: RouteFact): void {
    const key = keyOf(route.place);
    const before = this.#all.get(key);
    const handlers = new Map(
      [...(before?.handlers ?? []), ...route.handlers].map((one) => [keyOf(one), one]),
    );
    this.#all.set(key, { ...route, handlers: [...handlers.values()] });
  }
}

function nameIn(decorator: Expression): string {
  return decorator.type === "CallExpression" ? writtenName(decorator) : "";
}

/** Returns the texts that a call gets, first those that it gets by names of paths. */
function textsIn(run: Run, call: Call): string[] {
  const holders = call.args.keywords ? [call.args.keywords, ...call.args.list] : call.args.list;
  const named = holders.flatMap((one) => PATH_KEYS.map((key) => peek(run, one, key)));
  return [...named, ...call.args.list].flatMap((one) => (one.kind === "text" ? [flatten(one.text)] : []));
}

/** Returns the functions and classes in a value, and in a record or list that it is. */
function handlersIn(run: Run, value: Value, depth: number): Location[] {
  return alternatives(value).flatMap((single) => {
    if (single.kind !== "object") return [];
    const { callable } = single.object;
    const own = callable?.kind === "native" ? callable.method : callable;
    if (own) return [own.environment.locate(own.node)];
    const content = run.store.read(single.object);
    if (callable || depth === 0 || !run.mayLookInto(slotCount(content))) return [];
    return valuesIn(content).flatMap((one) => handlersIn(run, one, depth - 1));
  });
}

/**
 * Returns the functions and classes that the arguments of a call name inside other calls: `login_required(view)`,
 * `View.as_view()`, `wrap(handler)`.
 */
function namedIn(run: Run, { node, environment }: Call): Location[] {
  const args = node.type === "CallExpression" ? node.arguments : [];
  return args
    .flatMap((one) => (one.type === "ArrayExpression" ? one.elements : [one]))
    .flatMap((one) => (one?.type === "CallExpression" ? namesIn(one) : []))
    .flatMap((name) => {
      const variable = environment.module.names.variableOf(name);
      const cell = variable && environment.lookup(variable);
      const value = cell && (cell.alias?.() ?? run.store.read(cell));
      return value ? handlersIn(run, value, 0) : [];
    });
}

/** Returns the names that a call begins with and those that it gets, also in calls in it. */
function namesIn(node: Node): IdentifierReference[] {
  switch (node.type) {
    case "Identifier":
      return [node as IdentifierReference];
    case "MemberExpression":
      return namesIn(node.object);
    case "CallExpression":
      return [node.callee, ...node.arguments].flatMap(namesIn);
    default:
      return [];
  }
}
