import { startsLikeResource, type AdministrationReading } from "../../engine/api-request.js";
import type { EndpointData } from "../../catalog/model.js";
import type { Vocabulary } from "../../catalog/catalog.js";
import { pathSegments } from "../../catalog/matchers/endpoints.js";
import type { CalendarDate } from "../../core/calendar-date.js";
import type { Question } from "../../engine/file-context.js";
import { isNameless, nameOfHole } from "../../engine/hole-reasons.js";
import { HOLE_MARK, UNNAMED, labelOf } from "../../facts/text.js";
import { stepsOf } from "../../catalog/matchers/properties.js";
import { shapedResourceOf, withoutListName } from "../../catalog/matchers/resources.js";
import type { EscapeFact } from "../../facts/file-facts.js";
import type { Location } from "../../core/span.js";
import { changesOf, changesShape, goneFrom, otherChanges } from "./changes.js";
import { sharedMediaType } from "./media-types.js";
import { Doubts } from "./doubts.js";
import type { Move } from "./move.js";
import type { Around } from "./reads.js";
import type { AllRequests, FiledRequest } from "./requests.js";
import { searchReasons } from "./searches.js";

/** The suffix of types that are JSON. */
const JSON_SUFFIX = "+json";

/** Returns the reasons why a move is probably right but not certain to keep the behaviour of the program. */
export function reasonsOf(
  { of }: Move,
  { requests, savedReads }: Pick<Around, "requests" | "savedReads">,
  question: Question,
): Doubts {
  const { fact, administration } = of.request;
  const { site } = fact;
  const reasons = new Doubts();
  const [open] = fact.headers.open;
  const name = open && labelOf(open);
  if (name === UNNAMED || (open && isNameless(open)))
    reasons.add("a value that is computed at run time may add headers", open?.place ?? site);
  else if (open)
    reasons.add(`${nameOfHole(open)}, whose value is unknown, may add headers`, open.place ?? site);
  if (fact.passedTo !== undefined)
    reasons.add(`cannot tell how ${fact.passedTo} calls ${fact.client} with its arguments`, site);
  if (fact.form === "template") reasons.add("cannot find the code that sends the request", site);
  for (const reason of unparsed(of, requests, question.target)) reasons.add(reason, site);
  for (const reading of administration) {
    const { match, endpoint } = reading;
    const { vocabulary, path } = match;
    // An identifier that is empty by default is never sent like that.
    const isKnownOtherwise =
      path.includes("//") && administration.some((one) => one.endpoint.endpoints.length > 0);
    const isListed =
      (endpoint.endpoints.length > 0 && endpoint.certain) ||
      endpoint.gone?.renamed === true ||
      isOfAnother(vocabulary, path, question.target);
    if (!isListed && !isKnownOtherwise)
      reasons.add(
        path.includes(HOLE_MARK) || path === ""
          ? "cannot tell which resource the request asks for, so its body and the format of its response are not checked"
          : "v2ready does not know this resource, so the body and the format of the response are not checked",
        site,
      );
    if (!vocabulary.distinctivePath && match.knownHost !== true && !startsLikeResource(vocabulary, path))
      reasons.add("the path alone does not prove that the request goes to this API", site);
    for (const reason of otherChanges(of.request, reading, question.target)) reasons.add(reason, site);
    if (changesShape(reading)) {
      const noun = nounOf(reading);
      const escapes = escapesOf(of, reading, requests, question);
      addEscapes(reasons, escapes, noun);
      reasons.join(savedReads.reasonsAgainst(escapes, noun));
      reasons.join(
        searchReasons(requests.searchesOf(fact.id), changesOf(of.request, reading, question.target), noun),
      );
    }
  }
  return reasons;
}

/**
 * Returns the doubt for a client that parses a response only for known content types, and does not know the dated one.
 */
