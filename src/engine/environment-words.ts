import { isOfShell } from "./program-texts.js";

/** Endings of languages whose programs read the environment through a function or an object. */
const CODE =
  /[.](?:[cm]?[jt]sx?|vue|svelte|astro|ps1|psm1|py|rb|rake|php|go|java|kts?|scala|cs|rs|pl|lua|exs?|swift)$/;
/** Files whose assignments all are of variables of the environment. */
const ALL_GIVEN =
  /(?:^|\/)(?:\.env\b[^/]*|Jenkinsfile|Dockerfile|Containerfile|crontab|[^/]*\.(?:bat|cmd|cron|env))$/i;
/** Settings of a shell or of make by which it gives all its variables to what it starts. */
const EXPORTS_ALL = /\bset -a\b|\ballexport\b|^export[ \t]*$|^\.EXPORT_ALL_VARIABLES\b/m;

/** Data with variables of the environment for what it describes: tasks, launches. Other data is only read. */
const HAS_ENVIRONMENT = /"(?:env|environment|variables)"\s*:/;

/** Returns whether a file may set variables for the programs that it starts. Code that sets them is not looked at. */
export function maySet(path: string): boolean {
  return !CODE.test(path);
}

/** Returns whether all assignments in a file are of variables of the environment, by its path. */
export function givesAll(path: string): boolean {
  return ALL_GIVEN.test(path);
}

/**
 * Returns whether programs that a file starts get a variable that it sets.
 *
 * @param at the offset of a part of the value
 */
export function isGiven(path: string, text: string, at: number, name: string): boolean {
  if (givesAll(path)) return true;
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  const isOfMap = new RegExp(String.raw`(?:^|[\s{,"'])${name}["']?:\s|^\s*-\s*["']?${name}=`).test(before);
  if (isOfMap && !isOfShell(path, text) && (!path.endsWith(".json") || HAS_ENVIRONMENT.test(text)))
    return true;
  const isExported = new RegExp(
    String.raw`\b(?:export|declare -\w*x|typeset -x)\b[^\n]*\b${name}\b|\b${name}=["']?\$[({]?${name}\b|GITHUB_ENV`,
  ).test(text);
  // A command behind the assignment: it gets the variable.
  const isPrefix = new RegExp(String.raw`^[^#\n]*\b${name}=\S+[ \t]+[\w./"'$]`, "m").test(text);
  return isExported || isPrefix || EXPORTS_ALL.test(text);
}

/**
 * Returns the number of the first line in which a program reads a variable of the environment; `undefined` if there is
 * none.
 *
 * @param isFollowed whether it is known what the file does with it in its own language
 */
export function readIn(path: string, text: string, name: string, isFollowed: boolean): number | undefined {
  const isCode = CODE.test(path);
  if (isCode && isFollowed) return undefined;
  const lines = text.split("\n");
  const isRead = isCode
    ? readerInCode(name)
    : isFollowed || setsItself(lines, name)
      ? readerInCommands(name)
      : either(readerInCommands(name), readerInShell(name));
  const index = lines.findIndex(
    (line) => line.includes(name) && !/^\s*(?:#|\/\/)/.test(line) && isRead(line),
  );
  return index < 0 ? undefined : index + 1;
}

type Test = (line: string) => boolean;

function either(one: Test, other: Test): Test {
  return (line) => one(line) || other(line);
}

/** `process.env.NAME`, `const { NAME } = process.env`, `ENV["NAME"]`, `config.get("NAME")`, `@Value("${NAME}")`. */
function readerInCode(name: string): Test {
  const word = new RegExp(String.raw`\b${name}\b`);
  const quoted = new RegExp(String.raw`(["'\x60])${name}\1|["']\$\{${name}(?::[^}]*)?\}["']`);
  return (line) => quoted.test(line) || (word.test(line) && /env/i.test(line.replaceAll(name, "")));
}

/** Code in another language, in the text of a command: `node -e 'fetch(process.env.NAME)'`. */
function readerInCommands(name: string): Test {
  const read = new RegExp(
    String.raw`(?:\bprocess\.env|\benv\()\.?.*\b${name}\b|(?:environ|getenv|ENV)\b.*["']${name}\b|\$env:${name}\b`,
    "i",
  );
  return (line) => read.test(line);
}

/** `$NAME`, `${NAME:-…}`, `$(NAME)` of make, `%NAME%` of a batch file, `{{ NAME }}` of a template. */
function readerInShell(name: string): Test {
  const read = new RegExp(String.raw`\$(?:[{(]\s*(?:env\.)?)?${name}\b|%${name}%|\{\{-?\s*${name}\b`);
  return (line) => read.test(line);
}

/** A file that gives the name a value of its own does not read the variable. */
function setsItself(lines: readonly string[], name: string): boolean {
  const set = new RegExp(
    String.raw`(?:^|[\s;(])${name}\s*(?::{0,3}=|\+=)|^\s*-?\s*["']?${name}["']?:\s|\b(?:read|for|local)\b[^;]*\s${name}\b`,
  );
  const read = readerInShell(name);
  return lines.some((line) => set.test(line) && !read(line));
}
