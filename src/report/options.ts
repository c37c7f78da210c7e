/** The groups of the text format: findings of one request, file, rule or folder. */
export const GROUPINGS = ["call", "file", "rule", "directory"] as const;

export type Grouping = (typeof GROUPINGS)[number];

/** The facts about the terminal or file that a report is printed to. Every format takes the same options. */
export interface RenderOptions {
  /** Colour escape sequences; formats for programs never have any. Default: none. */
  readonly color?: boolean;
  /** OSC 8 hyperlinks from rules to their pages and from places to their files. Default: none. */
  readonly hyperlinks?: boolean;
  /** Absolute; the folder that paths are relative to, for links to files. Default: none, and no such links. */
  readonly folder?: string;
  /** Columns of the terminal; code frames and lists are kept inside. Default: 120, at least 40. */
  readonly width?: number;
  /** Category of the analysis for SARIF, to tell several uploads of one commit apart. Default: `v2ready`. */
  readonly category?: string;
  /** The grouping of findings in the text format. Default: `call`. */
  readonly groupBy?: Grouping;
  /** Lists in texts for people are complete, however long they are. Default: the rest is counted. */
  readonly showAll?: boolean;
  /** The typed command, for the next command. Default: `npx v2ready` without paths and options. */
  readonly typed?: Typed;
}

/** The command line of this run, as far as the next command repeats it. */
export interface Typed {
  /** The start of the command: `npx v2ready`. */
  readonly program: string;
  /** The options and paths that `fix` takes as well; absent where `fix` cannot repeat the run. */
  readonly forFix?: readonly string[];
}

const DEFAULT_WIDTH = 120;
const LEAST_WIDTH = 40;

/** Returns the number of columns to use. The option may be missing or absurdly small. */
export function usableWidth(options: RenderOptions): number {
  return Math.max(options.width ?? DEFAULT_WIDTH, LEAST_WIDTH);
}
