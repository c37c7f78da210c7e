import type { SourceText } from "../core/source-text.js";
import { PAIR_FORMS, SECRET_FORMS, YAML_FORMS, type SecretForm } from "./secret-forms.js";

/**
 * Masks possible secrets in a line of source or in a message. The mask has the same width for every secret, so it
 * reveals nothing. `SECRET_FORMS` defines what counts as a secret.
 */
export function maskSecrets(line: string): string {
  return maskLine(line, []).text;
}

/** Masks secrets in a text of several lines. */
export function maskLines(text: string): string {
  return mask(text, [], PAIR_FORMS).text.split("\n").map(maskSecrets).join("\n");
}

/** A masked text, and where some offsets of the text are in it; offsets in a secret are behind its mask. */
export interface Masked {
  readonly text: string;
  readonly offsets: number[];
}

/** Masks secrets in a line, and maps offsets in it to offsets in the masked line. */
export function maskLine(line: string, offsets: readonly number[]): Masked {
  return mask(line, offsets, SECRET_FORMS);
}

/** So many lines around a line are looked at, each up to a length. */
const MAX_AROUND = 4;
const MAX_LENGTH_AROUND = 500;

/**
 * Masks secrets in a line of a file. The lines around it and the language may show that it contains a secret.
 *
 * @param number of the line, counted from 1
 */
export function maskLineOf(source: SourceText, number: number, offsets: readonly number[] = []): Masked {
  const line = source.line(number);
  const around = (step: 1 | -1): string[] => {
    const lines: string[] = [];
    for (let at = number + step; lines.length < MAX_AROUND; at += step) {
      const text = at >= 1 ? source.line(at) : "";
      if (text === "" || text.length > MAX_LENGTH_AROUND || /[{}]/.test(text)) break;
      lines.push(`${text}\n`);
    }
    return lines;
  };
  const before = around(-1).reverse().join("");
  const start = before.length;
  const inLine = [0, line.length, ...offsets].map((offset) => offset + start);
  const pairs = mask(`${before}${line}\n${around(1).join("")}`, inLine, PAIR_FORMS);
  const [from = 0, to = 0, ...moved] = pairs.offsets;
  const forms = /\.ya?ml$/i.test(source.path) ? [...SECRET_FORMS, ...YAML_FORMS] : SECRET_FORMS;
  return mask(
    pairs.text.slice(from, to),
    moved.map((offset) => offset - from),
    forms,
  );
}

function mask(line: string, offsets: readonly number[], forms: readonly SecretForm[]): Masked {
  let text = line;
  let moved = [...offsets];
  for (const { pattern, isSecret = () => true } of forms) {
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

/** Placeholders for a secret: `${password}`, `{password}`, `<password>`, `%s`, `$KEY`, `{{ key }}`. */
const PLACEHOLDER =
  /^(?:\$?\{[^{}"'`]*\}|\$?\{\{[^{}]*\}\}|<[^<>]*>|%s|\$\(?[A-Za-z_][\w.]*\)?|process\.env\b.*|os\.environ\b.*)$/;
