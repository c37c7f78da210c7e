const WORTH_ESCAPING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Writes a value as one JSON document with a final line break. Characters that JSON allows unescaped but to which a
 * terminal reacts (C1 controls, bidirectional controls, line separators) are escaped. The value stays the same.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2).replace(WORTH_ESCAPING, (character) => {
    // The only raw control characters are the line breaks between the lines of the document.
    if (character === "\n") return character;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `${text}\n`;
}
