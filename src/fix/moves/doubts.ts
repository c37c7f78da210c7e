import type { ReasonPlaces } from "../../core/finding.js";
import type { Location } from "../../core/span.js";

/** Reasons, one sentence each, with the code that they are about, as far as that is known. */
export class Doubts {
  readonly #places = new Map<string, Location | undefined>();

  get size(): number {
    return this.#places.size;
  }

  get all(): readonly string[] {
    return [...this.#places.keys()];
  }

  get places(): ReasonPlaces {
    return new Map([...this.#places].flatMap(([reason, place]) => (place ? [[reason, place]] : [])));
  }

  /** Of a reason that is given several times, the first place counts. */
  add(reason: string, place?: Location): void {
    this.#places.set(reason, this.#places.get(reason) ?? place);
  }

  addAll(reasons: Iterable<string>, places?: ReasonPlaces): void {
    for (const reason of reasons) this.add(reason, places?.get(reason));
  }
}
