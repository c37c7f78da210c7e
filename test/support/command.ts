import { spawn } from "node:child_process";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { run } from "../../src/hosts/cli/run.js";
import type { JsonReport } from "../../src/report/index.js";
import { TEST_DAY } from "./analyze.js";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The built command, as `bin` of the package names it. */
export const COMMAND = join(ROOT, "dist/cli.js");

export interface Surroundings {
  /** The root of the project where it is left out. */
  readonly cwd?: string;
  /** Variables in addition to the few that every run gets. None come from the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; empty where it is left out. */
  readonly input?: string | Uint8Array;
  /** Runs the built command in a process of its own, where it matters that it is one. */
  readonly asProcess?: boolean;
  /** Arguments of Node.js itself, for a process of its own. */
  readonly node?: readonly string[];
}

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  /** `null` where a signal ended the process. */
  readonly status: number | null;
}

/**
 * Runs the command as its users do. It runs in the process of the tests, as a process costs half a second, unless the
 * surroundings ask for one; test/hosts/cli/processes.test.ts compares the two.
 */
export function v2ready(args: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
  return surroundings.asProcess || surroundings.node
    ? inProcessOfItsOwn(args, surroundings)
    : inThisProcess(args, surroundings);
}

async function inThisProcess(
  args: readonly string[],
  { cwd = ROOT, env, input = "" }: Surroundings,
): Promise<Outcome> {
  const [stdout, stderr] = [new Captured(), new Captured()];
  const status = await run(args, {
    cwd,
    stdin: Readable.from([Buffer.from(input)]),
    stdout: stdout as unknown as NodeJS.WriteStream,
    stderr: stderr as unknown as NodeJS.WriteStream,
    env: environment(env),
    now: new Date(),
  });
  return { stdout: stdout.text, stderr: stderr.text, status };
}

/** A stream that is not a terminal, and keeps what is written to it. */
class Captured extends Writable {
  text = "";

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

function inProcessOfItsOwn(
  args: readonly string[],
  { cwd = ROOT, env, input = "", node = [] }: Surroundings,
): Promise<Outcome> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [...node, COMMAND, ...args], { cwd, env: environment(env) });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    // A run that does not read its input closes it before all is written.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.on("error", failed);
    child.on("close", (status) => {
      done({ stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), status });
    });
  });
}

function environment(added: Surroundings["env"]): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: process.env["HOME"], ...added };
}

/** Returns the names of all commands in the output of `--help`. */
export async function commandNames(): Promise<string[]> {
  const { stdout } = await v2ready(["--help"]);
  const [, commands = ""] = stdout.split("\nCommands:\n");
  return [...commands.matchAll(/^ {2}([a-z-]+)\b/gm)].map(([, name]) => name!);
}

/** Runs `check` on the day of the tests. */
export function check(args: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
  return v2ready(["check", "--as-of", TEST_DAY, ...args], surroundings);
}

/** Does the same with every item, two at a time: as many processes as the smallest machine has cores. */
export async function inPairs<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all([worker(), worker()]);
  return results;
}

/** Returns the JSON report of `check`. */
export async function report(args: readonly string[], surroundings: Surroundings = {}): Promise<JsonReport> {
  const { stdout, stderr, status } = await check(["--format", "json", ...args], surroundings);
  if (status !== 0 && status !== 1) throw new Error(`exit status ${String(status)}: ${stderr}`);
  return JSON.parse(stdout) as JsonReport;
}
