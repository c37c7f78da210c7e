import { addAll } from "../core/add-all.js";
import { attempt, structuralFault, type State, type Verifier } from "./verify.js";
import { EditSet, OverlapError, orderEdits } from "./text-edits.js";
import type { Unit } from "./unit.js";

/** Times that units are withdrawn because they are surely to blame, before halves are tried. */
const ROUNDS = 4;

/** The units that passed verification together, and why others did not. */
export interface Settled {
  readonly accepted: readonly Unit[];
  /** With all accepted units applied. */
  readonly state: State;
  readonly withdrawn: ReadonlyMap<Unit, string>;
  /** Those of them that only come after others. */
  readonly postponed: ReadonlySet<Unit>;
}

/**
 * Finds the units that can be applied together. Each keeps the code around it, and an analysis of the result shows that
 * the fixed findings are gone and there are no new ones. Failing units are withdrawn. If the failing unit is unknown,
 * the units are bisected, so that a few bad ones among many cost few analyses.
 */
export async function settle(units: readonly Unit[], from: State, verifier: Verifier): Promise<Settled> {
  const withdrawn = new Map<Unit, string>();
  const postponed = new Set<Unit>();
  const accepted: Unit[] = [];
  let state = from;
  let rounds = ROUNDS;

  async function add(group: readonly Unit[]): Promise<void> {
    if (group.length === 0) return;
    const result = await attempt([...accepted, ...group], from, verifier);
    if (result.ok) {
      addAll(accepted, group);
      state = result.state;
      return;
    }
    if (group.length === 1) {
      withdrawn.set(group[0]!, result.reason);
      return;
    }
    const blamed = group.filter((unit) => result.blamed.includes(unit));
    if (blamed.length > 0 && rounds-- > 0) {
      for (const unit of blamed) withdrawn.set(unit, result.reason);
      await add(group.filter((unit) => !blamed.includes(unit)));
      return;
    }
    const half = group.length >> 1;
    await add(group.slice(0, half));
    await add(group.slice(half));
  }

  /** Those that leave the code around them alone. A file is parsed once for all that change it, unless one does not. */
  async function soundOf(group: readonly Unit[]): Promise<Unit[]> {
    if (group.length === 0) return [];
    const fault = await structuralFault(
      group.flatMap(({ edits }) => edits),
      from.texts,
      verifier,
    );
    if (fault === undefined) return [...group];
    if (group.length === 1) {
      withdrawn.set(group[0]!, fault);
      return [];
    }
    const half = group.length >> 1;
    return [...(await soundOf(group.slice(0, half))), ...(await soundOf(group.slice(half)))];
  }

  const together = new EditSet();
  const fitting: Unit[] = [];
  const beside: Unit[] = [];
  for (const unit of units) {
    const fault = overlapIn(unit);
    if (fault !== undefined) withdrawn.set(unit, fault);
    else if (!together.fits(unit.edits)) beside.push(unit);
    else {
      together.add(unit.edits);
      fitting.push(unit);
    }
  }
  const sound = await soundOf(fitting);
  const kept = new EditSet();
  for (const { edits } of sound) kept.add(edits);
  for (const unit of beside) {
    if (!kept.fits(unit.edits)) {
      withdrawn.set(unit, "another fix changes the same characters; v2ready tries this one again afterwards");
      postponed.add(unit);
      continue;
    }
    const own = await soundOf([unit]);
    for (const { edits } of own) kept.add(edits);
    addAll(sound, own);
  }
  await add(sound);
  return { accepted, state, withdrawn, postponed };
}

/** Returns the reason why the edits of a unit cannot be made together. Undefined if they can. */
function overlapIn({ edits }: Unit): string | undefined {
  try {
    orderEdits(edits);
    return undefined;
  } catch (error) {
    if (error instanceof OverlapError) return error.message;
    throw error;
  }
}
