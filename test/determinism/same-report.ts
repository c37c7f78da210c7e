import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { FORMAT_NAMES } from "../../src/report/index.js";
import { v2ready } from "../support/command.js";

/** Returns the report of a folder in every format, each from a separate process. */
export async function reportsOf(cwd: string, paths: readonly string[]): Promise<string[]> {
  const reports: string[] = [];
  for (const format of FORMAT_NAMES) {
    const { stdout } = await v2ready(["--format", format, ...paths], { cwd, asProcess: true });
    reports.push(stdout);
  }
  return reports;
}

/** Does something while every processor has twice as much to do as it can. */
export async function underLoad<Result>(work: () => Promise<Result>): Promise<Result> {
  const busy = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" }),
  );
  try {
    return await work();
  } finally {
    for (const child of busy) child.kill("SIGKILL");
  }
}
