import { memberOfUnknown, unknown, type UnknownValue, type Value } from "./value.js";
import type { Place } from "./language.js";

/** Returns any key of an unknown record. */
export function keyOfUnknown(record: UnknownValue, { node, environment }: Place): UnknownValue {
  const place = environment.locate(node);
  return unknown({ reason: "computed", name: "key", place, keyOf: record }, place);
}

/** Returns the unknown record whose values a pair has under their own keys. Undefined if there is none. */
export function recordOf(key: Value, value: Value): UnknownValue | undefined {
  const record = key.kind === "unknown" && key.path.length === 0 ? key.source.keyOf : undefined;
  if (!record || value.kind !== "unknown" || value.source !== record.source) return undefined;
  const member = memberOfUnknown(record, "[]").path;
  const isOwn = value.path.length === member.length && value.path.every((step, at) => step === member[at]);
  return isOwn ? record : undefined;
}
