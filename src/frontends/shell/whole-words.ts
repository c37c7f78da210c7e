import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/**
 * Returns the text, of the same length, in a form in which the grammar does not cut words. It ends the word
 * `$BASE/groups/$ID/clusters` at its second `$`, but not if another character than a slash follows the name.
 */
export function withWholeWords(root: SyntaxNode, text: string): string {
  const starts = cutWords(root, text);
  return starts.length > 0 ? masked(text, starts) : text;
}

/** Returns the starts of words that end with a `$` in front of a name. */
function cutWords(root: SyntaxNode, text: string): number[] {
  const starts: number[] = [];
  for (const node of root.walk()) {
    if (node.type !== "concatenation" || node.children.at(-1)?.type !== "$") continue;
    if (/^\w/.test(text.slice(node.end, node.end + 1)) && !isInTest(node)) starts.push(node.start);
  }
  return starts;
}

/** Returns whether a node is inside of `[ … ]`, where a bracket means something. */
function isInTest(node: SyntaxNode): boolean {
  for (let at = node.parent; at; at = at.parent) if (at.type === "test_command") return true;
  return false;
}

/** Characters of a word without quotes. */
const WORD = /[^\s"'`();|&<>]+/y;

/** Puts a bracket behind each name, which is a part of a word but not of a name. */
function masked(text: string, starts: readonly number[]): string {
  const characters = text.split("");
  for (const start of starts) {
    WORD.lastIndex = start;
    const word = WORD.exec(text)?.[0] ?? "";
    for (const { index, 0: found } of word.matchAll(/\$(?:[A-Za-z_]\w*|\d)(?=[^\w$])/g)) {
      const end = start + index + found.length;
      characters[end] = "]";
      if (/\d/.test(found[1]!)) characters[end - 1] = "x";
    }
  }
  return characters.join("");
}
