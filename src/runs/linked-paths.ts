import { mayConcernCode } from "../engine/importable-data.js";
import { frontendFor } from "../frontends/registry.js";
import { discover, type DiscoverOptions } from "../workspace/discover.js";

/**
 * Returns whether a file that is not asked about may have to do with others: values are followed in code and out of
 * data.
 */
export function mayLeadElsewhere(path: string): boolean {
  return frontendFor(path).reading === "syntax" || mayConcernCode(path);
}

/**
 * Returns whether values may lead between the given paths and the files around them. Documentation, pictures and the
 * like can be searched alone, so a folder of them needs no analysis of the whole repository.
 */
export async function mayHaveLinks(
  scope: Omit<DiscoverOptions, "patterns">,
  candidates: readonly string[],
): Promise<boolean> {
  if (candidates.some(mayLeadElsewhere)) return true;
  const all = await discover({ ...scope, patterns: [{ source: "." }], isListed: false });
  return all.candidates.some(mayLeadElsewhere);
}
