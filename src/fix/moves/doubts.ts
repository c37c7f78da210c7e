import type { Fix, ReasonPlaces } from "../../core/finding.js";
import type { Location } from "../../core/span.js";

/** The reason if a file of this language is searched or evaluated, but has no editor. */
export const NO_EDITOR = "v2ready does not edit files of this language";

/** Each finding of a unit lists the reasons of the unit, so as many findings would list as many reasons. */
const MAX_LISTED = 20;

/** Thousands of groups of requests may each have thousands of reasons in common, of which this many are kept. */
const MAX_KEPT = 200;

/** Reasons, one sentence each, with the code that they are about, as far as that is known. */
export class Doubts {
  readonly #places = new Map<string, Location | undefined>();

  get size(): number {
    return this.#places.size;
  }

  /** True if no other reason is kept. */
  get isFull(): boolean {
    return this.#places.size >= MAX_KEPT;
  }

  /** Returns the place of a reason. */
  placeOf(reason: string): Location | undefined {
    return this.#places.get(reason);
  }

  get all(): readonly string[] {
    return [...this.#places.keys()];
  }

  get places(): ReasonPlaces {
    return new Map([...this.#places].flatMap(([reason, place]) => (place ? [[reason, place]] : [])));
  }

  /** Returns the reasons as a fix lists them: the first ones, and the number of the others. */
  get listed(): Pick<Fix, "reasons" | "reasonPlaces"> {
    const more = this.size - MAX_LISTED;
    if (more <= 0) return { reasons: this.all, reasonPlaces: this.places };
    // Thousands of findings may list these, so the others are not copied.
    const reasons: string[] = [];
    const reasonPlaces = new Map<string, Location>();
    for (const [reason, place] of this.#places) {
      if (reasons.length === MAX_LISTED) break;
      reasons.push(reason);
      if (place) reasonPlaces.set(reason, place);
    }
    const count = this.size < MAX_KEPT ? String(more) : `at least ${more}`;
    const rest = `and ${count} more ${more === 1 ? "reason" : "reasons"}, listed when these are solved`;
    return { reasons: [...reasons, rest], reasonPlaces };
  }

  /** Adds a reason. If it is added several times, the first place counts. */
  add(reason: string, place?: Location): void {
    if (!this.isFull || this.#places.has(reason)) this.#places.set(reason, this.#places.get(reason) ?? place);
  }

  join(others: Doubts): void {
    for (const [reason, place] of others.#places) this.add(reason, place);
  }

  /** Returns these and others, in new `Doubts`. */
  joined(others: Doubts): Doubts {
    const all = new Doubts();
    all.join(this);
    all.join(others);
    return all;
  }

  addAll(reasons: Iterable<string>, places?: ReasonPlaces): void {
    for (const reason of reasons) this.add(reason, places?.get(reason));
  }
}
