import { UNDEFINED, objectValue, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { nativeValue, natives, contentOf } from "../../../analysis/builtins/native.js";

/**
 * Models `new FormData()`, https://xhr.spec.whatwg.org/#interface-formdata, and that of the package `form-data`. Its
 * content is not followed.
 */
export function formDataConstructor(): Value {
  return nativeValue("FormData", (run, call) => {
    const place = call.environment.locate(call.node);
    const made = run.make("FormData", place);
    const changes = natives({ append: () => UNDEFINED, set: () => UNDEFINED, delete: () => UNDEFINED });
    made.content = contentOf(changes, unknown({ reason: "computed", name: "FormData" }, place));
    return objectValue(made);
  });
}
