import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { Frontend } from "../frontend.js";
import type { Interest } from "../interest.js";
import { DEFAULT_LIMITS, type Limits } from "../limits.js";
import type { ModuleHost } from "../module-host.js";
import { proseIn } from "../plain/comments.js";
import type { LoweredLanguage } from "./language.js";
import { once } from "./once.js";
import { LoweredProgram } from "./program.js";

/** Makes the frontend of a language that is lowered to the core tree. */
export function loweredFrontend(given: LoweredLanguage): Frontend {
  const language = once(given);
  const analyzeAll = (
    sources: readonly SourceText[],
    interest: Interest,
    limits: Limits,
    host?: ModuleHost,
  ): (FileFacts | Problem)[] => {
    const program = new LoweredProgram(language, interest, host, limits);
    const problems = new Map(sources.map((source) => [source, program.add(source)]));
    program.evaluate();
    const facts = new Map(program.facts().map((one) => [one.source, one.facts]));
    return sources.map((source) => problems.get(source) ?? facts.get(source)!);
  };
  return {
    analyze: (source, interest, limits = DEFAULT_LIMITS, host) =>
      analyzeAll([source], interest, limits, host)[0]!,
    analyzeAll,
    begin: (interest, host, limits) => new LoweredProgram(language, interest, host, limits),
    specifiersIn: (source) => language.specifiersIn(source),
    ...(language.importsIn ? { importsIn: language.importsIn } : {}),
    proseIn,
    resolve: (specifier, from, host) => language.resolve(specifier, from, host),
  };
}
