import { createHash } from "node:crypto";
import type { Edit, Finding, Fix } from "../../core/finding.js";
import type { Location } from "../../core/span.js";
import type { Question } from "../../engine/file-context.js";
import { headerPlace } from "../../engine/places.js";
import type { FileContext } from "../../engine/rule.js";
import { writtenPlaces } from "../../facts/text.js";
import { isRefusal, type EditResult, type Editors, type NewHeader } from "../../frontends/editor.js";
import { FieldFindings } from "./cluster-fields.js";
import { groupsOf } from "./groups.js";
import { pathOf, slotKey } from "./header-slots.js";
import { sharedMediaType } from "./media-types.js";
import { isMovable, moveOf, type HeaderName, type Move } from "./move.js";
import { changeReads } from "./reads.js";
import { reasonsOf } from "./reasons.js";
import { AllRequests, keyOf, type FiledRequest } from "./requests.js";

/** The fixes of findings that the move of requests to the versioned API mends. */
export function planMoves(
  contexts: readonly FileContext[],
  findings: readonly Finding[],
  question: Question,
  editors: Editors,
): Map<Finding, Fix> {
  const requests = new AllRequests(contexts);
  const moves = requests.all.filter(isMovable).flatMap((one) => moveOf(one, requests, editors) ?? []);
  const fields = new FieldFindings(contexts, findings);
  const keysOf = ({ keys, of }: Move): string[] => [
    ...keys,
    ...fields.of(of.request.fact.id, "response").map(({ finding }) => `read:${keyOf(finding.place)}`),
    ...fields.of(of.request.fact.id, "request").map(({ finding }) => `body:${keyOf(finding.place)}`),
  ];
  const fixes = new Map<Finding, Fix>();
  for (const group of groupsOf(moves, keysOf)) {
    const plan = new GroupPlan(group, requests, fields, question, editors);
    plan.make();
    for (const [finding, fix] of plan.fixesFor(findings)) if (!fixes.has(finding)) fixes.set(finding, fix);
  }
  return fixes;
}

/** The move of requests that share a part. */
class GroupPlan {
  readonly #edits: Edit[] = [];
  readonly #stops = new Set<string>();
  readonly #reasons = new Set<string>();
  readonly #fieldFindings: Finding[] = [];

  constructor(
    private readonly moves: readonly Move[],
    private readonly requests: AllRequests,
    private readonly fields: FieldFindings,
    private readonly question: Question,
    private readonly editors: Editors,
  ) {}

  make(): void {
    for (const move of this.moves) {
      for (const stop of move.stops) this.#stops.add(stop);
      for (const reason of reasonsOf(move, this.requests, this.question)) this.#reasons.add(reason);
    }
    this.#changeBases();
    this.#addHeaders();
    this.#replaceHeaders();
    this.#changeReads();
    this.#changeBodies();
  }

  #changeReads(): void {
    const reads = this.moves.flatMap(({ of }) => this.fields.of(of.request.fact.id, "response"));
    const { edits, findings, stops, reasons } = changeReads(reads, this.editors);
    this.#edits.push(...edits);
    this.#fieldFindings.push(...findings);
    for (const stop of stops) this.#stops.add(stop);
    for (const reason of reasons) this.#reasons.add(reason);
  }

  #changeBodies(): void {
    for (const { of } of this.moves) {
      const written = this.fields.of(of.request.fact.id, "request");
      for (const { finding } of written) {
        this.#fieldFindings.push(finding);
        this.#stops.add(`its body has ${finding.property ?? "a property"}, which is to be converted`);
      }
    }
  }

  #changeBases(): void {
    const own = new Set(this.moves.map(({ of }) => of));
    const places = new Map(
      this.moves.flatMap(({ bases }) => bases.map((base) => [keyOf(base.place), base] as const)),
    );
    for (const { place, text } of places.values()) {
      for (const user of this.requests.withUrlAt(place)) {
        const { fact } = user.request;
        if (own.has(user) || fact.setting !== "code") continue;
        this.#stops.add(
          fact.understood
            ? "the base path is also sent with requests that cannot be moved"
            : `the base path is also handed to ${fact.client}, and how that sends headers is not known`,
        );
      }
      for (const { to } of this.requests.handedOver(place))
        this.#stops.add(`the base path is also handed to ${to}, which is not followed`);
      this.#take(this.editors(place.path)?.replaceText(place, text), place.path);
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
        return value === undefined ? [] : [{ name, value }];
      });
      this.#take(this.editors(pathOf(slot))?.addHeaders(slot, headers), pathOf(slot));
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
      this.#take(this.editors(entry.path)?.setHeader(entry, { name, value }), entry.path);
    }
  }

  #valueOf(name: HeaderName, moves: readonly Move[]): string | undefined {
    if (name === "Content-Type") return "application/json";
    const shared = sharedMediaType(
      moves.map(({ of }) => of.request),
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
    const bases = this.moves.flatMap(({ of }) => basePlaces(of));
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
      applicability: isStopped ? "display-only" : this.#reasons.size > 0 ? "unsafe" : "safe",
      unit: this.#id(),
      description: this.#title(),
      reasons: [...(isStopped ? this.#stops : this.#reasons)],
    } as const;
    const shares = new Map<Finding, Edit[]>(mended.map((finding) => [finding, []]));
    for (const edit of isStopped ? [] : this.#edits) {
      const owner = mended.find(({ place }) => place.path === edit.path && overlap(place, edit)) ?? first;
      shares.get(owner)!.push(edit);
    }
    return [...shares].map(([finding, edits]) => [finding, { ...common, edits }]);
  }

  #title(): string {
    const versioned = new Set(
      this.moves.flatMap(({ of }) =>
        of.request.administration.map(({ match: { vocabulary } }) =>
          vocabulary.administration.base.replace("{version}", vocabulary.administration.versioned),
        ),
      ),
    );
    const sites = new Set(this.moves.map(({ of }) => keyOf(of.request.fact.site))).size;
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
