import { cutText } from "../../../analysis/builtins/cut-texts.js";
import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { getMember } from "../../../analysis/evaluation/members.js";
import {
  UNDEFINED,
  alternatives,
  memberOfUnknown,
  opaque,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { flatten, placesBetween } from "../../../facts/text.js";
import { filesIn, inputOf } from "../state.js";

/** Models a command that looks for its arguments in its input, or in files: `grep srvAddress`. */
export function searching(name: string): NativeFunction {
  return (run, call) => {
    const words = call.args.list.slice(3);
    // `grep -v` prints the lines that do not have the name.
    const leavesOut = GREP.test(name) && words.some((word) => INVERTED.test(knownString(run, word) ?? ""));
    for (const text of textsOf(run, call, words))
      for (const word of words) {
        run.recorder.searches.inText(text, name, word, call, leavesOut);
        if (!leavesOut) readNamed(run, call, text, word);
      }
    // `sed` and `awk` mostly print a part of each line. `grep` prints few lines, which are not a document.
    return GREP.test(name)
      ? computed(call, name)
      : cutText(inputText(run, call, words), computed(call, name));
  };
}

const GREP = /^(?:\w?grep|rg)$/;
const INVERTED = /^(?:-\w*v\w*|--invert-match)$/;

/**
 * Reads the properties that a pattern names from a response: `grep '"srvAddress"'`. Names that a response may have in
 * several places do not tell which one is meant.
 */
function readNamed(run: Run, call: Call, text: Value, pattern: Value): void {
  if (pattern.kind !== "text") return;
  for (const { 0: name, index } of flatten(pattern.text).matchAll(/\w+/g)) {
    const property = run.recorder.interest.goneWith(name);
    if (property === undefined) continue;
    const [place] = placesBetween(pattern.text, index, index + name.length);
    const { node, environment } = call;
    for (const single of alternatives(text)) {
      if (!place || single.kind !== "unknown" || single.source.request === undefined) continue;
      const document = { ...single, path: single.path.filter((step) => !step.endsWith("()")) };
      getMember(run, document, property, {
        node,
        key: node,
        environment,
        names: new Map([[property, place]]),
      });
    }
  }
}

/** Models a command that takes what is at some place of its input, whatever it is: `cut -d : -f 2`. */
export function cutting(name: string): NativeFunction {
  return (run, call) => {
    const anything = opaque("computed", name);
    for (const text of textsOf(run, call, call.args.list.slice(3)))
      run.recorder.searches.inText(text, name, anything, call);
    return computed(call, name);
  };
}

/** Models a command whose output has the words of its input: `tr , '\n'`. */
export function arranging(name: string): NativeFunction {
  return (run, call) => {
    const text = inputText(run, call, call.args.list.slice(3));
    return text.kind === "unknown" && text.source.request !== undefined
      ? memberOfUnknown(text, "slice()")
      : cutText(text, computed(call, name));
  };
}

/** Models a test of a text by a pattern: `[[ $X =~ name ]]`, and a pattern of `case`. */
export const matched: NativeFunction = (run, call) => {
  run.recorder.searches.inText(call.args.at(0), "a pattern", call.args.at(1), call);
  return computed(call, "match");
};

function inputText(run: Run, call: Call, words: readonly Value[]): Value {
  return textsOf(run, call, words)[0] ?? UNDEFINED;
}

function textsOf(run: Run, call: Call, words: readonly Value[]): Value[] {
  const files = filesIn(run, call, words);
  return files.length > 0 ? files : [inputOf(run, call)];
}
