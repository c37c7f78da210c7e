/** How far values are followed. Reaching a limit makes an unknown that says so, or a problem; a run never hangs. */
export interface Limits {
  /** Expressions and statements evaluated in the name of one file. */
  readonly steps: number;
  /** Files that are read because those that are asked about import something from them. */
  readonly imported: number;
  /** Files that are read because they import from those that are asked about. */
  readonly importers: number;
  /** Calls inside calls. */
  readonly callDepth: number;
  /** Times that one function may be in the stack of calls. */
  readonly recursion: number;
  /** Elements of a known list that a loop is run through one by one. */
  readonly iterations: number;
}

export const DEFAULT_LIMITS: Limits = {
  steps: 600_000,
  imported: 1000,
  importers: 2000,
  callDepth: 40,
  recursion: 2,
  iterations: 64,
};
