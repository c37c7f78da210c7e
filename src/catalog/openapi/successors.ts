import type { Member } from "./members.js";

/** A property that may have taken the place of another one. A person decides. */
export interface Candidate {
  readonly path: string;
  /** 0 to 1. */
  readonly score: number;
}

/** Less likely candidates are not shown. */
const LEAST_SCORE = 0.35;
const MOST_CANDIDATES = 3;

/** Returns the new properties that may replace a removed one, the likeliest first. */
export function candidatesFor(removed: Member, added: Iterable<Member>): Candidate[] {
  const scored = [...added].map((member) => ({ path: member.path, score: likeness(removed, member) }));
  return scored
    .filter(({ score }) => score >= LEAST_SCORE)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_CANDIDATES);
}

/** Returns how alike two properties are: in name above all, then in type, values, place and description. */
function likeness(one: Member, other: Member): number {
  const names = overlap(wordsOf(lastName(one.path)), wordsOf(lastName(other.path)));
  const texts = overlap(wordsOf(one.text), wordsOf(other.text));
  const isSameType = one.type === other.type;
  const values = one.values.length > 0 ? overlap(new Set(one.values), new Set(other.values)) : 0;
  const isBeside = holderOf(one.path) === holderOf(other.path);
  const score = 0.5 * names + 0.25 * texts + (isSameType ? 0.15 : -0.2) + 0.2 * values + (isBeside ? 0.1 : 0);
  return Math.max(0, Math.min(1, Math.round(score * 100) / 100));
}

/** The words of a name or a text: `lengthMeters` and `length_meters` have the same. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = text.replace(/([a-z\d])([A-Z])/g, "$1 $2").match(/[A-Za-z]+|\d+/g) ?? [];
  return new Set(words.map((word) => word.toLowerCase()).filter((word) => !FILLERS.has(word)));
}

const FILLERS: ReadonlySet<string> = new Set([
  "a",
  "an",
  "the",
  "of",
  "in",
  "is",
  "to",
  "this",
  "that",
  "for",
]);

/** Dice's coefficient; a word that starts another one counts half. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const word of one)
    if (other.has(word)) shared += 1;
    else if ([...other].some((own) => isAbbreviation(word, own) || isAbbreviation(own, word))) shared += 0.5;
  return Math.min(1, (2 * shared) / (one.size + other.size));
}

function isAbbreviation(short: string, long: string): boolean {
  return short.length >= 2 && short.length < long.length && long.startsWith(short);
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1).replaceAll("[]", "");
}

function holderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}
