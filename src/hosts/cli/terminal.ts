import { supportsHyperlink } from "supports-hyperlinks";
import { visibleLines, visiblePath } from "../../core/visible.js";

/** The facts that the command knows about its output. */
export interface Terminal {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
}

/** Tells a person something about the run, one line each. */
export function notifierOf({ stderr }: Pick<Terminal, "stderr">): (line: string) => void {
  return (line) => {
    stderr.write(`${visibleLines(`v2ready: ${line}`)}\n`);
  };
}

export type ColorChoice = "auto" | "always" | "never";

/**
 * Returns whether to colour standard output: the flag decides, then `NO_COLOR` (when not empty), then `FORCE_COLOR`,
 * then whether it is a terminal that can.
 */
export function usesColor(choice: ColorChoice, { stdout, env }: Terminal): boolean {
  if (choice !== "auto") return choice === "always";
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return stdout.isTTY && env["TERM"] !== "dumb";
}

/**
 * Returns whether to print hyperlinks: the flag decides, then `FORCE_HYPERLINK`, then whether standard output is a
 * terminal that is known to support them. In automatic mode there are none without colour.
 */
export function usesHyperlinks(
  choice: ColorChoice | undefined,
  color: boolean,
  { stdout, env }: Terminal,
): boolean {
  if (choice === "always" || choice === "never") return choice === "always";
  const forced = env["FORCE_HYPERLINK"];
  if (forced !== undefined && forced !== "") return forced !== "0";
  return color && stdout.isTTY && supportsHyperlink(stdout);
}

/** A line on standard error that shows the progress; empty without a terminal. */
export class Progress {
  #last = 0;
  #width = 0;

  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly enabled: boolean,
  ) {}

  static for(terminal: Terminal, wanted: boolean): Progress {
    return new Progress(terminal.stderr, wanted && terminal.stderr.isTTY && !terminal.env["CI"]);
  }

  show(done: number, total: number): void {
    const filled = total === 0 ? BAR : Math.round((done / total) * BAR);
    const line = `[${"#".repeat(filled)}${" ".repeat(BAR - filled)}] ${done}/${total} files`;
    if (done === total) this.#draw(line);
    else this.#drawSometimes(() => line);
  }

  say(what: string): void {
    this.#draw(what);
  }

  at(what: string, path: string): void {
    this.#drawSometimes((room) => `${what} ${shortPath(visiblePath(path), room - what.length - 1)}`);
  }

  clear(): void {
    if (this.#width > 0) this.stream.write(`\r${" ".repeat(this.#width)}\r`);
    this.#width = 0;
  }

  /** Draws a line at most ten times a second. */
  #drawSometimes(lineFor: (room: number) => string): void {
    if (!this.enabled || performance.now() - this.#last < 100) return;
    this.#draw(lineFor(this.#room));
  }

  /** Draws over the line before. A longer line than the terminal would leave its first part behind. */
  #draw(line: string): void {
    if (!this.enabled) return;
    this.#last = performance.now();
    const shown = line.slice(0, this.#room);
    this.stream.write(`\r${shown.padEnd(this.#width)}`);
    this.#width = shown.length;
  }

  /** The last column stays free: some terminals begin a new line after it. */
  get #room(): number {
    return (this.stream.columns || DEFAULT_COLUMNS) - 1;
  }
}

/** Returns a path in so many columns. The end of a path says the most. */
function shortPath(path: string, columns: number): string {
  return path.length <= columns ? path : `…${path.slice(Math.max(path.length - columns + 1, 0))}`;
}

const BAR = 24;
const DEFAULT_COLUMNS = 80;
