import { groupBy } from "../../core/group-by.js";
import type { Location } from "../../core/span.js";
import type { Doubts } from "./doubts.js";
import type { Move } from "./move.js";
import type { Programs } from "./programs.js";

/** A doubt about code that no request is known of. */
export interface LooseDoubt {
  /** One sentence. */
  readonly reason: string;
  readonly place: Location;
  /** True if an edit there removes the doubt. */
  readonly endsWithEdit?: boolean;
}

/**
 * Doubts about code that may belong to the program of a move. They are the same for all moves of a program. Thousands of
 * groups of requests may be of one program, and thousands of places in it, so each program is looked at once.
 */
export class ProgramDoubts {
  readonly #known = new Map<string, ReadonlyMap<string, readonly LooseDoubt[]>>();

  /** @param find returns the doubts of a move; only its program decides, and the key that is given beside it */
  constructor(
    private readonly programs: Programs,
    private readonly find: (move: Move, key: string) => Iterable<LooseDoubt>,
  ) {}

  /**
   * Adds the doubts of a move.
   *
   * @param isEdited whether an edit of the group is at a place
   *
   * @param key what the doubts depend on besides
   */
  addTo(doubts: Doubts, moves: readonly Move[], isEdited: (place: Location) => boolean, key = ""): void {
    const seen = new Set<string>();
    for (const move of moves) {
      const full = `${this.programs.programOf(move)} ${key}`;
      if (seen.has(full)) continue;
      seen.add(full);
      for (const [reason, all] of this.#of(full, move, key)) {
        if (doubts.isFull) return;
        const left = all.find(({ place, endsWithEdit }) => endsWithEdit !== true || !isEdited(place));
        if (left) doubts.add(reason, left.place);
      }
    }
  }

  #of(full: string, move: Move, key: string): ReadonlyMap<string, readonly LooseDoubt[]> {
    let known = this.#known.get(full);
    if (!known) {
      known = groupBy(this.find(move, key), ({ reason }) => reason);
      this.#known.set(full, known);
    }
    return known;
  }
}
