import { SECRET_FORMS } from "./secret-forms.js";

/**
 * Masks what may be a secret in a line of source or in a message that is to be shown. The mask is as wide for every
 * secret, so that nothing of it is told. `SECRET_FORMS` says what is taken for one.
 */
export function maskSecrets(line: string): string {
  return maskLine(line, []).text;
}

/** The same for a text of several lines. */
export function maskLines(text: string): string {
  return text.split("\n").map(maskSecrets).join("\n");
}

/** The same, with offsets in the line and where they are in the masked one; in a secret, they are behind its mask. */
export function maskLine(line: string, offsets: readonly number[]): { text: string; offsets: number[] } {
  let text = line;
  let moved = [...offsets];
  for (const { pattern, isSecret = () => true } of SECRET_FORMS) {
    const before = moved;
    let grown = 0;
    text = text.replace(pattern, (whole, ...rest: unknown[]) => {
      // Behind the groups come the offset of the match, the whole text, and the named groups.
      const { secret } = rest.at(-1) as { secret?: string };
      if (secret === undefined || secret.includes(MASK) || PLACEHOLDER.test(secret) || !isSecret(secret))
        return whole;
      const at = whole.lastIndexOf(secret);
      const start = (rest.at(-3) as number) + at;
      const end = start + secret.length;
      const shift = grown;
      moved = moved.map((offset, index) => {
        const from = before[index]!;
        if (from <= start) return offset;
        return from >= end ? offset + MASK.length - secret.length : start + shift + MASK.length;
      });
      grown += MASK.length - secret.length;
      return whole.slice(0, at) + MASK + whole.slice(at + secret.length);
    });
  }
  return { text, offsets: moved };
}

const MASK = "********";

/** What stands for a secret and is none: `${password}`, `{password}`, `<password>`, `%s`, `$KEY`, `{{ key }}`. */
const PLACEHOLDER =
  /^(?:\$?\{[^{}"'`]*\}|\$?\{\{[^{}]*\}\}|<[^<>]*>|%s|\$\(?[A-Za-z_][\w.]*\)?|process\.env\b.*|os\.environ\b.*)$/;
