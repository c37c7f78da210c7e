import type { CalendarDate } from "../../core/calendar-date.js";
import type { Edit, Finding, ReasonPlaces } from "../../core/finding.js";
import { encloses, haveSameStart, keyOf, type Location } from "../../core/span.js";
import type { Hole } from "../../facts/text.js";
import { unknownPart, type Member, type Tree } from "../../facts/tree.js";
import { CONVERTER_TARGET, type Purpose } from "../cluster/conversion.js";
import { freeNames } from "../cluster/free-names.js";
import type { PropertyData } from "../../catalog/model.js";
import type { AdministrationReading, ApiRequest } from "../../engine/api-request.js";
import { nameOfHole } from "../../engine/hole-reasons.js";
import { aimOf } from "../../engine/requested-versions.js";
import { stepsOf } from "../../catalog/matchers/properties.js";
import { mainEndpoints, shapedResourceOf } from "../../catalog/matchers/resources.js";
import { changesOf, shapeOf } from "./changes.js";
import type { MemberMoves } from "../payload/move-members.js";
import { memberMovesOf } from "./member-moves.js";
import type { Move } from "./move.js";
import { Doubts } from "./doubts.js";
import type { Around } from "./reads.js";
import { doesPrint } from "./reasons.js";
import { alternativesOf, type AllRequests, type FiledRequest } from "./requests.js";
import { changesInBodyFor } from "./succession.js";
import { bodyObjection } from "./schemas.js";

/**
 * Converts the cluster in a literal at a place to the shape of a version. The old shape is that of a given version, or
 * otherwise found by its content. Returns the whole conversion, or what a person must decide.
 *
 * @param members given for the body of another resource: only these change
 */
export type ConvertBody = (
  place: Location,
  purpose: Purpose,
  to: CalendarDate,
  from: CalendarDate | undefined,
  members?: MemberMoves,
) =>
  | { readonly ok: true; readonly edits: readonly Edit[]; readonly doubts: readonly string[] }
  | { readonly ok: false; readonly blockers: readonly string[] };

interface BodyChanges {
  readonly edits: readonly Edit[];
  readonly findings: readonly Finding[];
  readonly stops: readonly string[];
  readonly reasons: readonly string[];
  readonly reasonPlaces: ReasonPlaces;
}

/** Converts the bodies of requests that move together, each literal once. */
export function changeBodies(
  moves: readonly Move[],
  { fields, requests }: Pick<Around, "fields" | "requests">,
  target: string,
  convert: ConvertBody,
): BodyChanges {
  const edits = new Map<string, Edit>();
  const findings = new Set<Finding>();
  const stops = new Doubts();
  const reasons = new Doubts();
  const own = new Set(moves.map(({ of }) => of));
  const converted = new Set<string>();
  for (const move of moves) {
    const { of, standsFor, succession } = move;
    const { fact } = of.request;
    const bodies = fact.body ? alternativesOf(fact.body) : [];
    const changing = changingKeys(move, target);
    // The expectation of a test double changes with the request.
    if (standsFor?.every((other) => changingKeys(other, target).length === 0)) continue;
    const stop = (why: string, place: Location = fact.site): void => {
      if (standsFor)
        reasons.add(`a test double in ${fact.site.path} expects a body that is not converted: ${why}`, place);
      else stops.add(why, place);
    };
    const found = [...fields.of(fact.id, "request"), ...changing.flatMap((place) => fields.at(place))].map(
      ({ finding }) => finding,
    );
    if (!standsFor) for (const finding of found) findings.add(finding);
    if (changing.length === 0) {
      for (const unseen of unseenIn(move, bodies, target)) stop(unseen);
      continue;
    }
    const isConverted = !succession && of.request.administration.every(hasConversion);
    const aim = aimOf(of.request, target);
    if (isConverted && aim < CONVERTER_TARGET) {
      stop(`request bodies can only be converted to ${CONVERTER_TARGET} and later versions`);
      continue;
    }
    for (const body of bodies) {
      const [why, at] = whyNot(move, body, own, requests, target) ?? [];
      if (why !== undefined) {
        stop(why, at ?? placeOfBody(body));
        continue;
      }
      const { place } = body as { place: Location };
      if (converted.has(keyOf(place))) continue;
      converted.add(keyOf(place));
      const moved = isConverted ? undefined : memberMovesOf(body, changesOfBody(move, target));
      const result =
        moved?.ok === false ? moved : convert(place, purposeOf(of), aim, versionedShape(of), moved?.moves);
      if (result.ok && standsFor) for (const finding of found) findings.add(finding);
      if (!result.ok) for (const blocker of result.blockers) stop(clause(blocker), place);
      else {
        for (const edit of result.edits) edits.set(`${keyOf(edit)}:${edit.end}:${edit.text}`, edit);
        for (const doubt of result.doubts) reasons.add(clause(doubt), place);
        const objection = bodyObjection(of, body, requests, target);
        if (objection?.refuses) stop(objection.reason, objection.place);
        else if (objection) reasons.add(objection.reason, objection.place);
        for (const one of requests.shownBy(place))
          reasons.add(
            doesPrint(one)
              ? `${one.to} prints the request body, so the output changes`
              : `${one.to} gets a value that depends on the request body, which changes`,
            one.place,
          );
      }
    }
  }
  return {
    edits: [...edits.values()],
    findings: [...findings],
    stops: stops.all,
    reasons: reasons.all,
    reasonPlaces: new Map([...reasons.places, ...stops.places]),
  };
}

