import jsTokens from "js-tokens";
import type { SourceText } from "../../core/source-text.js";

const known = new WeakMap<SourceText, readonly string[]>();

/**
 * Returns the specifiers that a file imports from, by its tokens. These are static and dynamic imports, re-exports,
 * `require`, the functions that an App Services function calls by name, and names of files in JSON and YAML if it reads
 * files. It is fast, needs no tree, and is done once for each source.
 */
export function specifiersIn(source: SourceText): readonly string[] {
  let specifiers = known.get(source);
  if (!specifiers) known.set(source, (specifiers = specifiersAmongTokens(source.text)));
  return specifiers;
}

function specifiersAmongTokens(text: string): string[] {
  const found = new Set<string>();
  const last: string[] = [];
  const readsFiles = /\breadFile(?:Sync)?\b/.test(text);
  // Most imports are at the top: the search ends after the last word that leads to a specifier.
  const end = readsFiles ? Infinity : endOfLastWord(text);
  let position = 0;
  let tokensBehind = 0;
  for (const { type, value } of jsTokens(text)) {
    const isBehind = position >= end;
    position += value.length;
    if (
      type === "WhiteSpace" ||
      type === "LineTerminatorSequence" ||
      type === "SingleLineComment" ||
      type === "MultiLineComment"
    )
      continue;
    if (isBehind && ++tokensBehind > MAX_TOKENS_BEHIND) break;
    if (type === "StringLiteral" || type === "NoSubstitutionTemplate") {
      const [before, callee, dot] = [last.at(-1), last.at(-2), last.at(-3)];
      const literal = value.slice(1, -1);
      if (before === "from" || before === "import") found.add(literal);
      if (before === "(" && (callee === "require" || callee === "import")) found.add(literal);
      if (before === "(" && callee === "execute" && dot === ".") found.add(functionSpecifier(literal));
    }
    const file = readsFiles && MAY_END_PATH.has(type) ? DATA_FILE.exec(value)?.[1] : undefined;
    if (file !== undefined) found.add(`./${file}`);
    last.push(value);
    if (last.length > 3) last.shift();
  }
  return [...found];
}

const LEADING = /\b(?:from|import|require|execute)\b/g;
/** A bracket and the string. */
const MAX_TOKENS_BEHIND = 2;

/** Returns the end of the last word that a specifier may follow; 0 if there is none. */
function endOfLastWord(text: string): number {
  let end = 0;
  for (const { index, 0: word } of text.matchAll(LEADING)) end = index + word.length;
  return end;
}

/** Tokens that may contain the end of a path. */
const MAY_END_PATH: ReadonlySet<string> = new Set([
  "StringLiteral",
  "NoSubstitutionTemplate",
  "TemplateTail",
]);

/** The end of such a token: a path, without the mark that opens the token and the one that closes it. */
const DATA_FILE = /^["'`}](?:\.?\/)*([^"'`]+\.(?:json|ya?ml))["'`]$/;

/** Returns the specifier of an App Services function that is called by its name. */
export function functionSpecifier(name: string): string {
  return `app-services:${name}`;
}
