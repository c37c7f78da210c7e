import type { Call } from "../evaluation/callable.js";
import { peek } from "../evaluation/members.js";
import { TEXT } from "../evaluation/member-tables.js";
import type { Run } from "../evaluation/run.js";
import { memberOfUnknown, type Single, type Value } from "../evaluation/value.js";
import { fileWrittenIn } from "./json.js";
import { jsonModule } from "./json-modules.js";
import { computed } from "./native.js";

/**
 * Returns the value in a text of YAML, if it is the whole text of a file of the repository.
 *
 * @param merges whether `<<` copies members; undefined if that is unknown
 */
export function parseYaml(run: Run, text: Single, merges: boolean | undefined, call: Call): Value {
  if (text.kind === "unknown") return memberOfUnknown(text, "parse()");
  const held = text.kind === "object" && text.object.className === "Buffer" ? peek(run, text, TEXT) : text;
  const file = held.kind === "text" && merges !== undefined ? fileWrittenIn(run, held.text) : undefined;
  const value =
    file && merges !== undefined
      ? jsonModule(run, file, (whole) => run.modules.yaml(whole, merges))
      : undefined;
  if (value) return value;
  run.recorder.fileReads.usesText(run, held, "parse", call);
  return computed(call, "YAML");
}
