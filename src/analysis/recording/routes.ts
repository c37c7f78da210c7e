import type { Class, Expression } from "@oxc-project/types";
import { keyOf, type Location } from "../../core/span.js";
import type { RouteFact } from "../../facts/route.js";
import { flatten } from "../../facts/text.js";
import type { Call } from "../evaluation/callable.js";
import type { Environment } from "../evaluation/environment.js";
import { peek } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, nameOf, type UnknownValue, type Value } from "../evaluation/value.js";
import { decoratorsOf } from "../walk.js";
import { writtenName } from "./written-names.js";

const METHODS = "get|post|put|patch|delete|head|options";
/** `app.get`, `mux.HandleFunc`, `app.MapGet`, `@app.route`, `Route::any`, `app.add_url_rule`, `web.get`. */
const NAMES = new RegExp(
  `(?:^|[.:>])(?:(?:map|add)?_?(${METHODS})(?:mapping)?|del|all|any|route|add_?(?:url_rule|api_route|route)|api_route|handle(?:func)?|map)(?:\\(\\))?$`,
  "i",
);
/** `app.use`, `app.include_router`, `app.register_blueprint`, `APIRouter(prefix=…)`, `Blueprint(…)`, `r.Group`. */
const PREFIXES =
  /(?:^|[.:>])(?:use|include_router|register(?:_blueprint)?|mount|prefix|group|mapgroup|scope|namespace|APIRouter|Blueprint)(?:\(\))?$/i;
/** The arguments by name that have the prefix of a router. */
const PREFIX_KEYS = ["prefix", "url_prefix"];
/** A decorator of a class whose methods answer: `@Controller("clusters")`. */
const HOLDERS = /Controller$/;
/** A path with no blank in it, and the method in front of it in Go. */
const PATH = new RegExp(`^(?:(${METHODS})\\s+)?(?=$|[:{<]|[^:]*/)([^\\s?#]*)$`, "i");
const MAX_ROUTES = 10_000;

/** Writes down under which paths a program answers, and with which functions. */
export class Routes {
  readonly #all = new Map<string, RouteFact>();

  get facts(): RouteFact[] {
    return [...this.#all.values()];
  }

  /** Records a call of an unknown function that may tell a server about a path. */
  called(run: Run, callee: UnknownValue, call: Call): void {
    const names = [nameOf(callee), writtenName(call.node)];
    const named = names.map((one) => NAMES.exec(one)).find((one) => one !== null);
    if (!named && !names.some((one) => PREFIXES.test(one))) return;
    if (this.#all.size >= MAX_ROUTES) return;
    const functions = call.args.list.flatMap(functionsIn);
    const place = call.environment.locate(call.node);
    const [, before, own] =
      textsIn(run, call, named === undefined)
        .map((text) => PATH.exec(text))
        .find((one) => one !== null) ?? [];
    if (own === undefined) return;
    const methods = [before ?? named?.[1] ?? []].flat().map((one) => one.toUpperCase());
    this.#add({ kind: "route", path: own, methods, place, handlers: named ? [place, ...functions] : [] });
  }

  /** Records the decorators of the methods of a class that name paths, below that in a decorator of the class. */
  declared(node: Class, environment: Environment): void {
    const [prefix = ""] = decoratorsOf(node).flatMap(({ expression }) =>
      HOLDERS.test(nameIn(expression)) ? [pathIn(expression)] : [],
    );
    for (const element of node.body.body)
      for (const { expression } of decoratorsOf(element)) {
        const [, method] = NAMES.exec(nameIn(expression)) ?? [];
        if (method === undefined) continue;
        const path = `${prefix}/${pathIn(expression)}`;
        const place = environment.locate(expression);
        const handlers = [environment.locate(element)];
        this.#add({ kind: "route", path, methods: [method.toUpperCase()], place, handlers });
      }
  }

  /** Records that a decorator of a library gets a function: it may be one that names a path. */
  decorated(decorator: Location, target: Value): void {
    const before = this.#all.get(keyOf(decorator));
    if (before) this.#add({ ...before, handlers: [...before.handlers, ...functionsIn(target)] });
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

/** Returns the text that a decorator is given; empty if there is none. */
function pathIn(decorator: Expression): string {
  const [first] = decorator.type === "CallExpression" ? decorator.arguments : [];
  return first?.type === "Literal" && typeof first.value === "string" ? first.value : "";
}

/** Returns the texts that a call gets; for a prefix also those that it gets by name. */
function textsIn(run: Run, call: Call, isPrefix: boolean): string[] {
  const named = isPrefix
    ? call.args.list.flatMap((one) => PREFIX_KEYS.map((key) => peek(run, one, key)))
    : [];
  return [...named, ...call.args.list].flatMap((one) => (one.kind === "text" ? [flatten(one.text)] : []));
}

function functionsIn(value: Value): Location[] {
  return alternatives(value).flatMap((single) => {
    const callable = single.kind === "object" ? single.object.callable : undefined;
    return callable?.kind === "closure" ? [callable.environment.locate(callable.node)] : [];
  });
}
