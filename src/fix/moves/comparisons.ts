import { addAll } from "../../core/add-all.js";
import { addToGroup } from "../../core/group-by.js";
import { touchesOneOf } from "../../core/place-index.js";
import type { Edit } from "../../core/finding.js";
import type { Location } from "../../core/span.js";
import type { ComparisonFact } from "../../facts/file-facts.js";
import type { ApiRequest } from "../../engine/api-request.js";
import { HOLE_MARK } from "../../facts/text.js";
import { isRefusal, type Editors } from "../../frontends/editor.js";
import { isConcernOf } from "./doubles.js";
import { Doubts, NO_EDITOR } from "./doubts.js";
import type { Move } from "./move.js";
import { leavesForm, type Programs } from "./programs.js";
import { ProgramDoubts, type LooseDoubt } from "./program-doubts.js";
import type { ReadChanges } from "./reads.js";
import { isOfVersion, type AllRequests } from "./requests.js";
import { textDoubt } from "./type-doubts.js";

const PLAIN_TYPE = "application/json";
/** Methods that find a part of a content type where it is in a dated one as well. */
const FINDING = new Set(["includes", "indexOf"]);

/**
 * Code that compares the content type of responses, which contains their version, or that asks which form of the API a
 * base path names.
 */
export class Comparisons {
  /** Those whose request is known, by its id. */
  readonly #known = new Map<string, { readonly number: number; readonly comparison: ComparisonFact }[]>();
  readonly #loose: ProgramDoubts;

  constructor(
    private readonly requests: AllRequests,
    programs: Programs,
  ) {
    const loose: ComparisonFact[] = [];
    for (const [number, comparison] of requests.comparisons.entries()) {
      if (isLoose(comparison)) loose.push(comparison);
      else if (asksForType(comparison))
        for (const id of comparison.requests) addToGroup(this.#known, id, { number, comparison });
    }
    this.#loose = new ProgramDoubts(programs, (move) =>
      loose.flatMap((comparison) => this.#doubtAbout(comparison, move, programs)),
    );
  }

  /**
   * Changes what compares the content type of the responses of requests that move together.
   *
   * @param copies base paths that change with the requests
   */
  change(moves: readonly Move[], copies: readonly Location[], editors: Editors): ReadChanges {
    const edits: Edit[] = [];
    const stops = new Doubts();
    const reasons = new Doubts();
    this.#loose.addTo(reasons, moves.filter(leavesForm), touchesOneOf(copies));
    const own = new Map(
      moves
        .flatMap(({ of }) => this.#known.get(of.request.fact.id) ?? [])
        .sort((a, b) => a.number - b.number)
        .map(({ number, comparison }) => [number, comparison] as const),
    );
    for (const { value, place, by } of own.values()) {
      const found = value === PLAIN_TYPE && by !== undefined && FINDING.has(by);
      const result = found ? editors(place.path)?.replaceText(place, "json") : undefined;
      if (!found) stops.add(`the content type of the response is compared with ${value}`, place);
      else if (!result) stops.add(NO_EDITOR, place);
      else if (isRefusal(result)) stops.add(result.refused, place);
      else addAll(edits, result);
    }
    const reasonPlaces = new Map([...reasons.places, ...stops.places]);
    return { edits, findings: [], stops: stops.all, reasons: reasons.all, reasonPlaces };
  }

  #doubtAbout(comparison: ComparisonFact, move: Move, programs: Programs): LooseDoubt[] {
    const { value, place, inType, header } = comparison;
    const { path } = place;
    if (!isConcernOf(path, move, programs)) return [];
    if (inType) return [{ reason: textDoubt(inType.name, path, value.replaceAll(HOLE_MARK, "…")), place }];
    if (header !== undefined) {
      const isStated = this.requests.withHeaderOf(place).some(({ request }) => !isOpenDouble(request));
      if (isStated || !this.requests.isTest(path)) return [];
      return [
        {
          reason: `an assertion in ${path} expects ${value} in the ${header} header, and has to change with the request`,
          place,
        },
      ];
    }
    if (isOfVersion(comparison))
      return [{ reason: `code in ${path} compares with ${value}, which changes`, place, endsWithEdit: true }];
    const reason = programs.mayBeInProgramOf(move, path)
      ? `code in ${path} compares with ${PLAIN_TYPE}, but responses get a dated content type`
      : `code in ${path} compares with ${PLAIN_TYPE}, which changes`;
    return [{ reason, place }];
  }
}

/** Returns whether a comparison may be about any request of its program. */
function isLoose(comparison: ComparisonFact): boolean {
  const { value, inType, header, requests } = comparison;
  if (inType || header !== undefined || isOfVersion(comparison)) return true;
  return requests.length === 0 && value.startsWith(PLAIN_TYPE);
}

/** Returns whether it is a test double that no move changes: for which requests it answers is not known. */
function isOpenDouble({ fact, administration }: ApiRequest): boolean {
  return fact.setting === "mock" && administration.length === 0;
}

/** The type as a whole, or what is behind its stroke, which is more than that in a dated one. */
function asksForType({ value, by }: ComparisonFact): boolean {
  return value.startsWith(PLAIN_TYPE) || (value === "json" && by === undefined);
}
