import { knownString } from "../../analysis/evaluation/coerce.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { computedText, mapAlternatives, opaque, type Value } from "../../analysis/evaluation/value.js";
import { textNear } from "../lowered/read-files.js";
import { inputOf, writtenFile } from "./state.js";

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
    return textNear(run, call, name) ?? opaque("file", name, place);
  });
}
