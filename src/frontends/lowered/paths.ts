import { folderOfModule } from "../../analysis/builtins/file-places.js";
import { computed, type NativeFunction } from "../../analysis/builtins/native.js";
import { concat } from "../../analysis/evaluation/coerce.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  computedText,
  mapAlternatives,
  unknown,
  type Single,
  type Value,
} from "../../analysis/evaluation/value.js";
import { flatten, sliceText } from "../../facts/text.js";

/** Models `__file__`: the path of the module. */
export const fileOfModule: NativeFunction = (_run, call) => placeOf("__filename", call);

/** Models `__dir__`: the folder of the module. */
export const ownFolder: NativeFunction = (_run, call) => placeOf("__dirname", call);

function placeOf(name: string, { environment, node }: Parameters<NativeFunction>[1]): Value {
  const place = environment.locate(node);
  return unknown({ reason: "global", name, place, born: 0 }, place);
}

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

/** Joins the parts of a path. */
export function joinedPath(run: Run, parts: readonly Value[]): Value {
  return concat(
    run,
    parts.flatMap((part, index) => (index === 0 ? [part] : [computedText("/"), part])),
  );
}

/** Models functions that join paths: `Path.Combine(a, b)`. */
export const joinPaths: NativeFunction = (run, call) =>
  call.args.rest || call.args.length === 0 ? computed(call, "path") : joinedPath(run, call.args.list);

/** Models methods that add to a path: `path.join("x")`. */
export const joinToPath: NativeFunction = (run, call) =>
  call.args.rest ? computed(call, "path") : joinedPath(run, [call.this, ...call.args.list]);
