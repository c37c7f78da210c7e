import { stepsOf } from "../../catalog/matchers/properties.js";
import { withoutListName } from "../../catalog/matchers/resources.js";
import type { Direction, PropertyData } from "../../catalog/model.js";
import type { Location } from "../../core/span.js";
import type { SchemaFact, SchemaKey } from "../../facts/file-facts.js";
import type { Tree } from "../../facts/tree.js";
import type { AdministrationReading, ApiRequest } from "../../engine/api-request.js";
import { changesOf } from "./changes.js";
import type { AllRequests, FiledRequest } from "./requests.js";

/** An objection of a schema to a move that changes its input. */
export interface SchemaObjection {
  /** One sentence. */
  readonly reason: string;
  /** The place in the schema. */
  readonly place: Location;
  /** The schema surely refuses the new shape, so the program would break. */
  readonly refuses: boolean;
}

/** Returns the reason why a response in the new shape may not pass a schema. Undefined if there is none. */
export function answerObjection(
  one: FiledRequest,
  requests: AllRequests,
  target: string,
): SchemaObjection | undefined {
  const schemas = requests.schemasOfAnswer(one.request.fact.id);
  if (schemas.length === 0) return undefined;
  return worst(
    requests.sourcesOf(one).flatMap(({ request }) =>
      request.administration.flatMap((reading) => {
        const changing = changingProperties(request, reading, target, "response");
        return schemas.flatMap((schema) => {
          const path = schema.of.kind === "response" ? inObject(schema.of.path, reading) : undefined;
          return (path && objectionTo(schema, { path, changing, what: "answer" })) ?? [];
        });
      }),
    ),
  );
}

/** Returns the reason why a converted body may not pass a schema. Undefined if there is none. */
export function bodyObjection(
  { request }: FiledRequest,
  body: Tree,
  requests: AllRequests,
  target: string,
): SchemaObjection | undefined {
  const placed = schemasIn(body, [], requests);
  if (placed.length === 0) return undefined;
  return worst(
    request.administration.flatMap((reading) => {
      const changing = changingProperties(request, reading, target, "request");
      return placed.flatMap(
        ({ schema, path }) => objectionTo(schema, { path, changing, what: "body", body }) ?? [],
      );
    }),
  );
}

/** The words of messages for what a schema describes. */
const WHAT = { answer: "response", body: "request body" } as const;

function worst(objections: readonly SchemaObjection[]): SchemaObjection | undefined {
  return objections.find(({ refuses }) => refuses) ?? objections[0];
}

interface Parsed {
  readonly what: "answer" | "body";
  /** The path of the object that the schema describes, from the cluster on. */
  readonly path: readonly string[];
  readonly changing: readonly PropertyData[];
  /** For a body: the whole body. */
  readonly body?: Tree;
}

function objectionTo(schema: SchemaFact, parsed: Parsed): SchemaObjection | undefined {
  const { path, changing, body } = parsed;
  const { keys, others, at, isBinding } = schema;
  const going = waysThrough(
    changing.map((property) => property.path),
    path,
  );
  const coming = comingThrough(path, changing);
  const objection = (refuses: boolean, what: string, key?: SchemaKey): SchemaObjection => {
    const place = key?.place ?? at;
    return { refuses, place, reason: `the schema of the ${WHAT[parsed.what]} in ${place.path} ${what}` };
  };
  const required = isBinding ? keys.find((key) => key.isRequired && goesAway(key.name, parsed)) : undefined;
  if (required) return objection(true, `requires ${required.name}, which is removed`, required);
  const stated = body && keysAt(body, path);
  // A new value under a key of a body has not passed the checks of the schema for that key.
  const isNew = ({ name, takesAll }: SchemaKey): boolean =>
    stated !== undefined && coming.has(name) && !takesAll && !stated.has(name);
  const named = keys.find((key) => going.get(key.name) === "ends" || isNew(key));
  if (named) return objection(false, `names ${named.name}, which changes`, named);
  const isTouched = going.size + (body ? coming.size : 0) > 0;
  if (others === "unknown" && isTouched) return objection(false, "has parts that v2ready cannot read");
  const isClosed = others === "refused" || (body !== undefined && others === "dropped");
  const missing = isClosed && firstMissing(schema, coming);
  return missing ? objection(false, `rejects unknown properties, and ${missing} is new`) : undefined;
}

