import { run } from "../../src/hosts/cli/run.js";
import { TEST_DAY } from "./analyze.js";
import type { Outcome } from "./command.js";

/** A stream that keeps what is written to it, as the command needs it. */
class Kept {
  text = "";
  readonly isTTY = false;

  write(chunk: string, done?: () => void): boolean {
    this.text += chunk;
    done?.();
    return true;
  }
}

/** Runs a command in this process, from the sources: for tables with many cases. It reads no standard input. */
export async function runHere(args: readonly string[], cwd: string): Promise<Outcome> {
  const [stdout, stderr] = [new Kept(), new Kept()];
  const status = await run(args, {
    cwd,
    env: {},
    now: new Date(`${TEST_DAY}T12:00:00Z`),
    stdout: stdout as unknown as NodeJS.WriteStream,
    stderr: stderr as unknown as NodeJS.WriteStream,
  });
  return { stdout: stdout.text, stderr: stderr.text, status };
}
