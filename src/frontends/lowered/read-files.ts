import type { SourceText } from "../../core/source-text.js";
import { filePathOf } from "../../analysis/builtins/file-places.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { textOf, type Single, type Value } from "../../analysis/evaluation/value.js";

/** Longer files are neither settings nor bodies that people wrote. */
const MAX_LENGTH = 200_000;

/** Returns the text of a file beside the program, or in a folder around it. Undefined if there is none. */
export function textNear(run: Run, call: Call, name: string): Value | undefined {
  return wholeText(readNear(run, call, name));
}

/** Returns the text of the file that a path names, by itself or from the place of the program. */
export function textAt(run: Run, call: Call, path: Single): Value | undefined {
  const wanted = filePathOf(run, path);
  if (!wanted) return undefined;
  if (wanted.from === undefined) return textNear(run, call, wanted.specifier);
  return wholeText(run.modules.readText(run, wanted, call.environment.module));
}

function wholeText(source: SourceText | undefined): Value | undefined {
  if (!source || source.text.length > MAX_LENGTH) return undefined;
  const { path, text } = source;
  const written = { path, start: 0, end: text.length, exact: true };
  return textOf([{ kind: "segment", text, written, hops: undefined }]);
}

/** Reads a file beside the program, or in a folder around it, since programs are started from any of them. */
function readNear(run: Run, { environment: { module } }: Call, name: string): SourceText | undefined {
  if (name.startsWith("/")) return undefined;
  const specifier = name.startsWith(".") ? name : `./${name}`;
  const folders = module.path.split("/").slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth--) {
    const from = [...folders.slice(0, depth), "script"].join("/");
    const source = run.modules.readText(run, { specifier, from }, module);
    if (source) return source;
  }
  return undefined;
}
