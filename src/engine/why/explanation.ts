import type { Location } from "../../core/span.js";

/** A request, property or string at a place, for the log of `why --verbose`. */
export interface Explanation {
  /** `GET {base}/groups/{id}/clusters, sent with axios`. */
  readonly title: string;
  readonly place: Location;
  /** The known facts about it, the outermost first. */
  readonly details: readonly Detail[];
  readonly verdicts: readonly Verdict[];
}

/** One known fact and where it is written. Each step of a value through the code is a detail. */
export interface Detail {
  readonly text: string;
  readonly place?: Location;
  /** The indentation below the one before. */
  readonly depth: number;
}

/** The decision of a rule: a finding, or the reason why there is none. */
export interface Verdict {
  readonly ruleId: string;
  readonly isFinding: boolean;
  readonly text: string;
}
