import type { ChildProcess } from "node:child_process";
import { nodeFileSystem } from "./file-system.js";
import { readBytes } from "./read.js";

/** How long a process may say nothing, in milliseconds. */
export const PATIENCE = 30_000;
const MAX_MEMORY = 4 * 1024 ** 3;
const PAGE = 4096;
const INTERVAL = 250;

/** Folders in which a search has hung: the next one would hang as well. */
const hung = new Set<string>();

export function hasHung(cwd: string): boolean {
  return hung.has(cwd);
}

/** Notes that a search of a folder hangs, and says so. */
export function giveUp(cwd: string, why: string): string {
  hung.add(cwd);
  return `ripgrep ${why} and was given up`;
}

/**
 * Ends a process that says nothing for long, or that takes all memory: ripgrep reads a `.gitignore` that is a FIFO or a
 * device, too. The search that takes its place gives the same result, so it does not matter when this happens.
 *
 * @param onHanging is told why, before the process is ended
 * @returns ends the watch
 */
export function watch(child: ChildProcess, patience: number, onHanging: (why: string) => void): () => void {
  let silent = 0;
  const onData = (): void => {
    silent = 0;
  };
  child.stdout?.on("data", onData);
  child.stderr?.on("data", onData);
  const interval = Math.min(INTERVAL, patience);
  const timer = setInterval(() => {
    silent += interval;
    const why =
      silent >= patience
        ? "did not answer"
        : memoryOf(child.pid) > MAX_MEMORY
          ? "took too much memory"
          : undefined;
    if (why === undefined) return;
    clearInterval(timer);
    onHanging(why);
    child.kill("SIGKILL");
  }, interval);
  return () => {
    clearInterval(timer);
  };
}

/** The memory of a process in bytes, where the system has a file that tells; 0 elsewhere. */
function memoryOf(pid: number | undefined): number {
  if (process.platform !== "linux" || pid === undefined) return 0;
  const file = readBytes("", `/proc/${String(pid)}/statm`, { maxBytes: PAGE }, nodeFileSystem);
  return file.ok ? Number(file.bytes.toString("latin1").split(" ")[1]) * PAGE : 0;
}
