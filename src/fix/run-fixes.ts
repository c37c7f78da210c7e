import type { Location } from "../core/span.js";
import { judgedAs, type JudgedUnit } from "./judged-unit.js";
import { keptBack, settleWhole } from "./whole-programs.js";
import { settle } from "./settle.js";
import type { FixPlan, Unit } from "./unit.js";
import type { Analysed, State, Verifier } from "./verify.js";

/** A unit may make another one possible; more often than this that is a circle. */
const MAX_PASSES = 10;

/** One sentence without a full stop, and the code that it is about if that is known. */
export interface Refusal {
  readonly reason: string;
  readonly place?: Location;
}

interface UnitJudge {
  readonly withUnsafe: boolean;
  /** Returns the reason why a unit must not be applied, whatever its edits are. Undefined if it may be applied. */
  refusal(unit: Unit, state: State): Refusal | undefined;
  /** Returns a reason against a safe unit that its plan does not know, so that it is applied on request only. */
  doubt?(unit: Unit, state: State): Promise<string | undefined>;
  /** Returns what a person has to know about a unit that is not proven, and its plan does not know. */
  warning?(unit: Unit, state: State): Promise<string | undefined>;
}

export interface FixBench extends Verifier, UnitJudge {
  plan(state: State): FixPlan;
  /** Lets a person choose among verified units; absent without `--interactive`. */
  choose?(units: readonly Unit[], state: State): Promise<Choice>;
}

export interface Choice {
  readonly taken: readonly Unit[];
  /** Units that the person has not answered about. */
  readonly unasked?: readonly Unit[];
  /** True if nothing more is to be asked. */
  readonly isLast: boolean;
}

/** The result of a run of fixes, before anything is written. */
export interface FixRun {
  /** The state after all applied units, with its analysis. */
  readonly state: State;
  /** The units that were applied in all passes, in order. */
  readonly applied: readonly JudgedUnit[];
  /** The units of the last pass that were not applied. */
  readonly others: readonly JudgedUnit[];
}

/** Plans, verifies and applies units in memory, again and again until no more can be applied. */
export async function runFixes(start: Analysed, bench: FixBench): Promise<FixRun> {
  let state: State = { ...start, texts: new Map() };
  const applied: JudgedUnit[] = [];
  const declined = new Set<string>();
  let isAsked = bench.choose !== undefined;
  for (let pass = 1; ; pass++) {
    const plan = bench.plan(state);
    const judged = await judgeUnits(plan.units, state, bench, declined);
    const wanted = judged.flatMap(({ unit, status }) => (status === "applied" ? [unit] : []));
    const isOver = wanted.length === 0 || pass > MAX_PASSES || (bench.choose !== undefined && !isAsked);
    if (isOver) return { state, applied, others: unapplied(judged) };
    let settled = bench.withUnsafe
      ? await settle(wanted, state, bench)
      : await settleWhole(wanted, state, bench);
    const { withdrawn } = settled;
    let left: readonly Unit[] = [];
    if (bench.choose && settled.accepted.length > 0) {
      const { taken, unasked = [], isLast } = await bench.choose(settled.accepted, state);
      isAsked = !isLast;
      left = unasked;
      for (const unit of settled.accepted)
        if (!taken.includes(unit) && !left.includes(unit)) declined.add(nameOf(unit));
      if (taken.length < settled.accepted.length) settled = await settle(taken, state, bench);
    }
    if (settled.accepted.length === 0) {
      const final = judged.map((one) =>
        left.includes(one.unit) ? one : withdrawnOr(one, withdrawn, declined),
      );
      return { state, applied, others: unapplied(final) };
    }
    for (const unit of settled.accepted) applied.push(judgedAs("applied", unit, state));
    state = settled.state;
  }
}

/** Says which of some units can be applied as far as that is known before they are verified, and why not the others. */
export async function judgeUnits(
  units: readonly Unit[],
  state: State,
  bench: UnitJudge,
  declined: ReadonlySet<string> = new Set(),
): Promise<readonly JudgedUnit[]> {
  const own: JudgedUnit[] = [];
  for (const unit of units) own.push(await judge(unit, state, bench, declined));
  return keptBack(own, bench.withUnsafe);
}

async function judge(
  planned: Unit,
  state: State,
  bench: UnitJudge,
  declined: ReadonlySet<string>,
): Promise<JudgedUnit> {
  const unit = await warned(planned, state, bench);
  if (unit.applicability === "display-only" || unit.edits.length === 0)
    return judgedAs("shown", unit, state, orElse(unit.reasons, "a person must decide"));
  const refusal = bench.refusal(unit, state);
  if (refusal) {
    const { reason, place } = refusal;
    return judgedAs("refused", unit, state, [reason], new Map(place ? [[reason, place]] : []));
  }
  if (unit.applicability === "unsafe" && !bench.withUnsafe)
    return judgedAs("waiting", unit, state, orElse(unit.reasons, "the fix is unsafe"));
  if (declined.has(nameOf(unit))) return judgedAs("declined", unit, state, [DECLINED]);
  const doubt = bench.withUnsafe ? undefined : await bench.doubt?.(unit, state);
  if (doubt !== undefined) return judgedAs("waiting", unit, state, [doubt]);
  return judgedAs("applied", unit, state);
}

/** Returns a unit with the warning about it among its reasons. */
async function warned(unit: Unit, state: State, bench: UnitJudge): Promise<Unit> {
  const isProven = unit.applicability === "safe" && !bench.withUnsafe;
  if (isProven || unit.applicability === "display-only") return unit;
  const warning = await bench.warning?.(unit, state);
  return warning === undefined
    ? unit
    : { ...unit, applicability: "unsafe", reasons: [...unit.reasons, warning] };
}

const DECLINED = "you declined this fix";

function orElse(reasons: readonly string[], other: string): readonly string[] {
  return reasons.length > 0 ? reasons : [other];
}

function withdrawnOr(
  judged: JudgedUnit,
  withdrawn: ReadonlyMap<Unit, string>,
  declined: ReadonlySet<string>,
): JudgedUnit {
  const { status, unit, state } = judged;
  if (status !== "applied") return judged;
  const reason = withdrawn.get(unit);
  if (reason !== undefined)
    return judgedAs("withdrawn", unit, state, [`the fix failed its check: ${reason}`]);
  return declined.has(nameOf(unit))
    ? judgedAs("declined", unit, state, [DECLINED])
    : judgedAs("withdrawn", unit, state, ["the fix failed its check together with the other fixes"]);
}

/** The same for the same unit after other units have moved it. */
function nameOf({ title, findings }: Unit): string {
  const ofFindings = findings.map(({ ruleId, messageId, property = "", place }) =>
    [ruleId, messageId, property, place.path].join(" "),
  );
  return [title, ...ofFindings.sort()].join("\n");
}

/** Units that would pass verification, but are no longer asked about, are left. */
function unapplied(judged: readonly JudgedUnit[]): readonly JudgedUnit[] {
  return judged.map((one) =>
    one.status === "applied"
      ? judgedAs("declined", one.unit, one.state, ["you stopped before this fix"])
      : one,
  );
}
