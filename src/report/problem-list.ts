import type { Problem } from "../core/problem.js";
import type { Style } from "./style.js";
import { oneLine, visiblePath } from "./visible.js";

const PROBLEMS_LISTED = 20;

/** What could not be done, or not fully, under a heading: a line each, at most 20, the rest counted. */
export function problemList(problems: readonly Problem[], style: Style): string[] {
  if (problems.length === 0) return [];
  const lines = gravestFirst(problems)
    .slice(0, PROBLEMS_LISTED)
    .map((problem) => {
      const place = problemPlace(problem);
      const lead = place === "" ? "" : `${style.path(place)}  `;
      return `  ${lead}${oneLine(problem.message)}  ${style.faint(problem.kind)}`;
    });
  const more = problems.length - lines.length;
  return [style.strong("Problems"), ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
}

/**
 * Failures of this program before everything else, which keeps its order: they say that findings may be missing
 * for no fault of the repository.
 */
export function gravestFirst(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => rank(a) - rank(b));
}

/** `path:line`, `path`, or nothing where the run as a whole is meant. */
function problemPlace({ path, line }: Problem): string {
  if (path === "") return "";
  return line === undefined ? visiblePath(path) : `${visiblePath(path)}:${line}`;
}

function rank({ kind }: Problem): number {
  return kind === "internal" ? 0 : 1;
}
