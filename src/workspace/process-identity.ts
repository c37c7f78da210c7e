import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** A process, distinguished from another one that gets the same number later or on another machine. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** When it started, in clock ticks since the machine did; only Linux tells. */
  readonly start?: string;
}

/** Returns the identity of the process that runs this code. */
export function ownIdentity(): ProcessIdentity {
  const start = startOf(process.pid);
  return { pid: process.pid, host: hostname(), ...(start !== undefined && { start }) };
}

/**
 * Returns whether a process is running. `unknown`: it ran on another host, as containers that share a disk are, and
 * nothing here can tell.
 */
export function isRunning({ pid, host, start }: ProcessIdentity): boolean | "unknown" {
  if (host !== hostname()) return "unknown";
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return start === undefined || startOf(pid) === start;
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, field 22; the name in field 2 may hold anything. */
function startOf(pid: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
