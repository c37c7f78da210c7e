import { classOfFile } from "../core/file-class.js";

/** Endings of languages of programs, which may read files that they name. */
const CODE =
  /[.](?:[cm]?[jt]sx?|vue|svelte|astro|sh|bash|zsh|fish|ps1|py|rb|rake|php|go|java|kts?|scala|groovy|cs|rs|pl|lua|exs?|swift)$/;
/** Files by whose names programs know that there are commands in them. */
const COMMANDS =
  /(?:^|\/)(?:Makefile|GNUmakefile|[Jj]ustfile|Rakefile|Jenkinsfile|Vagrantfile|Taskfile\.ya?ml|\.gitlab-ci\.yml|azure-pipelines\.yml|bitbucket-pipelines\.yml)$|(?:^|\/)\.(?:github\/(?:workflows|actions)|circleci)\/.*\.ya?ml$/;
const MANIFEST = /(?:^|\/)package\.json$/;
const WITHOUT_ENDING = /(?:^|\/)[^./]+$/;

/** Returns whether a file may be a program, or hold commands, by its path. Tests and documentation do not count. */
export function mayBeProgram(path: string): boolean {
  const isKnown = [CODE, COMMANDS, MANIFEST, WITHOUT_ENDING].some((kind) => kind.test(path));
  return isKnown && classOfFile(path) === "source";
}

/**
 * Returns the part of a file that is a program: all of most files, the scripts of a package, and nothing of a text
 * without an interpreter.
 */
export function programIn(path: string, text: string): string | undefined {
  if (MANIFEST.test(path)) return scriptsIn(text);
  const isPlain = WITHOUT_ENDING.test(path) && !COMMANDS.test(path) && !text.startsWith("#!");
  if (isPlain) return undefined;
  return /[.]ya?ml$/.test(path) ? text.replace(LIST_OF_FILES, "") : text;
}

/** An element of a list that is one word: files that something depends on, and no command. */
const LIST_OF_FILES = /^\s*-\s*(["']?)[\w./*-]+\1\s*$/gm;

function scriptsIn(text: string): string | undefined {
  try {
    const { scripts } = JSON.parse(text) as { readonly scripts?: unknown };
    return Object.values(scripts ?? {}).join("\n");
  } catch {
    return undefined;
  }
}

/** Returns whether the text of a program is one of a shell. */
export function isOfShell(path: string, text: string): boolean {
  if (/[.](?:sh|bash|zsh|fish|ps1)$|akefile$/.test(path)) return true;
  return WITHOUT_ENDING.test(path) && /^#!.*\b(?:ba|z|da|k)?sh\b/.test(text);
}
