import type { Finding, Fix } from "../../core/finding.js";
import { addToGroup } from "../../core/group-by.js";
import { keyOf } from "../../core/span.js";
import { tooManyMentions } from "../../engine/bounded-facts.js";
import { keyOfRequest } from "../../engine/api-request.js";
import type { Question } from "../../engine/file-context.js";
import type { FileContext } from "../../engine/rule.js";
import type { SourceText } from "../../core/source-text.js";
import { templateReadsIn } from "../../engine/template-reads.js";
import type { Editors } from "../../frontends/editor.js";
import { answersIn, changingKeys, type ConvertBody } from "./bodies.js";
import { FieldFindings, successorOf, type FieldFinding } from "./cluster-fields.js";
import { Comparisons } from "./comparisons.js";
import { LooseDates } from "./dates.js";
import { DeclaredTypes } from "./declared-types.js";
import { moveOfDouble } from "./doubles.js";
import { GroupPlan } from "./group-plan.js";
import { connectedGroups } from "../../core/connected-groups.js";
import { withConstants, type ConstantStyle, type Constants } from "./constants.js";
import { HeaderSlots, slotKey } from "./header-slots.js";
import { InstanceTypes } from "./instance-types.js";
import { FixedFindings } from "./fixed-findings.js";
import { moveOf, type Move } from "./move.js";
import { PathCopies, withoutCopies } from "./path-copies.js";
import { byHand, searchedBase } from "./searched-bases.js";
import { Programs } from "./programs.js";
import { AllRequests, type FiledRequest } from "./requests.js";
import { SavedReads } from "./saved-reads.js";
import { successionOf, type Succession } from "./succession.js";
import { TestResponses } from "./test-responses.js";

/**
 * Returns the fixes for findings that moving requests to the versioned API fixes.
 *
 * @param texts of the files of the run
 */
export function planMoves(
  contexts: readonly FileContext[],
  texts: readonly SourceText[],
  findings: readonly Finding[],
  question: Question,
  editors: Editors,
  convertBody: ConvertBody,
  style: ConstantStyle = {},
): Map<Finding, Fix> {
  const { vocabularies } = question.catalog;
  const templates = texts.flatMap((source) => templateReadsIn(source, vocabularies));
  const requests = new AllRequests(contexts, templates);
  const savedReads = new SavedReads(texts, findings);
  const slots = new HeaderSlots(requests, editors);
  const instances = new InstanceTypes(requests, question.target);
  const copies = new PathCopies(requests);
  const { target } = question;
  const movable = requests.all.filter((one) => requests.isMovable(one) && !isCutOff(one));
  const plannedFor = (one: FiledRequest, succession?: Succession): Move[] => {
    const move = moveOf(one, requests, slots, instances, editors, target, succession);
    return move ? [move] : [];
  };
  const moves = withoutCopies(
    lastSuccessions(
      movable.flatMap((one) => plannedFor(one, successionOf(one.request, target))),
      plannedFor,
    ),
    copies,
  );
  const programs = new Programs(requests);
  const aroundDoubles = { requests, editors, programs };
  const doubles = requests.all.flatMap((one) => moveOfDouble(one, moves, aroundDoubles) ?? []);
  const fields = new FieldFindings(contexts, findings);
  const types = new DeclaredTypes(contexts);
  const testResponses = new TestResponses(requests);
  const comparisons = new Comparisons(requests, programs);
  const looseDates = new LooseDates(requests, programs);
  const around = { requests, editors, fields, types, testResponses, comparisons, looseDates, savedReads };
  const copyKeys = copies.keysOf(moves);
  const givenBy = givenHeaders(moves, requests);
  const keysOf = (move: Move): string[] => [
    ...move.keys,
    // A header in a literal is sent with every request whose headers are made of it.
    ...(givenBy.get(move.of) ?? []),
    ...(copyKeys.get(move) ?? []),
    ...fields
      .of(move.of.request.fact.id, "response")
      .flatMap((read) => [
        ...readKeys(read, types),
        ...testResponses.of(read.field).map(({ field }) => `read:${keyOf(field.place)}`),
      ]),
    ...changingKeys(move, question.target).map((place) => `body:${keyOf(place)}`),
    ...answersIn(move.of, requests, question.target).map(({ request }) => `request:${request.fact.id}`),
  ];
  const planFor = (group: readonly Move[], constants?: Constants): GroupPlan => {
    const plan = new GroupPlan(group, requests, around, question, convertBody, copies, programs, constants);
    plan.make();
    return plan;
  };
  const plans = connectedGroups([...moves, ...doubles], keysOf).map((group) => planFor(group));
  programs.note(
    plans,
    copies.of(moves).places.map(({ base }) => base),
  );
  const fixes = new Map<Finding, Fix>();
  const fixed = new FixedFindings(findings);
  for (const plan of withConstants(plans, editors, style, planFor)) {
    for (const [finding, fix] of plan.fixesFor(fixed)) if (!fixes.has(finding)) fixes.set(finding, fix);
  }
  const searched = new Map(
    contexts.flatMap(({ facts: { path, reading, language } }) =>
      reading === "text" ? [[path, language]] : [],
    ),
  );
  const cutOff = new Set(contexts.filter(({ facts }) => facts.isCutOff).map(({ facts }) => facts.path));
  const byKey = new Map(requests.all.map((one) => [keyOfRequest(one.request), one]));
  for (const finding of findings) {
    if (fixes.has(finding)) continue;
    const { path } = finding.place;
    const fix = cutOff.has(path)
      ? byHand("change it", tooManyMentions(path), finding.place)
      : finding.concern === "base path"
        ? unmovedBase(finding, requests, searched.get(path))
        : finding.part === "header"
          ? unmovedHeader(finding, byKey)
          : undefined;
    if (fix) fixes.set(finding, fix);
  }
  return fixes;
}

