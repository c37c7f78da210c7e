import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import type { Readable } from "node:stream";
import type { Problem } from "../core/problem.js";
import { VANISHED } from "./file-system.js";
import {
  hungBecause,
  PATIENCE,
  RipgrepUnusable,
  SHORT_PATIENCE,
  watch,
  type Watching,
} from "./ripgrep-watch.js";

/** The output of a ripgrep process beside the names; paths start with the root that it got. */
export interface RipgrepLog {
  readonly problems: Problem[];
  /** Paths at which the walk stopped, from `--debug`. */
  readonly ignored: IgnoredPath[];
  /** Files that are larger than `--max-filesize`, from `--debug`. */
  readonly oversized: string[];
}

/** A path at which ripgrep stopped: a rule file spoke (`gitignore`), a `--glob` did, or it is not a regular file. */
export type IgnoredPath =
  | { readonly path: string; readonly by: "gitignore" | "symlink" | "special" }
  | { readonly path: string; readonly by: "glob"; readonly glob: string };

/**
 * Runs ripgrep to its end, without a shell.
 *
 * @param onName gets every name as it is printed, which may be long before the end
 *
 * @param others ends other processes, whose answers are useless without that of this one; they fail for the same reason
 *
 * @throws {RipgrepUnusable} It does not start, is killed, hangs, or complains of how it was called.
 */
export async function runRipgrep(
  binary: string,
  args: readonly string[],
  cwd: string,
  onName: (name: string) => void,
  watching: Watching = { patience: PATIENCE },
  others = new AbortController(),
): Promise<RipgrepLog> {
  refuseHung(cwd);
  const child = start(binary, args, cwd, others.signal);
  const log = new LogReader();
  let unended = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    unended = readNames(unended + chunk, onName);
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    log.push(chunk);
  });
  let endWatch: (() => void) | undefined;
  try {
    const status = await new Promise<number | string>((resolve, reject) => {
      endWatch = watch(child, cwd, watching, (reason) => {
        leave(child);
        reject(reason);
      });
      child.on("error", (error) => {
        const { aborted, reason } = others.signal;
        reject(aborted ? (reason as Error) : new RipgrepUnusable(`ripgrep does not start: ${error.message}`));
      });
      child.on("close", (code, signal) => {
        resolve(code ?? signal ?? UNKNOWN_SIGNAL);
      });
    });
    return logOf(log, status);
  } catch (error) {
    others.abort(error);
    throw error;
  } finally {
    endWatch?.();
  }
}

/**
 * Waits no more for a process. One that reads from a lost network drive cannot be ended, and another process may hold its
 * output open.
 */
function leave(child: ChildProcessByStdio<null, Readable, Readable>): void {
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}

/** @throws {RipgrepUnusable} where ripgrep has hung before */
function refuseHung(cwd: string): void {
  const reason = hungBecause(cwd);
  if (reason !== undefined) throw reason;
}

/** Folders in which ripgrep takes longer than a caller waits that cannot do anything else. */
const slow = new Set<string>();

/**
 * Runs ripgrep for callers that cannot wait for a promise. They do not wait for long: a search that is watched may take
 * more time.
 *
 * @throws {RipgrepUnusable} It does not start, is killed, or complains of how it was called.
 */
export function runRipgrepNow(
  binary: string,
  args: readonly string[],
  cwd: string,
  onName: (name: string) => void,
  patience = SHORT_PATIENCE,
): RipgrepLog {
  refuseHung(cwd);
  if (slow.has(cwd)) throw new RipgrepUnusable("ripgrep was too slow before");
  const { error, stdout, stderr, status, signal } = spawnSync(binary, args, {
    cwd,
    timeout: patience,
    killSignal: "SIGKILL",
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
    encoding: "utf8",
    maxBuffer: Infinity,
  });
  if (error && "code" in error && error.code === "ETIMEDOUT") {
    slow.add(cwd);
    throw new RipgrepUnusable("ripgrep did not answer");
  }
  if (error) throw new RipgrepUnusable(`ripgrep does not start: ${error.message}`);
  readNames(stdout, onName);
  const log = new LogReader();
  log.push(stderr);
  return logOf(log, status ?? signal ?? UNKNOWN_SIGNAL);
}

const UNKNOWN_SIGNAL = "an unknown signal";

/** A NUL byte follows each name, the last one, too; gives what is left behind the last. */
function readNames(text: string, onName: (name: string) => void): string {
  const names = text.split("\0");
  const unended = names.pop()!;
  names.forEach(onName);
  return unended;
}

