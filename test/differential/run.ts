import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Program } from "./program.js";

/** A request as it arrived. */
export interface Sent {
  readonly method: string;
  /** With the host that the program named. */
  readonly url: string;
  /** Lower-case names; what was sent several times is joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Outcome {
  readonly sent: readonly Sent[];
  /** The error that stopped the program, if there is one. Requests before it still count. */
  readonly failure?: string;
  /** True if the program was still running after the time limit. */
  readonly goesOn?: boolean;
}

/** Modules are never forgotten by a process, so after this many programs another one takes over. */
const PROGRAMS_PER_PROCESS = 2000;

/**
 * Runs programs in a process of their own, from the root of the project, against a server in that process that writes down what arrives.
 */
export class Runner {
  readonly #folder = mkdtempSync(join(tmpdir(), "v2ready-differential-"));
  #child: ChildProcess | undefined;
  #count = 0;

  constructor() {
    // The clients that the programs import.
    symlinkSync(resolve("node_modules"), join(this.#folder, "node_modules"), "junction");
  }

  async run(program: Program): Promise<Outcome> {
    if (this.#count > 0 && this.#count % PROGRAMS_PER_PROCESS === 0) this.#stop();
    const child = (this.#child ??= await this.#start());
    const message = await answerOf(child, { id: this.#count++, ...program });
    if (!message || message.goesOn) this.#stop();
    if (message) return message;
    return { sent: [], failure: "the program does not end" };
  }

  async #start(): Promise<ChildProcess> {
    const script = resolve("test/differential/child.mjs");
    const child = fork(script, [this.#folder], {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: [],
    });
    await once(child, "message");
    return child;
  }

  #stop(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  close(): void {
    this.#stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Programs may go round in circles, which no timer of their own process ends, or use up its memory. */
const PATIENCE = 10_000;

function answerOf(child: ChildProcess, program: object): Promise<Outcome | undefined> {
  return new Promise((done) => {
    const end = (outcome?: Outcome): void => {
      clearTimeout(timer);
      child.removeAllListeners("message").removeAllListeners("exit");
      done(outcome);
    };
    const timer = setTimeout(() => end(), PATIENCE);
    child.on("message", (message) => end(message as Outcome));
    child.on("exit", () => end());
    child.send(program);
  });
}
