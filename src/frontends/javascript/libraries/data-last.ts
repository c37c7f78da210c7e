import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { knownStrings } from "../../../analysis/evaluation/coerce.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { getMember, namesWritten } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { UNDEFINED, choice, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { lodashFunction } from "./lodash.js";
import {
  callBack,
  callBackLater,
  computed,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { awaitValue, makePromise, settle } from "../../../analysis/builtins/promises.js";

type Perform = (run: Run, call: Call, args: readonly Value[]) => Value;

/** A function that gives functions until it has all its arguments. */
function curried(name: string, arity: number, perform: Perform, given: readonly Value[] = []): Value {
  return nativeValue(name, (run, call) => {
    const all = [...given, ...call.args.list];
    return all.length < arity ? curried(name, arity, perform, all) : perform(run, call, all);
  });
}

/** Returns the value under a path, a string or a list of keys. A name is read at the place where it is written. */
function read(run: Run, call: Call, path: Value, from: Value, splits: boolean): Value {
  const steps = path.kind === "object" && !path.object.callable ? (iterate(run, path).known ?? []) : [path];
  let value = from;
  for (const step of steps) {
    const keys = step.kind === "scalar" ? [String(step.value)] : knownStrings(run, step);
    if (keys?.length !== 1) return computed(call, "path");
    const names = namesWritten(run, step);
    const { node, environment } = call;
    for (const key of splits ? keys[0]!.split(/[.[\]]+/).filter((part) => part !== "") : keys)
      value = getMember(run, value, key, { node, key: node, environment, ...(names ? { names } : {}) });
  }
  return value;
}

/** The function of lodash that takes the data first. */
function flipped(name: string): Perform {
  const perform = lodashFunction(name)!;
  return (run, call, [first, data]) => {
    const isPath = first!.kind === "text" && name !== "pick" && name !== "omit";
    const iteratee = isPath
      ? nativeValue("iteratee", (inner, asking) => read(inner, asking, first!, asking.args.at(0), true))
      : first!;
    return perform(run, { ...call, args: new Arguments([data!, iteratee]) });
  };
}

/** Models `pipe(f, g)`: what one function gives, the next one gets. */
export function pipe(isReversed: boolean, isAwaited: boolean): NativeFunction {
  return (run, making) => {
    const [only] = making.args.list;
    const isList = making.args.length === 1 && only?.kind === "object" && only.object.className === "Array";
    const functions = [...(isList ? (iterate(run, only).known ?? []) : making.args.list)];
    if (isReversed) functions.reverse();
    return nativeValue("piped", (inner, call) => {
      let args: readonly Value[] = call.args.list;
      for (const one of functions) {
        const result = callBack(inner, one, args, call);
        args = [isAwaited ? awaitValue(inner, result) : result];
      }
      const result = args[0] ?? UNDEFINED;
      return isAwaited ? makePromise(inner, result) : result;
    });
  };
}

/** Models `pipe(value, f, g)`, as fp-ts, Effect and Remeda have it. */
export const through: NativeFunction = (run, call) => {
  const [first, ...functions] = call.args.list;
  return functions.reduce((value, one) => callBack(run, one, [value], call), first ?? UNDEFINED);
};

const identity: NativeFunction = (_run, call) => call.args.at(0);

const tap: Perform = (run, call, [look, value]) => {
  callBackLater(run, look!, [value!], call);
  return value!;
};

/** On an object: a copy with one more member. */
const assoc: Perform = (run, call, [key, value, object]) =>
  lodashFunction("set")!(run, {
    ...call,
    args: new Arguments([
      lodashFunction("clone")!(run, { ...call, args: new Arguments([object!]) }),
      key!,
      value!,
    ]),
  });

const merge: Perform = (run, call, [weaker, stronger]) =>
  lodashFunction("merge")!(run, {
    ...call,
    args: new Arguments([
      lodashFunction("cloneDeep")!(run, { ...call, args: new Arguments([weaker!]) }),
      stronger!,
    ]),
  });

const LISTS = [
  "map",
  "flatMap",
  "filter",
  "reject",
  "find",
  "forEach",
  "each",
  "sortBy",
  "groupBy",
  "keyBy",
  "uniqBy",
  "maxBy",
  "minBy",
  "some",
  "every",
  "sumBy",
  "countBy",
  "pick",
  "omit",
] as const;

/** Names that Ramda has for functions of lodash. */
const ALIASES: ReadonlyMap<string, (typeof LISTS)[number]> = new Map(
  Object.entries<(typeof LISTS)[number]>({
    chain: "flatMap",
    indexBy: "keyBy",
    any: "some",
    all: "every",
  }),
);

/** https://ramdajs.com/docs, https://github.com/lodash/lodash/wiki/FP-Guide */
function functions(isLodash: boolean): Record<string, Value> {
  const or: Perform = (run, call, [standard, path, from]) =>
    choice([read(run, call, path!, from!, isLodash), standard!]);
  const reader = curried("path", 2, (run, call, [path, from]) => read(run, call, path!, from!, isLodash));
  const lists = LISTS.map((name): [string, Value] => [name, curried(name, 2, flipped(name))]);
  const aliases = [...ALIASES].map(([alias, name]): [string, Value] => [
    alias,
    curried(alias, 2, flipped(name)),
  ]);
  const single = ["head", "first", "last", "compact", "uniq", "cloneDeep", "clone"].map(
    (name): [string, Value] => [name, nativeValue(name, lodashFunction(name)!)],
  );
  return {
    ...Object.fromEntries([...lists, ...aliases, ...single]),
    ...natives({
      pipe: pipe(false, false),
      flow: pipe(false, false),
      compose: pipe(true, false),
      flowRight: pipe(true, false),
      pipeP: pipe(false, true),
      identity,
      always: (_run, call) => nativeValue("always", () => call.args.at(0)),
      curry: lodashFunction("curry")!,
    }),
    prop: reader,
    path: reader,
    get: reader,
    property: reader,
    pathOr: curried("pathOr", 3, or),
    propOr: curried("propOr", 3, or),
    getOr: curried("getOr", 3, or),
    pluck: curried("pluck", 2, flipped("map")),
    props: curried("props", 2, (run, call, [names, from]) => {
      for (const name of iterate(run, names!).known ?? []) read(run, call, name, from!, isLodash);
      return computed(call, "props");
    }),
    tap: curried("tap", 2, tap),
    andThen: curried("andThen", 2, (run, call, [then, promise]) =>
      makePromise(run, awaitValue(run, settle(run, then!, [awaitValue(run, promise!)], call))),
    ),
    assoc: curried("assoc", 3, assoc),
    assocPath: curried("assocPath", 3, assoc),
    set: curried("set", 3, assoc),
    mergeRight: curried("mergeRight", 2, merge),
    mergeDeepRight: curried("mergeDeepRight", 2, merge),
    merge: curried("merge", 2, merge),
    mergeLeft: curried("mergeLeft", 2, (run, call, [stronger, weaker]) =>
      merge(run, call, [weaker!, stronger!]),
    ),
  };
}

type Maker = (run: Run) => Value;

function library(name: string, members: () => Record<string, Value>): [string, Maker] {
  return [
    name,
    () => {
      const rest = unknown({ reason: "import", name, specifier: name });
      return nativeValue(name, (_run, call) => computed(call, name), members(), "Object", rest);
    },
  ];
}

/** Models libraries whose functions take their data as the last argument. */
export const dataLastModules = (): [string, Maker][] => [
  library("ramda", () => functions(false)),
  library("rambda", () => functions(false)),
  library("lodash/fp", () => functions(true)),
  library("lodash-es/fp", () => functions(true)),
  ...["flow", "get", "getOr", "map", "filter", "find", "pick", "omit", "set", "compose", "pipe", "head"].map(
    (name): [string, Maker] => [`lodash/fp/${name}`, () => functions(true)[name]!],
  ),
  ...["fp-ts/function", "fp-ts/lib/function"].map((name) =>
    library(name, () => natives({ pipe: through, flow: pipe(false, false), identity })),
  ),
];
