import { posix } from "node:path";
import { computed } from "../../analysis/builtins/native.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { knownString } from "../../analysis/evaluation/coerce.js";
import { deleteMember, setMember } from "../../analysis/evaluation/heap.js";
import { internalSlot } from "../../analysis/evaluation/member-tables.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { computedText, type Value } from "../../analysis/evaluation/value.js";
import { HOLE_MARK, flatten } from "../../facts/text.js";
import { shellOf } from "./state.js";

/** The folder that the script went to from where it was started. */
const FOLDER = internalSlot("working folder");

/** Models `cd FOLDER`. */
export function changeFolder(run: Run, call: Call): Value {
  const shell = shellOf(call);
  if (shell) {
    const words = call.args.list.slice(3).filter((word) => !/^-[-LPe@]/.test(knownString(run, word) ?? ""));
    const folder = words[0] && folderAfter(workingFolder(run, call), words[0]);
    if (folder === undefined) deleteMember(run.store, shell.object, FOLDER);
    else setMember(run.store, shell.object, FOLDER, { value: computedText(folder), maybeAbsent: false });
  }
  return computed(call, "cd");
}

/** Returns the folder that a script is in, from where it was started. Empty if that is the same or unknown. */
export function workingFolder(run: Run, call: Call): string {
  const shell = shellOf(call);
  const slot = shell && run.store.read(shell.object).symbols.get(FOLDER);
  return (slot && !slot.maybeAbsent ? knownString(run, slot.value) : undefined) ?? "";
}

/** `cd "$ROOT/deploy"` goes to a folder of which the end is known. */
function folderAfter(before: string, word: Value): string | undefined {
  if (word.kind !== "text") return undefined;
  const flat = flatten(word.text);
  const hole = flat.lastIndexOf(HOLE_MARK);
  const known = flat.slice(hole + 1);
  if (hole >= 0) return known.startsWith("/") ? posix.normalize(known.slice(1)) : undefined;
  return /^[/~-]/.test(known) || known === "" ? undefined : posix.join(before, known);
}