function unparsed({ request }: FiledRequest, requests: AllRequests, target: CalendarDate): string[] {
  const { client, id, parsing, isAnswerRead } = request.fact;
  const shared = parsing ? sharedMediaType([request], target) : undefined;
  if (!parsing || !shared || !("type" in shared) || !shared.type.endsWith(JSON_SUFFIX)) return [];
  const isWhole = ({ what }: EscapeFact): boolean => what.kind === "response" && what.path.length === 0;
  const isRead = isAnswerRead === true || requests.escapesOfResponse(id).some(isWhole);
  if (!isRead || new RegExp(parsing.types).test(shared.type)) return [];
  const remedy = parsing.always === undefined ? "" : `; set ${parsing.always} to parse it`;
  return [
    `the code reads the response, but ${client} does not parse responses of the type ${shared.type}${remedy}`,
  ];
}

/** Adds code that prints the cluster and code that gets it otherwise; does not say how a printed text was made. */
function addEscapes(reasons: Doubts, all: readonly EscapeFact[], noun: string): void {
  const printing = all.find(doesPrint);
  const other = all.find(
    (one) => !doesPrint(one) && !isListed(one) && !isKept(one) && !(printing && makesText(one)),
  );
  const shown = [printing ?? all.find(isListed), other].filter((one) => one !== undefined);
  for (const one of shown) reasons.add(escapeReason(one, noun), one.place);
}

function escapeReason(one: EscapeFact, noun: string): string {
  if (isUnnamed(one)) return `${one.to} reads properties of the ${noun} in the response by computed names`;
  if (doesPrint(one)) return `${one.to} prints the ${noun} in the response, so the output changes`;
  if (isListed(one)) return `${one.to} lists the properties of the ${noun} in the response, which change`;
  return makesText(one)
    ? `${one.to} converts the ${noun} in the response to text, so the text changes`
    : `${one.to} gets the ${noun} in the response, whose properties change`;
}

function makesText({ use }: EscapeFact): boolean {
  return use === "makes-text";
}

/**
 * Returns whether the vocabulary does not list the resource of a path, and states a version for all other resources
 * that fits the target. In that version only the listed resources have changed.
 */
function isOfAnother(vocabulary: Vocabulary, path: string, target: CalendarDate): boolean {
  const { otherEndpoints, defaultTarget } = vocabulary.lifecycle;
  if (target !== defaultTarget || !otherEndpoints.some(({ date }) => date === target)) return false;
  const own = pathSegments(path).map(({ text }) => text);
  const listed = vocabulary.resources.flatMap(({ endpoints }) => endpoints);
  const isBelow = listed.some((one) => one.path.split("/")[3] === own[2]);
  const name = isBelow ? own[4] : own[2];
  return startsLikeResource(vocabulary, path) && name !== undefined && !name.includes(HOLE_MARK);
}

/** Returns what messages call an object in the response to a request. */
function nounOf({ endpoint: { endpoints }, match: { vocabulary } }: AdministrationReading): string {
  const [shaped] = endpoints.flatMap((one) => shapedResourceOf(one, vocabulary)?.resource ?? []);
  return shaped?.noun ?? shaped?.name ?? "object";
}

/** Returns whether the catalog has the shape of what a request may be answered with. */
export function isOfShaped({
  endpoint: { endpoints },
  match: { vocabulary },
}: AdministrationReading): boolean {
  return endpoints.some((one) => hasAnswer(one) && shapedResourceOf(one, vocabulary) !== undefined);
}

/** Returns whether an endpoint responds with more than that it did what was asked. */
function hasAnswer({ method }: EndpointData): boolean {
  return method !== "DELETE";
}

/** A read that may be one of the cluster that a request is answered with. */
export interface LooseRead {
  /** One sentence. */
  readonly reason: string;
  /** The place of a read of a property that may belong to the cluster. */
  readonly place: Location;
  /** True if only a place that stores the cluster leads to it. */
  readonly isOfKept: boolean;
}

/**
 * Returns a read that may be one of the cluster in a response. Code that is not followed receives the cluster, or it is
 * kept where other code may find it, and such a property is read from an unknown object.
 *
 * @param isMoved whether a read is changed with the request
 */
