import { setMember } from "../../../analysis/evaluation/heap.js";
import { UNDEFINED, objectValue, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { nativeValue, natives } from "../../../analysis/builtins/native.js";

/**
 * Models `new FormData()`, https://xhr.spec.whatwg.org/#interface-formdata, and that of the package `form-data`. Its
 * content is not followed.
 */
export function formDataConstructor(): Value {
  return nativeValue("FormData", (run, call) => {
    const place = call.environment.locate(call.node);
    const made = run.make("FormData", place);
    made.content = {
      epoch: -1,
      members: new Map(),
      rest: [],
      open: [unknown({ reason: "computed", name: "FormData" }, place)],
    };
    const changes = natives({ append: () => UNDEFINED, set: () => UNDEFINED, delete: () => UNDEFINED });
    for (const [key, value] of Object.entries(changes))
      setMember(run.store, made, key, { value, maybeAbsent: false });
    return objectValue(made);
  });
}
