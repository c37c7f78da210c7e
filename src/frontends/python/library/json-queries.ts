import { readJsonPath } from "../../../analysis/builtins/json-paths.js";
import { computed, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { pushSomeElement } from "../../../analysis/evaluation/heap.js";
import { makeList } from "../../../analysis/evaluation/members.js";

/** Models `search("results[].name", data)`, and `compile("…").search(data)`: https://jmespath.org/ */
const search: NativeFunction = (run, call) =>
  readJsonPath(run, call.args.at(1), call, 0, "jmespath") ?? computed(call, "search");

const compile: NativeFunction = (_run, making) =>
  nativeObject(
    "Expression",
    natives({
      search: (run, call) =>
        readJsonPath(run, call.args.at(0), making, 0, "jmespath") ?? computed(call, "search"),
    }),
  );

/** Models `parse("$.results[*].name").find(data)` : https://pypi.org/project/jsonpath-ng/ */
const parse: NativeFunction = (_run, making) => {
  const find: NativeFunction = (run, call) => {
    const found = makeList(run, []);
    const value = readJsonPath(run, call.args.at(0), making, 0) ?? computed(call, "find");
    pushSomeElement(run.store, found.object, nativeObject("DatumInContext", { value }));
    return found;
  };
  return nativeObject("JSONPath", natives({ find }));
};

/** Models `get(data, "a.b")`. */
const get: NativeFunction = (run, call) =>
  readJsonPath(run, call.args.at(0), call, 1) ?? computed(call, "get");

const all: NativeFunction = (run, call) => {
  const found = makeList(run, []);
  pushSomeElement(run.store, found.object, get(run, call));
  return found;
};

const same: NativeFunction = (_run, call) => call.args.at(0);

/** Modules that read JSON by a path or a query, or give its members as attributes. */
export const jsonQueries = (): Record<string, Readonly<Record<string, NativeFunction>>> => ({
  jmespath: { search, compile },
  jsonpath_ng: { parse },
  "jsonpath_ng.ext": { parse },
  jsonpath_rw: { parse },
  jsonpath: { jsonpath: all },
  jsonpointer: { resolve_pointer: get },
  pydash: { get },
  dictor: { dictor: get },
  box: { Box: same, BoxList: same },
  munch: { munchify: same, Munch: same },
  addict: { Dict: same },
});
