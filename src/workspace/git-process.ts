import { spawnSync } from "node:child_process";
import { InputError } from "../core/errors.js";

/**
 * Settings of a repository that run a program: none may run, because its content is not trusted. Filters cannot be
 * disabled by name, so only subcommands that apply none are called.
 */
const RUNS_NOTHING = [
  "--no-pager",
  ...["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.sshCommand=false"].flatMap(
    (setting) => ["-c", setting],
  ),
];

/** Objects that a partial clone lacks are fetched by programs that the repository names; git is to fail instead. */
const ENVIRONMENT = {
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  LC_ALL: "C",
  // Windows looks for programs in the working directory first.
  NoDefaultCurrentDirectoryInExePath: "1",
};

/**
 * The time that git may take, in milliseconds: it waits for a FIFO that its configuration includes, or that replaces an
 * object.
 */
export const GIT_PATIENCE = 30_000;

/** The subcommands that run neither filters nor hooks nor an external diff. */
type Subcommand = "check-ignore" | "ls-files" | "ls-tree" | "rev-parse";

interface GitOptions {
  /** The text for its standard input, also in parts. */
  readonly input?: readonly string[];
  /** The exit statuses that are not failures. */
  readonly statuses?: readonly number[];
  /** See `GIT_PATIENCE`. */
  readonly patience?: number;
}

/** Makes the error for a repository of which git cannot tell the state. */
export function unknownState(reason: string): InputError {
  return new InputError(
    `git cannot tell which files have uncommitted changes: ${reason}`,
    "--allow-dirty changes them without asking git.",
  );
}

/**
 * Runs git and returns the parts of its output, which end in NUL bytes.
 *
 * @throws {InputError} git is missing, fails or takes too long
 */
export function git(
  root: string,
  [subcommand, ...args]: readonly [Subcommand, ...string[]],
  { input, statuses = [0], patience = GIT_PATIENCE }: GitOptions = {},
): { readonly status: number; readonly parts: readonly string[] } {
  const { error, status, stdout, stderr } = spawnSync("git", [...RUNS_NOTHING, subcommand, ...args], {
    cwd: root,
    env: { ...process.env, ...ENVIRONMENT },
    input: (input ?? []).map((part) => `${part}\0`).join(""),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    timeout: patience,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  if (error || status === null || !statuses.includes(status)) {
    const isLate = error && "code" in error && error.code === "ETIMEDOUT";
    const reason = isLate ? "it does not answer" : (error?.message ?? stderr.trim().split("\n")[0] ?? "");
    throw unknownState(reason);
  }
  return { status, parts: stdout.split("\0").filter((part) => part !== "") };
}
