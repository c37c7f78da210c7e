import { readJsonPath, readQuery } from "../../../analysis/builtins/json-paths.js";
import type { QueryLanguage } from "../../../analysis/builtins/json-queries.js";
import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { makePromise } from "../../../analysis/builtins/promises.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { pushSomeElement } from "../../../analysis/evaluation/heap.js";
import { makeList, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { UNDEFINED, unknown, type Value } from "../../../analysis/evaluation/value.js";

/** `get(data, path)`: gives what is under the path. */
const at =
  (language?: QueryLanguage): NativeFunction =>
  (run, call) =>
    readJsonPath(run, call.args.at(0), call, 1, language) ?? computed(call, "query");

/** The same as a list of all that is found. */
const allAt: NativeFunction = (run, call) => listOf(run, at()(run, call));

function listOf(run: Run, element: Value): Value {
  const found = makeList(run, []);
  pushSomeElement(run.store, found.object, element);
  return found;
}

function open(name: string, members: Readonly<Record<string, NativeFunction>>): Value {
  return nativeObject(name, natives(members), unknown({ reason: "import", name, specifier: name, born: 0 }));
}

/** `JSONPath({ path, json })` and `JSONPath(path, json)`: https://www.npmjs.com/package/jsonpath-plus */
const jsonPathPlus: NativeFunction = (run, call) => {
  const [options, json] = [call.args.at(0), call.args.at(1)];
  if (options.kind === "text") return listOf(run, queried(run, json, options, call));
  return listOf(run, queried(run, peek(run, options, "json"), peek(run, options, "path"), call));
};

function queried(run: Run, data: Value, path: Value, call: Call): Value {
  return readQuery(run, data, path, { making: call, ...siteOf(call) }) ?? computed(call, "query");
}

/** `jsonata(expression).evaluate(data)`: https://www.npmjs.com/package/jsonata */
const jsonata: NativeFunction = (_run, making) => {
  const evaluate: NativeFunction = (run, call) => {
    const found = readJsonPath(run, call.args.at(0), making, 0) ?? computed(call, "query");
    return makePromise(run, found);
  };
  return nativeObject("Expression", natives({ evaluate, assign: () => UNDEFINED }));
};

type Maker = () => Value;

const jmespath = (name: string): [string, Maker] => [
  name,
  () => open(name, { search: at("jmespath"), jmespath: at("jmespath") }),
];

/** Libraries that read JSON by a path or a query in a text. */
export const jsonQueryModules = (): [string, Maker][] => [
  ["jsonpath", () => open("jsonpath", { query: allAt, value: at(), nodes: allAt, paths: allAt })],
  ["jsonpath-plus", () => open("jsonpath-plus", { JSONPath: jsonPathPlus })],
  jmespath("jmespath"),
  jmespath("@metrichor/jmespath"),
  jmespath("@jmespath-community/jmespath"),
  ["jsonata", () => nativeValue("jsonata", jsonata)],
  ["dlv", () => nativeValue("dlv", at())],
  ["just-safe-get", () => nativeValue("get", at())],
  ["dot-prop", () => open("dot-prop", { getProperty: at(), get: at() })],
  ["object-path", () => open("object-path", { get: at() })],
  ["jsonpointer", () => open("jsonpointer", { get: at() })],
];
