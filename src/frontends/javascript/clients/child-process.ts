import {
  callBackLater,
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { makePromise, makePromiseWith } from "../../../analysis/builtins/promises.js";
import { PROMISIFIED } from "../libraries/promisified.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { elementsToRead } from "../../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  isFunction,
  memberOfUnknown,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { givesOutput, quoted, startProgram, startText, starting, type Gives } from "../../shell/started.js";
import { answer, type Client } from "../../../analysis/clients/client.js";

/** Starts the text that is the first argument. */
function text(module: string, name: string, gives: Gives): Value {
  return start(module, name, gives, (run, call) => startText(run, call, call.args.at(0)));
}

/** Starts the program that is the first argument, with the arguments in the second, or a text in a shell. */
function program(module: string, name: string, gives: Gives): Value {
  return start(module, name, gives, (run, call) => {
    const [file, list] = [call.args.at(0), call.args.at(1)];
    if (list.kind !== "object" || list.object.className !== "Array") return startText(run, call, file);
    const args = elementsToRead(run.store.read(list.object));
    return startProgram(run, call, [file, ...(args ?? [])], args ? undefined : computed(call, "arguments"));
  });
}

function start(
  module: string,
  name: string,
  gives: Gives,
  how: (run: Run, call: Call) => Value | undefined,
): Value {
  const callee = memberOfUnknown(restOf(module), name);
  const promise: Gives = (run, _call, printed) => makePromise(run, ended(run, printed));
  return nativeValue(name, starting(callee, how, gives), {
    [PROMISIFIED]: nativeValue(name, starting(callee, how, promise)),
  });
}

function restOf(module: string) {
  return unknown({ reason: "import", name: module, specifier: module, born: 0 });
}

/** `{ stdout, stderr, … }`, which is also a text in some packages. */
function ended(run: Run, printed: Value): Value {
  return makeObject(run, { stdout: printed, output: printed, all: printed });
}

const result: Gives = (run, _call, printed) => ended(run, printed);

/** `execa(…)` and the `$` of zx give a promise that also has functions. */
const promised: Gives = (run, _call, printed) =>
  makePromiseWith(run, ended(run, printed), {
    json: (inner, call) => makePromise(inner, parsed(call, printed)),
    text: (inner) => makePromise(inner, printed),
    quiet: (_inner, call) => call.this,
    nothrow: (_inner, call) => call.this,
  });

function parsed(call: Call, printed: Value): Value {
  return printed.kind === "unknown" ? memberOfUnknown(printed, "parse()") : computed(call, "json");
}

/** A process that runs: the output comes to those who listen to its stream. */
const child: Gives = (run, call, printed) => {
  answer(run, call, printed, computed(call, "stderr"));
  const listen: NativeFunction = (inner, given) => {
    const event = knownString(inner, given.args.at(0));
    if (event === undefined || event === "data") callBackLater(inner, given.args.at(1), [printed], given);
    else callBackLater(inner, given.args.at(1), [computed(given, event)], given);
    return given.this;
  };
  const stream = nativeObject("Stream", natives({ on: listen, once: listen }), restOf("stream"));
  const later: NativeFunction = (inner, given) => {
    const listener = given.args.at(1);
    if (isFunction(listener)) callBackLater(inner, listener, [computed(given, "code")], given);
    return given.this;
  };
  return nativeObject(
    "ChildProcess",
    { stdout: stream, ...natives({ on: later, once: later }) },
    restOf("child_process"),
  );
};

/** A template of a command: each value is one word, a list is several. https://google.github.io/zx/ */
function tagged(module: string, gives: Gives): NativeFunction {
  const callee = restOf(module);
  return starting(callee, (run, call) => {
    const strings = call.args.at(0);
    // `$({ cwd })` gives a tag.
    if (strings.kind !== "object" || strings.object.className !== "Array")
      return nativeValue("$", tagged(module, gives));
    const literals = elementsToRead(run.store.read(strings.object)) ?? [];
    let isQuoted = false;
    const pieces = literals.flatMap((literal, index): Value[] => {
      const known = knownString(run, literal) ?? "";
      for (const mark of known) if (mark === "'" || mark === '"') isQuoted = !isQuoted;
      const value = call.args.has(index + 1) ? call.args.at(index + 1) : undefined;
      return value ? [literal, isQuoted ? value : inWords(run, value)] : [literal];
    });
    const printed = startText(run, call, concat(run, pieces));
    return printed && gives(run, call, printed);
  });
}

function inWords(run: Run, value: Value): Value {
  const list = value.kind === "object" ? elementsToRead(run.store.read(value.object)) : undefined;
  if (value.kind !== "object" || value.object.className !== "Array" || !list) return quoted(run, value);
  return concat(
    run,
    list.flatMap((one) => [quoted(run, one), computedText(" ")]),
  );
}

function childProcess(): Value {
  const module = "child_process";
  return nativeObject(
    module,
    {
      exec: text(module, "exec", child),
      execSync: text(module, "execSync", givesOutput),
      execFile: program(module, "execFile", child),
      execFileSync: program(module, "execFileSync", givesOutput),
      spawn: program(module, "spawn", child),
      spawnSync: program(module, "spawnSync", result),
    },
    restOf(module),
  );
}

/** https://github.com/sindresorhus/execa */
function execa(): Value {
  const module = "execa";
  const own = program(module, "execa", promised);
  const members = {
    execa: own,
    execaSync: program(module, "execaSync", result),
    execaCommand: text(module, "execaCommand", promised),
    execaCommandSync: text(module, "execaCommandSync", result),
    command: text(module, "command", promised),
    commandSync: text(module, "commandSync", result),
    sync: program(module, "sync", result),
    $: nativeValue("$", tagged(module, promised)),
  };
  return nativeValue(
    module,
    (run, call) => callOf(own, run, call),
    { ...members, default: own },
    "Function",
    restOf(module),
  );
}

function callOf(target: Value, run: Run, call: Call): Value {
  const callable = target.kind === "object" ? target.object.callable : undefined;
  return callable?.kind === "native" ? callable.call(run, call) : UNDEFINED;
}

/** https://github.com/moxystudio/node-cross-spawn */
function crossSpawn(): Value {
  const module = "cross-spawn";
  const own = program(module, "spawn", child);
  const sync = program(module, "sync", result);
  return nativeValue(
    module,
    (run, call) => callOf(own, run, call),
    { spawn: own, sync },
    "Function",
    restOf(module),
  );
}

/** https://github.com/shelljs/shelljs#execcommand--options--callback */
const shelljs = (): Value =>
  nativeObject(
    "shelljs",
    {
      exec: text("shelljs", "exec", (run, call, printed) => {
        const callback = call.args.list.find(isFunction);
        if (callback) callBackLater(run, callback, [computed(call, "code"), printed], call);
        return ended(run, printed);
      }),
    },
    restOf("shelljs"),
  );

/** `$` of zx and Bun. */
const shellOfTemplates = (module: string) => (): Value =>
  nativeObject(module, { $: nativeValue("$", tagged(module, promised)) }, restOf(module));

/** https://github.com/actions/toolkit/tree/main/packages/exec */
const actionsExec = (): Value => {
  const module = "@actions/exec";
  return nativeObject(
    module,
    {
      exec: program(module, "exec", (run, call, printed) => {
        const listener = peek(run, peek(run, call.args.at(2), "listeners"), "stdout");
        if (isFunction(listener)) callBackLater(run, listener, [printed], call);
        return computed(call, "code");
      }),
      getExecOutput: program(module, "getExecOutput", (run, _call, printed) =>
        makePromise(run, ended(run, printed)),
      ),
    },
    restOf(module),
  );
};

/** Programs that send requests and are started by modules of Node.js and others. */
export const childProcessClient: Client = {
  name: "child_process",
  modules: {
    child_process: childProcess,
    execa,
    "cross-spawn": crossSpawn,
    shelljs,
    zx: shellOfTemplates("zx"),
    bun: shellOfTemplates("bun"),
    "@actions/exec": actionsExec,
  },
};
