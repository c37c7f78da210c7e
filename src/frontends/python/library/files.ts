import { folderOfModule } from "../../../analysis/builtins/file-places.js";
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
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  mapAlternatives,
  nullishness,
  unknown,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { sliceText, flatten } from "../../../facts/text.js";
import { methodIn, methodsOf, type Methods } from "../../lowered/methods.js";
import { textAt } from "../../lowered/read-files.js";

/** Models `__file__`: the path of the module. */
export const fileOfModule: NativeFunction = (_run, call) => {
  const place = call.environment.locate(call.node);
  return unknown({ reason: "global", name: "__filename", place, born: 0 }, place);
};

/** The mode of a file that is only read. */
const READS = /^r?[bt]?$/;

/** Models `open(path)` of a file of the repository that is only read. Other files are unknown. */
export const openFile: NativeFunction = (run, call) => {
  const mode = call.args.has(1) ? call.args.at(1) : keyword(run, call.args.keywords, "mode");
  const isRead = nullishness(mode) === true || READS.test(knownString(run, mode) ?? "w");
  const text = isRead ? contentOf(run, call.args.at(0), call) : undefined;
  return text ? fileOf(text) : callUnknown(run, unknown({ reason: "global", name: "open", born: 0 }), call);
};

/** Returns the contents of the files that a path may name. Undefined if one of them is unknown. */
function contentOf(run: Run, path: Value, call: Call): Value | undefined {
  let isKnown = true;
  const content = mapAlternatives(path, (single) => {
    const text = textAt(run, call, single);
    if (!text) isKnown = false;
    return text ?? UNDEFINED;
  });
  return isKnown ? content : undefined;
}

/** Makes an open file, which is its text where a text is needed. */
function fileOf(text: Value): Value {
  return nativeObject(
    "Buffer",
    { "[[text]]": text, ...natives({ read: () => text, close: () => UNDEFINED }) },
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

/** Returns the folder of a path. Undefined if it is unknown. */
export function parentOf(run: Run, path: Single): Value | undefined {
  const folder = folderOfModule(path);
  if (folder) return folder;
  if (path.kind === "unknown")
    return path.source.name === "__dirname" ? concat(run, [path, computedText("/..")]) : undefined;
  const text = path.kind === "text" ? flatten(path.text) : "";
  const end = text.lastIndexOf("/");
  if (path.kind !== "text" || text.endsWith("..")) return undefined;
  return end > 0 ? { kind: "text", text: sliceText(path.text, 0, end) } : computedText(".");
}

/** Models `os.path.dirname(path)`. */
export const dirname: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (path) => parentOf(run, path) ?? computed(call, "dirname"));

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
