import { posix } from "node:path";
import type { SourceText } from "../../core/source-text.js";
import { knownString } from "../../analysis/evaluation/coerce.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  computedText,
  mapAlternatives,
  opaque,
  textOf,
  type Value,
} from "../../analysis/evaluation/value.js";
import { inputOf, writtenFile } from "./state.js";

/** Longer files are not bodies that people wrote. */
const MAX_LENGTH = 200_000;

/** Returns the content of a file: what the script has written to it, or its content in the repository. */
export function fileContent(run: Run, call: Call, path: Value): Value {
  return mapAlternatives(path, (single) => {
    if (single.kind === "unknown" || single.kind === "object") {
      // `<(command)` is what the command prints.
      return single;
    }
    const name = knownString(run, single);
    const place = call.environment.locate(call.node);
    if (name === undefined) return opaque("computed", "file", place);
    if (name === "-" || name === "/dev/stdin") return inputOf(run, call);
    if (name === "/dev/null") return computedText("");
    const written = writtenFile(run, call, name);
    if (written) return written;
    const source = readFile(run, call, name);
    if (!source || source.text.length > MAX_LENGTH) return opaque("computed", name, place);
    const { path: file, text } = source;
    return textOf([
      {
        kind: "segment",
        text,
        written: { path: file, start: 0, end: text.length, exact: true },
        hops: undefined,
      },
    ]);
  });
}

/** Reads a file beside the script, or in a folder around it, since scripts are started from any of them. */
function readFile(run: Run, { environment: { module } }: Call, name: string): SourceText | undefined {
  if (name.startsWith("/")) return undefined;
  const specifier = name.startsWith(".") ? name : `./${name}`;
  for (let folder = posix.dirname(module.path); ; folder = posix.dirname(folder)) {
    const from = folder === "." ? "script" : `${folder}/script`;
    const source = run.modules.readText(run, { specifier, from }, module);
    if (source || folder === "." || folder === "/") return source;
  }
}
