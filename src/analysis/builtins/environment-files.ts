import type { SourceText } from "../../core/source-text.js";
import { variableLines } from "../../frontends/plain/environment-lines.js";
import { textOf, type Value } from "../evaluation/value.js";

/**
 * Returns the variables that an environment file sets, each with the place of its value. Those that refer to other
 * variables, or have escapes, are left out.
 */
export function variablesIn({ path, text }: SourceText): Map<string, Value> {
  const variables = new Map<string, Value>();
  for (const { name, value, valueSpan } of variableLines(text)) {
    if (value === "" || /[$\\]/.test(value)) continue;
    const written = { path, ...valueSpan, exact: true };
    variables.set(name, textOf([{ kind: "segment", text: value, written, hops: undefined }]));
  }
  return variables;
}
