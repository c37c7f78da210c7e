import { alternatives, type Value } from "./value.js";

/** Returns whether a value may be a response, or a part of one. */
export function isAnswer(value: Value): boolean {
  return alternatives(value).some((one) => one.kind === "unknown" && one.source.request !== undefined);
}
