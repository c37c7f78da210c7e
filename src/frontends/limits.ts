/** How far values are followed. Reaching a limit makes an unknown that says so, or a problem; a run never hangs. */
export interface Limits {
  /** Steps in the name of one file: expressions and statements evaluated, and values copied, compared and joined. */
  readonly steps: number;
  /** The same for all files of a run together; when it is used up, each file still has a small share of its own. */
  readonly total: number;
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
  /** Variables, members, parameters and returns that a value goes through, one after the other. */
  readonly hops: number;
  /** Values that one place may have. */
  readonly alternatives: number;
  /** Files that are read through imports for the sake of one file that is asked about. */
  readonly files: number;
}

export const DEFAULT_LIMITS: Limits = {
  steps: 500_000,
  total: 10_000_000,
  imported: 1000,
  importers: 2000,
  callDepth: 40,
  recursion: 2,
  iterations: 64,
  hops: 1000,
  alternatives: 16,
  files: 400,
};
