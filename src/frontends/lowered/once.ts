import type { SourceText } from "../../core/source-text.js";
import type { Interest } from "../interest.js";
import type { ModuleHost } from "../module-host.js";
import type { LoweredLanguage } from "./language.js";
import { LastTexts } from "./last-texts.js";

/** Trees take about a hundred times the memory of their texts, so those of so many characters are kept at most. */
const MAX_KEPT = 1_000_000;

interface Lowered {
  readonly interest: Interest;
  readonly host: ModuleHost | undefined;
  readonly to: ReturnType<LoweredLanguage["lower"]>;
}

/**
 * Wraps a language so that it lowers the last texts once, and finds the imports of each text once. The search for
 * importers, the facts and the analysis of a fixed tree ask again. The results are released with the text. A relative
 * import in another case leads to the file, as it does on disks that ignore case.
 */
export function once(language: LoweredLanguage): LoweredLanguage {
  const lowered = new WeakMap<SourceText, Lowered>();
  const last = new LastTexts(MAX_KEPT, (source) => lowered.delete(source));
  return {
    ...language,
    lower: (source, interest, host) => {
      const known = lowered.get(source);
      if (known?.interest === interest && (!language.lowersByHost || known.host === host)) return known.to;
      const to = language.lower(source, interest, host);
      last.add(source);
      lowered.set(source, { interest, host, to });
      return to;
    },
    resolve: (specifier, from, host) => {
      const path = language.resolve(specifier, from, host);
      if (path !== undefined || !host.inOtherCase) return path;
      const names = language.filesNamed?.(specifier, from, host);
      return names && host.inOtherCase(from, ...names);
    },
    specifiersIn: keep((source) => language.specifiersIn(source)),
    ...(language.importsIn ? { importsIn: keep(language.importsIn) } : {}),
  };
}

/** Makes a function of a text answer once for each text. */
function keep<Answer>(ask: (source: SourceText) => Answer): (source: SourceText) => Answer {
  const answers = new WeakMap<SourceText, { readonly answer: Answer }>();
  return (source) => {
    let known = answers.get(source);
    if (!known) answers.set(source, (known = { answer: ask(source) }));
    return known.answer;
  };
}
