import type { Frontend } from "../frontend.js";
import { DEFAULT_LIMITS } from "../limits.js";
import type { LoweredLanguage } from "./language.js";
import { once } from "./once.js";
import { LoweredProgram } from "./program.js";

/** Makes the frontend of a language that is lowered to the core tree. */
export function loweredFrontend(given: LoweredLanguage): Frontend {
  const language = once(given);
  return {
    analyze: (source, interest) => {
      const program = new LoweredProgram(language, interest, undefined, DEFAULT_LIMITS);
      const problem = program.add(source);
      if (problem) return problem;
      program.evaluate();
      return program.facts()[0]!.facts;
    },
    begin: (interest, host, limits) => new LoweredProgram(language, interest, host, limits),
    specifiersIn: (source) => language.specifiersIn(source),
    resolve: (specifier, from, host) => language.resolve(specifier, from, host),
  };
}
