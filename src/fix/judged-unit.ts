import type { ReasonPlaces } from "../core/finding.js";
import type { Unit } from "./unit.js";
import type { State } from "./verify.js";

/** The result for a unit. */
type UnitStatus =
  /** Passed verification, and is in the new texts. */
  | "applied"
  /** Is only applied on request. */
  | "waiting"
  /** Cannot be applied by a program. */
  | "shown"
  /** Was planned and failed verification. */
  | "withdrawn"
  /** Could be applied, and something about its files or its rules speaks against it. */
  | "refused"
  /** A person said no. */
  | "declined";

/** A unit with its result. */
export interface JudgedUnit {
  readonly unit: Unit;
  readonly status: UnitStatus;
  /**
   * The reasons why it is not applied, each without a full stop. For an applied unit, the reasons why it is not safe.
   */
  readonly reasons: readonly string[];
  readonly reasonPlaces?: ReasonPlaces | undefined;
  /** The same in one line, with the option that applies it all the same. */
  readonly reason: string;
  /** The state that it was planned for: the offsets of its edits and findings are those of its texts. */
  readonly state: State;
}

/** Gives a unit its status. */
export function judgedAs(
  status: UnitStatus,
  unit: Unit,
  state: State,
  reasons: readonly string[] = unit.reasons,
  reasonPlaces: ReasonPlaces | undefined = unit.reasonPlaces,
): JudgedUnit {
  const reason = reasons.join("; ");
  return {
    unit,
    status,
    reasons,
    reasonPlaces,
    reason: status === "waiting" ? `${reason} (--unsafe-fixes)` : reason,
    state,
  };
}
