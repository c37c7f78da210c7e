import { createHash } from "node:crypto";
import type { Applicability, Edit, Finding, Fix } from "../../core/finding.js";
import type { Location } from "../../core/span.js";
import type { Question } from "../../engine/file-context.js";
import { headerPlace } from "../../engine/places.js";
import type { FileContext } from "../../engine/rule.js";
import { writtenPlaces } from "../../facts/text.js";
import { isRefusal, type EditResult, type Editors, type NewHeader } from "../../frontends/editor.js";
import { answersIn, changeBodies, changingKeys, type ConvertBody } from "./bodies.js";
import { FieldFindings, successorOf, type FieldFinding } from "./cluster-fields.js";
import { DeclaredTypes } from "./declared-types.js";
import { groupsOf } from "./groups.js";
import {
  constantKey,
  withConstants,
  type ConstantStyle,
  type Constants,
  type MediaTypePlace,
  type MediaTypePlan,
} from "./constants.js";
import { HeaderSlots, pathOf, slotKey } from "./header-slots.js";
import { InstanceTypes } from "./instance-types.js";
import { sharedMediaType } from "./media-types.js";
import { moveOf, moveOfDouble, type HeaderName, type Move } from "./move.js";
import { PathCopies, withoutCopies } from "./path-copies.js";
import { changeAnswers, changeReads, type Around, type ReadChanges } from "./reads.js";
import { looseReadOf, reasonsOf } from "./reasons.js";
import { AllRequests, keyOf, type FiledRequest } from "./requests.js";
import { StandIns } from "./stand-ins.js";

/** The fixes of findings that the move of requests to the versioned API mends. */
export function planMoves(
  contexts: readonly FileContext[],
  findings: readonly Finding[],
  question: Question,
  editors: Editors,
  convertBody: ConvertBody,
  style: ConstantStyle = {},
): Map<Finding, Fix> {
  const requests = new AllRequests(contexts);
  const slots = new HeaderSlots(requests, editors);
  const instances = new InstanceTypes(requests, question.target);
  const copies = new PathCopies(requests);
  const moves = withoutCopies(
    requests.all
      .filter((one) => requests.isMovable(one))
      .flatMap((one) => moveOf(one, requests, slots, instances, editors) ?? []),
    copies,
  );
  const doubles = requests.all.flatMap((one) => moveOfDouble(one, moves, requests, editors) ?? []);
  const fields = new FieldFindings(contexts, findings);
  const types = new DeclaredTypes(contexts);
  const standIns = new StandIns(requests);
  const around = { requests, editors, fields, types, standIns };
  const copyKeys = new Map(
    moves.map((move) => [move, copies.of([move]).places.map(({ place }) => `copy:${keyOf(place)}`)]),
  );
  const keysOf = (move: Move): string[] => [
    ...move.keys,
    ...(copyKeys.get(move) ?? []),
    ...fields
      .of(move.of.request.fact.id, "response")
      .flatMap((read) => [
        ...readKeys(read, types),
        ...standIns.of(read.field).map(({ field }) => `read:${keyOf(field.place)}`),
      ]),
    ...changingKeys(move.of, question.target).map((place) => `body:${keyOf(place)}`),
    ...answersIn(move.of, requests, question.target).map(({ request }) => `request:${request.fact.id}`),
  ];
  const planFor = (group: readonly Move[], constants?: Constants): GroupPlan => {
    const plan = new GroupPlan(group, requests, around, question, convertBody, copies, constants);
    plan.make();
    return plan;
  };
  const plans = groupsOf([...moves, ...doubles], keysOf).map((group) => planFor(group));
  const fixes = new Map<Finding, Fix>();
  for (const plan of withConstants(plans, editors, style, planFor)) {
    for (const [finding, fix] of plan.fixesFor(findings)) if (!fixes.has(finding)) fixes.set(finding, fix);
  }
  for (const finding of findings) {
    if (finding.ruleId !== "no-unversioned-base-path" || fixes.has(finding)) continue;
    fixes.set(finding, unmoved(finding, requests));
  }
  return fixes;
}

