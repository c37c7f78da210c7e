import { addAll } from "../../core/add-all.js";
import type { Edit } from "../../core/finding.js";
import { touch, type Location } from "../../core/span.js";
import type { ComparisonFact } from "../../facts/file-facts.js";
import type { ApiRequest } from "../../engine/api-request.js";
import { HOLE_MARK } from "../../facts/text.js";
import { isRefusal } from "../../frontends/editor.js";
import { isConcernOf } from "./doubles.js";
import { Doubts, NO_EDITOR } from "./doubts.js";
import type { Move } from "./move.js";
import { isOfVersion } from "./requests.js";
import { leavesForm, type Programs } from "./programs.js";
import type { Around, ReadChanges } from "./reads.js";
import { textDoubt } from "./type-doubts.js";

const PLAIN_TYPE = "application/json";
/** Methods that find a part of a content type where it is in a dated one as well. */
const FINDING = new Set(["includes", "indexOf"]);

/**
 * Changes code that compares the content type of responses, which contains their version, or that asks which form of
 * the API a base path names.
 *
 * @param copies base paths that change with the requests
 */
export function changeComparisons(
  moves: readonly Move[],
  copies: readonly Location[],
  { requests, editors }: Around,
  programs: Programs,
): ReadChanges {
  const edits: Edit[] = [];
  const stops = new Doubts();
  const reasons = new Doubts();
  const ids = new Set(moves.map(({ of }) => of.request.fact.id));
  const leaving = moves.filter(leavesForm);
  for (const comparison of requests.comparisons) {
    const { value, place, by, inType, header } = comparison;
    const { path } = place;
    const isKnown = comparison.requests.length > 0;
    const isOwn = (move: Move): boolean => isConcernOf(path, move, programs);
    if (inType) {
      if (leaving.some(isOwn))
        reasons.add(textDoubt(inType.name, path, value.replaceAll(HOLE_MARK, "…")), place);
    } else if (header !== undefined) {
      const isStated = requests.withHeaderOf(place).some(({ request }) => !isOpenDouble(request));
      if (!isStated && requests.isTest(path) && leaving.some(isOwn))
        reasons.add(`code in ${path} expects ${value} in the ${header} header, which changes`, place);
    } else if (isOfVersion(comparison)) {
      if (!copies.some((copy) => touch(copy, place)) && leaving.some(isOwn))
        reasons.add(`code in ${path} compares with ${value}, which changes`, place);
    } else if (!isKnown && value.startsWith(PLAIN_TYPE)) {
      if (leaving.some((move) => programs.mayBeInProgramOf(move, path)))
        reasons.add(
          `code in ${path} compares with ${PLAIN_TYPE}, but responses get a dated content type`,
          place,
        );
      else if (leaving.some(isOwn))
        reasons.add(`code in ${path} compares with ${PLAIN_TYPE}, which changes`, place);
    } else if (comparison.requests.some((id) => ids.has(id)) && asksForType(comparison)) {
      const found = value === PLAIN_TYPE && by !== undefined && FINDING.has(by);
      const result = found ? editors(path)?.replaceText(place, "json") : undefined;
      if (!found) stops.add(`the content type of the response is compared with ${value}`, place);
      else if (!result) stops.add(NO_EDITOR, place);
      else if (isRefusal(result)) stops.add(result.refused, place);
      else addAll(edits, result);
    }
  }
  const reasonPlaces = new Map([...reasons.places, ...stops.places]);
  return { edits, findings: [], stops: stops.all, reasons: reasons.all, reasonPlaces };
}

/** Returns whether it is a test double that no move changes: for which requests it answers is not known. */
function isOpenDouble({ fact, administration }: ApiRequest): boolean {
  return fact.setting === "mock" && administration.length === 0;
}

/** The type as a whole, or what is behind its stroke, which is more than that in a dated one. */
function asksForType({ value, by }: ComparisonFact): boolean {
  return value.startsWith(PLAIN_TYPE) || (value === "json" && by === undefined);
}
