import { TOO_MANY, sameValue, unknown, type UnknownValue, type Value } from "./value.js";

/** More values than this are one that may be any of them: code that reads them cannot tell them apart. */
const MAX_REST = 16;

/** Adds a value under an unknown key, or an unknown object that any key may come from. */
export function pushRest<Some extends Value>(rest: (Some | UnknownValue)[], value: Some): void {
  if (rest.some((other) => sameValue(other, value))) return;
  if (rest.length < MAX_REST) rest.push(value);
  else rest[MAX_REST - 1] = unknown(TOO_MANY);
}

/** Returns the unknown values without duplicates. Of too many, the last one may be any of the others. */
export function distinct(all: readonly UnknownValue[]): UnknownValue[] {
  const kept: UnknownValue[] = [];
  for (const one of all) pushRest(kept, one);
  return kept;
}
