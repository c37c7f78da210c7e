const LONGEST = 500;
/** The greatest number of patterns that the braces of one pattern may stand for. */
const MAX_ALTERNATIVES = 100;
/** A matcher may try each way to divide a name among the stars in it. */
const MAX_STARS = 3;

/**
 * Returns whether a glob of a repository is cheap to expand and to match. A stranger may have written one that means a
 * million others, or that a matcher tries in a million ways. Real ones have a star or two in a name.
 */
export function isAffordable(pattern: string): boolean {
  if (pattern.length > LONGEST) return false;
  // Sequences (`{1..9}`) and lists with quantifiers (`+(a|b)`), which names of folders do not need.
  if (/\{[^}]*\.\.|[?*+@!]\(/.test(pattern)) return false;
  const alternatives = pattern.split("{").reduce((product, part) => product * part.split(",").length, 1);
  if (alternatives > MAX_ALTERNATIVES) return false;
  return areStarsFew(pattern);
}

/** Returns whether no name in a glob has many stars; `**` between two slashes counts for one of the whole pattern. */
export function areStarsFew(pattern: string): boolean {
  const names = pattern.split("/");
  const isDeep = (name: string): boolean => /^\*\*+$/.test(name);
  if (names.filter(isDeep).length > MAX_STARS) return false;
  return names.every((name) => isDeep(name) || (name.match(/\*+/g)?.length ?? 0) <= MAX_STARS);
}
