import { siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";
import { knownStrings } from "../../../analysis/evaluation/coerce.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { UNDEFINED } from "../../../analysis/evaluation/value.js";

/** Models `define_method(name) { … }`, with the block as a function. */
export const define: NativeFunction = (run, call) => {
  const [target, name, method] = call.args.list;
  if (target?.kind !== "object" || !name || !method) return UNDEFINED;
  setMemberByKey(run, peek(run, target, "prototype"), knownStrings(run, name), method, siteOf(call));
  return name;
};
