import type { CutFact } from "../facts/file-facts.js";
import { replacesText } from "../facts/text-methods.js";

/**
 * Returns whether a cut connection string is one of the same form: credentials are inserted, options are removed.
 *
 * @param schemes those of connection strings: `mongodb://`
 */
export function keepsWhole({ by, args }: CutFact, schemes: readonly string[]): boolean {
  const [what, instead] = args;
  if (!replacesText(by)) return what === "?";
  const isScheme = (text: string): boolean => schemes.some((scheme) => text.startsWith(scheme));
  if (what !== undefined && !isScheme(what)) return true;
  return instead !== undefined && isScheme(instead);
}
