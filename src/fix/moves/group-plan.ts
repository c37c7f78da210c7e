import { createHash } from "node:crypto";
import { addAll } from "../../core/add-all.js";
import type { Applicability, Edit, Finding, Fix } from "../../core/finding.js";
import { PlaceIndex, touchesOneOf } from "../../core/place-index.js";
import { addToGroup } from "../../core/group-by.js";
import { keyOf, type Location } from "../../core/span.js";
import type { Question } from "../../engine/file-context.js";
import { headerPlace } from "../../engine/places.js";
import { writtenPlaces } from "../../facts/text.js";
import { aboutHeader, isRefusal, type EditResult, type NewHeader } from "../../frontends/editor.js";
import { changeBodies, type ConvertBody } from "./bodies.js";
import { successorOf, type FieldFinding } from "./cluster-fields.js";
import { constantKey, type Constants, type MediaTypePlace, type MediaTypePlan } from "./constants.js";
import { changeDates, placesIn } from "./dates.js";
import { Doubts, NO_EDITOR } from "./doubts.js";
import { locationOf, slotKey } from "./header-slots.js";
import { markupReasons } from "./markup-reads.js";
import type { FixedFindings } from "./fixed-findings.js";
import { sharedMediaType } from "./media-types.js";
import { bodiesLookedAt } from "./doubles.js";
import type { HeaderName, Move } from "./move.js";
import { countedOver } from "./offsets.js";
import type { CopyChanges, PathCopies } from "./path-copies.js";
import type { Programs } from "./programs.js";
import { answeredByTest, changeAnswers, changeReads, type Around, type ReadChanges } from "./reads.js";
import { looseReadOf, reasonsOf } from "./reasons.js";
import type { AllRequests, FiledRequest } from "./requests.js";
import { answerObjection, type SchemaObjection } from "./schemas.js";
import { changeSucceededReads } from "./succeeded-reads.js";
import { titleOf } from "./titles.js";
import { headerDoubt } from "./type-doubts.js";

/** The move of requests that share a part. */
export class GroupPlan implements MediaTypePlan {
  readonly mediaTypes: MediaTypePlace[] = [];
  readonly #edits: Edit[] = [];
  readonly #stops = new Doubts();
  readonly #reasons = new Doubts();
  readonly #fieldFindings: Finding[] = [];
  readonly #copies: Location[] = [];

  constructor(
    readonly moves: readonly Move[],
    private readonly requests: AllRequests,
    private readonly around: Around,
    private readonly question: Question,
    private readonly convertBody: ConvertBody,
    private readonly copies: PathCopies,
    private readonly programs: Programs,
    private readonly constants: Constants = new Map(),
  ) {}

  get applicability(): Applicability {
    return this.isStopped ? "display-only" : this.#allReasons().size > 0 ? "unsafe" : "safe";
  }

  get isStopped(): boolean {
    return this.#stops.size > 0;
  }

  /** Returns whether it would not be safe by itself. */
  get isUnsafe(): boolean {
    return this.#reasons.size > 0;
  }

