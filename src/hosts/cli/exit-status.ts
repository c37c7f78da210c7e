import type { Problem } from "../../core/problem.js";
import { countFailing } from "../../core/unchecked.js";
import type { AssembledReport } from "../../engine/assemble-report.js";
import { EXIT, type World } from "./run.js";
import { notifierOf } from "./terminal.js";

interface FailureFlags {
  readonly failOnUndetermined?: boolean;
  readonly failOnUnchecked?: boolean;
}

/**
 * Returns the exit status of a report, except for options of one command. Each reason except an error is printed on
 * standard error.
 */
export function statusOfReport(
  {
    summary,
    problems,
    unchecked,
    showsUndetermined,
  }: Pick<AssembledReport, "summary" | "problems" | "unchecked" | "showsUndetermined">,
  flags: FailureFlags,
  { stderr }: Pick<World, "stderr">,
): number {
  const notify = notifierOf({ stderr });
  let status: number = summary.findings.error > 0 ? EXIT.findings : EXIT.clean;
  const fail = (reason: string): void => {
    notify(reason);
    status = EXIT.findings;
  };
  const markers = problems.filter(({ kind }) => kind === "todo").length;
  if (markers > 0)
    fail(`${markers} v2ready-todo ${markers === 1 ? "comment waits" : "comments wait"} for a decision`);
  const { undetermined } = summary;
  const shows = showsUndetermined ? "" : `; --show-undetermined lists ${undetermined === 1 ? "it" : "them"}`;
  if (flags.failOnUndetermined && undetermined > 0)
    fail(`${undetermined} ${undetermined === 1 ? "request" : "requests"} could not be decided${shows}`);
  const open = countFailing(unchecked);
  if (flags.failOnUnchecked && open > 0)
    fail(`${open} ${open === 1 ? "file was" : "files were"} not checked, or not fully (--fail-on-unchecked)`);
  return status;
}

/**
 * Prints files and folders that were given and could not be read. The run has failed then, whatever it found elsewhere.
 */
export function notifyUnread(unread: readonly Problem[], world: Pick<World, "stderr">): void {
  const notify = notifierOf(world);
  for (const { path, message } of unread) notify(`${path} ${message}`);
}
