const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

/**
 * Returns the text that the characters between the quotes of a string mean: https://go.dev/ref/spec#String_literals
 */
export function unquote(written: string): string {
  if (!written.includes("\\")) return written;
  return written.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|([\s\S]))/g,
    (_all, two?: string, four?: string, eight?: string, octal?: string, other?: string) => {
      const digits = two ?? four ?? eight;
      if (digits !== undefined) return character(parseInt(digits, 16));
      if (octal !== undefined) return character(parseInt(octal, 8));
      return ESCAPES.get(other!) ?? other!;
    },
  );
}

function character(code: number): string {
  return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
}
