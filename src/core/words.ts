/** Returns whether a text contains a word, or the name of a file, that is not part of a longer one. */
export function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text.slice(at + word.length, at + word.length + 2);
    if (!/[\w.-]/.test(before) && !/^(?:\w|[.-]\w)/.test(after)) return true;
  }
  return false;
}
