import { flatten } from "../../../facts/text.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import { readJsonPath } from "../../../analysis/builtins/json-paths.js";
import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  EMPTY,
  UNDEFINED,
  alternatives,
  isFunction,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { exportedResponses, fed, filesIn, inputOf, shellOf } from "../state.js";
import { changeFolder } from "../working-folder.js";
import { simpleCommands, type SimpleCommand } from "../simple-commands.js";
import { joinOutputs, valueOf } from "../texts.js";
import { curl } from "../clients/curl.js";
import { httpie } from "../clients/httpie.js";
import { wget } from "../clients/wget.js";
import { jq, parsed } from "../jq/command.js";
import { setGiven, variablesRead } from "./environment.js";
import { givenVariables } from "./given-variables.js";
import { cat, echo, envsubst, printf, read, tee, through } from "./printing.js";
import { ARRANGING, CUTTING, NAMES, SEARCHING, SILENT, type CommandName } from "./names.js";
import { arranging, cutting, searching } from "./text-tools.js";
import { callBack, nativeValue } from "../../../analysis/builtins/native.js";

const COMMANDS: Readonly<Record<CommandName, NativeFunction>> = {
  curl,
  "curl.exe": curl,
  wget,
  http: httpie,
  https: httpie,
  xh: httpie,
  xhs: httpie,
  jq,
  gojq: jq,
  yq,
  jp,
  jaq: jq,
  fx: jq,
  base64,
  python,
  python3: python,
  echo,
  printf,
  cat,
  tee,
  envsubst,
  read,
  mapfile: read,
  readarray: read,
  time: wrapped,
  command: wrapped,
  builtin: wrapped,
  exec: wrapped,
  sudo: wrapped,
  nohup: wrapped,
  env: wrapped,
  timeout: wrapped,
  nice: wrapped,
  xargs: wrapped,
  eval: evaluated,
  bash: shellWithScript,
  sh: shellWithScript,
  zsh: shellWithScript,
  cmd: shellWithScript,
  cd: changeFolder,
  pushd: changeFolder,
  ":given": givenVariables,
};

/**
 * Models `yq [eval] [-p json] FILTER`, which takes the filters of jq for YAML, and so for JSON.
 * https://mikefarah.gitbook.io/yq
 */
function yq(run: Run, call: Call): Value {
  const [shell, input, id, ...words] = call.args.list;
  const isNamed = words[0] !== undefined && /^(?:e|ea|eval|eval-all)$/.test(knownString(run, words[0]) ?? "");
  const list = [shell!, input!, id!];
  for (let at = isNamed ? 1 : 0; at < words.length; at++) {
    const word = knownString(run, words[at]!) ?? "";
    // The formats of the input and the output, and the indent.
    if (/^(?:-[poI]|--(?:input-format|output-format|indent))$/.test(word)) at++;
    else if (!/^(?:-[poI]|--(?:input-format|output-format|indent)=)./.test(word)) list.push(words[at]!);
  }
  return jq(run, { ...call, args: new Arguments(list, call.args.rest) });
}

/** Models `jp EXPRESSION`: https://github.com/jmespath/jp */
function jp(run: Run, call: Call): Value {
  const word = call.args.list.slice(3).findIndex((one) => !/^-/.test(knownString(run, one) ?? ""));
  const data = parsed(run, call, inputOf(run, call));
  return readJsonPath(run, data, call, word + 3, "jmespath") ?? computed(call, "jp");
}

/** `base64 --decode` of a part of an answer that a filter has encoded is that part. */
function base64(run: Run, call: Call): Value {
  const decodes = call.args.list
    .slice(3)
    .some((one) => /^(?:-[dD]|--decode)$/.test(knownString(run, one) ?? ""));
  const input = inputOf(run, call);
  const isAnswer = alternatives(input).every(
    (one) => one.kind === "unknown" && one.source.reason === "response",
  );
  return decodes && isAnswer ? input : computed(call, "base64");
}

/** `python -m json.tool` prints what it reads. What other programs print is not known. */
function python(run: Run, call: Call): Value {
  const words = call.args.list.slice(3).map((one) => knownString(run, one));
  if (words[0] === "-m" && words[1] === "json.tool") return inputOf(run, call);
  return unknownProgram(run, call, call.args.list.slice(2));
}

/** Returns the model of a command by its name. Undefined if there is none. */
export function commandNamed(name: string): NativeFunction | undefined {
  if (name in COMMANDS && NAMES.has(name)) return COMMANDS[name as CommandName];
  if (through_.has(name)) return through;
  if (SEARCHING.has(name)) return searching(name);
  if (CUTTING.has(name)) return cutting(name);
  if (ARRANGING.has(name)) return arranging(name);
  return SILENT.has(name) ? (_run, call) => computed(call, name) : undefined;
}

/** Commands whose output is the document that they read. */
const through_ = new Set(["json_pp", "jsonpp", "gron"]);

/** Runs a command whose name is computed: `$CURL url`, a function of the script, an unknown command. */
export function runCommand(run: Run, call: Call): Value {
  const [first, ...others] = call.args.list.slice(2);
  if (!first) return EMPTY;
  return runWords(run, call, [first, ...others], call.args.rest);
}