/**
 * Moves to other endpoints wait for all other moves that they share a part with, because they are never safe and the
 * others may be.
 */
function lastSuccessions(moves: readonly Move[], plannedFor: (one: FiledRequest) => Move[]): Move[] {
  const others = new Set(moves.flatMap(({ succession, keys }) => (succession ? [] : keys)));
  return moves.flatMap((move) =>
    move.succession && move.keys.some((key) => others.has(key)) ? plannedFor(move.of) : [move],
  );
}

/** Returns whether a request is in a file that no fix changes, because not all of it is checked. */
function isCutOff({ context: { facts } }: FiledRequest): boolean {
  return facts.isCutOff === true;
}

/** By request, the keys of literals that moves write headers into and that its own headers are made of as well. */
function givenHeaders(moves: readonly Move[], requests: AllRequests): Map<FiledRequest, string[]> {
  const given = new Map<FiledRequest, string[]>();
  const slots = new Map(moves.flatMap(({ slot }) => slot?.places ?? []).map((slot) => [slotKey(slot), slot]));
  for (const [key, slot] of slots)
    if (slot.kind === "headers")
      for (const one of requests.withHeadersFrom(slot.place)) addToGroup(given, one, key);
  return given;
}

/**
 * Returns the keys of parts that the read of a response shares with others: its place, and the types that declare it.
 */
function readKeys(read: FieldFinding, types: DeclaredTypes): string[] {
  const own = `read:${keyOf(read.finding.place)}`;
  if (!isRenamed(read)) return [own];
  return [own, ...types.of(read).declarations.map((place) => `declared:${keyOf(place)}`)];
}

function isRenamed({ field, property }: FieldFinding): boolean {
  const successor = property && successorOf(property);
  return field.setting !== "mock" && field.access === "read" && successor !== undefined;
}

/**
 * Returns the reason why a base path stays as it is.
 *
 * @param searched the language, if its file is searched as plain text
 */
function unmovedBase(finding: Finding, requests: AllRequests, searched: string | undefined): Fix {
  const { place } = finding;
  const [user] = requests.withUrlAt(place);
  const [escape] = requests.escapesAt(place);
  if (!user && !escape && searched !== undefined) return searchedBase(finding, searched);
  const reason = user
    ? whyNot(user)
    : escape
      ? `the base path is passed to ${escape.to}, which v2ready cannot follow`
      : "cannot find a request that uses this base path";
  const at = (user && requests.callOf(user)) ?? escape?.place ?? place;
  return byHand("change the base path together with its requests", reason, at);
}

/** Returns why a request keeps its headers; `undefined` if its findings say that already. */
function unmovedHeader(
  { requests: keys = [] }: Finding,
  byKey: ReadonlyMap<string, FiledRequest>,
): Fix | undefined {
  const [one] = keys.flatMap((key) => byKey.get(key) ?? []);
  if (!one) return undefined;
  const { fact, administration } = one.request;
  if (fact.setting !== "code" || (fact.understood && administration.length > 0)) return undefined;
  const reason = fact.understood
    ? "cannot find the base path of the request, which has to change as well"
    : whyNot(one);
  return byHand("send a dated media type", reason, fact.site);
}

function whyNot({ request: { fact } }: FiledRequest): string {
  if (fact.setting === "mock")
    return "this is a test double, and v2ready cannot find the request that it replaces";
  if (fact.setting !== "code")
    return "this is in a comment or in data, and v2ready cannot find code that sends it";
  return fact.understood
    ? "cannot tell what is sent to this base path"
    : `v2ready does not know how ${fact.client} sets headers`;
}
