import { parseJson } from "../../../analysis/builtins/json.js";
import {
  computed,
  itself,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import { parseYaml } from "../../../analysis/builtins/yaml.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import { TEXT } from "../../../analysis/evaluation/member-tables.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  mapAlternatives,
  unknown,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";

import { methodIn, methodsOf, type Methods } from "../../lowered/methods.js";
import { parentOf } from "../../lowered/paths.js";
import { contentFor, contentOf, textAt } from "../../lowered/read-files.js";

/** Models `open(path)` of a file of the repository that is only read. Other files are unknown. */
export const openFile: NativeFunction = (run, call) => {
  const byName = keyword(run, call.args.keywords, "mode");
  const args = call.args.has(1) ? call.args : new Arguments([call.args.at(0), byName], call.args.rest);
  const text = contentFor(run, { ...call, args }, { path: 0, mode: 1 });
  return text ? fileOf(text) : callUnknown(run, unknown({ reason: "global", name: "open", born: 0 }), call);
};

/** Makes an open file, which is its text where a text is needed. */
function fileOf(text: Value): Value {
  return nativeObject(
    "Buffer",
    { [TEXT]: text, ...natives({ read: () => text, close: () => UNDEFINED }) },
    unknown({ reason: "computed", name: "file", born: 0 }),
  );
}

/** Models `json.load(file)`. */
export const loadJson: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (file) =>
    file.kind === "unknown" && file.source.reason !== "response"
      ? computed(call, "json.load")
      : parseJson(run, file, call),
  );

const loadYaml: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (given) => {
    const file = textAt(run, call, given) ?? given;
    return mapAlternatives(file, (text) => parseYaml(run, text, true, call));
  });

/** Models `yaml` of PyYAML and `ruamel.yaml`. https://pyyaml.org/wiki/PyYAMLDocumentation */
export const yamlModule =
  (name: string): Maker =>
  () =>
    nativeObject(
      "Module",
      {
        ...natives({ load: loadYaml, safe_load: loadYaml, full_load: loadYaml }),
        YAML: nativeValue("YAML", () => nativeObject("YAML", natives({ load: loadYaml }))),
      },
      unknown({ reason: "import", name, specifier: name, born: 0 }),
    );

/** Joins the parts of a path. Undefined if one is not a path. */
export function joinedPath(run: Run, left: Single, right: Single): Value | undefined {
  const isPath = left.kind === "text" || (left.kind === "unknown" && left.source.name === "__dirname");
  return isPath && right.kind === "text" ? concat(run, [left, computedText("/"), right]) : undefined;
}

function joined(run: Run, first: Value, parts: readonly Value[], call: Call): Value {
  return parts.reduce<Value>(
    (path, part) =>
      mapAlternatives(path, (left) =>
        mapAlternatives(part, (right) => joinedPath(run, left, right) ?? computed(call, "path")),
      ),
    first,
  );
}

const reads =
  (name: string): NativeFunction =>
  (run, call) =>
    contentOf(run, call.this, call) ?? computed(call, name);

/** Methods of paths, which are texts here. https://docs.python.org/3/library/pathlib.html */
export const PATH_METHODS: Methods = methodsOf({
  read_text: reads("read_text"),
  read_bytes: reads("read_bytes"),
  open: (run, call) => {
    const text = contentOf(run, call.this, call);
    return text ? fileOf(text) : computed(call, "open");
  },
  resolve: itself,
  absolute: itself,
  joinpath: (run, call) => joined(run, call.this, call.args.list, call),
});

/** Returns a member of a path that begins at the place of a module. Undefined for other values and names. */
export function memberOfPath(run: Run, path: Single, name: string, isCalled: boolean): Value | undefined {
  if (name === "parent" && !isCalled) return parentOf(run, path);
  return isCalled && parentOf(run, path) ? methodIn(PATH_METHODS, name) : undefined;
}

/** Models `Path(a, b)`: a path is a text here. */
export const pathOf: NativeFunction = (run, call) => {
  const [first, ...others] = call.args.list;
  return first ? joined(run, first, others, call) : computedText(".");
};
