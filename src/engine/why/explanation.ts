import type { Location } from "../../core/span.js";

/** One thing that was seen at a place, and what became of it. */
export interface Explanation {
  /** `GET {base}/groups/{id}/clusters, sent with axios`. */
  readonly title: string;
  readonly place: Location;
  /** What is known of it, outermost first. */
  readonly details: readonly Detail[];
  readonly verdicts: readonly Verdict[];
}

/** Something that is known, and where it is written; the way of a value is one detail a hop. */
export interface Detail {
  readonly text: string;
  readonly place?: Location;
  /** How far it is indented below the one before. */
  readonly depth: number;
}

/** What a rule made of it: a finding, or why there is none. */
export interface Verdict {
  readonly ruleId: string;
  readonly isFinding: boolean;
  readonly text: string;
}
