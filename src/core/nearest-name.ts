/**
 * Returns the candidate that `name` probably means: the same in another case, or with at most a third of
 * its characters changed. Of equally near candidates it returns the first.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Counts insertions, deletions, replacements and swaps of two neighbours (optimal string alignment distance). */
function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= from.length; row++) {
    const above = rows[row - 1]!;
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = above[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      let least = Math.min(replaced, above[column]! + 1, current[column - 1]! + 1);
      const isSwap = row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) least = Math.min(least, rows[row - 2]![column - 2]! + 1);
      current.push(least);
    }
    rows.push(current);
  }
  return rows[from.length]![to.length]!;
}
