import { computed, nativeValue, siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { copyMembers } from "../../../analysis/evaluation/members.js";
import { makeContent } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { objectValue, opaque, type Value } from "../../../analysis/evaluation/value.js";

/** Models `namedtuple("Config", ["url", "version"])`: a class whose fields are given by position or by name. */
export const namedTuple: NativeFunction = (run, call) => {
  const fields = fieldsIn(run, call.args.at(1));
  if (!fields || call.args.rest) return computed(call, "namedtuple");
  const construct: NativeFunction = (inner, making) => {
    const place = making.environment.locate(making.node);
    const made = new HeapObject("Namespace", place);
    // It is a list as well, and has methods that are not known.
    const rest = opaque("computed", "namedtuple", place);
    inner.store.write(made, makeContent([], [rest]));
    for (const [index, name] of fields.entries())
      if (making.args.has(index))
        setMember(inner.store, made, name, { value: making.args.at(index), maybeAbsent: false });
    if (making.args.keywords) copyMembers(inner, made, making.args.keywords, siteOf(making));
    return objectValue(made);
  };
  return nativeValue(knownString(run, call.args.at(0)) ?? "namedtuple", construct);
};

/** Models `SimpleNamespace(**values)`: an object with the keyword arguments as attributes. */
export const namespace: NativeFunction = (run, call) => {
  if (call.args.rest || call.args.has(0)) return computed(call, "namespace");
  const made = new HeapObject("Namespace", call.environment.locate(call.node));
  if (call.args.keywords) copyMembers(run, made, call.args.keywords, siteOf(call));
  return objectValue(made);
};

/** `["url", "version"]`, `"url version"`, `"url, version"`; undefined if they are not known. */
function fieldsIn(run: Run, given: Value): string[] | undefined {
  const text = knownString(run, given);
  if (text !== undefined) return text.split(/[\s,]+/).filter((name) => name !== "");
  if (given.kind !== "object") return undefined;
  const names = iterate(run, given).known?.map((one) => knownString(run, one));
  return names?.every((name) => name !== undefined) ? names : undefined;
}
