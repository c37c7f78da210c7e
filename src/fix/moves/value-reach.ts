import { connectedGroups } from "../../core/connected-groups.js";
import type { FileContext } from "../../engine/rule.js";

/**
 * Says between which files values can go. Files that import each other, or the same file, can hand values to each other.
 * Others only get what leaves the program.
 */
export class ValueReach {
  readonly #groups = new Map<string, number>();
  /** Groups of files of which it is not known what they import. */
  readonly #open = new Set<number>();

  constructor(contexts: readonly FileContext[]) {
    const groups = connectedGroups(contexts, ({ facts: { path, imports = [], uses = [] } }) => [
      path,
      ...imports,
      ...uses,
    ]);
    for (const [index, group] of groups.entries()) {
      for (const { facts } of group) this.#groups.set(facts.path, index);
      if (group.some(({ facts }) => facts.imports === undefined)) this.#open.add(index);
    }
  }

  /** Returns whether a value in one of some files can get into another file. */
  canReach(from: readonly string[], to: string): boolean {
    const group = this.#groups.get(to);
    if (group === undefined || this.#open.has(group)) return true;
    return from.some((path) => this.#groups.get(path) === group);
  }
}
