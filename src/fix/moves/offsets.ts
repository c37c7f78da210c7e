import { overlap, type Location } from "../../core/span.js";
import type { OffsetFact } from "../../facts/file-facts.js";
import { flatten, type Text } from "../../facts/text.js";
import { isConcernOf } from "./doubles.js";
import { Doubts } from "./doubts.js";
import type { Move } from "./move.js";
import { leavesForm, type Programs } from "./programs.js";
import type { AllRequests } from "./requests.js";

/** The number of known characters before the version in a URL, and after it. */
interface Distance {
  readonly before: number;
  readonly behind: number;
}

/**
 * Returns a reason for each place that counts the characters of a URL across its version, which gets shorter.
 *
 * @param changed the places where moves change the version, in base paths and in copies of them
 */
export function countedOver(
  moves: readonly Move[],
  changed: readonly Location[],
  requests: AllRequests,
  programs: Programs,
): Doubts {
  const leaving = moves.filter(leavesForm);
  const reasons = new Doubts();
  for (const fact of requests.offsets) {
    const { by, count, of, place } = fact;
    const distances =
      of.kind === "text"
        ? distancesIn(of.text, changed)
        : leaving.filter((move) => isAbout(of, place.path, move, programs)).flatMap(distancesOf);
    const isOver = ({ before, behind }: Distance): boolean => (count < 0 ? -count > behind : count > before);
    if (distances.some(isOver))
      reasons.add(`${by} in ${place.path} counts ${counted(count)} of a URL that gets shorter`, place);
  }
  return reasons;
}

function counted(count: number): string {
  return count < 0 ? `${-count} characters from the end` : `${count} characters from the start`;
}

function isAbout(
  { requests }: Extract<OffsetFact["of"], { kind: "named" }>,
  path: string,
  move: Move,
  programs: Programs,
): boolean {
  return requests.length > 0 ? requests.includes(move.of.request.fact.id) : isConcernOf(path, move, programs);
}

/** In the URL of a request, or in its path, which begins later. */
function distancesOf({ of }: Move): Distance[] {
  return of.request.administration.map(({ flat, match: { start, end, version = "" } }) => ({
    before: end - version.length - start,
    behind: flat.length - end,
  }));
}

/** An unknown part before the version may be empty, and one after it is not. */
function distancesIn(text: Text, changed: readonly Location[]): Distance[] {
  const distances: Distance[] = [];
  const { length } = flatten(text);
  let before = 0;
  let at = 0;
  for (const part of text.parts) {
    if (part.kind === "hole") {
      at++;
      continue;
    }
    const { written } = part;
    for (const place of changed)
      if (written?.exact && overlap(written, place))
        distances.push({
          before: before + place.start - written.start,
          behind: length - (at + place.end - written.start),
        });
    before += part.text.length;
    at += part.text.length;
  }
  return distances;
}
