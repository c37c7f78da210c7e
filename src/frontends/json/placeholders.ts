/** A stretch of a text; with a name where it stands for something that is filled in later. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly name?: string;
}

/** Marks that enclose a placeholder in strings: Postman, Insomnia, Handlebars, Jinja, shells, CloudFormation. */
const IN_STRINGS: readonly (readonly [open: string, close: string])[] = [
  ["{{", "}}"],
  ["${", "}"],
  ["{%", "%}"],
];
const MAX_PLACEHOLDER = 200;

/** Splits a text at its placeholders. The parts are in order and without gaps. */
export function stretchesOf(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let known = 0;
  for (let at = 0; at < text.length; at++) {
    const end = text[at] === "{" || text[at] === "$" ? placeholderEnd(text, at, IN_STRINGS) : undefined;
    if (end === undefined) continue;
    if (at > known) stretches.push({ start: known, end: at });
    stretches.push({ start: at, end, name: nameIn(text.slice(at, end)) });
    known = end;
    at = end - 1;
  }
  if (known < text.length) stretches.push({ start: known, end: text.length });
  return stretches;
}

function placeholderEnd(
  text: string,
  start: number,
  marks: readonly (readonly [string, string])[],
): number | undefined {
  const mark = marks.find(([open]) => text.startsWith(open, start));
  if (!mark) return undefined;
  const [open, close] = mark;
  const line = text.slice(start + open.length, start + MAX_PLACEHOLDER);
  const at = line.indexOf(close);
  if (at < 0 || line.slice(0, at).includes("\n")) return undefined;
  const end = start + open.length + at + close.length;
  // `{{{raw}}}`
  return text[end] === "}" && text.startsWith("{{{", start) ? end + 1 : end;
}

/** `{{ _.base_url }}` → `base_url`. */
function nameIn(placeholder: string): string {
  return placeholder
    .replace(/^[${%\s]+/, "")
    .replace(/[}%\s]+$/, "")
    .replace(/^_\./, "");
}

/** Placeholders that stand for a value outside of any string: `"numShards": {{shards}}`. */
const FOR_VALUES: readonly (readonly [open: string, close: string])[] = [
  ["{{", "}}"],
  ["${", "}"],
  ["#{", "}"],
  ["$(", ")"],
  ["<%=", "%>"],
];
/** Marks of template languages that stand for nothing by themselves: loops and conditions. */
const FOR_NOTHING: readonly (readonly [open: string, close: string])[] = [
  ["{%", "%}"],
  ["<%", "%>"],
  ["{#", "#}"],
];
const BLOCK = /^\{\{[-~\s]*(?:[#/!>^]|(?:if|else|end|range|with|define|block)\b)/;

/**
 * Returns the text of a template in a form that may parse as JSON. A string replaces each placeholder outside of
 * strings, and blanks replace each loop and condition. Every character keeps its offset. Returns the same text if there
 * is no placeholder.
 */
export function withoutPlaceholders(text: string): string {
  const pieces: string[] = [];
  let known = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      at = closingQuote(text, at);
      continue;
    }
    const found = PLACEHOLDER_STARTS.has(character) ? replacementAt(text, at) : undefined;
    if (found === undefined) continue;
    pieces.push(text.slice(known, at), found);
    known = at + found.length;
    at = known - 1;
  }
  return known === 0 ? text : pieces.join("") + text.slice(known);
}

const PLACEHOLDER_STARTS = new Set(["{", "$", "#", "<"]);

function replacementAt(text: string, start: number): string | undefined {
  const blank = placeholderEnd(text, start, FOR_NOTHING);
  const value = placeholderEnd(text, start, FOR_VALUES);
  if (value !== undefined) {
    const written = text.slice(start, value);
    if (BLOCK.test(written)) return " ".repeat(written.length);
    // An object in its own braces is not a placeholder.
    if (written.includes('":')) return undefined;
    return asJsonString(written);
  }
  if (blank !== undefined) return " ".repeat(blank - start);
  const bare = BARE.exec(text.slice(start, start + MAX_PLACEHOLDER));
  return bare ? asJsonString(bare[0]) : undefined;
}

/** `$SHARDS`, `<number of shards>` */
const BARE = /^(?:\$[A-Za-z_]\w*|<[A-Za-z][\w .-]*>)/;

function asJsonString(written: string): string {
  return `"${written.slice(1, -1).replace(/["\\]/g, "'")}"`;
}

/** The offset of the quote that closes a string, or of the last character of its line. */
function closingQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at;
    if (text[at] === "\\") at++;
    else if (text[at] === "\n") return at;
  }
  return text.length;
}
