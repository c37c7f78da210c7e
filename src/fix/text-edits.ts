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
 * Edits by place, each once.
 *
 * @throws OverlapError where two of them want the same characters, or different texts at the same point
 */
export function orderEdits(edits: readonly Edit[]): Edit[] {
  const ordered: Edit[] = [];
  for (const edit of [...edits].sort(compareLocations)) {
    const last = ordered.at(-1);
    if (last?.path === edit.path) {
      if (last.start === edit.start && last.end === edit.end && last.text === edit.text) continue;
      const isSamePoint = last.start === edit.start && last.end === last.start && edit.end === edit.start;
      if (edit.start < last.end || isSamePoint) throw new OverlapError(last, edit);
    }
    ordered.push(edit);
  }
  return ordered;
}

/** The text of one file with the edits made. Offsets are those of the text as it was. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let made = "";
  let at = 0;
  for (const { start, end, text: replacement } of orderEdits(edits)) {
    made += text.slice(at, start) + replacement;
    at = end;
  }
  return made + text.slice(at);
}
