import { supportsHyperlink } from "supports-hyperlinks";
import { visibleLines } from "../../core/visible.js";

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

  /** Draws at most ten times a second. */
  show(done: number, total: number): void {
    const now = performance.now();
    if (!this.enabled || (now - this.#last < 100 && done < total)) return;
    this.#last = now;
    const filled = total === 0 ? BAR : Math.round((done / total) * BAR);
    const line = `[${"#".repeat(filled)}${" ".repeat(BAR - filled)}] ${done}/${total} files`;
    this.stream.write(`\r${line.padEnd(this.#width)}`);
    this.#width = line.length;
  }

  follow(files: number): void {
    if (!this.enabled || files === 0) return;
    const line = `following the values of ${files} files`;
    this.stream.write(`\r${line.padEnd(this.#width)}`);
    this.#width = Math.max(this.#width, line.length);
  }

  clear(): void {
    if (this.#width > 0) this.stream.write(`\r${" ".repeat(this.#width)}\r`);
    this.#width = 0;
  }
}

const BAR = 24;