/** What an answer's read shares with others: its place, and the types that declare what is read. */
function readKeys(read: FieldFinding, types: DeclaredTypes): string[] {
  const own = `read:${keyOf(read.finding.place)}`;
  if (!isRenamed(read)) return [own];
  return [own, ...types.of(read).declarations.map((place) => `declared:${keyOf(place)}`)];
}

function isRenamed({ field, property }: FieldFinding): boolean {
  const successor = property && successorOf(property);
  return field.setting !== "mock" && field.access === "read" && successor !== undefined;
}

/** Why a base path stays as it is. */
function unmoved({ place }: Finding, requests: AllRequests): Fix {
  const [user] = requests.withUrlAt(place);
  const [handed] = requests.handedOver(place);
  const reason = user
    ? whyNot(user)
    : handed
      ? `it is handed to ${handed.to}, which is not followed`
      : "no request is seen that is sent to it";
  return {
    applicability: "display-only",
    description: "move the base path together with its requests",
    reasons: [reason],
    edits: [],
  };
}

function whyNot({ request: { fact } }: FiledRequest): string {
  if (fact.setting === "mock") return "it stands in for a request that is not seen";
  if (fact.setting !== "code") return "it stands in a comment or in data, which nobody is seen to send";
  return fact.understood
    ? "what is sent to it is not known"
    : `how ${fact.client} sends headers is not known`;
}

/** The move of requests that share a part. */
class GroupPlan implements MediaTypePlan {
  readonly mediaTypes: MediaTypePlace[] = [];
  readonly #edits: Edit[] = [];
  readonly #stops = new Set<string>();
  readonly #reasons = new Set<string>();
  readonly #fieldFindings: Finding[] = [];
  readonly #copies: Location[] = [];

  constructor(
    readonly moves: readonly Move[],
    private readonly requests: AllRequests,
    private readonly around: Around,
    private readonly question: Question,
    private readonly convertBody: ConvertBody,
    private readonly copies: PathCopies,
    private readonly constants: Constants = new Map(),
  ) {}

  get applicability(): Applicability {
    return this.#stops.size > 0 ? "display-only" : this.#reasons.size > 0 ? "unsafe" : "safe";
  }

  make(): void {
    for (const move of this.moves) {
      for (const stop of move.stops) this.#stops.add(stop);
      for (const reason of move.reasons) this.#reasons.add(reason);
      if (move.isDouble) continue;
      for (const reason of reasonsOf(move, this.requests, this.question)) this.#reasons.add(reason);
    }
    this.#changeBases();
    this.#changeCopies();
    this.#addHeaders();
    this.#replaceHeaders();
    this.#changeReads();
    this.#changeComparisons();
    this.#changeBodies();
    this.#lookForLooseReads();
    for (const { edits } of this.constants.values()) this.#edits.push(...edits);
  }

