import { someList } from "../../../analysis/evaluation/literals.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { makeList, makeObject } from "../../../analysis/evaluation/members.js";
import { keyOfUnknown } from "../../../analysis/evaluation/record-keys.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  memberOfUnknown,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";

/** Functions that list the names of all properties, and what each element of the list is. */
const LISTINGS: ReadonlyMap<string, "key" | "entry" | "path" | "event"> = new Map([
  ["keys", "key"],
  ["keys_unsorted", "key"],
  ["to_entries", "entry"],
  ["with_entries", "entry"],
  ["paths", "path"],
  ["leaf_paths", "path"],
  ["tostream", "event"],
]);

/**
 * Returns some element of what a function makes of the names of all properties of an unknown record. Undefined for other
 * functions, and where the record is known.
 */
export function listedElement(run: Run, call: Call, name: string, input: Value): Value | undefined {
  const kind = LISTINGS.get(name);
  const record = alternatives(input).find((one) => one.kind === "unknown");
  if (!kind || !record) return undefined;
  run.recorder.escapes.listed(run, record, name, call);
  return elementFor(run, call, kind, record);
}

function elementFor(
  run: Run,
  call: Call,
  kind: "key" | "entry" | "path" | "event",
  record: UnknownValue,
): Value {
  const key = keyOfUnknown(record, call);
  const value = memberOfUnknown(record, "[]");
  if (kind === "key") return key;
  if (kind === "entry") return makeObject(run, { key, value });
  return kind === "path" ? someList(run, [key]) : makeList(run, [someList(run, [key]), value]);
}

/** Returns what a function gives for such an element: one list of all, or each by itself. */
export function listingOf(run: Run, name: string, element: Value): Value {
  return /^(?:keys|to_)/.test(name) ? someList(run, [element]) : element;
}
