import { addAll } from "../../core/add-all.js";
import { keyOf } from "../../core/span.js";
import type { Part, Text } from "../../facts/text.js";

/**
 * Makes one text of texts that are written at the same places and differ in what is put in between. What differs becomes
 * one unknown part. `undefined` if they have no written part in common.
 */
export function joinedTexts(
  texts: readonly Text[],
  sameParts: (a: readonly Part[], b: readonly Part[]) => boolean,
  unknownPart: Part,
): Text | undefined {
  const [first, ...others] = texts;
  if (!first) return undefined;
  const shared = others.reduce(
    (kept, text) => {
      const places = text.parts.map(placeOf);
      let at = 0;
      return kept.filter((place) => {
        const found = places.indexOf(place, at);
        if (found >= 0) at = found + 1;
        return found >= 0;
      });
    },
    first.parts.flatMap((part) => placeOf(part) ?? []),
  );
  if (shared.length === 0) return undefined;
  const all = texts.map((text) => stretches(text, shared));
  const parts: Part[] = [];
  for (const [index, own] of all[0]!.entries()) {
    const isSame = all.every((one) => sameParts(one[index]!, own));
    addAll(parts, isSame ? own : [unknownPart]);
  }
  return { kind: "text", parts };
}

/** Splits the parts of a text into those between the shared ones, and the shared ones. */
function stretches({ parts }: Text, shared: readonly string[]): Part[][] {
  const found: Part[][] = [[]];
  let next = 0;
  for (const part of parts) {
    if (next < shared.length && placeOf(part) === shared[next]) {
      found.push([part], []);
      next++;
    } else found.at(-1)!.push(part);
  }
  return found;
}

function placeOf(part: Part): string | undefined {
  return part.kind === "segment" && part.written && part.text !== ""
    ? `${keyOf(part.written)} ${part.text}`
    : undefined;
}
