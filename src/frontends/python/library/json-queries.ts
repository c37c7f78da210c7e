import { readJsonPath } from "../../../analysis/builtins/json-paths.js";
import { computed, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { pushSomeElement } from "../../../analysis/evaluation/heap.js";
import { makeList } from "../../../analysis/evaluation/members.js";

/** Models `jmespath.search("results[].name", data)`: https://jmespath.org/ */
export const search: NativeFunction = (run, call) =>
  readJsonPath(run, call.args.at(1), call, 0) ?? computed(call, "search");

/** Models `parse("$.results[*].name").find(data)` : https://pypi.org/project/jsonpath-ng/ */
export const parseJsonPath: NativeFunction = (_run, making) => {
  const find: NativeFunction = (run, call) => {
    const found = makeList(run, []);
    const value = readJsonPath(run, call.args.at(0), making, 0) ?? computed(call, "find");
    pushSomeElement(run.store, found.object, nativeObject("DatumInContext", { value }));
    return found;
  };
  return nativeObject("JSONPath", natives({ find }));
};
