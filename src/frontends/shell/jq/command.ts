import { flatten, type Text } from "../../../facts/text.js";
import { jsonText, parseEach } from "../../../analysis/builtins/json.js";
import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { isInPayload } from "../../../analysis/evaluation/payload-path.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  EMPTY,
  NULL,
  choice,
  computedText,
  mapAlternatives,
  textOf,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { fileContent } from "../files.js";
import { exportedTo } from "../commands/environment.js";
import { inputOf, shellOf } from "../state.js";
import { textIn } from "../texts.js";
import { ENVIRONMENT, FilterRun, INPUTS } from "./evaluate.js";
import { listedElement } from "./listings.js";
import { parseFilter } from "./parse.js";

/** Options with one value behind them; `--arg` and those like it have two. */
const ONE = new Set(["indent", "tab", "f", "from-file", "L"]);
const TWO = new Set(["arg", "argjson", "slurpfile", "rawfile", "argfile"]);

/** Models `jq [options] filter [file …]`: https://jqlang.org/manual/#invoking-jq */
export const jq: NativeFunction = (run, call) => {
  const given = readArguments(run, call);
  if (!given.filter) return computed(call, "jq");
  return mapAlternatives(given.filter, (filter) => filtered(run, call, given, textIn(run, filter)));
};

function filtered(run: Run, call: Call, given: Arguments, text: Text): Value {
  const { flags, variables } = given;
  const filter = parseFilter(flatten(text));
  const own = inputsOf(run, call, given.files);
  if (flags.has("stream")) for (const one of own) listedElement(run, call, "tostream", one);
  const inputs = flags.has("n") || flags.has("null-input") ? [NULL] : own;
  variables.set(INPUTS, choice(own));
  const environment = /\$ENV\b|\benv\b/.test(flatten(text)) && exportedTo(run, shellOf(call));
  if (environment) variables.set(ENVIRONMENT, environment);
  if (!filter || flags.has("R") || flags.has("raw-input")) return computed(call, "jq");
  const all = flags.has("s") || flags.has("slurp") ? [makeList(run, inputs)] : inputs;
  const isRaw = flags.has("r") || flags.has("raw-output") || flags.has("j");
  const outputs = all.flatMap((input) => new FilterRun(run, call, text, variables).evaluate(filter, input));
  return printed(
    run,
    outputs.map((one) => asPrinted(run, call, isRaw ? one : quoted(one))),
  );
}

interface Arguments {
  readonly flags: Set<string>;
  readonly variables: Map<string, Value>;
  readonly files: Value[];
  filter?: Value;
}

function readArguments(run: Run, call: Call): Arguments {
  const found: Arguments = { flags: new Set(), variables: new Map(), files: [] };
  const list = call.args.list.slice(3);
  for (let at = 0; at < list.length; at++) {
    const value = list[at]!;
    const [option] = value.kind === "text" ? [flatten(value.text)] : [""];
    if (option.startsWith("--")) {
      const name = option.slice(2);
      if (TWO.has(name)) {
        const key = knownString(run, list[++at] ?? EMPTY);
        const content = list[++at] ?? EMPTY;
        if (key !== undefined)
          found.variables.set(
            key,
            name === "arg"
              ? content
              : name === "argjson"
                ? parsed(run, call, content)
                : computed(call, `$${key}`),
          );
      } else if (ONE.has(name)) {
        const content = list[++at] ?? EMPTY;
        if (name === "from-file") found.filter = fileContent(run, call, content);
      } else found.flags.add(name);
    } else if (/^-[a-zA-Z]+$/.test(option)) {
      for (const letter of option.slice(1)) {
        found.flags.add(letter);
        if (letter === "f") found.filter = fileContent(run, call, list[++at] ?? EMPTY);
      }
    } else if (found.filter) found.files.push(value);
    else found.filter = value;
  }
  return found;
}

/** Parses a text. If a filter has printed a part of an answer, the result is that part again. */
export function parsed(run: Run, call: Call, value: Value): Value {
  return mapAlternatives(value, (single) =>
    single.kind === "unknown" && single.source.request !== undefined && isInPayload(single.path)
      ? single
      : parseEach(run, single, call),
  );
}

/** Prints objects and lists as a text that keeps them, so that a word may have the text as a part. */
function asPrinted(run: Run, call: Call, value: Value): Value {
  return mapAlternatives(value, (single) =>
    single.kind === "object" ? jsonText(run, single, call) : single,
  );
}

function inputsOf(run: Run, call: Call, files: readonly Value[]): Value[] {
  if (files.length === 0) return [parsed(run, call, inputOf(run, call))];
  return files.map((file) => parsed(run, call, fileContent(run, call, file)));
}

/** A string is printed with quotes, unless it is wanted raw. */
function quoted(value: Value): Value {
  return mapAlternatives(value, (single) =>
    single.kind === "text" && !/["\\\n]/.test(flatten(single.text))
      ? textOf([...QUOTE.parts, ...single.text.parts, ...QUOTE.parts])
      : single,
  );
}

const QUOTE = computedText('"').text;

function printed(run: Run, outputs: readonly Value[]): Value {
  if (outputs.length === 0) return EMPTY;
  if (outputs.length === 1) return outputs[0]!;
  if (outputs.every(({ kind }) => kind === "unknown")) return choice(outputs);
  return concat(
    run,
    outputs.flatMap((one, index) => (index === 0 ? [one] : [computedText("\n"), one])),
  );
}
