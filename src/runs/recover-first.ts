import { setTimeout as sleep } from "node:timers/promises";
import { InputError } from "../core/errors.js";
import { checkWorkingDirectory } from "../workspace/roots.js";
import { recover, type Recovery } from "../workspace/recovery.js";

/** How long a run of `fix` that is just writing is waited for, in milliseconds. */
const PATIENCE = 5000;
const PAUSE = 50;
const NAMES = 5;

/**
 * Finishes or undoes what an earlier run left half done, before a command looks at a file.
 *
 * @param tell is told of what was left, one line for each
 * @throws {InputError} there is no such folder, that is not possible, or another run is writing and does not come to an end
 */
export async function recoverFirst(cwd: string, tell: (line: string) => void): Promise<void> {
  checkWorkingDirectory(cwd);
  let recoveries = recover(cwd);
  for (let waited = 0; waited < PATIENCE && recoveries.some(isRunning); waited += PAUSE) {
    await sleep(PAUSE);
    recoveries = [...recoveries.filter((one) => !isRunning(one)), ...recover(cwd)];
  }
  for (const { outcome, files, reasons, journal } of recoveries) {
    if (outcome === "running") {
      throw new InputError("another run of v2ready is changing files here", "Wait for it, and try again.");
    }
    const named = `${files.slice(0, NAMES).join(", ")}${files.length > NAMES ? ", …" : ""}`;
    const change = `an interrupted change of ${files.length} ${files.length === 1 ? "file" : "files"} (${named})`;
    if (outcome === "stuck") {
      throw new InputError(
        `${change} can be neither finished nor taken back: ${reasons.join("; ")}`,
        `Remove ${journal} when the files are as you want them.`,
      );
    }
    if (files.length === 0) continue;
    const why = reasons.length === 0 ? "" : `: ${reasons.join("; ")}`;
    tell(`${change} was ${outcome === "finished" ? "finished" : "taken back"}${why}`);
  }
}

function isRunning({ outcome }: Recovery): boolean {
  return outcome === "running";
}
