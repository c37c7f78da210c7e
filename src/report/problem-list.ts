import type { Problem } from "../core/problem.js";
import type { Report } from "../core/report.js";
import { LISTS_ALL, most, type Context } from "./finding-lines.js";
import { wordsOf, wrap } from "./wrap.js";
import { oneLine, visiblePath } from "../core/visible.js";

const PROBLEMS_LISTED = 20;

/**
 * Lists under a heading what failed or was done only in part: one line for each problem, usually at most
 * 20. The others are counted.
 */
export function problemList(
  problems: readonly Problem[],
  context: Pick<Context, "style" | "wrapAt" | "showsAll">,
): string[] {
  if (problems.length === 0) return [];
  const { style, wrapAt } = context;
  const shown = worstFirst(problems).slice(0, most(PROBLEMS_LISTED, context));
  const lines = shown.flatMap((problem) => {
    const place = problemPlace(problem);
    const words = [
      ...(place === "" ? [] : [{ text: place, shown: style.path(place) }]),
      ...wordsOf(oneLine(problem.message)).map((word, index) => (index === 0 ? { ...word, gap: 2 } : word)),
      { text: problem.kind, shown: style.faint(problem.kind), gap: 2 },
    ];
    return wrap(words, { lead: "  ", columns: 2, hang: 4, width: wrapAt });
  });
  const more = problems.length - shown.length;
  return [style.strong("Problems"), ...lines, ...(more > 0 ? [`  and ${more} more ${LISTS_ALL}`] : [])];
}

/** Returns the problems that the list of what was not checked does not repeat, with their place and message. */
export function problemsOnly({ problems, unchecked }: Pick<Report, "problems" | "unchecked">): Problem[] {
  const repeated = new Set(
    unchecked.flatMap(({ kind, reason, places }) =>
      places.map(({ path }) => JSON.stringify([kind, path, reason])),
    ),
  );
  return problems.filter(({ kind, path, message }) => !repeated.has(JSON.stringify([kind, path, message])));
}

/**
 * Sorts failures of this program before other problems, which keep their order. They mean that findings may be missing
 * although the repository is correct.
 */
export function worstFirst(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => rank(a) - rank(b));
}

/** Writes `path:line` or `path`. Empty for a problem of the run as a whole. */
function problemPlace({ path, line }: Problem): string {
  if (path === "") return "";
  return line === undefined ? visiblePath(path) : `${visiblePath(path)}:${line}`;
}

function rank({ kind }: Problem): number {
  return kind === "internal" ? 0 : 1;
}
