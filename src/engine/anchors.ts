import type { Vocabulary } from "../catalog/catalog.js";
import type { Rule } from "./rule.js";

/**
 * Strings of which a file must hold all, anywhere, for a rule to have something to say in it. A strong anchor makes a
 * file a candidate; a weak one (`autoScaling`, `numShards`) only beside a strong one, or when low confidence is
 * asked for. Matching minds case and sees through `\/` and `\.`.
 */
export interface Anchor {
  readonly strength: "strong" | "weak";
  readonly all: readonly string[];
}

export function strong(...all: readonly string[]): Anchor {
  return { strength: "strong", all };
}

export function weak(...all: readonly string[]): Anchor {
  return { strength: "weak", all };
}

/** What the anchors of some rules come to. */
export interface Prefilter {
  /**
   * Regular expressions, in the syntax that ripgrep and JavaScript share, such that every candidate holds one of
   * them. A conjunction is searched for by its rarest string: the text itself decides the rest.
   */
  readonly patterns: readonly string[];
  isCandidate(text: string): boolean;
}

/**
 * @param withWeak whether weak anchors make a candidate by themselves
 */
export function prefilterOf(
  rules: readonly Rule[],
  vocabularies: readonly Vocabulary[],
  withWeak: boolean,
): Prefilter {
  const anchors = rules.flatMap((rule) =>
    vocabularies.flatMap((vocabulary) => rule.meta.anchors(vocabulary)),
  );
  const deciding = anchors.filter((anchor) => withWeak || anchor.strength === "strong");
  const searches = unique(deciding.map((anchor) => anchor.all.map(expressionOf).join("\n"))).map((key) =>
    key.split("\n").map((source) => new RegExp(source)),
  );
  return {
    patterns: unique(deciding.map((anchor) => expressionOf(rarest(anchor.all)))),
    isCandidate: (text) => searches.some((all) => all.every((expression) => expression.test(text))),
  };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/** Of several strings the one that likely the fewest files hold: a long one, and one that is no plain word. */
function rarest(all: readonly string[]): string {
  const rarity = (text: string): number => text.length + 4 * text.replace(/[a-z]/gi, "").length;
  return all.reduce((best, one) => (rarity(one) > rarity(best) ? one : best));
}

/** The string as a regular expression that allows for the escapes of string and regular expression literals. */
function expressionOf(text: string): string {
  return text
    .replace(/[$()*+?[\]^{|}\\]/g, String.raw`\$&`)
    .replace(/[/.]/g, (mark) => String.raw`\\{0,2}${mark === "." ? "[.]" : "/"}`);
}
