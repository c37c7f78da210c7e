/** The way from the outermost object to a value, innermost step first, so that it is shared by what lies inside. */
export type Path = { readonly step: string; readonly above: Path } | undefined;

/** Only the inner end of a longer path is shown. */
const MAX_STEPS = 64;

/** Returns the steps from the outermost object on. */
export function stepsOf(path: Path, last: string): string[] {
  const steps = [last];
  for (let at = path; at && steps.length < MAX_STEPS; at = at.above) steps.push(at.step);
  return steps.reverse();
}

/** Returns the innermost step that fits. Undefined if none does. */
export function nearestStep(path: Path, fits: (step: string) => boolean): string | undefined {
  for (let at = path; at; at = at.above) if (fits(at.step)) return at.step;
  return undefined;
}
