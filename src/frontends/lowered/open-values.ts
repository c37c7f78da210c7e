import { alternatives, nullishness, type Value } from "../../analysis/evaluation/value.js";

/** Checks whether a value is missing or comes from unknown code. */
export function isOpen(value: Value): boolean {
  return alternatives(value).every(
    (single) =>
      nullishness(single) === true || (single.kind === "unknown" && single.source.reason !== "response"),
  );
}
