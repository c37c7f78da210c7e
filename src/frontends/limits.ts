/** The limits of following values. A limit that is reached makes a value unknown or is a problem; a run never hangs. */
export interface Limits {
  /** Steps in the name of one file: expressions and statements evaluated, and values copied, compared and joined. */
  readonly steps: number;
  /** The same for all files of a run together; when it is used up, each file still has a small share of its own. */
  readonly total: number;
  /** Files that are read because the checked files import them. */
  readonly imported: number;
  /** Files that are read because they import the checked files. */
  readonly importers: number;
  /** Calls inside calls. */
  readonly callDepth: number;
  /** The greatest number of times that one function can be in the call stack. */
  readonly recursion: number;
  /** Elements of a known list that a loop evaluates one by one. */
  readonly iterations: number;
  /** Parts of a value that is sent, copied or printed as a whole: its members, with all that is inside of them. */
  readonly parts: number;
  /** Places that a value goes through: variables, members, parameters and returns. */
  readonly hops: number;
  /** Possible values of one place. */
  readonly alternatives: number;
  /** Files that are read through imports for one checked file. */
  readonly files: number;
  /** True if only code is evaluated that may have to do with the API; without it all is, for comparison. */
  readonly relevance: boolean;
}

export const DEFAULT_LIMITS: Limits = {
  steps: 600_000,
  total: 4_000_000,
  imported: 1000,
  importers: 2000,
  callDepth: 40,
  recursion: 2,
  iterations: 64,
  parts: 10_000,
  hops: 1000,
  alternatives: 16,
  files: 400,
  relevance: true,
};