/** Returns whether a conversion, which may take bodies apart, is known for the resource of a request. */
function hasConversion({ endpoint, match: { vocabulary } }: AdministrationReading): boolean {
  return endpoint.endpoints.every((one) => {
    const name = shapedResourceOf(one, vocabulary)?.resource.name;
    return name === undefined || vocabulary.conversions.some(({ resource }) => resource === name);
  });
}

/** A request that moves, and whether it goes to another endpoint. */
type Moving = Pick<Move, "of" | "succession">;

function changesOfBody({ of: { request }, succession }: Moving, target: string): readonly PropertyData[] {
  const changes = request.administration.flatMap((reading) => changesInBody(request, reading, target));
  return succession ? [...changes, ...changesInBodyFor(succession)] : changes;
}

/** The version whose shape the body has, where the request goes to the versioned API already. */
function versionedShape({ request }: FiledRequest): CalendarDate | undefined {
  const [reading, ...others] = request.administration;
  const isVersioned =
    reading?.match.form === "versioned" && others.every(({ match }) => match.form === "versioned");
  return isVersioned ? shapeOf(request, reading) : undefined;
}

function placeOfBody(body: Tree): Location | undefined {
  return body.kind === "object" ? body.place : undefined;
}

/** Returns the places in the body of a request that state a property which the new version does not take unchanged. */
export function changingKeys(moving: Moving, target: string): Location[] {
  const { body } = moving.of.request.fact;
  const changing = new Set(changesOfBody(moving, target).map(({ path }) => stepsOf(path).join(".")));
  const places: Location[] = [];
  if (body && changing.size > 0) for (const one of alternativesOf(body)) collect(one, [], changing, places);
  return places;
}

/** Returns the names of all properties that the body of a request may contain and that change. */
export function changingNames(moving: Moving, target: string): string[] {
  return changesOfBody(moving, target).map(({ path }) => path.split(".").at(-1)!);
}

function changesInBody(
  request: ApiRequest,
  reading: AdministrationReading,
  target: string,
): readonly PropertyData[] {
  return changesOf(request, reading, target).filter(({ in: directions }) => directions.includes("request"));
}

/**
 * Returns requests whose responses, or parts of them, a body contains, and whose shape differs between the two forms of
 * the API. Data that is read in one form must not be sent in the other.
 */
export function answersIn(one: FiledRequest, requests: AllRequests, target: string): FiledRequest[] {
  const { body } = one.request.fact;
  if (!body || purposeOf(one) === "unknown") return [];
  const changing = new Set(
    one.request.administration.flatMap((reading) =>
      changesOf(one.request, reading, target).map(({ path }) => stepsOf(path)[0]),
    ),
  );
  return holesIn(body, undefined, changing).flatMap(({ answeredAt }) =>
    answeredAt ? requests.sentAt(answeredAt).filter(({ request }) => request.fact.setting === "code") : [],
  );
}

/** Returns the unknown parts of a body where its shape changes; `key` is the first one on the path to the tree. */
function holesIn(
  tree: Tree,
  key: string | undefined,
  changing: ReadonlySet<string | undefined>,
): readonly Hole[] {
  const isChanging = key === undefined || changing.has(key);
  switch (tree.kind) {
    case "hole":
      return isChanging ? [tree.hole] : [];
    case "choice":
      return tree.of.flatMap((one) => holesIn(one, key, changing));
    case "list":
      return [...(isChanging ? tree.open : []), ...tree.items.flatMap((one) => holesIn(one, key, changing))];
    case "object":
      return [
        ...(isChanging ? tree.open : []),
        ...tree.members.flatMap((member) => holesIn(member.value, key ?? member.key, changing)),
      ];
    default:
      return [];
  }
}

function collect(
  tree: Tree,
  path: readonly string[],
  changing: ReadonlySet<string>,
  places: Location[],
): void {
  if (tree.kind === "list") for (const item of tree.items) collect(item, [...path, "[]"], changing, places);
  if (tree.kind !== "object") return;
  for (const { key, keyPlace, value } of tree.members) {
    const own = [...path, key];
    if (!changing.has(own.join("."))) collect(value, own, changing, places);
    else places.push(keyPlace ?? tree.place ?? NOWHERE);
  }
}

const NOWHERE: Location = { path: "", start: 0, end: 0 };

/** The purposes of bodies of a collection and its items, by method. */
const PURPOSES: ReadonlyMap<string, Purpose> = new Map([
  ["POST", "create"],
  ["PATCH", "modify"],
]);