/** Runs a command by its words, in the shell that the call has as its first argument. */
export function runWords(run: Run, call: Call, words: readonly Value[], rest?: Value): Value {
  const [first, ...others] = words;
  if (!first) return EMPTY;
  const name = knownString(run, first);
  const shell = shellOf(call);
  const input = call.args.at(1);
  if (name === undefined || !shell) {
    return first.kind === "unknown" ? unknownCommand(run, call, first, words) : computed(call, "command");
  }
  const slot = run.store.read(shell.object).members.get(`${name}()`);
  const args = new Arguments([shell, input, first, ...others], rest);
  if (slot && isFunction(slot.value)) {
    const invoke = nativeValue("function", () =>
      callValue(run, slot.value, {
        ...call,
        this: UNDEFINED,
        args: new Arguments(words, rest),
        isNew: false,
      }),
    );
    if (input.kind === "scalar") return callBack(run, invoke, [], call);
    return fed(run, { ...call, args: new Arguments([shell, input, invoke]) });
  }
  const known = commandNamed(name.replace(/^.*[\\/]/s, ""));
  if (known) return known(run, { ...call, args });
  return unknownProgram(run, { ...call, args: new Arguments(call.args.list, rest) }, words);
}

/** A program that is not known also reads its input, and the files that its arguments name. */
function unknownProgram(run: Run, call: Call, [first, ...others]: readonly Value[]): Value {
  const name = (first && knownString(run, first)) ?? "command";
  const input = inputOf(run, call);
  const given = [
    ...others,
    input,
    ...filesIn(run, call, others),
    ...variablesRead(run, shellOf(call), [...others, input]),
    ...(first && startsFile(run, [first, ...others]) ? exportedResponses(run, shellOf(call)) : []),
  ];
  return handTo(run, call, name, new Arguments(given, call.args.rest));
}

/** Hands values to a program that is not known, by its name. */
function handTo(run: Run, call: Call, name: string, args: Arguments): Value {
  const callee = unknown({ reason: "global", name, place: call.environment.locate(call.node), born: 0 });
  return callUnknown(run, callee, { ...call, this: UNDEFINED, args });
}

/** `python3 show.py`, `./show.rb`: a program in a file reads what it likes of its environment. */
function startsFile(run: Run, [first, ...others]: readonly [Value, ...Value[]]): boolean {
  const command = knownString(run, first) ?? "";
  return command.includes("/") || [first, ...others].some((one) => PROGRAM.test(knownString(run, one) ?? ""));
}

/** The name of a file with a program, or with a script. */
const PROGRAM = /\.(?:py|[cm]?[jt]s|rb|php|pl|ps1|(?:ba|z|k)?sh)$/;

function unknownCommand(
  run: Run,
  call: Call,
  callee: Value & { kind: "unknown" },
  words: readonly Value[],
): Value {
  return callUnknown(run, callee, { ...call, this: UNDEFINED, args: new Arguments(words.slice(1)) });
}

/** `time curl …`, `xargs -n 1 curl …`, `env A="$B" node -e …`: the command is behind the options. */
function wrapped(run: Run, call: Call): Value {
  const words = call.args.list.slice(3);
  for (const word of words) setGiven(run, shellOf(call), word);
  const own = words.findIndex((word) => {
    const known = knownString(run, word);
    return known !== undefined && commandNamed(known.slice(known.lastIndexOf("/") + 1)) !== undefined;
  });
  const isPlain = words.findIndex(
    (word) => !/^-|^\d+[smh]?$|=/.test(word.kind === "text" ? flatten(word.text) : ""),
  );
  const at = own >= 0 ? own : isPlain;
  if (at < 0) return inputOf(run, call);
  return runWords(run, call, words.slice(at), call.args.rest);
}

/** `eval "curl …"` of a text that is known but for some of its words. */
function evaluated(run: Run, call: Call): Value {
  const [given, ...others] = call.args.list.slice(3);
  if (others.length > 0 || given?.kind !== "text") return computed(call, "eval");
  const commands = simpleCommands(given.text);
  const isKnown = commands.some(({ words: [first] }) => commandNamed(flatten(first!)));
  return isKnown ? runSimpleCommands(run, call, commands) : computed(call, "eval");
}

/** `bash -c "curl …"`: a script in an argument. */
function shellWithScript(run: Run, call: Call): Value {
  const words = call.args.list.slice(3);
  const at = words.findIndex((word) => /^(?:-\w*c|\/[cC]|-Command)$/.test(knownString(run, word) ?? ""));
  const script = at < 0 ? undefined : words[at + 1];
  if (script?.kind !== "text") {
    const given = startsFile(run, [call.args.at(2), ...words]) ? exportedResponses(run, shellOf(call)) : [];
    return given.length === 0 ? computed(call, "script") : handTo(run, call, "sh", new Arguments(given));
  }
  // `cmd /c curl …` takes all that is behind it.
  if (words.length > at + 2 && knownString(run, words[at]!)!.startsWith("/"))
    return runWords(run, call, words.slice(at + 1), call.args.rest);
  return runSimpleCommands(run, call, simpleCommands(script.text));
}

/** Runs commands one after the other, in pipelines where they are in one. */
export function runSimpleCommands(run: Run, call: Call, commands: readonly SimpleCommand[]): Value {
  let printed: Value = EMPTY;
  let last: Value = EMPTY;
  for (const { words, isFed } of commands) {
    const input = isFed ? last : call.args.at(1);
    const fedCall = { ...call, args: new Arguments([call.args.at(0), input]) };
    // A command that another one reads from prints nothing itself.
    if (!isFed) printed = joinOutputs(run, printed, last);
    last = runWords(
      run,
      fedCall,
      words.map((word): Value => valueOf(word)),
    );
  }
  return joinOutputs(run, printed, last);
}

export { read };
