import { posix } from "node:path";
import { knownString } from "../../analysis/evaluation/coerce.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  computedText,
  mapAlternatives,
  unknownOf,
  textOf,
  type ScalarValue,
  type TextValue,
  type Value,
} from "../../analysis/evaluation/value.js";
import { knownText } from "../../facts/text.js";
import { textNear, unreadFile } from "../lowered/read-files.js";
import { inputOf, writtenFile } from "./state.js";
import { workingFolder } from "./working-folder.js";

/** Returns the content of a file: what the script has written to it, or its content in the repository. */
export function fileContent(run: Run, call: Call, path: Value): Value {
  return mapAlternatives(path, (single) => {
    // `<(command)` is what the command prints.
    if (single.kind === "object") return single;
    if (single.kind === "unknown") return writtenFile(run, call, single) ?? single;
    const name = knownString(run, single);
    if (name === undefined)
      return (
        writtenFile(run, call, single) ?? textInFolder(run, call, single) ?? unreadFile(run, call, single)
      );
    if (name === "-" || name === "/dev/stdin") return inputOf(run, call);
    if (name === "/dev/null") return computedText("");
    return writtenFile(run, call, single) ?? textFrom(run, call, name) ?? unreadFile(run, call, single);
  });
}

/** Commands and variables that give the folder of the script, or that of the repository in a service that builds it. */
const OWN_FOLDERS: ReadonlySet<string> = new Set([
  ...["dirname", "pwd", "cd", "git", "PWD", "WORKSPACE"],
  ...["GITHUB_WORKSPACE", "CI_PROJECT_DIR", "BUILD_SOURCESDIRECTORY", "TRAVIS_BUILD_DIR"],
  ...["CIRCLE_WORKING_DIRECTORY", "BITBUCKET_CLONE_DIR"],
]);

/** Returns the text of a file whose folder is computed: `"$(dirname "$0")/cluster.json"`. */
function textInFolder(run: Run, call: Call, path: TextValue | ScalarValue): Value | undefined {
  if (path.kind !== "text") return undefined;
  const [folder, ...others] = path.text.parts;
  const tail = knownText(textOf(others).text);
  const of = folder?.kind === "hole" ? unknownOf(folder) : undefined;
  if (!of || !tail?.startsWith("/")) return undefined;
  return OWN_FOLDERS.has(of.path.at(-1) ?? of.source.name) ? textNear(run, call, tail.slice(1)) : undefined;
}

/** Returns the text of a file of the repository, from the folder that the script is in. */
function textFrom(run: Run, call: Call, name: string): Value | undefined {
  const folder = workingFolder(run, call);
  const there = folder && !name.startsWith("/") ? textNear(run, call, posix.join(folder, name)) : undefined;
  return there ?? textNear(run, call, name);
}
