/** Returns the file that shares most folders with another file. Undefined if two are equally near. */
export function nearest(paths: readonly string[], from: string): string | undefined {
  const folders = from.split("/").slice(0, -1);
  let best: { readonly path: string; readonly shared: number; readonly away: number } | undefined;
  let isTie = false;
  for (const path of paths) {
    const parts = path.split("/").slice(0, -1);
    let shared = 0;
    while (shared < parts.length && parts[shared] === folders[shared]) shared++;
    const one = { path, shared, away: parts.length - shared };
    const order = best ? shared - best.shared || best.away - one.away : 1;
    if (order > 0) best = one;
    isTie = order === 0 || (isTie && order < 0);
  }
  return isTie ? undefined : best?.path;
}
