import { judgedAs, type JudgedUnit } from "./judged-unit.js";
import { settle, type Settled } from "./settle.js";
import type { Unit } from "./unit.js";
import type { State, Verifier } from "./verify.js";

/**
 * Returns the reason why a unit is not applied: another unit of the same program is not applied, for the given reason.
 */
export function othersAreLeft(reason: string): string {
  return `other requests of the same program are not fixed: ${reason}`;
}

/**
 * Keeps back safe units of programs if another unit of the program is left for a reason outside its code. If only a
 * part of a program has moved to the versioned form, the program works with neither form.
 *
 * @param withUnsafe whether unsafe fixes are wanted
 */
export function keptBack(judged: readonly JudgedUnit[], withUnsafe: boolean): readonly JudgedUnit[] {
  if (withUnsafe) return judged;
  // Units that are not safe by their plan affect the other units of their program.
  const left = judged.filter(
    ({ status, unit }) => status === "refused" || (status === "waiting" && unit.applicability === "safe"),
  );
  return judged.map((one): JudgedUnit => {
    const other =
      one.status === "applied" ? left.find(({ unit }) => sharesProgram(unit, one.unit)) : undefined;
    if (!other) return one;
    const reason = othersAreLeft(other.reasons.join("; "));
    const place = other.reasonPlaces?.get(other.reasons[0]!);
    return judgedAs("waiting", one.unit, one.state, [reason], new Map(place ? [[reason, place]] : []));
  });
}

/** Settles units; where one is withdrawn, so are the others of its program. */
export async function settleWhole(units: readonly Unit[], from: State, verifier: Verifier): Promise<Settled> {
  const withdrawn = new Map<Unit, string>();
  for (let rest = units; ;) {
    const settled = await settle(rest, from, verifier);
    for (const [unit, reason] of settled.withdrawn) withdrawn.set(unit, reason);
    const failed = [...settled.withdrawn].filter(([unit]) => !settled.postponed.has(unit));
    const halves = settled.accepted.flatMap((unit) => {
      const because = failed.find(([other]) => sharesProgram(other, unit));
      return because ? [[unit, othersAreLeft(because[1])] as const] : [];
    });
    if (halves.length === 0) return { ...settled, withdrawn };
    for (const [unit, reason] of halves) withdrawn.set(unit, reason);
    rest = settled.accepted.filter((unit) => !withdrawn.has(unit));
  }
}

function sharesProgram(a: Unit, b: Unit): boolean {
  return a.programs.some((program) => b.programs.includes(program));
}
