import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { Interest } from "../interest.js";
import { DEFAULT_LIMITS, type Limits } from "../limits.js";
import { JavaScriptProgram } from "./program.js";

/** Returns the facts of a JavaScript or TypeScript text alone; a problem if it cannot be parsed. */
export function analyzeJavaScript(
  source: SourceText,
  interest: Interest,
  limits: Limits = DEFAULT_LIMITS,
): FileFacts | Problem {
  // All code is evaluated: one file alone costs little.
  const program = new JavaScriptProgram(interest, undefined, { ...limits, relevance: false });
  const problem = program.add(source);
  if (problem) return problem;
  program.evaluate();
  return program.facts()[0]!.facts;
}
