import { unknown, type Value } from "../evaluation/value.js";
import { nativeObject } from "./native.js";

/** `process`: its `env` is unknown by nature, and every variable of it is a hole of its own. */
export function processObject(): Value {
  const rest = unknown({ reason: "global", name: "process" });
  return nativeObject("process", { env: environmentVariables("process.env") }, rest);
}

export function environmentVariables(name: string): Value {
  return unknown({ reason: "environment", name });
}
