import { addToGroup } from "../../core/group-by.js";
import type { Finding } from "../../core/finding.js";
import { PlaceIndex } from "../../core/place-index.js";
import { keyOf, type Location } from "../../core/span.js";

/** The findings that a move of requests can fix, found by their places. */
export class FixedFindings {
  readonly #bases = new PlaceIndex<number>();
  readonly #dates = new PlaceIndex<number>();
  readonly #headers = new Map<string, number[]>();

  constructor(private readonly findings: readonly Finding[]) {
    for (const [number, { concern, place }] of findings.entries()) {
      if (concern === "base path" || concern === "path") this.#bases.add(place, number);
      else if (concern === "header") addToGroup(this.#headers, keyOf(place), number);
      else if (concern === "date") this.#dates.add(place, number);
    }
  }

  /** Returns the findings about base paths, headers and dates at these places, in the order of all findings. */
  at(bases: readonly Location[], headers: Iterable<string>, dates: readonly Location[]): Finding[] {
    const numbers = new Set([
      ...bases.flatMap((base) => this.#bases.touching(base)),
      ...dates.flatMap((date) => this.#dates.touching(date)),
    ]);
    for (const key of headers) for (const number of this.#headers.get(key) ?? []) numbers.add(number);
    return [...numbers].sort((a, b) => a - b).map((number) => this.findings[number]!);
  }
}
