/** The only raw control characters besides are the line breaks between the lines of the document. */
const WORTH_ESCAPING = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|(?<=#)#(?=(?:vso)?\[)/giu;

/**
 * Writes a value as one JSON document with a final line break. Characters that JSON allows unescaped but to which a
 * terminal reacts (C1 controls, bidirectional controls, line separators) are escaped, and so are the commands of build
 * systems (`##[…]`). The value stays the same.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2).replace(WORTH_ESCAPING, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `${text}\n`;
}
