import { addAll } from "../../core/add-all.js";
import { addToGroup } from "../../core/group-by.js";
import type { PropertyData } from "../../catalog/model.js";
import type { Edit, Finding, ReasonPlaces } from "../../core/finding.js";
import { encloses, haveSameStart, keyOf, type Location } from "../../core/span.js";
import type { EscapeFact } from "../../facts/file-facts.js";
import {
  isRefusal,
  type EditResult,
  type Editors,
  type NewRead,
  type SourceEditor,
} from "../../frontends/editor.js";
import { givesSameValue, successorOf, type FieldFinding, type FieldFindings } from "./cluster-fields.js";
import type { Comparisons } from "./comparisons.js";
import type { LooseDates } from "./dates.js";
import type { DeclaredTypes } from "./declared-types.js";
import { Doubts, NO_EDITOR } from "./doubts.js";
import { doesPrint, isKept } from "./reasons.js";
import type { AllRequests } from "./requests.js";
import type { SavedReads } from "./saved-reads.js";
import type { TestResponses } from "./test-responses.js";

/** The changes of the reads of a response. */
export interface ReadChanges {
  readonly edits: readonly Edit[];
  readonly findings: readonly Finding[];
  readonly stops: readonly string[];
  readonly reasons: readonly string[];
  readonly reasonPlaces?: ReasonPlaces;
}

/** Facts about all files that decide which changes a read depends on. */
export interface Around {
  readonly requests: AllRequests;
  readonly editors: Editors;
  readonly fields: FieldFindings;
  readonly types: DeclaredTypes;
  readonly testResponses: TestResponses;
  readonly comparisons: Comparisons;
  readonly looseDates: LooseDates;
  readonly savedReads: SavedReads;
}

const CHANGING: ReadonlySet<PropertyData["status"]> = new Set(["removed", "moved", "repurposed"]);

/** Drivers take a connection string with options as well as one without. */
const DRIVERS = /connect|client/i;

type Renaming = "renameReads" | "renameDeclarations" | "renameKeys";

/** Reads from where the values stand on the versioned API, with the types that declare them; each place once. */
export function changeReads(reads: readonly FieldFinding[], around: Around): ReadChanges {
  const all = new AnswerChanges(around);
  for (const read of reads) all.read(read);
  return all.made();
}

/** Changes what test doubles answer; what cannot be changed is a reason to look at the tests. */
export function changeAnswers(answers: readonly FieldFinding[], around: Around): ReadChanges {
  const all = new AnswerChanges(around);
  const left = new Doubts();
  for (const { finding, field, property } of answers) {
    const path = property && successorOf(property);
    if (path && property.status === "removed" && field.access === "write")
      all.add("renameKeys", finding.place, { path }, property.path);
    else left.add(answeredByTest({ finding, field }), field.place);
  }
  const made = all.made();
  if (made.stops.length === 0) {
    left.addAll(made.reasons, made.reasonPlaces);
    return { ...made, reasons: left.all, reasonPlaces: left.places };
  }
  const whole = new Doubts();
  for (const answer of answers) whole.add(answeredByTest(answer), answer.field.place);
  return { edits: [], findings: [], stops: [], reasons: whole.all, reasonPlaces: whole.places };
}

/** Returns the reason why a read of a response in a test is not safe to change. */
export function answeredByTest({ finding, field }: Pick<FieldFinding, "finding" | "field">): string {
  return `a test response has ${finding.property ?? field.name}`;
}

/** Says what a person must decide about a property that is read. */
function whoReplaces(property: PropertyData | undefined): string {
  const { replacement: [only, ...others] = [], exactness } = property ?? {};
  return exactness === "manual" && only !== undefined && others.length === 0
    ? `a person must decide if ${only} replaces it`
    : "no single property replaces it";
}

class AnswerChanges {
  readonly #stops = new Doubts();
  readonly #reasons = new Doubts();
  readonly #findings = new Set<Finding>();
  readonly #seen = new Set<string>();
  readonly #moves = new Map<Renaming, Map<string, NewRead[]>>();
  readonly #others: { readonly name: string; readonly written: Location }[] = [];

