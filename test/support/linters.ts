import { spawn } from "node:child_process";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { THOROUGH } from "./thorough.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The versions of ESLint that the plugin is for, by the folder that they are installed in. */
export type EslintVersion = "eslint" | "eslint9";

/** The versions in which every configuration is tried out. Some tests always run the older one as well. */
export const ESLINT_VERSIONS: readonly EslintVersion[] = THOROUGH ? ["eslint", "eslint9"] : ["eslint"];

/** A message of a linter, its place as people count. */
export interface LintMessage {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly ruleId: string | null;
  readonly severity: 1 | 2;
  readonly message: string;
  readonly fatal?: boolean;
}

export interface LintRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The files that were linted. */
  readonly files: readonly string[];
  readonly messages: readonly LintMessage[];
}

interface LintOptions {
  readonly cwd: string;
  readonly version?: EslintVersion;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments of Node.js itself. */
  readonly node?: readonly string[];
}

interface FileResult {
  readonly filePath: string;
  readonly messages: readonly Omit<LintMessage, "path">[];
}

/** Runs the real ESLint in a process of its own. Where it reports no JSON, there are no files and no messages. */
export async function eslint(config: string, options: LintOptions): Promise<LintRun> {
  const { cwd, version = "eslint", args = ["."], env = {}, node = [] } = options;
  const run = await start(
    [
      ...node,
      join(ROOT, "node_modules", version, "bin/eslint.js"),
      "--no-config-lookup",
      "--config",
      config,
      "--format",
      "json",
      ...args,
    ],
    cwd,
    env,
  );
  const results = run.stdout.startsWith("[") ? (JSON.parse(run.stdout) as FileResult[]) : [];
  const pathOf = ({ filePath }: FileResult): string => relative(cwd, filePath);
  return {
    ...run,
    files: results.map(pathOf),
    messages: results.flatMap((file) => file.messages.map((message) => ({ ...message, path: pathOf(file) }))),
  };
}

/** Returns the path of a configuration in the folder that tests share. */
export function sharedConfig(name: string): string {
  return join(ROOT, "test/hosts/eslint/configs", `${name}.mjs`);
}

/** Runs oxlint with the plugin; what it prints. */
export function oxlint(args: readonly string[], cwd: string): Promise<Omit<LintRun, "files" | "messages">> {
  return start([join(ROOT, "node_modules/oxlint/bin/oxlint"), ...args], cwd, {});
}

function start(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Pick<LintRun, "status" | "stdout" | "stderr">> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", failed);
    child.on("close", (status) => {
      done({ status, stdout, stderr });
    });
  });
}
