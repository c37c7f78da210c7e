/** The tags that describe a parameter. */
export const PARAMETERS: ReadonlySet<string> = new Set(["param", "arg", "argument"]);

/** A piece of a comment with its offset in the file. */
export interface Piece {
  readonly text: string;
  readonly start: number;
}

/** `@param {type} [subject] and words`. */
export interface DocTag {
  readonly name: string;
  /** Returns the text between the braces; the asterisks at the start of lines count as blanks. */
  readonly type?: Piece;
  readonly subject?: Piece;
  readonly isOptional: boolean;
}

/**
 * Returns the tags of a JSDoc comment: https://jsdoc.app/about-block-inline-tags
 *
 * @param text of the comment without its delimiters
 *
 * @param offset of the text in the file
 */
export function docTags(text: string, offset: number): DocTag[] {
  const plain = withoutAsterisks(text);
  const tags: DocTag[] = [];
  for (let line = 0; line < plain.length; line = nextLine(plain, line)) {
    const at = skipBlanks(plain, line);
    if (plain[at] === "@") tags.push(readTag(plain, at + 1, offset));
  }
  return tags;
}

/** The same text with blanks for the asterisks in front of its lines, so that offsets stay. */
function withoutAsterisks(text: string): string {
  let plain = "";
  for (let line = 0; line < text.length; line = plain.length) {
    let at = skipBlanks(text, line);
    while (text[at] === "*") at++;
    plain += " ".repeat(at - line) + text.slice(at, nextLine(text, line));
  }
  return plain;
}

function readTag(plain: string, start: number, offset: number): DocTag {
  const nameEnd = endOfWord(plain, start);
  const name = plain.slice(start, nameEnd);
  let at = skipBlanks(plain, nameEnd);
  let type: Piece | undefined;
  if (plain[at] === "{") {
    const end = closingOf(plain, at, "{", "}");
    if (end === undefined) return { name, isOptional: false };
    // Closure writes `Array.<T>` for `Array<T>`.
    type = { text: plain.slice(at + 1, end).replaceAll(".<", " <"), start: offset + at + 1 };
    at = skipBlanks(plain, end + 1);
  }
  const isOptional = plain[at] === "[";
  if (isOptional) at = skipBlanks(plain, at + 1);
  const end = endOfSubject(plain, at);
  const subject = end > at ? { text: plain.slice(at, end), start: offset + at } : undefined;
  return { name, isOptional, ...(type ? { type } : {}), ...(subject ? { subject } : {}) };
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end + 1;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t" || text[at] === "\r") at++;
  return at;
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !" \t\r\n{".includes(text[at]!)) at++;
  return at;
}

/** A name ends with a blank, a default or the bracket of what is optional; `items[].name` is one name. */
function endOfSubject(text: string, from: number): number {
  let at = from;
  while (at < text.length && !" \t\r\n=,".includes(text[at]!)) {
    if (text[at] === "]" && text[at - 1] !== "[") break;
    at++;
  }
  return at;
}

/** Returns the offset of the character that closes the one at an offset; `undefined` if there is none. */
function closingOf(text: string, from: number, open: string, close: string): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at;
  }
  return undefined;
}