function purposeOf({ request }: FiledRequest): Purpose {
  const endpoints = request.administration.flatMap(({ endpoint, match: { vocabulary } }) =>
    endpoint.endpoints.map((one) => ({ one, vocabulary })),
  );
  const [first] = endpoints;
  if (!first || endpoints.some(({ one }) => one.id !== first.one.id)) return "unknown";
  const shaped = shapedResourceOf(first.one, first.vocabulary);
  const isMain = shaped !== undefined && mainEndpoints(shaped.resource).some(({ id }) => id === first.one.id);
  return (isMain ? PURPOSES.get(first.one.method) : undefined) ?? "unknown";
}

/** Returns why a body without a removed property may still differ from what the versioned API wants. */
function unseenIn(one: Moving, bodies: readonly Tree[], target: string): string[] {
  const paths = changesOfBody(one, target).map(({ path }) => stepsOf(path));
  if (paths.length === 0) return [];
  return bodies.flatMap((body) => {
    const hole = unknownPart(body);
    return hole
      ? [`cannot find the value of the request body, ${nameOfHole(hole)}`]
      : unseenBelow(body, paths, "the request body");
  });
}

/**
 * Returns the same for the value of a part of the body. What is unknown there matters only if a property below it
 * changes. It is the same for a variable in an object and for one in a JSON text (`"replicationSpecs": ${SPECS}`): both
 * are one value, and a scalar hides nothing. A text inside of a body is a JSON string, whatever it holds.
 *
 * @param paths the changing properties, from this value on
 */
function unseenBelow(tree: Tree, paths: readonly (readonly string[])[], name: string): string[] {
  const below = paths.filter(({ length }) => length > 0);
  if (below.length === 0) return [];
  const inside = (key: string): (readonly string[])[] =>
    below.flatMap(([step, ...rest]) => (step === key || step?.startsWith("{") ? [rest] : []));
  switch (tree.kind) {
    case "hole":
      return [`cannot find the value of ${name}, ${nameOfHole(tree.hole)}`];
    case "choice":
      return tree.of.flatMap((each) => unseenBelow(each, paths, name));
    case "list": {
      const elements = inside("[]");
      const [open] = elements.length > 0 ? tree.open : [];
      return [
        ...(open ? [`cannot find which elements ${nameOfHole(open)} adds to ${name}`] : []),
        ...tree.items.flatMap((item) => unseenBelow(item, elements, name)),
      ];
    }
    case "object": {
      const [open] = tree.open;
      return [
        ...(open ? [`cannot find which properties ${nameOfHole(open)} adds to ${name}`] : []),
        ...tree.members.flatMap(({ key, value }) => unseenBelow(value, inside(key), key)),
      ];
    }
    default:
      return [];
  }
}

function whyNot(
  moving: Moving,
  body: Tree,
  own: ReadonlySet<FiledRequest>,
  requests: AllRequests,
  target: string,
): readonly [reason: string, place?: Location] | undefined {
  if (body.kind !== "object") return ["the request body is not written as one object"];
  const { place } = body;
  const hole = unknownPart(body);
  if (hole) return [`cannot find the value of the request body, ${nameOfHole(hole)}`];
  if (!place) return ["the request body is computed at run time"];
  const unchanged = freeNames(
    moving.of.request.administration.map(({ match }) => match.vocabulary),
    changesOfBody(moving, target).map(({ since }) => since),
    (steps) => mayState({ ...body, open: [] }, steps),
  );
  const isOwnMatter = ({ key, keyPlace }: Member): boolean => unchanged.has(key) && keyPlace !== undefined;
  for (const member of body.members) {
    const stray = isOwnMatter(member) ? undefined : elsewhere(member, place);
    if (stray?.keyPlace)
      return [
        `${stray.key} is added to the request body in another place, and v2ready converts only a body that is written in one piece: write it there, or convert both by hand`,
        stray.keyPlace,
      ];
    if (stray) return [`cannot find where ${stray.key} of the request body is written`];
  }
  if (requests.withBodyAt(place).some((other) => !own.has(other)))
    return ["the same body is also sent by a request that cannot be moved"];
  const [escape] = requests.escapesAt({ ...place, end: place.start + 1 });
  if (escape && escape.what.kind === "written" && haveSameStart(escape.what.place, place))
    return [`the request body is also passed to ${escape.to}`];
  return undefined;
}

/** Returns whether a body may state a property: it is not known where a part of its path comes from elsewhere. */
function mayState(tree: Tree, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined || tree.kind !== "object" || step.startsWith("{")) return true;
  const own = tree.members.find(({ key }) => key === step);
  return own ? mayState(own.value, rest) : tree.open.length > 0;
}

/**
 * Returns a member, or one inside of it, that is not written where the body is. What a constant of the same file holds
 * counts as written there, if nothing else has a part in it; the converter says whether it can be got at.
 */
function elsewhere(member: Member, body: Location): Member | undefined {
  const { keyPlace, value } = member;
  if (!keyPlace || !encloses(body, keyPlace)) return member;
  if (value.kind !== "object") return undefined;
  const home = value.place?.path === body.path ? value.place : body;
  return value.members.flatMap((one) => elsewhere(one, value.open.length > 0 ? body : home) ?? [])[0];
}

/** A sentence as a part of another one. */
function clause(sentence: string): string {
  return sentence.replace(/\.$/, "");
}