  #lookForLooseReads(): void {
    const { requests, question } = this;
    const isMoved = (place: Location): boolean =>
      this.#edits.some((edit) => edit.path === place.path && overlap(edit, place));
    for (const move of this.moves) {
      if (move.isDouble) continue;
      const stop = looseReadOf(move, requests, question, isMoved);
      if (stop !== undefined) this.#stops.add(stop);
    }
  }

  /** Answers say their version in their content type, so that it is not the plain one of JSON any more. */
  #changeComparisons(): void {
    const ids = new Set(this.moves.map(({ of }) => of.request.fact.id));
    for (const { requests, value, place, by } of this.requests.comparisons) {
      if (!requests.some((id) => ids.has(id)) || !value.startsWith("application/json")) continue;
      if (value === "application/json" && (by === "includes" || by === "indexOf"))
        this.#take(this.around.editors(place.path)?.replaceText(place, "json"), place.path);
      else this.#stops.add("its answer's content type is compared with application/json");
    }
  }

  #changeReads(): void {
    const all = this.moves.flatMap(({ of }) => this.around.fields.of(of.request.fact.id, "response"));
    const isAnswer = ({ field }: FieldFinding): boolean => field.setting === "mock";
    this.#takeChanges(
      changeReads(
        all.filter((one) => !isAnswer(one)),
        this.around,
      ),
    );
    this.#takeChanges(changeAnswers(all.filter(isAnswer), this.around));
  }

  #changeBodies(): void {
    const moves = this.moves.filter(({ isDouble }) => !isDouble);
    const { target } = this.question;
    this.#takeChanges(changeBodies(moves, this.around.fields, this.requests, target, this.convertBody));
  }

  #takeChanges({ edits, findings, stops, reasons }: ReadChanges): void {
    this.#edits.push(...edits);
    this.#fieldFindings.push(...findings);
    for (const stop of stops) this.#stops.add(stop);
    for (const reason of reasons) this.#reasons.add(reason);
  }

  #changeBases(): void {
    const own = new Set(this.moves.map(({ of }) => of));
    const places = new Map(
      this.moves.flatMap(({ bases }) => bases.map((base) => [keyOf(base.place), base] as const)),
    );
    for (const { place, text } of places.values()) {
      for (const user of this.requests.withUrlAt(place)) {
        const { fact } = user.request;
        if (own.has(user) || fact.setting !== "code" || this.requests.isAlsoUnderstood(user)) continue;
        this.#stops.add(
          fact.understood
            ? "the base path is also sent with requests that cannot be moved"
            : `the base path is also handed to ${fact.client}, and how that sends headers is not known`,
        );
      }
      for (const { to } of this.requests.handedOver(place))
        this.#stops.add(`the base path is also handed to ${to}, which is not followed`);
      this.#take(this.around.editors(place.path)?.replaceText(place, text), place.path);
    }
  }

  #changeCopies(): void {
    const { places, reasons } = this.copies.of(this.moves);
    for (const reason of reasons) this.#reasons.add(reason);
    for (const { place, text, base } of places) {
      this.#copies.push(base);
      this.#take(this.around.editors(place.path)?.replaceText(place, text), place.path);
    }
  }

  #addHeaders(): void {
    const slots = new Map<string, { moves: Set<Move>; slot: NonNullable<Move["slot"]>["places"][number] }>();
    for (const move of this.moves) {
      for (const slot of move.slot?.places ?? []) {
        const known = slots.get(slotKey(slot));
        if (known) known.moves.add(move);
        else slots.set(slotKey(slot), { slot, moves: new Set([move]) });
      }
    }
    for (const { slot, moves } of slots.values()) {
      const names = new Set([...moves].flatMap(({ missing }) => missing));
      const headers = [...names].flatMap((name): NewHeader[] => {
        const value = this.#valueOf(name, [...moves]);
        return value === undefined
          ? []
          : [this.#header(name, value, "place" in slot ? slot.place : slot.call)];
      });
      this.#take(this.around.editors(pathOf(slot))?.addHeaders(slot, headers), pathOf(slot));
    }
  }

  #replaceHeaders(): void {
    const entries = new Map<string, { entry: Location; name: HeaderName; moves: Move[] }>();
    for (const move of this.moves) {
      for (const { entry, name } of move.replaced) {
        const known = entries.get(keyOf(entry));
        if (known) known.moves.push(move);
        else entries.set(keyOf(entry), { entry, name, moves: [move] });
      }
    }
    for (const { entry, name, moves } of entries.values()) {
      const value = this.#valueOf(name, moves);
      if (value === undefined) continue;
      const header = this.#header(name, value, entry);
      this.#take(this.around.editors(entry.path)?.setHeader(entry, header), entry.path);
    }
  }

  #header(name: HeaderName, value: string, place: Location): NewHeader {
    if (name === "Accept") this.mediaTypes.push({ place, value });
    const constant = name === "Accept" ? this.constants.get(constantKey(place.path, value)) : undefined;
    return { name, value, ...(constant ? { constant: constant.name } : {}) };
  }

  #valueOf(name: HeaderName, moves: readonly Move[]): string | undefined {
    if (name === "Content-Type") return "application/json";
    const shared = sharedMediaType(
      moves.flatMap(({ of }) => this.requests.sourcesOf(of).map(({ request }) => request)),
      this.question.target,
    );
    if ("type" in shared) return shared.type;
    this.#stops.add(shared.stop);
    return undefined;
  }

  #take(result: EditResult | undefined, path: string): void {
    if (!result) this.#stops.add(`${path} cannot be edited`);
    else if (isRefusal(result)) this.#stops.add(result.refused);
    else this.#edits.push(...result);
  }

  /** The findings that the move mends, each with its share of the edits. */
  fixesFor(findings: readonly Finding[]): [Finding, Fix][] {
    const bases = [...this.moves.flatMap(({ of }) => basePlaces(of)), ...this.#copies];
    const headers = new Set(
      this.moves.flatMap(({ of, replaced }) => [
        keyOf(headerPlace(of.request)),
        ...replaced.map(({ entry }) => keyOf(entry)),
      ]),
    );
    const mended = findings.filter(({ ruleId, place }) =>
      ruleId === "no-unversioned-base-path"
        ? bases.some((base) => overlap(base, place))
        : ruleId === "require-version-media-type" && headers.has(keyOf(place)),
    );
    mended.push(...new Set(this.#fieldFindings));
    const [first] = mended;
    if (!first) return [];
    const isStopped = this.#stops.size > 0;
    const common = {
      applicability: this.applicability,
      unit: this.#id(),
      description: this.#title(),
      reasons: [...(isStopped ? this.#stops : this.#reasons)],
    } as const;
    const shares = new Map<Finding, Edit[]>(mended.map((finding) => [finding, []]));
    for (const edit of isStopped ? [] : this.#edits) {
      const owner = mended.find(({ place }) => place.path === edit.path && overlap(place, edit)) ?? first;
      shares.get(owner)!.push(edit);
    }
    const fixes = [...shares].map(([finding, edits]): [Finding, Fix] => [finding, { ...common, edits }]);
    return isStopped ? [...this.#readsFirst(), ...fixes] : fixes;
  }

  /** What the unversioned form answers with as well can be read before the request is moved. */
  #readsFirst(): [Finding, Fix][] {
    const all = this.moves.flatMap(({ of }) => this.around.fields.of(of.request.fact.id, "response"));
    const early = all.filter(
      ({ field, property }) =>
        field.setting !== "mock" && property && successorOf(property)?.[0] === "connectionStrings",
    );
    const changes = changeReads(early, this.around);
    if (early.length === 0 || changes.stops.length > 0) return [];
    const answered = all.find(({ field }) => field.setting === "mock");
    const reasons = [...changes.reasons, ...(answered ? [answeredByTest(answered)] : [])];
    const common = {
      applicability: reasons.length > 0 ? "unsafe" : "safe",
      unit: `${this.#id()}-reads`,
      description: "read connectionStrings, which the unversioned form answers with as well",
      reasons,
    } as const;
    return changes.findings.map((finding, index) => [
      finding,
      { ...common, edits: index === 0 ? changes.edits : [] },
    ]);
  }

  #title(): string {
    const versioned = new Set(
      this.moves.flatMap(({ of }) =>
        of.request.administration.map(({ match: { vocabulary } }) =>
          vocabulary.administration.base.replace("{version}", vocabulary.administration.versioned),
        ),
      ),
    );
    const own = this.moves.filter(({ isDouble }) => !isDouble);
    const sites = new Set(own.map(({ of }) => keyOf(of.request.fact.site))).size;
    const what = sites === 1 ? "a request" : `${sites} requests`;
    if (this.moves.every(({ bases }) => bases.length === 0)) return `send the dated media type with ${what}`;
    return `move ${what} to ${[...versioned].join(" and ")}`;
  }

  #id(): string {
    const places = this.moves.flatMap(({ keys }) => keys.filter((key) => !key.startsWith("request:")));
    return createHash("sha256")
      .update([...new Set(places)].sort().join("\n"))
      .digest("hex")
      .slice(0, 12);
  }
}

function answeredByTest({ finding, field }: ReturnType<FieldFindings["of"]>[number]): string {
  return `a test answers it with ${finding.property ?? field.name}`;
}

/** Where the base path of a request is written, all parts of it. */
function basePlaces({ request }: FiledRequest): Location[] {
  return request.administration.flatMap(({ text, match }) => writtenPlaces(text, match.start, match.end));
}

function overlap(
  a: { readonly path: string; readonly start: number; readonly end: number },
  b: { readonly path: string; readonly start: number; readonly end: number },
): boolean {
  return a.path === b.path && a.start <= b.end && b.start <= a.end;
}
