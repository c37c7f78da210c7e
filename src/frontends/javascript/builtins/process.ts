import type { SourceText } from "../../../core/source-text.js";
import { choice, memberOfUnknown, unknown, type UnknownValue, type Value } from "../evaluation/value.js";
import { variablesIn } from "./environment-files.js";
import { nativeObject } from "./native.js";

/**
 * `process`: its `env` is unknown by nature, and every variable of it is a hole of its own. What an environment file of
 * the repository says of a variable is one of the values that it may have: whoever starts the program may set another.
 */
export function processObject(file?: SourceText): Value {
  const rest = unknown({ reason: "global", name: "process" });
  const env = environmentVariables("process.env");
  const stated = [...(file ? variablesIn(file) : [])].map(
    ([name, value]) => [name, choice([memberOfUnknown(env, name), value])] as const,
  );
  const members = Object.fromEntries(stated);
  return nativeObject(
    "process",
    { env: stated.length > 0 ? nativeObject("process.env", members, env) : env },
    rest,
  );
}

export function environmentVariables(name: string): UnknownValue {
  return unknown({ reason: "environment", name });
}
