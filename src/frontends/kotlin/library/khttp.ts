import { nativeObject, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { computedText, nullishness, unknown, type Value } from "../../../analysis/evaluation/value.js";

const METHODS = ["get", "post", "put", "patch", "delete", "head", "options"] as const;
/** The parameters of all functions, in their order. */
const PARAMETERS = ["url", "headers", "params", "data", "json"];

const sending =
  (method: string): NativeFunction =>
  (run, call) => {
    const given = (name: string): Value => {
      const named = keyword(run, call.args.keywords, name);
      return nullishness(named) === true ? call.args.at(PARAMETERS.indexOf(name)) : named;
    };
    const [json, data] = [given("json"), given("data")];
    const isJson = nullishness(json) !== true;
    const headers = given("headers");
    return run.recorder.request(run, {
      client: "khttp",
      call,
      url: given("url"),
      method: computedText(method),
      query: [given("params")],
      headers: nullishness(headers) === true ? [] : [headers],
      body: isJson ? json : data,
      setsContentType: isJson,
    }).response;
  };

const FUNCTIONS = METHODS.map((name) => [name, nativeValue(name, sending(name.toUpperCase()))] as const);

/** Functions of khttp by their full names. https://github.com/ascclemens/khttp */
export const KHTTP: readonly (readonly [string, Maker])[] = FUNCTIONS.map(([name, value]) => [
  `khttp.${name}`,
  () => value,
]);

/** The package, which programs name without an import: `khttp.get(url)`. */
export const khttpPackage: Maker = () =>
  nativeObject(
    "khttp",
    Object.fromEntries(FUNCTIONS),
    unknown({ reason: "import", name: "khttp", specifier: "khttp", born: 0 }),
  );
