import { firstFrom } from "../core/ordered.js";
import type { SourceText } from "../core/source-text.js";
import { mayBeWord, PossibleSecrets } from "./possible-secrets.js";
import { HINT_OF_ALL, PROSE_FORMS, SECRET_FORMS, YAML_FORMS, type SecretForm } from "./secret-forms.js";
import { PAIR_FORMS } from "./secret-pairs.js";
import { secretLiterals, type Secret } from "./secret-literals.js";
import { secretsOfManifests } from "./secret-manifests.js";

/**
 * Masks possible secrets in a line of source or in a message. The mask has the same width for every secret, so it
 * reveals nothing. `SECRET_FORMS` defines what counts as a secret.
 */
export function maskSecrets(line: string): string {
  return maskLine(line, []).text;
}

/** Masks secrets in a text of several lines. */
export function maskLines(text: string): string {
  const literals = withMasks({ text, offsets: [] }, literalsIn(text)).text;
  return mask({ text: literals, offsets: [] }, PAIR_FORMS).text.split("\n").map(maskSecrets).join("\n");
}

/** A masked text, and where some offsets of the text are in it; offsets in a secret are behind its mask. */
export interface Masked {
  readonly text: string;
  readonly offsets: number[];
}

/** Masks secrets in a line, and maps offsets in it to offsets in the masked line. */
export function maskLine(line: string, offsets: readonly number[]): Masked {
  return mask(withMasks({ text: line, offsets: [...offsets] }, literalsIn(line)), SECRET_FORMS);
}

/** So many lines around a line are looked at, each up to a length. */
const MAX_AROUND = 4;
const MAX_LENGTH_AROUND = 500;

/**
 * Masks secrets in a line of a file. The lines around it and the language may show that it contains a secret.
 *
 * @param number of the line, counted from 1
 *
 * @param found receives the secrets
 */
export function maskLineOf(
  source: SourceText,
  number: number,
  offsets: readonly number[] = [],
  found?: Set<string>,
): Masked {
  const line = source.line(number);
  const lineStart = source.lineStart(number);
  const literals = literalsOf(source);
  const first = firstFrom(literals, ({ end }) => end <= lineStart);
  const next = firstFrom(literals, ({ start }) => start < lineStart + line.length);
  const own = literals.slice(first, next).map(({ start, end }) => ({
    start: Math.max(0, start - lineStart),
    end: Math.min(line.length, end - lineStart),
  }));
  for (const { start, end } of own) found?.add(line.slice(start, end));
  return maskForms(source, number, withMasks({ text: line, offsets: [...offsets] }, own), found);
}

