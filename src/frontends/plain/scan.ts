/** What follows a match in the same string or word: the path behind a base, up to where the string ends. */
export function restAfter(text: string, end: number): string {
  let depth = 0;
  let index = end;
  for (; index < text.length && index - end < MAX_REST; index++) {
    const character = text[index]!;
    // A placeholder may hold anything, quotes included: `${cluster["id"]}`.
    if (character === "{") depth++;
    else if (character === "}" && depth > 0) depth--;
    else if (depth === 0 && ENDS.test(character)) break;
    else if (character === "\n") break;
  }
  return text.slice(end, index);
}

const MAX_REST = 300;
const ENDS = /[\s"'`<>)\]|\\,;}]/;
