import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { knownStrings } from "../../../analysis/evaluation/coerce.js";
import { getMemberByKey, type Site } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { NULL, alternatives, choice, nullishness, type Value } from "../../../analysis/evaluation/value.js";
import { siteOfArgument } from "../../lowered/records.js";
import { blockOf, yieldTo } from "./blocks.js";
import { elementOf } from "./elements.js";

/** Returns the value under a key, as brackets do. */
export function readElement(run: Run, value: Value, key: Value, site: Site): Value {
  return choice(
    alternatives(value)
      .filter((single) => nullishness(single) !== true)
      .map(
        (single) =>
          elementOf(run, single, key, site) ?? getMemberByKey(run, single, knownStrings(run, key), site),
      ),
  );
}

/** Models `h.dig(:a, "b", 0)`. */
export const dig: NativeFunction = (run, call) => {
  if (call.args.rest) return computed(call, "dig");
  return call.args.list.reduce(
    (value, key, index) => readElement(run, value, key, siteOfArgument(run, call, index)),
    call.this,
  );
};

/**
 * Models `h.fetch(key, default)` and `h.fetch(key) { default }`. Without a default, the call returns only if the key
 * exists.
 */
export const fetch: NativeFunction = (run, call) => {
  const found = readElement(run, call.this, call.args.at(0), siteOfArgument(run, call, 0));
  const block = blockOf(run, call);
  const given = alternatives(found).filter(
    (single) => !(single.kind === "scalar" && single.value === undefined),
  );
  const isSure = given.length === alternatives(found).length && given.every(({ kind }) => kind !== "unknown");
  if (isSure) return found;
  const standby = block
    ? yieldTo(run, block, [call.args.at(0)], call, false)
    : call.args.has(1)
      ? call.args.at(1)
      : undefined;
  const all = [...given, ...(standby ? [standby] : [])];
  return all.length > 0 ? choice(all) : NULL;
};
