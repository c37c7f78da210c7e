import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { addToTree, type Tree } from "../workspace/support/tree.js";
import { sharedTree } from "./tree.js";

/** Nothing depends on the platform, and a commit starts no process to tidy up. */
const SETTINGS = ["core.autocrlf=false", "core.quotePath=false", "gc.auto=0", "maintenance.auto=false"];

const WITH_SETTINGS = SETTINGS.flatMap((setting) => ["-c", setting]);

/** Runs git without the configuration of the machine. */
export function git(cwd: string, ...args: string[]): string {
  return start(cwd, "git", [...WITH_SETTINGS, ...args]);
}

function start(cwd: string, program: string, args: readonly string[]): string {
  return execFileSync(program, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "a",
      GIT_AUTHOR_EMAIL: "a@example.com",
      GIT_COMMITTER_NAME: "a",
      GIT_COMMITTER_EMAIL: "a@example.com",
    },
  });
}

let empty: string | undefined;

/** A process that starts git copies its own tables of memory each time, so git makes one repository for all tests. */
function emptyRepository(): string {
  if (empty === undefined) {
    empty = mkdtempSync(join(process.env["V2READY_TEST_FOLDER"]!, "empty-repository-"));
    git(empty, "init", "-q", "--template=");
  }
  return empty;
}

/** Makes a git repository with the tree committed. It is removed with the other trees of the test file. */
export function repository(tree: Tree): string {
  const root = sharedTree({});
  addToTree(root, tree);
  cpSync(join(emptyRepository(), ".git"), join(root, ".git"), { recursive: true });
  commit(root);
  return root;
}

/** Commits everything. A small process starts git twice, as the process of the tests takes long to start another one. */
export function commit(root: string): void {
  const commands = 'git "$@" add -A -f && git "$@" commit -q -m state --allow-empty';
  start(root, "sh", ["-c", commands, "sh", ...WITH_SETTINGS]);
}

const OLD_TYPE = "application/vnd.service.2023-02-01+json";

/** Makes a call of discovery with a media type that it does not accept, which a fix removes. */
export function discoveryCall(accept = OLD_TYPE): string {
  return `await fetch("https://admin.example.com/metrics/v1.0/groups/5f1/discovery", {
  headers: { Accept: "${accept}", Authorization: credentials },
});
`;
}

/** Returns the text after the fix. */
export function fixed(text: string): string {
  return text.replaceAll(OLD_TYPE, "application/json");
}
