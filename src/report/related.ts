import type { ReportedFinding } from "../core/report.js";
import type { Position } from "../core/span.js";

/** A related place with the positions that the host found for it. */
interface PositionedPlace {
  readonly path: string;
  readonly position: Position;
  readonly end: Position;
  readonly message: string;
}

/** Returns the related places of a finding in order: the trace of a value, its origin first. */
export function relatedPlaces({ related, relatedPositions }: ReportedFinding): PositionedPlace[] {
  return related.map(({ place, message }, index) => ({
    path: place.path,
    ...relatedPositions[index]!,
    message,
  }));
}
