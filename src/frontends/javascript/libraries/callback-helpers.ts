import type { Call } from "../../../analysis/evaluation/callable.js";
import { pushSomeElement, setMember } from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { makeList, makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  NULL,
  UNDEFINED,
  choice,
  isFunction,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  callBackLater,
  computed,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { awaitValue, makePromise } from "../../../analysis/builtins/promises.js";

/** Returns the result of a task: the argument of the callback that follows its own arguments, or of a promise. */
function given(run: Run, task: Value, args: readonly Value[], call: Call): Value {
  const results: Value[] = [];
  const done = nativeValue("callback", (_inner, giving) => {
    if (giving.args.length > 1) results.push(giving.args.at(1));
    return UNDEFINED;
  });
  const returned = awaitValue(run, callBackLater(run, task, [...args, done], call));
  const callable = task.kind === "object" ? task.object.callable : undefined;
  const isAsync = callable?.kind === "closure" && callable.node.async;
  if (isAsync || results.length === 0) results.push(returned);
  return choice(results);
}

/** Passes the result to the callback at the end of the arguments, or returns a promise if there is none. */
function finish(run: Run, call: Call, from: number, result: Value): Value {
  const done = call.args.at(from);
  if (isFunction(done)) callBackLater(run, done, [NULL, result], call);
  return makePromise(run, result);
}

/** `map(list, task, done)`, and with the number of tasks at a time behind the list. */
function overList(hasLimit: boolean, keeps: "results" | "list" | "nothing"): NativeFunction {
  return (run, call) => {
    const at = hasLimit ? 2 : 1;
    const list = call.args.at(0);
    const made = makeList(run, []);
    const some = someOf(iterate(run, list));
    if (some) pushSomeElement(run.store, made.object, given(run, call.args.at(at), [some], call));
    const result = keeps === "results" ? made : keeps === "list" ? list : UNDEFINED;
    return finish(run, call, at + 1, result);
  };
}

/** `parallel(tasks, done)`: a list of tasks, or an object of them. */
function together(hasLimit: boolean): NativeFunction {
  return (run, call) => {
    const tasks = call.args.at(0);
    if (tasks.kind !== "object") return computed(call, "tasks");
    const { className } = tasks.object;
    const made = run.make(className, call.environment.locate(call.node));
    for (const [key, slot] of run.store.read(tasks.object).members)
      setMember(run.store, made, key, { ...slot, value: given(run, slot.value, [], call) });
    return finish(run, call, hasLimit ? 2 : 1, objectValue(made));
  };
}

/** `waterfall(tasks, done)`: each task gets what the one before gave. */
const waterfall: NativeFunction = (run, call) => {
  let result: Value | undefined;
  for (const task of iterate(run, call.args.at(0)).known ?? [])
    result = given(run, task, result ? [result] : [], call);
  return finish(run, call, 1, result ?? UNDEFINED);
};

/** `retry(options, task, done)`, the options left out at will. */
const retry: NativeFunction = (run, call) => {
  const at = isFunction(call.args.at(0)) ? 0 : 1;
  return finish(run, call, at + 1, given(run, call.args.at(at), [], call));
};

/** `queue(worker, number)`: the worker gets what is pushed. */
const queue: NativeFunction = (run, call) => {
  const push: NativeFunction = (inner, pushing) => {
    const pushed = pushing.args.at(0);
    const isList = pushed.kind === "object" && pushed.object.className === "Array";
    const item = isList ? (someOf(iterate(inner, pushed)) ?? UNDEFINED) : pushed;
    return finish(inner, pushing, 1, given(inner, call.args.at(0), [item], pushing));
  };
  const members = natives({ push, pushAsync: push, unshift: push, drain: () => makePromise(run, UNDEFINED) });
  return makeObject(run, members, "Queue", call.environment.locate(call.node));
};

/** A function that only decides, such as `filter`, keeps the elements as they are. */
const FUNCTIONS = {
  ...variants("map", "results"),
  ...variants("concat", "nothing"),
  ...variants("each", "nothing"),
  ...variants("forEach", "nothing"),
  ...variants("eachOf", "nothing"),
  ...variants("filter", "list"),
  parallel: together(false),
  parallelLimit: together(true),
  series: together(false),
  waterfall,
  retry,
  queue,
} satisfies Readonly<Record<string, NativeFunction>>;

function variants(name: string, keeps: "results" | "list" | "nothing"): Record<string, NativeFunction> {
  return {
    [name]: overList(false, keeps),
    [`${name}Series`]: overList(false, keeps),
    [`${name}Limit`]: overList(true, keeps),
  };
}

/** Models the package async: https://caolan.github.io/async/v3/docs.html */
export const callbackModules = (): [string, (run: Run) => Value][] => [
  ["async", () => library("async")],
  ["neo-async", () => library("neo-async")],
];

function library(name: string): Value {
  const rest = unknown({ reason: "import", name, specifier: name });
  const made = nativeValue(name, (_run, call) => computed(call, name), natives(FUNCTIONS), "Object", rest);
  return made;
}
