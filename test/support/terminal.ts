import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { COMMAND, type Outcome } from "./command.js";
import { TEST_DAY } from "./analyze.js";

/** Keys as a terminal sends them. */
export const ENTER = "\r";
export const CTRL_C = "\u0003";
export const CTRL_D = "\u0004";

/** The end of the input, without any key: the terminal was closed. */
export const HANG_UP = Symbol("hang up");

export type Answer = string | typeof HANG_UP;

/** The end of every question. */
const PROMPT = "[?] help: ";

/** Makes the command take its pipes for a terminal, so that it reads single keys: a real one is not to be had everywhere. */
const TERMINAL = `data:text/javascript,${encodeURIComponent(`
  for (const stream of [process.stdin, process.stderr]) stream.isTTY = true;
  process.stderr.columns = 200;
`)}`;

interface Dialogue extends Outcome {
  /** The output before each question, and after the last one; without control sequences. */
  readonly shown: readonly string[];
}

/** Runs `fix --interactive` in a process of its own, and gives an answer to each question as it is asked. */
export async function answering(
  cwd: string,
  answers: readonly Answer[],
  args: readonly string[] = [],
): Promise<Dialogue> {
  const child = spawn(process.execPath, ["--import", TERMINAL, COMMAND, ...FIX, ...args], { cwd, env: ENV });
  const shown = [""];
  const left = [...answers];
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    shown.push((shown.pop() ?? "") + plain(text));
    if (!shown.at(-1)!.includes(PROMPT)) return;
    shown.push("");
    const answer = left.shift();
    // Without another answer the run would wait for ever.
    if (answer === undefined || answer === HANG_UP) child.stdin.end();
    else child.stdin.write(answer);
  });
  child.stdin.on("error", () => undefined);
  const status = await ended(child);
  return { stdout, stderr, status, shown };
}

/** From util-linux: runs a command in a terminal of its own. */
const SCRIPT = "/usr/bin/script";

/**
 * Runs the command in a terminal with 80 columns, and returns all that it shows, with colours. If the system has no
 * `script`, an imitation of a terminal is used.
 */
export async function inTerminal(
  cwd: string,
  answers: readonly string[],
): Promise<{ readonly shown: string; readonly status: number | null }> {
  if (process.platform !== "linux" || !existsSync(SCRIPT)) {
    const { shown, stdout, status } = await answering(cwd, answers, ["--color", "always"]);
    return { shown: shown.join("") + stdout, status };
  }
  const words = [process.execPath, COMMAND, ...FIX].map((word) => `'${word}'`).join(" ");
  const child = spawn(SCRIPT, ["-qec", `stty cols 80; exec ${words}`, "/dev/null"], {
    cwd,
    env: { ...ENV, TERM: "xterm" },
  });
  let shown = "";
  let answered = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    if (shown.split(PROMPT).length - 1 <= answered) return;
    child.stdin.write(answers[answered++] ?? CTRL_D);
  });
  const status = await ended(child);
  return { status, shown: shown.replaceAll("\r\n", "\n") };
}

const FIX = ["fix", "--interactive", "--no-progress", "--as-of", TEST_DAY];
const ENV = { PATH: process.env["PATH"], HOME: process.env["HOME"] };

/** One that waits for input after all answers would never end. */
async function ended(child: ChildProcess): Promise<number | null> {
  const guard = setTimeout(() => child.kill("SIGKILL"), MAX_TIME);
  const [status] = (await once(child, "close")) as [number | null];
  clearTimeout(guard);
  return status;
}

const MAX_TIME = 60_000;

/** Without the sequences that move the cursor and clear lines. */
function plain(text: string): string {
  // eslint-disable-next-line no-control-regex -- that is what such a sequence starts with
  return text.replace(/\u001B\[[\d;]*[A-Za-z]/g, "").replaceAll("\r\n", "\n");
}
