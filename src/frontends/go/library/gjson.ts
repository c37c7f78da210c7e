import { readJsonPath } from "../../../analysis/builtins/json-paths.js";
import { callBackPerhaps, computed, nativeObject, natives } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { pushSomeElement } from "../../../analysis/evaluation/heap.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { getMember, makeList } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { alternatives, objectValue, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { bodyOf } from "./readers.js";

/** Reads what a path says of JSON: `results.0.srvAddress`, `results.#.name`. A path with a query is not followed. */
function read(run: Run, data: Value, call: Call, index: number): Value {
  return readJsonPath(run, data, call, index) ?? computed(call, "gjson");
}

/** A part of JSON: https://pkg.go.dev/github.com/tidwall/gjson#Result */
function result(value: Value): Value {
  const itself = (): Value => value;
  const element = (run: Run, call: Call): Value =>
    result(getMember(run, value, "[]", { node: call.node, key: call.node, environment: call.environment }));
  return nativeObject(
    "Result",
    natives({
      ...Object.fromEntries(
        ["String", "Int", "Uint", "Float", "Bool", "Value"].map((name) => [name, itself]),
      ),
      Get: (run, call) => result(read(run, value, call, 0)),
      Array: (run, call) => {
        const list = run.make("Array", undefined);
        pushSomeElement(run.store, list, element(run, call));
        return objectValue(list);
      },
      ForEach: (run, call) =>
        callBackPerhaps(run, call.args.at(0), [computed(call, "key"), element(run, call)], call),
    }),
    alternatives(value).find((one) => one.kind === "unknown"),
  );
}

/** https://pkg.go.dev/github.com/tidwall/gjson */
export const gjson: Maker = () => {
  const get = (run: Run, call: Call): Value => result(read(run, bodyOf(run, call.args.at(0)), call, 1));
  const parse = (run: Run, call: Call): Value => result(bodyOf(run, call.args.at(0)));
  const many = (run: Run, call: Call): Value =>
    makeList(
      run,
      call.args.list.slice(1).map((_, at) => result(read(run, bodyOf(run, call.args.at(0)), call, at + 1))),
    );
  return nativeObject(
    "gjson",
    natives({ Get: get, GetBytes: get, GetMany: many, GetManyBytes: many, Parse: parse, ParseBytes: parse }),
    unknown({ reason: "import", name: "gjson", specifier: "github.com/tidwall/gjson", born: 0 }),
  );
};
