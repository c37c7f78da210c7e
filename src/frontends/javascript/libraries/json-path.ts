import { readJsonPath } from "../../../analysis/builtins/json-paths.js";
import { computed, nativeObject, natives } from "../../../analysis/builtins/native.js";
import { pushSomeElement } from "../../../analysis/evaluation/heap.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import { unknown, type Value } from "../../../analysis/evaluation/value.js";

/** Makes a module with `query(data, "$.results[*].name")` and `value(…)`: https://www.npmjs.com/package/jsonpath */
export function jsonPath(): Value {
  const functions = natives({
    query: (run, call) => {
      const found = makeList(run, []);
      pushSomeElement(
        run.store,
        found.object,
        readJsonPath(run, call.args.at(0), call, 1) ?? computed(call, "query"),
      );
      return found;
    },
    value: (run, call) => readJsonPath(run, call.args.at(0), call, 1) ?? computed(call, "value"),
  });
  return nativeObject("jsonpath", functions, unknown({ reason: "import", name: "jsonpath", born: 0 }));
}
