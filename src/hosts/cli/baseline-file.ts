import { InputError, UsageError } from "../../core/errors.js";
import { Baseline } from "../../engine/baseline.js";
import { checkOutput, writeOutput } from "../../workspace/write-output.js";
import { nodeFileSystem } from "../../workspace/file-system.js";
import { readBytes } from "../../workspace/read.js";
import type { CheckFlags } from "./options.js";
import type { World } from "./run.js";
import { notifierOf } from "./terminal.js";

/** A baseline has one line for each finding, so this is more than 100,000 findings. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads the file that `--baseline` names; with `--update-baseline` it may be absent.
 *
 * @throws {InputError} it is absent, cannot be read, or is not a baseline
 */
export function openBaseline(
  { baseline: file, updateBaseline: isUpdated = false }: CheckFlags,
  { cwd }: Pick<World, "cwd">,
): Baseline | undefined {
  if (file === undefined) {
    if (isUpdated) throw new UsageError("--update-baseline needs --baseline FILE");
    return undefined;
  }
  if (isUpdated) checkOutput(file, cwd);
  const read = readBytes(cwd, file, { maxBytes: MAX_BYTES }, nodeFileSystem);
  if (read.ok) return new Baseline(read.bytes.toString("utf8"), isUpdated);
  const isAbsent = read.reason === "vanished";
  if (isUpdated && isAbsent) return new Baseline("", isUpdated);
  const problem = isAbsent ? "does not exist" : read.problem.message;
  throw new InputError(`the baseline ${file} ${problem}`, "Write it with --update-baseline.");
}

/** Writes an updated baseline. Otherwise says how many of its entries no longer match a finding. */
export function closeBaseline(baseline: Baseline | undefined, flags: CheckFlags, world: World): void {
  const { baseline: file, updateBaseline } = flags;
  if (!baseline || file === undefined) return;
  if (updateBaseline) return writeOutput(file, baseline.text(), world.cwd);
  const { staleCount } = baseline;
  if (staleCount === 0) return;
  const entries = staleCount === 1 ? "1 entry matches" : `${staleCount} entries match`;
  notifierOf(world)(`${entries} no finding in ${file}; --update-baseline removes what is not needed`);
}
