import { isNamedSecret } from "./secret-labels.js";
import type { Secret } from "./secret-literals.js";
import type { Token } from "./secret-tokens.js";
import { isBareValue } from "./secret-words.js";

/** A text, and the names that are given it: a variable, its type, a member. */
export interface NamedText {
  readonly names: string;
  readonly text: string;
  readonly start: number;
}

/** The text before a secret: the kind of a login, a parameter of an address, a user. */
const BEFORE = String.raw`(?:\b(?:bearer|basic|token|apikey)\s{1,9}|[?&][\w.-]{0,40}(?:key|password|passwd|pwd|secret|token|sig)=|(?::\/\/|\s-u\s{0,9}["']?|--user[=\s]["']?)[^\s/:@"']{0,200}:)`;
/** The name of a variable in a text: `${key}`, `#{key}`, `{{key}}`, `{key}`, `$key`. */
const IN_TEXT = new RegExp(`${BEFORE}(?:[$#]?\\{{1,2}|\\$)\\s{0,9}(?<name>\\$?[A-Za-z_][\\w.]{0,100})`, "gi");
const AT_END = new RegExp(`${BEFORE}$`, "i");
/** A place in a text for an argument: `%s`, `{}`. */
const HOLE = /%[svd@]|\{\d?\}/g;
const MIN_LENGTH = 6;
const MAX_LENGTH = 500;
const BARE =
  /^[^\S\n]*(?:(?:export|set|-)\s+|@)?(?<name>\$?[A-Za-z_]\w{0,100})\s{0,9}[:=]\s{0,9}(?<value>[^\s"'`$(){}[\]<>;,&|]{6,500})\r?$/gm;

/** Returns the names of the variables in texts where only secrets are: `Bearer ${key}`, `"?token=" + key`. */
export function variablesIn(text: string, tokens: readonly Token[]): Set<string> {
  const names = new Set<string>();
  for (const { groups } of text.matchAll(IN_TEXT)) names.add(lastName(groups!["name"]!));
  for (const [index, { kind, inner }] of tokens.entries()) {
    if (kind !== "text") continue;
    const isGlued = AT_END.test(inner) && /^[+.&]$|^\.\.$/.test(tokens[index + 1]?.text ?? "");
    if (isGlued) addName(names, lastOfChain(tokens, index + 2));
    const holes = [...inner.matchAll(HOLE)];
    const hole = holes.findIndex((one) => AT_END.test(inner.slice(0, one.index)));
    if (hole >= 0) addName(names, argumentAfter(tokens, index + 1, hole));
  }
  return names;
}

/** Returns the last name of a chain: the names of `this.key` and `$key` are `key`. */
export function lastName(chain: string): string {
  return chain
    .split(".")
    .at(-1)!
    .replace(/^[$@]+/, "");
}

/** Returns the texts that variables have, of those that are given to some names. */
export function secretsOfVariables(
  names: ReadonlySet<string>,
  texts: readonly NamedText[],
  code: string,
): Secret[] {
  if (names.size === 0) return [];
  const isNamed = (all: string): boolean => all.split(/[\s.]+/).some((one) => names.has(lastName(one)));
  const quoted = texts.filter((one) => isNamed(one.names) && maySecret(one.text));
  const bare = [...code.matchAll(BARE)].flatMap(({ 0: whole, index, groups }) => {
    const { name, value } = groups as { name: string; value: string };
    if (!names.has(lastName(name)) || !isBareValue(value) || !maySecret(value)) return [];
    return [{ text: value, start: index + whole.lastIndexOf(value) }];
  });
  return [...quoted, ...bare].map(({ text, start }) => ({ start, end: start + text.length }));
}

/** Returns whether a text looks like a secret: names such as `value` are also those of other variables in the file. */
function maySecret(text: string): boolean {
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text)) return false;
  return (
    text.length >= MIN_LENGTH &&
    text.length <= MAX_LENGTH &&
    !/\s/.test(text) &&
    isNamedSecret("password", text, "sure")
  );
}

function addName(names: Set<string>, name: string): void {
  if (name !== "") names.add(name);
}

/** Returns the last name of the chain that starts at a token; empty if a call or something else is there. */
function lastOfChain(tokens: readonly Token[], start: number): string {
  let at = start;
  while (/^(?:\.|\?\.|->|::)$/.test(tokens[at + 1]?.text ?? "") && tokens[at + 2]?.kind === "word") at += 2;
  const isVariable = tokens[at]?.kind === "word" && tokens[at + 1]?.text !== "(";
  return isVariable ? lastName(tokens[at]!.text) : "";
}

/** Returns the variable that is given to a place in the text before, in the order of the places. */
function argumentAfter(tokens: readonly Token[], start: number, number: number): string {
  const isSign = (at: number, text: string): boolean => tokens[at]?.text === text;
  let at = start;
  if (isSign(at, ".")) at += 2;
  if (isSign(at, "%") || isSign(at, ",")) at++;
  if (isSign(at, "(")) at++;
  let depth = 0;
  for (let argument = 0; at < tokens.length && depth >= 0; at++) {
    const { text, kind } = tokens[at]!;
    if (argument === number && depth === 0) return lastOfChain(tokens, at);
    if (kind === "line" || text === ";") return "";
    if (/^[([{]$/.test(text)) depth++;
    else if (/^[)\]}]$/.test(text)) depth--;
    else if (text === "," && depth === 0) argument++;
  }
  return "";
}
