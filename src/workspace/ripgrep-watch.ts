import type { ChildProcess } from "node:child_process";
import { nodeFileSystem } from "./file-system.js";
import { readBytes } from "./read.js";

/** The time that a process may print nothing before it is ended, in milliseconds. */
export const PATIENCE = 30_000;
/** The time that a process may print nothing before the cause is searched for, in milliseconds. */
const LOOK_AFTER = 200;
/** The memory in bytes above which the cause is searched for: a search takes less than a fifth of it. */
const LOOK_ABOVE = 100 * 1024 ** 2;
const MAX_MEMORY = 4 * 1024 ** 3;
const PAGE = 4096;
const INTERVAL = 50;

/** The time that a caller waits that cannot search for the cause, in milliseconds. */
export const SHORT_PATIENCE = 500;

/** ripgrep cannot be started, broke off, or printed what this program does not understand. */
export class RipgrepUnusable extends Error {
  override readonly name = "RipgrepUnusable";

  /** @param isTold whether the search that replaces it reports the cause */
  constructor(
    message: string,
    readonly isTold = false,
  ) {
    super(message);
  }
}

/** Folders in which a search has hung, with the reason: the next one would hang as well. */
const hung = new Map<string, RipgrepUnusable>();

/** Returns the reason why ripgrep must not search a folder again. Undefined if it may. */
export function hungBecause(cwd: string): RipgrepUnusable | undefined {
  return hung.get(cwd);
}

/** Notes that a search of a folder hangs, and says so. */
function giveUp(cwd: string, reason: RipgrepUnusable): RipgrepUnusable {
  hung.set(cwd, reason);
  return reason;
}

/** Notes that ripgrep must not search a folder because of a file in it, and says so. */
export function refuse(cwd: string, objection: string): RipgrepUnusable {
  return giveUp(cwd, new RipgrepUnusable(`${objection}, and ripgrep would read it`, true));
}

/** The settings for watching a process. */
export interface Watching {
  /** The time that it may print nothing, in milliseconds. */
  readonly patience: number;
  /**
   * Runs after a short silence, or when the process takes more memory than usual. Returns what keeps it from an answer.
   * Undefined if no cause is found.
   */
  readonly look?: () => Promise<string | undefined>;
}

/**
 * Ends a process that prints nothing for long, or that takes all memory: ripgrep also reads a `.gitignore` that is a
 * FIFO or a device. The search that replaces it gives the same result, so it does not matter when this happens.
 *
 * @param cwd the working directory of the process
 * @param onHanging gets the reason before the process is ended
 * @returns a function that ends the watch
 */
export function watch(
  child: ChildProcess,
  cwd: string,
  { patience, look }: Watching,
  onHanging: (reason: RipgrepUnusable) => void,
): () => void {
  let silent = 0;
  let isOver = false;
  let isLooking = false;
  const onData = (): void => {
    silent = 0;
  };
  child.stdout?.on("data", onData);
  child.stderr?.on("data", onData);
  const interval = Math.min(INTERVAL, patience);
  const timer = setInterval(() => {
    silent += interval;
    const memory = memoryOf(child.pid);
    const why =
      silent >= patience ? "did not answer" : memory > MAX_MEMORY ? "took too much memory" : undefined;
    if (why !== undefined) end(giveUp(cwd, new RipgrepUnusable(`ripgrep ${why} and was given up`)));
    else if ((silent >= LOOK_AFTER || memory > LOOK_ABOVE) && look && !isLooking) {
      isLooking = true;
      void look().then((cause) => {
        if (cause !== undefined) end(refuse(cwd, cause));
      });
    }
  }, interval);
  const end = (reason: RipgrepUnusable): void => {
    if (isOver) return;
    stop();
    onHanging(reason);
    child.kill("SIGKILL");
  };
  const stop = (): void => {
    isOver = true;
    clearInterval(timer);
  };
  return stop;
}

/** The memory of a process in bytes, where the system has a file that tells; 0 elsewhere. */
function memoryOf(pid: number | undefined): number {
  if (process.platform !== "linux" || pid === undefined) return 0;
  const file = readBytes("", `/proc/${String(pid)}/statm`, { maxBytes: PAGE }, nodeFileSystem);
  return file.ok ? Number(file.bytes.toString("latin1").split(" ")[1]) * PAGE : 0;
}
