import { HOLE_MARK, flatten, sliceText, type Text } from "../../../facts/text.js";
import type { NativeFunction } from "../../../analysis/builtins/native.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { EMPTY, alternatives, choice, computedText } from "../../../analysis/evaluation/value.js";
import { exportVariables, setVariable, shellOf, writtenFile } from "../state.js";
import { valueOf } from "../texts.js";

/**
 * Models a command that lowered workflows have: it sets a variable to what the script has written to a file under a
 * name. Without a name it sets all variables in the file. A line is `NAME=value`, or `NAME<<END` with more lines.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-output-parameter
 */
export const givenVariables: NativeFunction = (run, call) => {
  const [file, key, target] = call.args.list.slice(3);
  const content = file && writtenFile(run, call, file);
  const texts = alternatives(content ?? EMPTY).flatMap((one) => (one.kind === "text" ? [one.text] : []));
  const wanted = key && knownString(run, key);
  const found = new Map<string, Text[]>();
  for (const text of texts)
    for (const [name, value] of variablesIn(text))
      if (wanted === undefined || wanted === name) found.set(name, [...(found.get(name) ?? []), value]);
  const shell = shellOf(call);
  for (const [name, values] of found) {
    const variable = target ?? computedText(name);
    setVariable(run, shell, variable, choice(values.map(valueOf)));
    // Those without a target are variables of the environment.
    if (!target && shell) exportVariables(run, { ...call, args: new Arguments([shell, variable]) });
  }
  return EMPTY;
};

/** Returns the last value of each name. */
function variablesIn(text: Text): ReadonlyMap<string, Text> {
  const flat = flatten(text);
  const found = new Map<string, Text>();
  for (let at = 0; at < flat.length;) {
    let end = endOfLine(flat, at);
    const [whole = "", name = "", sign] = /^([\w.-]+)(=|<<)/.exec(flat.slice(at, end)) ?? [];
    if (sign === "=") found.set(name, sliceText(text, at + whole.length, end));
    else if (sign === "<<") {
      const mark = flat.slice(at + whole.length, end);
      // An unknown text may end in a line break that is not written.
      const last = ["\n", HOLE_MARK]
        .map((before) => flat.indexOf(before + mark, end) + 1)
        .filter((one) => one > 0)
        .reduce((one, other) => Math.min(one, other), Infinity);
      if (last === Infinity) break;
      const isLine = flat[last - 1] === "\n";
      found.set(name, sliceText(text, Math.min(end + 1, last), isLine ? Math.max(end + 1, last - 1) : last));
      end = endOfLine(flat, last);
    }
    at = end + 1;
  }
  return found;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