  constructor(private readonly around: Around) {}

  read(read: FieldFinding): void {
    const { finding, field, property } = read;
    const { place } = finding;
    const name = finding.property ?? field.name;
    const successor = property && successorOf(property);
    if (property?.keepsFirst && field.access === "read" && this.#takesOfFirst(place, property)) {
      this.#findings.add(finding);
      return;
    }
    // Changed, the code would read the same value twice. As it is, it works with both forms.
    if ((field.isStandby || field.precedesReplacement) && property?.status !== "repurposed") {
      this.#findings.add(finding);
      return;
    }
    if (field.isPerhaps) {
      this.#findings.add(finding);
      this.#stops.add(`an unknown function gets the response and the name ${name}`, place);
      return;
    }
    if (field.isColumn) {
      this.#findings.add(finding);
      this.#stops.add(`the code reads ${name} as a column of a table`, place);
      return;
    }
    if (field.isDeletion) {
      this.#findings.add(finding);
      this.#stops.add(`the code deletes ${name} from the response, which fails if it is absent`, place);
      return;
    }
    const isGone = property?.status === "removed" || property?.readAt !== undefined;
    if (!property || !successor || field.access !== "read" || !isGone) {
      this.#findings.add(finding);
      const why =
        field.access === "write"
          ? `the code sets ${name} in the response, which v2ready does not rewrite`
          : `the code reads ${name} from the response, and ${whoReplaces(property)}`;
      this.#stops.add(why, place);
      return;
    }
    const { declarations, reads, literals, stops, reasons, isOptional } = this.around.types.of(read);
    for (const stop of stops) this.#stops.add(stop, place);
    for (const reason of reasons) this.#reasons.add(reason, place);
    const declared = declarations.map(
      (one) =>
        this.around.editors(one.path)?.isDeclaredOptional?.({ place: one, path: successor }) ??
        ((isOptional ?? true) || "asked"),
    );
    // Every cluster has elements in its lists.
    if (declared.length === 0 && property.readAt !== undefined) declared.push("asked");
    const [optional] = ([true, "asked", false] as const).filter((absence) => declared.includes(absence));
    const move = { path: successor, ...(optional === undefined ? {} : { optional }) };
    for (const one of [place, ...reads]) {
      this.#lookAtOthers(one, name);
      const isNew = this.add("renameReads", one, move, property.path);
      if (isNew && !givesSameValue(property)) this.#lookAtUse(one, name, successor);
    }
    for (const { field: answered, what } of this.around.testResponses.of(field)) {
      this.#reasons.add(
        `${what} in ${answered.place.path} has ${name} and may be the response`,
        answered.place,
      );
      this.add("renameKeys", answered.place, move, property.path);
    }
    for (const one of declarations) this.add("renameDeclarations", one, move, property.path);
    for (const one of literals) this.add("renameKeys", one, move, property.path);
  }

  /**
   * Returns whether the code takes properties of the first element of a list only, and none that means something else
   * now.
   */
  #takesOfFirst(place: Location, { path }: PropertyData): boolean {
    const { editors, requests } = this.around;
    const prefix = `${path}[].`;
    const changing = (requests.contexts[0]?.catalog.vocabularies ?? [])
      .flatMap(({ properties }) => properties)
      .filter(
        (one) => one.path.startsWith(prefix) && one.in.includes("response") && CHANGING.has(one.status),
      );
    const names = new Set(changing.map((one) => one.path.slice(prefix.length)));
    return editors(place.path)?.takesOfFirst?.(place, names) ?? false;
  }

  /**
   * Adds a place.
   *
   * @returns whether the place is new
   */
  add(kind: Renaming, place: Location, move: Omit<NewRead, "place">, property: string): boolean {
    const { fields } = this.around;
    for (const { finding } of fields.at(place))
      if (finding.property === property) this.#findings.add(finding);
    const key = `${keyOf(place)}:${property}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    const byPath = this.#moves.get(kind) ?? new Map<string, NewRead[]>();
    this.#moves.set(kind, byPath);
    addToGroup(byPath, place.path, { place, ...move });
    return true;
  }

  /** Adds reads at the same place of objects that are not responses, because their keys must change, too. */
  #lookAtOthers(place: Location, name: string): void {
    const { fields, requests } = this.around;
    for (const written of requests.objectsReadAt(place, name)) this.#others.push({ name, written });
    for (const { field } of fields.at(place)) {
      if (field.access !== "read" || !haveSameStart(field.place, place)) continue;
      const [other] = field.alternatives ?? [];
      if (other)
        this.#reasons.add(
          `${place.path} also reads ${name} of ${other.name}, which may not be a response of the service`,
          place,
        );
      const isOfOther =
        "requests" in field.owner && field.owner.requests.some((id) => requests.isOfOther(id));
      if (isOfOther)
        this.#reasons.add(
          `${place.path} also reads ${name} from responses of another service, which keep that name`,
          place,
        );
    }
  }

  /**
   * Checks how the program uses a connection string. New connection strings have options at their end, and old ones
   * have none.
   */
  #lookAtUse(place: Location, name: string, successor: readonly string[]): void {
    const { editors, fields, requests } = this.around;
    const usage = editors(place.path)?.usageOf(place);
    const [known] = fields.at(place);
    const shown = known && shownTo(known.field.owner, known.field.name, requests);
    const written = successor.join(".");
    for (const use of known ? requests.textUses.of(known.field) : [])
      if (use.how === "shown")
        this.#reasons.add(`${name} is a part of a text, but ${written} ends with options`, use.place);
      else this.#stops.add(`${name} is ${USED[use.how]}, but ${written} ends with options`, use.place);
    if (usage === "concatenated" || usage === "taken-apart")
      this.#stops.add(`${name} is ${USED[usage]}, but ${written} ends with options`, place);
    else if (usage !== "whole" || shown)
      this.#reasons.add(
        `${written} ends with options, unlike ${name}${shown ? `, and ${shown.to} ${doesPrint(shown) ? "prints" : "gets"} it` : ""}`,
        place,
      );
  }

  made(): ReadChanges {
    const edits: Edit[] = [];
    for (const { name, written } of this.#others) {
      const keys = this.#moves.get("renameKeys")?.get(written.path) ?? [];
      if (!keys.some(({ place }) => encloses(written, place)))
        this.#stops.add(
          `the same code also reads ${name} of an object that is written in ${written.path}`,
          written,
        );
    }
    for (const [kind, byPath] of this.#moves) {
      for (const [path, moves] of byPath) {
        const editor = this.around.editors(path);
        const result = editor ? MAKE[kind](editor, moves) : { refused: NO_EDITOR };
        if (isRefusal(result)) this.#stops.add(result.refused, moves[0]?.place);
        else addAll(edits, result);
      }
    }
    const [stops, reasons] = [this.#stops.all, this.#reasons.all];
    const reasonPlaces = new Map([...this.#reasons.places, ...this.#stops.places]);
    return { edits, findings: [...this.#findings], stops, reasons, reasonPlaces };
  }
}

const MAKE: Record<Renaming, (editor: SourceEditor, moves: readonly NewRead[]) => EditResult> = {
  renameReads: (editor, moves) => editor.renameReads(moves),
  renameDeclarations: (editor, moves) => editor.renameDeclarations(moves),
  renameKeys: (editor, moves) => editor.renameKeys(moves),
};

const USED = { concatenated: "joined with other text", "taken-apart": "split into parts" } as const;

/** Returns the receiver of the value if it is not a driver. */
function shownTo(
  owner: FieldFinding["field"]["owner"],
  name: string,
  requests: AllRequests,
): EscapeFact | undefined {
  if (!("requests" in owner)) return undefined;
  return owner.requests
    .flatMap((id) => requests.escapesOfResponse(id))
    .find(
      (one) =>
        one.what.kind === "response" &&
        one.what.path.at(-1) === name &&
        !isKept(one) &&
        !DRIVERS.test(one.to),
    );
}
