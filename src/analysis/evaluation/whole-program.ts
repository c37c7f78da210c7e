import type { RootModule } from "./root-module.js";

/** The program that the files of an evaluation are a part of. */
export interface WholeProgram {
  /** The modules that were added, by their keys, and those that do not parse. */
  readonly added: ReadonlyMap<string, RootModule | undefined>;
  /** The number of files that were added. */
  readonly files: number;
  /** Operations of the evaluations before this one. */
  readonly spent: number;
  /** The number of files that the evaluations before this one read. */
  readonly imported: number;
  /** Returns whether a file was added that is evaluated apart from those at hand. */
  readonly isApart: (path: string) => boolean;
}

/** Ends an evaluation that comes to a file which is evaluated apart from it: they have to do with each other. */
export class ReachesApart extends Error {
  constructor(readonly path: string) {
    super(`${path} is evaluated apart`);
  }
}

/** The names by which one evaluation may affect another one of the same program. */
export class Touched {
  readonly used = new Set<string>();
  readonly changed = new Set<string>();

  /** Returns whether one of two evaluations changes something that the other one uses or changes. */
  clashes(other: Touched): boolean {
    return other.isAffectedBy(this.changed) || this.isAffectedBy(other.changed);
  }

  /** Says that the evaluation runs a file. */
  runs(path: string): void {
    this.changed.add(`file ${path}`);
  }

  isAffectedBy(changed: ReadonlySet<string>): boolean {
    for (const name of changed) if (this.used.has(name) || this.changed.has(name)) return true;
    return false;
  }
}
