import { spawn, type ChildProcess } from "node:child_process";
import { afterEach } from "vitest";
import { COMMAND } from "./command.js";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** A double that runs as its own process, until the test ends. */
export interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** Starts `v2ready serve`, and waits until it has printed its address. */
export async function serve(...args: string[]): Promise<Running> {
  return serveIn(undefined, ...args);
}

/** The same in a folder. */
export async function serveIn(cwd: string | undefined, ...args: string[]): Promise<Running> {
  const child = spawn(process.execPath, [COMMAND, "serve", ...args], {
    env: { PATH: process.env["PATH"] },
    ...(cwd !== undefined && { cwd }),
  });
  children.push(child);
  let [stdout, stderr] = ["", ""];
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  await new Promise<void>((told, failed) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.endsWith("\n")) told();
    });
    child.once("exit", (status) => {
      failed(new Error(`exit status ${String(status)}: ${stderr}`));
    });
  });
  return { child, url: stdout.split("\n")[0]!, stdout: () => stdout, stderr: () => stderr };
}
