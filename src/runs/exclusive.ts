import { setTimeout as sleep } from "node:timers/promises";
import { InputError } from "../core/errors.js";
import { reasonOf } from "../workspace/file-system.js";
import type { ProcessIdentity } from "../workspace/process-identity.js";
import { findInterrupted, recover, treeOf, type Recovery } from "../workspace/recovery.js";
import { checkWorkingDirectory } from "../workspace/roots.js";
import { isLocked, lockTree } from "../workspace/tree-lock.js";

/** The time that a run that changes files waits for another one, in milliseconds. */
const PATIENCE = 120_000;
/** The time that a run that only reads waits for files that are being written, in milliseconds. */
const READING_PATIENCE = 5_000;
const PAUSE = 50;
const NAMES = 5;

/**
 * Runs what reads files in order to change them, while no other run changes files of the same tree. What an earlier run
 * left half done is finished or undone first.
 *
 * @param tell gets what a person should know, one line each
 * @throws {InputError} there is no such folder, another run does not end, or an interrupted change needs a person
 */
export async function withTree<T>(
  cwd: string,
  notify: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  checkWorkingDirectory(cwd);
  const release = await locked(treeOf(cwd), notify);
  try {
    for (const recovery of recover(cwd)) notifyRecovery(recovery, notify);
    return await work();
  } finally {
    release();
  }
}

/**
 * Tells that an earlier run left files half done. Nothing is changed: a command that only reads must not write.
 *
 * @throws {InputError} there is no such folder, or another run is changing files and does not end
 */
export async function notifyInterrupted(cwd: string, notify: (line: string) => void): Promise<void> {
  checkWorkingDirectory(cwd);
  let interrupted = findInterrupted(cwd);
  for (let waited = 0; interrupted.some(({ root }) => isLocked(root)); waited += PAUSE) {
    if (waited >= READING_PATIENCE) throw another(undefined);
    await sleep(PAUSE);
    interrupted = findInterrupted(cwd);
  }
  for (const { root } of interrupted)
    notify(
      `an earlier run was interrupted while it changed files in ${root}; the command fix completes the change`,
    );
}

async function locked(root: string, notify: (line: string) => void): Promise<() => void> {
  for (let waited = 0; ; waited += PAUSE) {
    let attempt;
    try {
      attempt = lockTree(root);
    } catch (error) {
      throw new InputError(
        `the lock of ${root} cannot be written: ${reasonOf(error)}`,
        "Set XDG_STATE_HOME to a folder that you can write to.",
      );
    }
    if (attempt.ok) return attempt.release;
    if (waited >= PATIENCE) throw another(attempt.holder);
    if (waited === 0)
      notify(`waiting for another run of v2ready that is changing files${named(attempt.holder)}`);
    await sleep(PAUSE);
  }
}

function another(holder: ProcessIdentity | undefined): InputError {
  return new InputError(
    `another run of v2ready is changing files here${named(holder)}`,
    "Wait for it, and try again.",
  );
}

function named(holder: ProcessIdentity | undefined): string {
  return holder ? ` (process ${holder.pid} on ${holder.host})` : "";
}

function notifyRecovery(
  { outcome, files, reasons, journal }: Recovery,
  notify: (line: string) => void,
): void {
  const names = `${files.slice(0, NAMES).join(", ")}${files.length > NAMES ? ", …" : ""}`;
  const change = `an interrupted change of ${files.length} ${files.length === 1 ? "file" : "files"} (${names})`;
  if (outcome === "stuck") {
    throw new InputError(
      `${change} can be neither finished nor undone: ${reasons.join("; ")}`,
      `Remove ${journal} when the files are as you want them.`,
    );
  }
  if (files.length === 0) return;
  const why = reasons.length === 0 ? "" : `: ${reasons.join("; ")}`;
  notify(`${change} was ${outcome}${why}`);
}