/** Masks secrets that a line shows by its form, or by the lines around it. */
function maskForms(source: SourceText, number: number, line: Masked, found?: Set<string>): Masked {
  const around = (step: 1 | -1): string[] => {
    const lines: string[] = [];
    for (let at = number + step; lines.length < MAX_AROUND; at += step) {
      const text = at >= 1 ? source.line(at) : "";
      if (text === "" || text.length > MAX_LENGTH_AROUND) break;
      // The head of the block may name what is in it.
      const isHead = step === -1 && /^[^{}]*\{\s*$/.test(text);
      if (/[{}]/.test(text) && !isHead) break;
      lines.push(`${text}\n`);
      if (isHead) break;
    }
    return lines;
  };
  const before = around(-1).reverse().join("");
  const start = before.length;
  const inLine = [0, line.text.length, ...line.offsets].map((offset) => offset + start);
  const text = `${before}${line.text}\n${around(1).join("")}`;
  const pairs = mask({ text, offsets: inLine }, PAIR_FORMS, found);
  const [from = 0, to = 0, ...moved] = pairs.offsets;
  const offsetsInLine = moved.map((offset) => offset - from);
  return mask({ text: pairs.text.slice(from, to), offsets: offsetsInLine }, formsFor(source.path), found);
}

function formsFor(path: string): readonly SecretForm[] {
  if (isYaml(path)) return [...SECRET_FORMS, ...YAML_FORMS];
  return /\.(?:md|mdx|markdown|txt|rst|adoc|html?|ipynb)$/i.test(path)
    ? [...SECRET_FORMS, ...PROSE_FORMS]
    : SECRET_FORMS;
}

function isYaml(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}

const literalsBySource = new WeakMap<SourceText, readonly Secret[]>();

/** Returns the literals of a file that are secrets. The whole file is read once, as a call may have many lines. */
function literalsOf(source: SourceText): readonly Secret[] {
  let literals = literalsBySource.get(source);
  if (!literals) literalsBySource.set(source, (literals = secretsByPlace(source)));
  return literals;
}

function secretsByPlace({ path, text }: SourceText): readonly Secret[] {
  const manifests = isYaml(path) ? secretsOfManifests(text) : [];
  return manifests.length > 0 ? manifests : literalsIn(text);
}

/** A part of every name beside which a literal is a secret. */
const NAMES =
  /key|secret|priv|prv|pass|pw|token|cred|auth|bearer|cookie|digest|basic|login|user|secure|hmac|jwt/i;

function literalsIn(text: string): readonly Secret[] {
  if (!NAMES.test(text)) return [];
  const literals: Secret[] = [];
  for (const { start, end } of secretLiterals(text)) {
    const isNew = start >= (literals.at(-1)?.end ?? 0);
    if (isNew && !PLACEHOLDER.test(text.slice(start, end))) literals.push({ start, end });
  }
  return literals;
}

/** Longer lines are in no report. */
const MAX_LINE = 5000;

/**
 * Returns a function that masks secrets in some texts as `maskSecrets` does, and also the secrets of some files wherever
 * they are. The value of an option does not look like a secret without the option.
 */
export function maskerFor(sources: Iterable<SourceText>, texts: Iterable<string>): (text: string) => string {
  const found = new Set<string>();
  const possible = new PossibleSecrets(texts);
  for (const source of sources) addSecretsOf(source, possible, found);
  // A secret may contain another one.
  const secrets = [...found].filter((secret) => !mayBeWord(secret)).sort((a, b) => b.length - a.length);
  return (text) => maskSecrets(secrets.reduce(withoutWord, text));
}

/** Adds the possible secrets that are secrets in a file. Most files have none, and need not be read for that. */
function addSecretsOf(source: SourceText, possible: PossibleSecrets, found: Set<string>): void {
  const { text } = source;
  const places = possible.in(text);
  const isHinted = (number: number): boolean => {
    const line = number < 1 || number > source.lineCount ? "" : source.line(number);
    return line.length <= MAX_LINE && HINT_OF_ALL.test(line);
  };
  const lineOf = ({ start }: Secret): number => source.position(start).line;
  const numbers = new Set<number>();
  for (const line of new Set(places.map(lineOf)))
    for (let step = -MAX_AROUND; step <= MAX_AROUND; step++) numbers.add(line + step);
  const mayBeLiteral =
    (isYaml(source.path) && places.length > 0 && secretsOfManifests(text).length > 0) ||
    places.some((place) => possible.isLiteral(text, place, "literal")) ||
    places.some((place) => possible.isLiteral(text, place, "line") && isHinted(lineOf(place)));
  if (mayBeLiteral) for (const { start, end } of literalsOf(source)) found.add(source.text.slice(start, end));
  for (const number of [...numbers].filter(isHinted)) {
    if (mayBeLiteral) maskLineOf(source, number, [], found);
    // To read all literals takes longer, and none of them is in the texts.
    else maskForms(source, number, { text: source.line(number), offsets: [] }, found);
  }
}

/** Masks a word that no letters or digits are beside. */
function withoutWord(text: string, word: string): string {
  return text.replaceAll(word, (_, offset: number) => {
    const around = [text[offset - 1], text[offset + word.length]];
    return around.some((one) => one !== undefined && /\w/.test(one)) ? word : MASK;
  });
}

function mask(text: Masked, forms: readonly SecretForm[], found?: Set<string>): Masked {
  let masked = text;
  const hinted = new Map<RegExp, boolean>();
  for (const form of forms) {
    const { hint } = form;
    if (!hinted.has(hint)) hinted.set(hint, hint.test(text.text));
    if (hinted.get(hint) !== true) continue;
    const secrets = secretsOf(masked.text, form);
    for (const { start, end } of secrets) found?.add(masked.text.slice(start, end));
    if (secrets.length > 0) masked = withMasks(masked, secrets);
  }
  return masked;
}

function secretsOf(
  text: string,
  { pattern, parts, isSecret = () => true }: Omit<SecretForm, "hint">,
): Secret[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: whole, index, groups }) => {
    if (parts) {
      const inside = secretsOf(whole, { pattern: parts, isSecret });
      return inside.map(({ start, end }) => ({ start: index + start, end: index + end }));
    }
    const secret = groups?.["secret"];
    if (secret === undefined || secret.includes(MASK) || PLACEHOLDER.test(secret) || !isSecret(secret))
      return [];
    const start = index + whole.lastIndexOf(secret);
    return [{ start, end: start + secret.length }];
  });
}

/** @param secrets in their order */
function withMasks({ text, offsets }: Masked, secrets: readonly Secret[]): Masked {
  const pieces: string[] = [];
  const moved = [...offsets];
  let done = 0;
  let grown = 0;
  for (const { start, end } of secrets) {
    pieces.push(text.slice(done, start), MASK);
    offsets.forEach((offset, index) => {
      if (offset >= end) moved[index]! += MASK.length - (end - start);
      else if (offset > start) moved[index] = start + grown + MASK.length;
    });
    grown += MASK.length - (end - start);
    done = end;
  }
  return { text: pieces.join("") + text.slice(done), offsets: moved };
}

const MASK = "********";

/**
 * Placeholders for a secret: `${password}`, `{password}`, `#{password}`, `<password>`, `%s`, `%KEY%`, `$KEY`, `$env:KEY`,
 * `{{ key }}`, and `$$KEY` and `$${KEY}` in a makefile.
 */
const PLACEHOLDER =
  /^(?:(?:\$\$?|#)?\{[^{}"'`]*\}|\$?\{\{[^{}]*\}\}|<[^<>]*>|%s|%\w+%|\$\$?\(?[A-Za-z_][\w.]*\)?|\$env:\w+|process\.env\b.*|os\.environ\b.*)$/i;