  /** Returns the reasons why the plan is not safe. */
  #allReasons(): Doubts {
    const all = this.programs.reasonsFor(this.moves, this.isUnsafe);
    return this.#reasons.joined(all);
  }

  make(): void {
    for (const move of this.moves) {
      this.#stops.addAll(move.stops, move.reasonPlaces);
      this.#reasons.addAll(move.reasons, move.reasonPlaces);
      if (move.standsFor) continue;
      this.#reasons.join(reasonsOf(move, this.around, this.question));
    }
    for (const { reason, place, refuses } of this.#schemaObjections())
      (refuses ? this.#stops : this.#reasons).add(reason, place);
    this.#reasons.join(markupReasons(this.moves, this.requests, this.programs, this.question));
    const copied = this.copies.of(this.moves);
    this.#changeBases();
    this.#changeCopies(copied);
    this.#addHeaders();
    this.#replaceHeaders();
    this.#changeDates();
    this.#changeReads();
    const { comparisons, editors } = this.around;
    this.#takeChanges(comparisons.change(this.moves, this.#copies, editors));
    this.#lookForCounts(copied);
    this.#changeBodies();
    this.#lookForLooseReads();
    for (const { edits } of this.constants.values()) addAll(this.#edits, edits);
  }

  #schemaObjections(): SchemaObjection[] {
    const sent = this.moves.filter(({ standsFor }) => !standsFor);
    const { target } = this.question;
    return sent.flatMap(({ of }) => answerObjection(of, this.requests, target) ?? []);
  }

  #lookForCounts(copied: CopyChanges): void {
    const { moves, requests, programs } = this;
    const bases = moves.flatMap((move) => move.bases.map(({ place }) => place));
    const all = [...bases, ...copied.places.map(({ place }) => place)];
    this.#reasons.join(countedOver(moves, all, requests, programs));
  }

  #lookForLooseReads(): void {
    const { requests, question } = this;
    const isMoved = touchesOneOf(this.#edits);
    for (const move of this.moves) {
      if (move.standsFor) continue;
      const loose = looseReadOf(move, requests, question, isMoved);
      if (loose) (loose.isOfKept ? this.#reasons : this.#stops).add(loose.reason, loose.place);
    }
  }

  #changeReads(): void {
    const all = this.moves.flatMap(({ of }) => this.around.fields.of(of.request.fact.id, "response"));
    this.#reasons.join(this.#statedInTests(all));
    const isAnswer = ({ field }: FieldFinding): boolean => field.setting === "mock";
    this.#takeChanges(
      changeReads(
        all.filter((one) => !isAnswer(one)),
        this.around,
      ),
    );
    this.#takeChanges(changeAnswers(all.filter(isAnswer), this.around));
    this.#takeChanges(changeSucceededReads(this.moves, this.around));
  }

  /** Returns doubts about properties that responses in tests still have and that do not change with the reads. */
  #statedInTests(reads: readonly FieldFinding[]): Doubts {
    const reasons = new Doubts();
    const isTested = (path: string): boolean => this.moves.some((move) => this.programs.isTestOf(move, path));
    const changed = new Set(reads.map(({ field }) => keyOf(field.place)));
    reads
      .filter(({ field, property }) => field.setting !== "mock" && property && successorOf(property))
      .flatMap(({ field }) => this.around.testResponses.statedInTests(field.name))
      .filter(({ place }) => !changed.has(keyOf(place)) && isTested(place.path))
      .forEach(({ name, place }) => reasons.add(`a test response in ${place.path} still has ${name}`, place));
    return reasons;
  }

  #changeBodies(): void {
    const { moves, requests, question } = this;
    this.#takeChanges(changeBodies(moves, this.around, question.target, this.convertBody));
    this.#reasons.join(bodiesLookedAt(moves, requests, this.programs, question));
  }

  #takeChanges({ edits, findings, stops, reasons, reasonPlaces }: ReadChanges): void {
    addAll(this.#edits, edits);
    addAll(this.#fieldFindings, findings);
    this.#stops.addAll(stops, reasonPlaces);
    this.#reasons.addAll(reasons, reasonPlaces);
  }

  #changeDates(): void {
    const { moves, around } = this;
    this.#takeChanges(changeDates(moves, around, this.question.target));
    this.#reasons.join(around.looseDates.left(moves, touchesOneOf(this.#edits)));
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
            ? "requests that cannot be moved use the same base path"
            : `the base path is also passed to ${fact.client}, and v2ready does not know how it sets headers`,
          this.requests.callOf(user),
        );
      }
      for (const { to, place: at } of this.requests.escapesAt(place))
        this.#stops.add(`the base path is also passed to ${to}, which v2ready cannot follow`, at);
      for (const { to, place: at } of this.requests.escapesOfVersion(place))
        this.#reasons.add(`the version alone, which changes, is also passed to ${to}`, at);
      if (this.requests.withHeaderOf(place).length > 0)
        this.#reasons.add("a request header also contains the version, and changes with it", place);
      this.#take(this.around.editors(place.path)?.replaceText(place, text), place);
    }
  }

  #changeCopies({ places, reasons }: CopyChanges): void {
    this.#reasons.join(reasons);
    for (const { place, text, base } of places) {
      this.#copies.push(base);
      this.#take(this.around.editors(place.path)?.replaceText(place, text), place);
    }
  }

  #addHeaders(): void {
    for (const { slot, moves, keepsCase } of this.#slots()) {
      const at = locationOf(slot);
      const names = new Set([...moves].flatMap(({ missing }) => missing));
      const headers = [...names].flatMap((name): NewHeader[] => {
        const value = this.#valueOf(name, [...moves]);
        return value === undefined ? [] : [{ ...this.#header(name, value, at, moves), keepsCase }];
      });
      const added = this.around.editors(at.path)?.addHeaders(slot, headers);
      this.#take(added, at);
      for (const { name } of headers) this.#doubtTypes(added, at, name);
    }
  }

  /** Yields the places of headers, each once, with the moves that it is for. */
  #slots(): Iterable<UsedSlot> {
    const [slots, sharing] = [new Map<string, UsedSlot>(), new Map<FiledRequest, UsedSlot[]>()];
    const outer = (move: Move): number => move.of.request.fact.headers.sources.length;
    // Moves whose headers come from fewer literals first: the literals of others may spread those.
    for (const move of [...this.moves].sort((a, b) => outer(a) - outer(b))) {
      const spread = this.#spreadInto(move, sharing.get(move.of) ?? []);
      if (spread && this.#mediaTypeOf([...spread.moves, move]) !== undefined) {
        spread.moves.add(move);
        continue;
      }
      if (spread) spread.keepsCase = true;
      for (const slot of move.slot?.places ?? []) {
        const key = slotKey(slot);
        const used = slots.get(key) ?? { slot, moves: new Set<Move>(), keepsCase: spread !== undefined };
        if (used.moves.size === 0 && slot.kind === "headers")
          for (const one of this.requests.withHeadersFrom(slot.place)) addToGroup(sharing, one, used);
        used.moves.add(move);
        slots.set(key, used);
      }
    }
    return slots.values();
  }

  /** Returns the slot, of those that a request gets headers from, that provides everything that is missing in it. */
  #spreadInto(move: Move, slots: readonly UsedSlot[]): UsedSlot | undefined {
    const own = new Set(move.slot?.places.map(slotKey));
    if (move.missing.length === 0) return undefined;
    return slots.find(({ slot, moves }) => {
      const given = new Set([...moves].flatMap(({ missing }) => missing));
      return !own.has(slotKey(slot)) && move.missing.every((name) => given.has(name));
    });
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
      const header = this.#header(name, value, entry, moves);
      const set = aboutHeader(this.around.editors(entry.path)?.setHeader(entry, header), name);
      this.#take(set, entry);
      this.#doubtTypes(set, entry, name);
    }
  }

  /** Adds a doubt if a declared type may refuse another header and no compiler can check it. */
  #doubtTypes(result: EditResult | undefined, at: Location, header: string): void {
    if (!result || isRefusal(result) || this.question.types?.errorsIn) return;
    const types = this.around.editors(at.path)?.ownTypesAt?.(result) ?? [];
    for (const name of types) this.#reasons.add(headerDoubt(name, header), at);
  }

  #header(name: HeaderName, value: string, place: Location, moves: Iterable<Move>): NewHeader {
    if (name === "Accept") this.mediaTypes.push({ place, value });
    const constant = name === "Accept" ? this.constants.get(constantKey(place.path, value)) : undefined;
    const isLower = [...moves].some(({ of }) => of.request.fact.headers.isLower);
    return {
      name: isLower ? name.toLowerCase() : name,
      value,
      ...(isLower ? { isLower } : {}),
      ...(constant ? { constant: constant.name } : {}),
    };
  }

  #valueOf(name: HeaderName, moves: readonly Move[]): string | undefined {
    if (name === "Content-Type") return "application/json";
    const shared = this.#sharedType(moves);
    if ("type" in shared) return shared.type;
    this.#stops.add(shared.stop, moves[0] && this.requests.callOf(moves[0].of));
    return undefined;
  }

  #mediaTypeOf(moves: readonly Move[]): string | undefined {
    const shared = this.#sharedType(moves);
    return "type" in shared ? shared.type : undefined;
  }

  #sharedType(moves: readonly Move[]): ReturnType<typeof sharedMediaType> {
    return sharedMediaType(
      moves
        .flatMap((move) => move.standsFor ?? [move])
        .flatMap(({ of }) => this.requests.sourcesOf(of).map(({ request }) => request)),
      this.question.target,
    );
  }

  #take(result: EditResult | undefined, at: Location): void {
    if (!result) this.#stops.add(NO_EDITOR, at);
    else if (isRefusal(result)) this.#stops.add(result.refused, at);
    else addAll(this.#edits, result);
  }

  /** Returns the findings that the plan fixes, each with its edits. */
  fixesFor(findings: FixedFindings): [Finding, Fix][] {
    const bases = [
      ...this.moves.flatMap((move) => [...basePlaces(move.of), ...move.bases.map(({ place }) => place)]),
      ...this.#copies,
    ];
    const headers = new Set(
      this.moves.flatMap(({ of, replaced }) => [
        keyOf(headerPlace(of.request)),
        ...replaced.map(({ entry }) => keyOf(entry)),
      ]),
    );
    const dates = this.moves.flatMap((move) => [
      ...move.dates,
      ...(move.succession ? placesIn(move.of.request.accept) : []),
    ]);
    const fixed = [...findings.at(bases, headers, dates), ...new Set(this.#fieldFindings)];
    if (fixed.length === 0) return [];
    const { isStopped } = this;
    const why = isStopped ? this.#stops : this.#allReasons();
    const common = {
      applicability: this.applicability,
      unit: this.#id(),
      programs: this.programs.programsOf(this.moves),
      description: titleOf(this.moves),
      ...why.listed,
    } as const;
    const shares = new Map<Finding, Edit[]>(fixed.map((finding) => [finding, []]));
    const places = new PlaceIndex<number>();
    for (const [number, { place }] of fixed.entries()) places.add(place, number);
    for (const edit of isStopped ? [] : this.#edits) {
      const [number = 0] = places.touching(edit).sort((a, b) => a - b);
      shares.get(fixed[number]!)!.push(edit);
    }
    const fixes = [...shares].map(([finding, edits]): [Finding, Fix] => [finding, { ...common, edits }]);
    return isStopped ? [...this.#readsFirst(), ...fixes] : fixes;
  }

  /** Fixes reads that both forms support, so that they can be applied before the request moves. */
  #readsFirst(): [Finding, Fix][] {
    const all = this.moves.flatMap(({ of }) => this.around.fields.of(of.request.fact.id, "response"));
    const early = all.filter(
      ({ field, property }) =>
        field.setting !== "mock" && property && successorOf(property)?.[0] === "connectionStrings",
    );
    const changes = changeReads(early, this.around);
    const objections = this.#schemaObjections();
    if (early.length === 0 || changes.stops.length > 0 || objections.some(({ refuses }) => refuses))
      return [];
    const answered = all.find(({ field }) => field.setting === "mock");
    const reasons = new Doubts();
    reasons.addAll(changes.reasons, changes.reasonPlaces);
    for (const { reason, place } of objections) reasons.add(reason, place);
    if (answered) reasons.add(answeredByTest(answered), answered.field.place);
    else reasons.join(this.#statedInTests(early));
    const common = {
      applicability: reasons.size > 0 ? "unsafe" : "safe",
      unit: `${this.#id()}-reads`,
      description: "read connectionStrings, which both API versions return",
      ...reasons.listed,
    } as const;
    return changes.findings.map((finding, index) => [
      finding,
      { ...common, edits: index === 0 ? changes.edits : [] },
    ]);
  }

  #id(): string {
    const places = this.moves.flatMap(({ keys }) => keys.filter((key) => !key.startsWith("request:")));
    return createHash("sha256")
      .update([...new Set(places)].sort().join("\n"))
      .digest("hex")
      .slice(0, 12);
  }
}

interface UsedSlot {
  readonly slot: NonNullable<Move["slot"]>["places"][number];
  readonly moves: Set<Move>;
  /** True if another header of the same name meets it in what spreads it. */
  keepsCase: boolean;
}

/** Returns all places in which the base path of a request is written. */
function basePlaces({ request }: FiledRequest): Location[] {
  return request.administration.flatMap(({ text, match }) => writtenPlaces(text, match.start, match.end));
}