/** @throws {RipgrepUnusable} */
function logOf(log: LogReader, status: number | string): RipgrepLog {
  const { ignored, oversized, problems, complaints } = log.end();
  // 0: found, 1: nothing found, 2: something went wrong, perhaps with a single file only.
  if (typeof status === "string" || status > 2)
    throw new RipgrepUnusable(`ripgrep exited with ${String(status)}`);
  if (complaints.length > 0) throw new RipgrepUnusable(`ripgrep says: ${complaints.join("; ")}`);
  return { problems, ignored, oversized };
}

/** Some failures to start, such as too many arguments, are thrown; most are an event of the process. */
function start(
  binary: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
): ChildProcessByStdio<null, Readable, Readable> {
  try {
    return spawn(binary, args, {
      ...{ cwd, signal, killSignal: "SIGKILL" },
      ...{ stdio: ["ignore", "pipe", "pipe"], windowsHide: true },
    });
  } catch (error) {
    throw new RipgrepUnusable(`ripgrep does not start: ${(error as Error).message}`);
  }
}

const RECORD = /^rg: (?:(?<level>DEBUG|TRACE|INFO|WARN)\|(?<module>[\w:]+)\|[^ ]+: )?(?<text>.*)$/s;
const FILE_ERROR =
  /^(?<path>.*?)(?:: IO error for operation on .*)?: (?<reason>[^:]+) \(os error (?<code>\d+)\)$/s;
const IGNORING = /^ignoring (?<path>.*): Ignore\(IgnoreMatch\((?<source>\w+)\((?<details>.*)$/s;
const NO_FILE = /^ignoring (?<path>.*): failed to pass haystack filter: file type: (?<type>.*?), metadata: /s;
const TOO_LARGE = /^ignoring (?<path>.*): \d+ bytes$/s;
const ORIGINAL_GLOB = /, original: "(?<glob>(?:[^"\\]|\\.)*)", actual: /;
/** Codes of "no such file or directory" on POSIX and Windows, and of "path not found" on Windows. */
const ABSENT = new Set(["2", "3"]);

/** Takes ripgrep's standard error apart, as it arrives: messages about files, and with `--debug` a log of its walk. */
class LogReader {
  readonly #ignored: IgnoredPath[] = [];
  readonly #oversized: string[] = [];
  readonly #problems: Problem[] = [];
  readonly #complaints: string[] = [];
  #unread = "";

  push(chunk: string): void {
    // A record may contain line breaks, as names of files may, so it ends where the next one begins.
    const records = (this.#unread + chunk).split(/\n(?=rg: )/);
    this.#unread = records.pop()!;
    for (const record of records) this.#read(record);
  }

  end(): RipgrepLog & { complaints: string[] } {
    const last = this.#unread.trimEnd();
    if (last !== "") this.#read(last);
    return {
      ignored: this.#ignored,
      oversized: this.#oversized,
      problems: this.#problems,
      complaints: this.#complaints,
    };
  }

  #read(record: string): void {
    const groups = RECORD.exec(record)?.groups;
    const text = groups?.["text"] ?? record;
    if (groups?.["level"] !== undefined) {
      if (text.startsWith("ignoring ")) this.#readIgnored(text);
      return;
    }
    const error = FILE_ERROR.exec(text)?.groups;
    if (error === undefined) this.#complaints.push(text);
    else this.#problems.push({ path: error["path"]!, ...failureOf(error["code"]!, error["reason"]!) });
  }

  #readIgnored(text: string): void {
    const noFile = NO_FILE.exec(text)?.groups;
    if (noFile !== undefined) {
      const by = noFile["type"]!.includes("is_symlink: true") ? "symlink" : "special";
      this.#ignored.push({ path: noFile["path"]!, by });
      return;
    }
    const tooLarge = TOO_LARGE.exec(text)?.groups?.["path"];
    if (tooLarge !== undefined) {
      this.#oversized.push(tooLarge);
      return;
    }
    const { path, source, details } = IGNORING.exec(text)?.groups ?? {};
    const glob = ORIGINAL_GLOB.exec(details ?? "")?.groups?.["glob"];
    if (source === "Gitignore") this.#ignored.push({ path: path!, by: "gitignore" });
    else if (source === "Override" && glob !== undefined)
      this.#ignored.push({ path: path!, by: "glob", glob });
    else this.#complaints.push(text);
  }
}

function failureOf(code: string, reason: string): Pick<Problem, "kind" | "message"> {
  if (ABSENT.has(code)) return VANISHED;
  return {
    kind: "unreadable",
    message: `could not be read: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
  };
}
