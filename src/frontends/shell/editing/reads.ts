import type { Edit } from "../../../core/finding.js";
import { contains, type Span } from "../../../core/span.js";
import type { NewRead } from "../../editor.js";
import { isElement } from "../../editing/steps.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { INTERPRETERS, SEARCHING } from "../commands/names.js";
import { tokensOf, type Token } from "../jq/tokens.js";

const STRINGS = new Set(["string", "raw_string", "word", "heredoc_body"]);
const NAME = /^[A-Za-z_]\w*$/;

/** Reads a property from elsewhere in the same object in a filter of jq. */
export function renameRead(tree: CodeTree, { place, path }: NewRead): readonly Edit[] {
  if (!path.every((step) => NAME.test(step) || isElement(step)))
    return refuse("the new name needs quotes in the filter");
  let holder: SyntaxNode | undefined = tree.innermost(place);
  while (holder && !STRINGS.has(holder.type)) holder = holder.parent;
  if (!holder) return refuse("v2ready cannot change how the code reads it");
  const words = wordsBeside(holder);
  if (words.some((word) => SEARCHING.has(word)))
    return refuse("the command looks for the name in the text of the response");
  if (words.some((word) => INTERPRETERS.has(word))) return refuse("a program in the command reads it");
  const { start } = holder;
  const own = { start: place.start - start, end: place.end - start };
  const isQuoted = holder.type === "string" || holder.type === "raw_string";
  const text = maskedText(holder);
  const [from, to] = isQuoted ? [1, text.length - 1] : [0, text.length];
  const tokens = tokensAround(text, from, to, own);
  const at = tokens.findIndex((token) => contains(token, own));
  const token = tokens[at];
  const [before, after] = [tokens[at - 1]?.text, tokens[at + 1]?.text];
  if (path.length > 1 && isArgumentOf(tokens, at, KEEPS_PATHS))
    return refuse("the filter keeps the path of the property in what it prints");
  if (token?.kind === "field") {
    // `?` says for one step that there may be no object.
    const steps = after === "?" ? written(path).replaceAll(/(?=[.[])/g, "?") : written(path);
    return [tree.edit({ start: start + token.start + 1, end: start + token.end }, steps)];
  }
  const isKey = token?.kind === "name" && (before === "{" || before === ",") && after !== ":";
  if (isKey) return [tree.insert(start + token.end, `: .${written(path)}`)];
  if (token?.kind === "string" && token.parts?.length === 1) {
    const quote = holder.type === "string" ? '\\"' : '"';
    const steps = path.map((step) => (isElement(step) ? step : quote + step + quote));
    const whole = { start: start + token.start - (quote.length - 1), end: start + token.end };
    if (tree.slice(whole) !== quote + token.parts[0]!.value + quote)
      return refuse("the name has escape sequences in the filter");
    if (before === "." && !path.some(isElement)) return [tree.edit(whole, steps.join("."))];
    if (before === "[" && after === "]") return [tree.edit(whole, steps.join("]["))];
  }
  return refuse("v2ready cannot change how the filter reads it");
}

/** Functions of jq whose result has the paths of their arguments. */
const KEEPS_PATHS: ReadonlySet<string> = new Set(["pick", "path", "paths", "tostream"]);

/** Returns whether a token is in the arguments of one of some functions. */
function isArgumentOf(tokens: readonly Token[], at: number, functions: ReadonlySet<string>): boolean {
  let open = 0;
  for (let index = at - 1; index > 0; index--) {
    const { text } = tokens[index]!;
    if (text === ")") open++;
    if (text === "(" && --open < 0) {
      if (functions.has(tokens[index - 1]!.text)) return true;
      open = 0;
    }
  }
  return false;
}

/** Returns the words of the command that a word belongs to. */
function wordsBeside(word: SyntaxNode): string[] {
  let command: SyntaxNode | undefined = word;
  while (command && command.type !== "command") command = command.parent;
  return command?.named.map(({ text }) => text) ?? [];
}

/** Writes a path as `a[0].b`. */
function written(path: readonly string[]): string {
  return path
    .map((step, index) => (isElement(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join("");
}

/** The tokens of the filter, or of the one inside of one of its strings, that hold a place. */
function tokensAround(text: string, from: number, to: number, place: Span): readonly Token[] {
  const tokens = tokensOf(text, from, to);
  if (!tokens) return refuse("v2ready cannot read the filter");
  const token = tokens.find((one) => contains(one, place));
  const inner = token?.parts?.find((part) => part.value === undefined && contains(part, place));
  return inner ? tokensAround(text, inner.start, inner.end, place) : tokens;
}

/** The text of a string, as long as it is: what the shell fills in is a number, and escapes are what they mean. */
function maskedText(holder: SyntaxNode): string {
  if (holder.type === "raw_string") return holder.text;
  let text = holder.text.replace(/\\(["\\$`])/g, " $1");
  for (const { type, start, end } of holder.named) {
    if (type === "string_content" || type === "heredoc_content") continue;
    const from = start - holder.start;
    text = `${text.slice(0, from)}${"1".padEnd(end - start)}${text.slice(from + end - start)}`;
  }
  return text;
}
