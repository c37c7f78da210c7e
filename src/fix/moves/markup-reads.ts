import { stepsOf } from "../../catalog/matchers/properties.js";
import type { Location } from "../../core/span.js";
import type { Question } from "../../engine/file-context.js";
import { goneFrom } from "./changes.js";
import { Doubts } from "./doubts.js";
import type { Move } from "./move.js";
import { changesVersion, type Programs } from "./programs.js";
import { isOfShaped } from "./reasons.js";
import type { AllRequests } from "./requests.js";

/**
 * Returns why moves are not safe for the markup of components, for templates, and for included files, one sentence for
 * each. They name a removed property of an unknown object, which may be the cluster in a response.
 */
export function markupReasons(
  moves: readonly Move[],
  requests: AllRequests,
  programs: Programs,
  { target }: Question,
): Doubts {
  const reasons = new Doubts();
  const explained = new Set<string>();
  for (const move of moves.filter(changesVersion)) {
    const { request } = move.of;
    for (const reading of request.administration) {
      if (!isOfShaped(reading)) continue;
      const names = new Set(goneFrom(request, reading, target).flatMap(({ path }) => stepsOf(path)));
      for (const { kind, path, reads, isUnknown } of requests.markups) {
        if (explained.has(path) || !programs.mayBeInProgramOf(move, path)) continue;
        const loose = reads.find(({ name }) => names.has(name));
        if (!loose && !isUnknown) continue;
        explained.add(path);
        if (loose)
          reasons.add(
            `the ${kind} ${kind === "markup" ? "of " : ""}${path} reads ${loose.name} of an unknown object`,
            loose.place,
          );
        else reasons.add(`the markup of ${path} contains code that v2ready cannot follow`, startOf(path));
      }
    }
  }
  return reasons;
}

function startOf(path: string): Location {
  return { path, start: 0, end: 0 };
}