/** Returns whether a key of an object is gone in the new shape, and the object itself is not. */
function goesAway(name: string, { path, changing }: Parsed): boolean {
  const gone = changing.filter(({ status }) => status === "removed" || status === "moved");
  const isGone = (steps: readonly string[]): boolean =>
    gone.some((property) => stepsOf(property.path).join(".") === steps.join("."));
  return isGone([...path, name]) && !path.some((_, index) => isGone(path.slice(0, index + 1)));
}

function firstMissing({ keys }: SchemaFact, coming: Ways): string | undefined {
  return [...coming.keys()].find((step) => !keys.some(({ name }) => name === step));
}

/** The properties that a schema may name and that change with a move. */
function changingProperties(
  request: ApiRequest,
  reading: AdministrationReading,
  target: string,
  direction: Direction,
): readonly PropertyData[] {
  return changesOf(request, reading, target).filter(
    ({ status, in: directions }) => status !== "read-only" && directions.includes(direction),
  );
}

/** The names that come next on ways through an object, and whether one of the ways ends there. */
type Ways = ReadonlyMap<string, "ends" | "goes on">;

function waysThrough(patterns: readonly string[], path: readonly string[]): Ways {
  const ways = new Map<string, "ends" | "goes on">();
  for (const steps of patterns.map(stepsOf)) {
    const next = steps[path.length];
    if (next === undefined || path.some((step, index) => step !== steps[index])) continue;
    if (steps.length === path.length + 1) ways.set(next, "ends");
    else if (!ways.has(next)) ways.set(next, "goes on");
  }
  return ways;
}

function comingThrough(path: readonly string[], changing: readonly PropertyData[]): Ways {
  return waysThrough(
    changing.flatMap(({ replacement }) => replacement),
    path,
  );
}

/** Returns the path inside the object of the resource. Undefined for the list of such objects, which does not change. */
function inObject(
  path: readonly string[],
  { endpoint: { endpoints }, match: { vocabulary } }: AdministrationReading,
): readonly string[] | undefined {
  const isList = endpoints.some(({ listPrefix }) => listPrefix !== undefined);
  const own = withoutListName(endpoints, vocabulary, path);
  if (isList && own[0] !== "[]") return undefined;
  return own[0] === "[]" ? own.slice(1) : own;
}

interface PlacedSchema {
  readonly schema: SchemaFact;
  readonly path: readonly string[];
}

function schemasIn(tree: Tree, path: readonly string[], requests: AllRequests): PlacedSchema[] {
  if (tree.kind === "choice") return tree.of.flatMap((one) => schemasIn(one, path, requests));
  if (tree.kind !== "object" && tree.kind !== "list") return [];
  const own = (tree.place ? requests.schemasOfLiteral(tree.place) : []).map((schema) => ({ schema, path }));
  const parts =
    tree.kind === "list"
      ? tree.items.map((value) => ({ key: "[]", value }))
      : tree.members.map(({ key, value }) => ({ key, value }));
  return [...own, ...parts.flatMap(({ key, value }) => schemasIn(value, [...path, key], requests))];
}

/** The keys that a body states in the objects under a path. */
function keysAt(tree: Tree, path: readonly string[]): ReadonlySet<string> {
  const [step, ...rest] = path;
  if (tree.kind === "choice") return union(tree.of.map((one) => keysAt(one, path)));
  if (tree.kind === "list")
    return step === "[]" ? union(tree.items.map((one) => keysAt(one, rest))) : new Set();
  if (tree.kind !== "object") return new Set();
  if (step === undefined) return new Set(tree.members.map(({ key }) => key));
  return union(tree.members.filter(({ key }) => key === step).map(({ value }) => keysAt(value, rest)));
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...set]));
}
