import type { SourceText } from "../../core/source-text.js";
import { choice, memberOfUnknown, unknown, type UnknownValue, type Value } from "../evaluation/value.js";
import { variablesIn } from "./environment-files.js";
import { nativeObject } from "./native.js";

/** Models `process`, of which only the environment is relevant. */
export function processObject(file?: SourceText): Value {
  const rest = unknown({ reason: "global", name: "process" });
  return nativeObject("process", { env: environmentObject("process.env", file) }, rest);
}

/**
 * Models `process.env` or `import.meta.env`. Every variable is an unknown value with its name. The value in an
 * environment file of the repository is one possible value, because the person who starts or builds the program may set
 * another.
 */
export function environmentObject(name: string, file?: SourceText): Value {
  const env = environmentVariables(name);
  const stated = [...(file ? variablesIn(file) : [])].map(
    ([variable, value]) => [variable, choice([memberOfUnknown(env, variable), value])] as const,
  );
  return stated.length > 0 ? nativeObject(name, Object.fromEntries(stated), env) : env;
}

export function environmentVariables(name: string): UnknownValue {
  return unknown({ reason: "environment", name });
}
