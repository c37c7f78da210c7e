import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { knownStrings } from "../../../analysis/evaluation/coerce.js";
import { deleteMember, setMember } from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { copyMembers, getMember, namesWritten, type Site } from "../../../analysis/evaluation/members.js";
import { keyOfUnknown } from "../../../analysis/evaluation/record-keys.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  memberOfUnknown,
  objectValue,
  opaque,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { aboutElements, byKey, makeSomeList, onElements, someElement } from "./lodash-lists.js";
import { get, getPath, set } from "./lodash-paths.js";
import { merger } from "./merge.js";
import {
  callBack,
  callBackPerhaps,
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { readColumn } from "../../../analysis/builtins/columns.js";
import { clone } from "../../../analysis/builtins/objects.js";

const itself: NativeFunction = (_run, call) => call.args.at(0);
const merge = merger({ deep: true, defaults: false });
const assign = merger({ deep: false, defaults: false });

/**
 * The functions of lodash that values pass through, under the names that it gives them; others are unknown.
 * https://lodash.com/docs/4.17.15
 */
const FUNCTIONS: ReadonlyMap<string, NativeFunction> = new Map(
  Object.entries<NativeFunction>({
    merge,
    mergeWith: merge,
    assign,
    assignIn: assign,
    extend: assign,
    defaults: merger({ deep: false, defaults: true }),
    defaultsDeep: merger({ deep: true, defaults: true }),
    pick,
    omit,
    pickBy: chosenBy,
    omitBy: chosenBy,
    get,
    has: (run, call) => {
      get(run, call);
      return computed(call, "has");
    },
    set,
    property: (_run, made) =>
      nativeValue("property", (run, call) => getPath(run, call, call.args.at(0), made.args.at(0))),
    clone: (run, call) => clone(run, call.args.at(0), 1),
    cloneDeep: (run, call) => clone(run, call.args.at(0)),
    identity: itself,
    once: itself,
    memoize: itself,
    debounce: itself,
    throttle: itself,
    partial: (_run, call) => withFirst(call.args.at(0), call.args.list.slice(1)),
    curry: (_run, call) => curried(call.args.at(0), []),
    constant: (_run, call) => nativeValue("constant", () => call.args.at(0)),
    map: onElements("map", true),
    flatMap: onElements("flatMap", true),
    each: onElements("forEach", true),
    forEach: onElements("forEach", true),
    filter: onElements("filter", true),
    find: onElements("find", true),
    reject: onElements("filter", false),
    sortBy: onElements("filter", false),
    orderBy: onElements("filter", false),
    uniq: onElements("filter", false),
    uniqBy: onElements("filter", false),
    compact: onElements("filter", false),
    maxBy: onElements("find", false),
    minBy: onElements("find", false),
    some: aboutElements,
    every: aboutElements,
    sumBy: aboutElements,
    meanBy: aboutElements,
    countBy: aboutElements,
    partition: aboutElements,
    keyBy: byKey((_run, element) => element),
    groupBy: byKey(makeSomeList),
    first: someElement,
    head: someElement,
    last: someElement,
    sample: someElement,
  }),
);

/** Returns a function of lodash by its name. Undefined if it has no model. */
export function lodashFunction(name: string): NativeFunction | undefined {
  return FUNCTIONS.get(name);
}

type Maker = (run: Run) => Value;

/** Models lodash as a whole and by single modules, and small packages that do the same as one of its functions. */
export const lodashModules = (): [string, Maker][] => [
  ...["lodash", "lodash-es", "underscore"].map((name): [string, Maker] => [name, () => whole(name)]),
  ...[...FUNCTIONS].flatMap(([name, perform]) =>
    [`lodash/${name}`, `lodash-es/${name}`, `lodash.${name.toLowerCase()}`].map((module): [string, Maker] => [
      module,
      () => nativeValue(name, perform),
    ]),
  ),
  ["object-assign", () => nativeValue("assign", assign)],
  ["xtend", () => nativeValue("xtend", merger({ deep: false, defaults: false, fresh: true }))],
  ["deepmerge", () => nativeValue("deepmerge", merger({ deep: true, defaults: false, fresh: true }))],
  ["defu", () => nativeValue("defu", merger({ deep: true, defaults: true, fresh: true }))],
];

function whole(name: string): Value {
  const rest = unknown({ reason: "import", name, specifier: name });
  const chain = nativeValue("chain", (_run, call) => chained(call.args.at(0), true));
  const members = { ...natives(Object.fromEntries(FUNCTIONS)), chain };
  return nativeValue(name, (_run, call) => chained(call.args.at(0), false), members, "Function", rest);
}

/** These end a chain that was not asked for by name. */
const SINGLE = new Set([
  "find",
  "first",
  "head",
  "last",
  "sample",
  "get",
  "has",
  "some",
  "every",
  "sumBy",
  "meanBy",
]);

/** A value on which functions are methods and give the next such value; `value()` gives what it is by then. */
function chained(value: Value, isExplicit: boolean): Value {
  const step = (name: string, perform: NativeFunction): Value =>
    nativeValue(name, (run, call) => {
      const result = perform(run, { ...call, args: new Arguments([value, ...call.args.list]) });
      return SINGLE.has(name) && !isExplicit ? result : chained(result, isExplicit);
    });
  const steps = [...FUNCTIONS].map(([name, perform]) => [name, step(name, perform)] as const);
  const whole = nativeValue("value", () => value);
  return nativeObject("chain", { ...Object.fromEntries(steps), value: whole }, opaque("computed", "chain"));
}

function withFirst(target: Value, first: readonly Value[]): Value {
  return nativeValue("partial", (run, call) => callBack(run, target, [...first, ...call.args.list], call));
}

/** Calls the function once all its parameters are given. */
function curried(target: Value, given: readonly Value[]): Value {
  const callable = target.kind === "object" ? target.object.callable : undefined;
  const wanted = callable?.kind === "closure" ? callable.node.params.length : 1;
  return nativeValue("curried", (run, call) => {
    const all = [...given, ...call.args.list];
    return all.length < wanted ? curried(target, all) : callBack(run, target, all, call);
  });
}

/** The names in the arguments from the second on, each a string or a list of strings. */
function namesIn(run: Run, call: Call): Value[] {
  return call.args.list.slice(1).flatMap((argument) => {
    if (argument.kind !== "object") return [argument];
    const iteration = iterate(run, argument);
    const some = someOf(iteration);
    return iteration.known ? [...iteration.known] : some ? [some] : [];
  });
}

function siteOfName(run: Run, call: Call, name: Value): Site {
  const names = namesWritten(run, name);
  return { node: call.node, key: call.node, environment: call.environment, ...(names ? { names } : {}) };
}

/** `pick(object, "name", ["other"])`: what is named there goes on, so that is where the name stands. */
function pick(run: Run, call: Call): Value {
  const source = call.args.at(0);
  const made = run.make("Object", call.environment.locate(call.node));
  for (const name of namesIn(run, call)) {
    const keys = knownStrings(run, name);
    if (!keys) {
      run.recorder.escapes.readUnnamed(run, call.args.at(0), call);
      return computed(call, "pick");
    }
    const site = siteOfName(run, call, name);
    for (const key of keys) {
      // A path is a way through several properties.
      if (/[.[]/.test(key)) {
        readColumn(run, source, name, call);
        continue;
      }
      const value = getMember(run, source, key, site);
      const keyPlace = site.names?.get(key);
      setMember(run.store, made, key, { value, maybeAbsent: false, ...(keyPlace ? { keyPlace } : {}) });
    }
  }
  return objectValue(made);
}

/** `pickBy(object, (value, key) => …)`: a part of an unknown object, as little known as that. */
function chosenBy(run: Run, call: Call): Value {
  const source = call.args.at(0);
  const isKnown = source.kind !== "unknown";
  const given = isKnown
    ? [computed(call, "value"), computed(call, "key")]
    : [memberOfUnknown(source, "[]"), keyOfUnknown(source, call)];
  callBackPerhaps(run, call.args.at(1), given, call);
  return isKnown ? computed(call, "pickBy") : source;
}

function omit(run: Run, call: Call): Value {
  const rest = run.make("Object", call.environment.locate(call.node));
  copyMembers(run, rest, call.args.at(0), siteOfName(run, call, UNDEFINED));
  for (const name of namesIn(run, call)) {
    const keys = knownStrings(run, name);
    if (!keys) return computed(call, "omit");
    for (const key of keys) deleteMember(run.store, rest, key);
  }
  return objectValue(rest);
}
