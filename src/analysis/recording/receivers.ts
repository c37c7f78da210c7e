import type { Source, UnknownValue } from "../evaluation/value.js";

/** Names of one value; more say nothing more. */
const MAX_NAMES = 16;

/** The functions that get a value which is not known, by the names that the code calls them with. */
export class Receivers {
  readonly #bySource = new Map<Source, Map<string, Set<string>>>();

  /** Records that a function gets a value. */
  add({ source, path }: UnknownValue, names: readonly string[]): void {
    if (source.request !== undefined) return;
    let paths = this.#bySource.get(source);
    if (!paths) this.#bySource.set(source, (paths = new Map()));
    const whole = path.join(".");
    const known = paths.get(whole) ?? new Set();
    paths.set(whole, known);
    for (const name of names) if (known.size < MAX_NAMES) known.add(name);
  }

  /** Returns the functions that get what holds a member. */
  ofHolders({ source, path }: UnknownValue): readonly string[] {
    const paths = this.#bySource.get(source);
    if (!paths) return [];
    const names = path.flatMap((_, length) => [...(paths.get(path.slice(0, length).join(".")) ?? [])]);
    return [...new Set(names)];
  }
}
