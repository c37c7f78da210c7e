import { knownString } from "../../analysis/evaluation/coerce.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { computedText, mapAlternatives, type Value } from "../../analysis/evaluation/value.js";
import { textNear, unreadFile } from "../lowered/read-files.js";
import { inputOf, writtenFile } from "./state.js";

/** Returns the content of a file: what the script has written to it, or its content in the repository. */
export function fileContent(run: Run, call: Call, path: Value): Value {
  return mapAlternatives(path, (single) => {
    // `<(command)` is what the command prints.
    if (single.kind === "object") return single;
    if (single.kind === "unknown") return writtenFile(run, call, single) ?? single;
    const name = knownString(run, single);
    if (name === undefined) return writtenFile(run, call, single) ?? unreadFile(run, call, single);
    if (name === "-" || name === "/dev/stdin") return inputOf(run, call);
    if (name === "/dev/null") return computedText("");
    return writtenFile(run, call, single) ?? textNear(run, call, name) ?? unreadFile(run, call, single);
  });
}
