import { HOLE_MARK, flatten } from "../../facts/text.js";
import type { Location } from "../../core/span.js";
import type { Call } from "../evaluation/callable.js";
import { setMember } from "../evaluation/heap.js";
import { iterate, someOf } from "../evaluation/iteration.js";
import { getMember, makeList, makeObject, type Site } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { UNDEFINED, computedText, mapAlternatives, type Value } from "../evaluation/value.js";
import { isAnswerText } from "../recording/searches.js";
import { parseQuery, type Query, type QueryLanguage } from "./json-queries.js";
import { computed } from "./native.js";

/**
 * Reads each property that an expression in a query language of JSON reads: `results[].name`, `$.results[*].name`,
 * `results.#.name`, `/results/0/name`. Returns undefined if the expression is not known or not understood.
 *
 * @param making the call whose argument is the expression
 * @param index the position of the expression among its arguments
 */
export function readJsonPath(
  run: Run,
  data: Value,
  making: Call,
  index: number,
  language: QueryLanguage = "other",
): Value | undefined {
  const { node, environment, args } = making;
  const key = node.type === "CallExpression" ? (node.arguments[index] ?? node) : node;
  return readQuery(run, data, args.at(index), { making, node, key, environment }, language);
}

interface QuerySite extends Site {
  readonly making: Call;
  /** The place of the expression, if it is not at the call. */
  readonly written?: Location;
}

/** Reads what an expression reads that is not an argument of its own. */
export function readQuery(
  run: Run,
  data: Value,
  expression: Value,
  site: QuerySite,
  language: QueryLanguage = "other",
): Value | undefined {
  if (expression.kind !== "text") return undefined;
  const text = flatten(expression.text);
  const query = text.startsWith("/") ? pointer(text) : parseQuery(text, language);
  const [part, ...others] = expression.text.parts;
  // The path of a constant is reported where the constant is written.
  const isElsewhere = site.key.type !== "Literal" && others.length === 0 && part?.kind === "segment";
  const written = isElsewhere ? part.written : undefined;
  return (
    query &&
    valueOf(run, query, { here: data, root: data, site: { ...site, ...(written ? { written } : {}) } })
  );
}

/** A JSON pointer, RFC 6901. */
function pointer(text: string): Query {
  return text
    .split("/")
    .slice(1)
    .reduce<Query>(
      (of, name) => (/^\d+$/.test(name) ? { kind: "element", of } : { kind: "member", of, name }),
      { kind: "here" },
    );
}

interface State {
  readonly here: Value;
  readonly root: Value;
  readonly site: QuerySite;
}

function valueOf(run: Run, query: Query, state: State): Value {
  const { site } = state;
  switch (query.kind) {
    case "here":
      return state.here;
    case "root":
      return state.root;
    case "other":
      return computed(site.making, "query");
    case "member":
      return member(run, valueOf(run, query.of, state), query.name, site);
    case "anywhere":
      return anywhere(run, valueOf(run, query.of, state), query.name, site);
    case "element":
      return element(run, valueOf(run, query.of, state), site);
    case "each":
      return valueOf(run, query.of, { ...state, here: element(run, state.here, site) });
    case "within": {
      const here = valueOf(run, query.of, state);
      const inner = valueOf(run, query.inner, { ...state, here });
      return query.isCondition ? here : inner;
    }
    case "record": {
      const here = valueOf(run, query.of, state);
      const made = makeObject(run, {}, "Object", site.environment.locate(site.node));
      for (const [name, inner] of query.members) {
        const value = valueOf(run, inner, { ...state, here });
        setMember(run.store, made.object, name, { value, maybeAbsent: false });
      }
      return made;
    }
    case "all":
      return makeList(
        run,
        query.parts.map((part) => valueOf(run, part, state)),
      );
    case "call":
      return called(run, query, state);
  }
}

/** Functions of JMESPath and JSONata that give the list again, or one of its elements. */
const SAME_LIST: ReadonlySet<string> = new Set(["sort_by", "sort", "reverse", "distinct", "filter"]);
const ELEMENT: ReadonlySet<string> = new Set(["max_by", "min_by"]);

/** Reads the arguments of a function. A part with `&` is read of each element of the list beside it. */
function called(run: Run, { name, args }: Extract<Query, { kind: "call" }>, state: State): Value {
  const given = args.filter(({ kind }) => kind !== "each").map((one) => valueOf(run, one, state));
  const list = given[0] ?? UNDEFINED;
  for (const one of args) if (one.kind === "each") valueOf(run, one, { ...state, here: list });
  if (SAME_LIST.has(name)) return list;
  return ELEMENT.has(name) ? element(run, list, state.site) : computed(state.site.making, "query");
}

/** A member, or in a list that of each element. */
function member(run: Run, of: Value, name: string, site: QuerySite): Value {
  if (name.includes(HOLE_MARK)) {
    run.recorder.escapes.readUnnamed(run, of, site);
    return computed(site.making, "query");
  }
  const names = site.written ? new Map([[name, site.written]]) : undefined;
  const at: Site = names ? { ...site, names } : site;
  return mapAlternatives(of, (single) =>
    getMember(run, isList(single) ? (someOf(iterate(run, single)) ?? UNDEFINED) : single, name, at),
  );
}

function element(run: Run, of: Value, site: Site): Value {
  return mapAlternatives(of, (single) =>
    isList(single) ? (someOf(iterate(run, single)) ?? UNDEFINED) : getMember(run, single, "0", site),
  );
}

function isList(value: Value): boolean {
  return value.kind === "object" && value.object.className === "Array";
}

/** A search through all levels: of a whole answer it is one in its text. */
function anywhere(run: Run, of: Value, name: string, site: QuerySite): Value {
  if (of.kind === "unknown" && isAnswerText(of)) {
    run.recorder.searches.inText(of, "..", computedText(name), site);
    const property = run.recorder.interest.goneWith(name);
    if (property !== undefined) member(run, of, property, site);
    return computed(site.making, "query");
  }
  member(run, of, name, site);
  return member(run, element(run, of, site), name, site);
}
