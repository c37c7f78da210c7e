import type { Applicability, Edit, Finding, ReasonPlaces } from "../core/finding.js";

/**
 * The edits that migrate one request, or all requests that share a part: a base path in a constant, the headers of an
 * instance. They are applied together or not at all, in all files.
 */
export interface Unit {
  /** The same in every run over the same text; hexadecimal. */
  readonly id: string;
  /** A title for people: `move 3 requests to /api/atlas/v2`. */
  readonly title: string;
  readonly applicability: Applicability;
  /** The reasons why it is not `safe`, one sentence each. Empty if it is safe. */
  readonly reasons: readonly string[];
  readonly reasonPlaces?: ReasonPlaces;
  /** See `Fix`: of each of them, all requests are moved or none, as far as fixes are safe. */
  readonly programs: readonly string[];
  /** Ordered by path and place; they do not overlap. Empty where nothing can be offered. */
  readonly edits: readonly Edit[];
  /** The findings that it fixes. */
  readonly findings: readonly Finding[];
}

/** All that can be done about the findings of a run. A finding is in one unit, or no fix is known for it. */
export interface FixPlan {
  readonly units: readonly Unit[];
}
