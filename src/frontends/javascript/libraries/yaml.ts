import type { Call } from "../../../analysis/evaluation/callable.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  mapAlternatives,
  nullishness,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { withDefault } from "./files.js";
import { natives } from "../../../analysis/builtins/native.js";
import { parseYaml } from "../../../analysis/builtins/yaml.js";

type Maker = (run: Run) => Value;

/**
 * Models libraries that read YAML, if they read the whole text of a file of the repository.
 * https://github.com/nodeca/js-yaml#api https://eemeli.org/yaml/#parse-and-stringify
 */
export const yamlModules = (): [string, Maker][] => [
  ["js-yaml", () => reader("js-yaml", ["load", "safeLoad"], mergesAlways)],
  ["yaml", () => reader("yaml", ["parse"], mergesOnRequest)],
];

/** Returns whether `<<` copies members, by the options of a call; `undefined` for unknown options. */
type Merging = (run: Run, options: Value) => boolean | undefined;

/** js-yaml does so in each of its schemas except the small ones, which an option selects. */
const mergesAlways: Merging = (run, options) =>
  isAbsent(options) || (isPlainObject(options) && isAbsent(peek(run, options, "schema"))) ? true : undefined;

/** `yaml` merges only with an option. Its other options change what numbers and words mean. */
const mergesOnRequest: Merging = (run, options) => {
  if (isAbsent(options)) return false;
  const merge = isPlainObject(options) ? peek(run, options, "merge") : UNDEFINED;
  return merge.kind === "scalar" && merge.value === true ? true : undefined;
};

function isAbsent(value: Value): boolean {
  return nullishness(value) === true;
}

function isPlainObject(value: Value): boolean {
  return value.kind === "object" && value.object.className === "Object";
}

function reader(library: string, functions: readonly string[], merging: Merging): Value {
  const read = (run: Run, call: Call): Value => {
    const merges = call.args.rest || call.args.length > 2 ? undefined : merging(run, call.args.at(1));
    return mapAlternatives(call.args.at(0), (text) => parseYaml(run, text, merges, call));
  };
  const members = natives(Object.fromEntries(functions.map((name) => [name, read])));
  return withDefault(library, members, unknown({ reason: "import", name: library, specifier: library }));
}
