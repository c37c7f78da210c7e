import { siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";
import { nativeValue } from "../../../analysis/builtins/native.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { copyMembers, makeObject, peek } from "../../../analysis/evaluation/members.js";
import { keyedSlots, type MemberKey, type SlotKey } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  nullishness,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { namedArguments } from "./blocks.js";
import { AUTH, BASE, HEADERS, QUERY } from "../../lowered/client-table.js";

/** Models calls in the body of a class that set something for all its requests. */
const setting =
  (key: MemberKey, merges: boolean): NativeFunction =>
  (run, call) => {
    const given = namedArguments(run, call) ?? call.args.at(0);
    if (nullishness(given) === true) return peek(run, call.this, key);
    for (const single of alternatives(call.this)) {
      if (single.kind !== "object") continue;
      if (!merges) setMember(run.store, single.object, key, { value: given, maybeAbsent: false });
      else {
        const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
        const before = peek(run, single, key);
        for (const one of [before, given])
          if (nullishness(one) !== true) copyMembers(run, made.object, one, siteOf(call));
        setMember(run.store, single.object, key, { value: made, maybeAbsent: false });
      }
    }
    return UNDEFINED;
  };

/** Models `include HTTParty`: the class sends requests with its `base_uri`, `headers` and other settings. */
export function includeParty(run: Run, target: ObjectValue, party: Value, call: Call): void {
  const instance = callValue(run, peek(run, party, "class"), {
    ...call,
    this: UNDEFINED,
    args: new Arguments([]),
    isNew: false,
  });
  if (instance.kind !== "object") return;
  const set = (key: SlotKey, value: Value): void =>
    setMember(run.store, target.object, key, { value, maybeAbsent: false, isHidden: "surely" });
  for (const object of [instance.object, instance.object.prototype])
    if (object) for (const [key, slot] of keyedSlots(run.store.read(object))) set(key, slot.value);
  const methods: Readonly<Record<string, NativeFunction>> = {
    base_uri: setting(BASE, false),
    headers: setting(HEADERS, true),
    default_params: setting(QUERY, true),
    digest_auth: (inner, own) => {
      if (own.this.kind === "object")
        setMember(inner.store, own.this.object, AUTH, {
          value: computedText("digest"),
          maybeAbsent: false,
        });
      return UNDEFINED;
    },
    basic_auth: (inner, own) => {
      if (own.this.kind === "object")
        setMember(inner.store, own.this.object, AUTH, {
          value: computedText("basic"),
          maybeAbsent: false,
        });
      return UNDEFINED;
    },
    format: () => UNDEFINED,
    debug_output: () => UNDEFINED,
    default_timeout: () => UNDEFINED,
    ssl_version: () => UNDEFINED,
  };
  for (const [name, method] of Object.entries(methods)) set(name, nativeValue(name, method));
}
