import { firstFrom } from "../core/ordered.js";
import type { Edit } from "../core/finding.js";
import { compareLocations } from "../core/span.js";

/** Edits that cannot be applied to the same text. */
export class OverlapError extends Error {
  constructor(
    readonly first: Edit,
    readonly second: Edit,
  ) {
    super(`edits overlap in ${first.path} at offset ${second.start}`);
  }
}

/**
 * Sorts edits by place, without duplicates.
 *
 * @throws {OverlapError} two edits change the same characters, or insert different texts at the same offset
 */
export function orderEdits(edits: readonly Edit[]): Edit[] {
  const ordered: Edit[] = [];
  for (const edit of [...edits].sort(compareLocations)) {
    const last = ordered.at(-1);
    if (last?.path === edit.path) {
      if (last.start === edit.start && last.end === edit.end && last.text === edit.text) continue;
      if (isClash(last, edit)) throw new OverlapError(last, edit);
    }
    ordered.push(edit);
  }
  return ordered;
}

/** Edits that can be made together, to which others are added; asking and adding costs the same for any number. */
export class EditSet {
  readonly #byPath = new Map<string, Edit[]>();

  /** Returns whether edits can be made with all that are in the set. */
  fits(edits: readonly Edit[]): boolean {
    return edits.every((edit) => {
      const own = this.#byPath.get(edit.path) ?? [];
      const at = placeOf(edit, own);
      return !isClash(own[at - 1], edit) && !isClash(edit, own[at]);
    });
  }

  /** Adds edits that fit. */
  add(edits: readonly Edit[]): void {
    for (const edit of edits) {
      const own = this.#byPath.get(edit.path) ?? [];
      this.#byPath.set(edit.path, own);
      own.splice(placeOf(edit, own), 0, edit);
    }
  }
}

/** Returns the index of an edit among the ordered edits of its file: before the first one that is not before it. */
function placeOf(edit: Edit, ordered: readonly Edit[]): number {
  return firstFrom(ordered, (one) => compareLocations(one, edit) < 0);
}

/** Returns whether two edits of one file that follow one another cannot both be made; the same one twice can. */
function isClash(first: Edit | undefined, second: Edit | undefined): boolean {
  if (!first || !second) return false;
  const isSameSpan = first.start === second.start && first.end === second.end;
  if (isSameSpan && first.text === second.text) return false;
  const isSamePoint = isSameSpan && first.start === first.end;
  return second.start < first.end || isSamePoint;
}

/** Applies edits to the text of one file. Their offsets are those of the original text. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let made = "";
  let at = 0;
  for (const { start, end, text: replacement } of orderEdits(edits)) {
    made += text.slice(at, start) + replacement;
    at = end;
  }
  return made + text.slice(at);
}