export function looseReadOf(
  { of }: Move,
  requests: AllRequests,
  question: Question,
  isMoved: (place: Location) => boolean,
): LooseRead | undefined {
  for (const reading of of.request.administration) {
    if (!isOfShaped(reading)) continue;
    const all = escapesOf(of, reading, requests, question);
    const gets = all.filter((one) => !doesPrint(one) && !isListed(one) && !isInFile(one));
    const escape = gets.find((one) => !isKept(one)) ?? gets[0];
    if (!escape) continue;
    const gone = goneFrom(of.request, reading, question.target);
    const names = new Set(gone.flatMap(({ path }) => stepsOf(path).slice(0, 1)));
    const lists = new Set(gone.flatMap(({ replacement }) => replacement.flatMap(listsIn)));
    // A caller is in the program; a function that is not followed may send the value somewhere else.
    const from = gets.every(isOfCaller) ? [of.request.fact.site.path, ...gets.map(pathOf)] : undefined;
    const loose = requests.looseReads.first(
      names,
      from,
      // The new shape may have the same name in its lists.
      ({ path, place }) => !path.some((step) => lists.has(step)) && !isMoved(place),
    );
    if (loose)
      return {
        reason: `${escape.to} ${isKept(escape) ? "keeps" : "gets"} the ${nounOf(reading)} in the response, and ${loose.place.path} reads ${loose.name} of an object that may be that ${nounOf(reading)}`,
        place: loose.place,
        isOfKept: isKept(escape),
      };
  }
  return undefined;
}

function isOfCaller({ use }: EscapeFact): boolean {
  return use === "calls";
}

function pathOf({ place }: EscapeFact): string {
  return place.path;
}

/** The names of the lists on a path: `replicationSpecs[].regionConfigs[].priority` has two. */
function listsIn(path: string): string[] {
  const steps = stepsOf(path);
  return steps.filter((_, index) => steps[index + 1] === "[]");
}

/** Returns whether a value that escapes is printed: people read it, and other code does not. */
export function doesPrint({ use }: EscapeFact): boolean {
  return use === "prints";
}

function isListed({ what }: EscapeFact): boolean {
  return what.kind === "response" && what.isListed === true;
}

/** Returns whether it is only kept somewhere, where others may find it. */
export function isKept({ what }: EscapeFact): boolean {
  return what.kind === "response" && what.isKept === true;
}

/** Returns whether it is kept in a file, whose readers name it. */
export function isInFile({ what }: EscapeFact): boolean {
  return what.kind === "response" && what.isInFile === true;
}

function isUnnamed({ what }: EscapeFact): boolean {
  return what.kind === "response" && what.isUnnamed === true;
}

/**
 * Returns the code that gets so large a part of a cluster in a response that it has properties which are removed or
 * added.
 */
function escapesOf(
  { request }: FiledRequest,
  reading: AdministrationReading,
  requests: AllRequests,
  { target }: Question,
): EscapeFact[] {
  const changing = goneFrom(request, reading, target).map(({ path }) => stepsOf(path));
  const asked = reading.endpoint.endpoints;
  if (changing.length === 0 || (asked.length > 0 && !asked.some(hasAnswer))) return [];
  const { vocabulary } = reading.match;
  const endpoints = request.administration.flatMap(({ endpoint }) => endpoint.endpoints);
  const lists = endpoints.find(
    (one) => one.listPrefix !== undefined && shapedResourceOf(one, vocabulary) !== undefined,
  );
  const listName = stepsOf(lists?.listPrefix ?? "").filter((step) => step !== "" && step !== "[]");
  return requests.escapesOfResponse(request.fact.id).filter(({ what }) => {
    if (what.kind !== "response") return false;
    // A member of a list with an unknown name is an element, and a member of its response is the list.
    const isOfAnswer = what.isUnnamed && listName.length > 0 && what.path[0] === "[]";
    const taken = isOfAnswer ? [...listName, ...what.path.slice(1)] : what.path;
    // The names of a list, and of what a list comes in, stay the same.
    if (what.isListed && lists && taken.length <= listName.length) return false;
    const own = withoutListName(asked, vocabulary, taken);
    const inObject = own[0] === "[]" ? own.slice(1) : own;
    // A property that is read by its own name is read from the new path; an object that contains such a property is no
    // longer the same.
    return changing.some(
      (path) =>
        inObject.length < path.length &&
        inObject.every((step, index) => step === path[index]) &&
        !(what.isUnnamed && path[inObject.length] === "[]"),
    );
  });
}
