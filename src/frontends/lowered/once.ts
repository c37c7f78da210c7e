import type { SourceText } from "../../core/source-text.js";
import type { Interest } from "../interest.js";
import type { LoweredLanguage } from "./language.js";

/**
 * Wraps a language so that it lowers each text once, and finds its imports once. The search for importers, the facts
 * and the analysis of a fixed tree ask again. The results are released with the text.
 */
export function once(language: LoweredLanguage): LoweredLanguage {
  const lowered = new WeakMap<SourceText, { interest: Interest; to: ReturnType<LoweredLanguage["lower"]> }>();
  const specifiers = new WeakMap<SourceText, readonly string[]>();
  return {
    ...language,
    lower: (source, interest) => {
      const known = lowered.get(source);
      if (known?.interest === interest) return known.to;
      const to = language.lower(source, interest);
      lowered.set(source, { interest, to });
      return to;
    },
    specifiersIn: (source) => {
      let known = specifiers.get(source);
      if (!known) specifiers.set(source, (known = language.specifiersIn(source)));
      return known;
    },
  };
}
