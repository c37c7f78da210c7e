import type { Run } from "./run.js";

/**
 * Makes something once for each run, which a part of the code keeps for it. Values of a run may not be found by the next
 * one: code may have changed them.
 */
export function keptByRun<Kept extends object>(make: (run: Run) => Kept): (run: Run) => Kept {
  const all = new WeakMap<Run, Kept>();
  return (run) => {
    let kept = all.get(run);
    if (!kept) all.set(run, (kept = make(run)));
    return kept;
  };
}
