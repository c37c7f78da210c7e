import { Arguments, type Call } from "../evaluation/callable.js";
import { callValue } from "../evaluation/calls.js";
import { knownString, knownStrings } from "../evaluation/coerce.js";
import { deleteMember, isInternal, pushSomeElement, setMember } from "../evaluation/heap.js";
import { iterate, someOf } from "../evaluation/iteration.js";
import {
  copyMembers,
  getMember,
  getMemberByKey,
  namesWritten,
  peek,
  type Site,
} from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  mapAlternatives,
  memberOfUnknown,
  objectValue,
  unknown,
  type Single,
  type Value,
} from "../evaluation/value.js";
import { merger } from "./merge.js";
import { callBack, computed, nativeObject, nativeValue, natives, type NativeFunction } from "./native.js";
import { clone } from "./objects.js";
import { callUnknown } from "./unknown-calls.js";

const itself: NativeFunction = (_run, call) => call.args.at(0);
const merge = merger({ deep: true, defaults: false });
const assign = merger({ deep: false, defaults: false });

/**
 * The functions of lodash that values pass through, under the names that it gives them; others are unknown.
 * https://lodash.com/docs/4.17.15
 */
const FUNCTIONS: Readonly<Record<string, NativeFunction>> = {
  merge,
  mergeWith: merge,
  assign,
  assignIn: assign,
  extend: assign,
  defaults: merger({ deep: false, defaults: true }),
  defaultsDeep: merger({ deep: true, defaults: true }),
  pick,
  omit,
  get,
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
  first: someElement,
  head: someElement,
  last: someElement,
  sample: someElement,
};

type Maker = (run: Run) => Value;

/** The modules of lodash, whole and one by one, and small packages that do the same as one of its functions. */
export const lodashModules = (): [string, Maker][] => [
  ...["lodash", "lodash-es", "underscore"].map((name): [string, Maker] => [name, () => whole(name)]),
  ...Object.entries(FUNCTIONS).flatMap(([name, perform]) =>
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
  const members = natives(FUNCTIONS);
  return nativeObject(name, members, unknown({ reason: "import", name, specifier: name }));
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
    if (!keys) return computed(call, "pick");
    const site = siteOfName(run, call, name);
    for (const key of keys) {
      const value = getMember(run, source, key, site);
      const keyPlace = site.names?.get(key);
      setMember(run.store, made, key, { value, maybeAbsent: false, ...(keyPlace ? { keyPlace } : {}) });
    }
  }
  return objectValue(made);
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

/** `get(object, "a.b[0].c", standby)` */
function get(run: Run, call: Call): Value {
  const path = call.args.at(1);
  const text = knownString(run, path);
  const steps =
    path.kind === "object" ? iterate(run, path).known?.map((step) => knownString(run, step)) : undefined;
  const keys = steps ?? text?.split(/[.[\]]+/).filter((key) => key !== "");
  if (!keys) return computed(call, "get");
  const { node, environment } = call;
  const key = node.type === "CallExpression" ? (node.arguments[1] ?? node) : node;
  let value = call.args.at(0);
  for (const step of keys) value = getMember(run, value, step ?? "", { node, key, environment });
  if (call.args.length < 3) return value;
  return choice([value, call.args.at(2)]);
}

/** The method of lists of that name; an iteratee may be the name of a property, and has a say only where `decides`. */
function onElements(method: "map" | "forEach" | "filter" | "find", decides: boolean): NativeFunction {
  return (run, call) => {
    const iteratee = call.args.has(1) ? iterateeOf(run, call, decides) : undefined;
    if (!iteratee) return call.args.at(0);
    return mapAlternatives(call.args.at(0), (list) => {
      const inner = { ...call, this: list, args: new Arguments([iteratee]), isNew: false };
      if (list.kind === "unknown") return callUnknown(run, memberOfUnknown(list, method), inner);
      if (list.kind !== "object") return computed(call, method);
      const elements = list.object.className === "Array" ? list : valuesOf(run, list);
      return callValue(run, peek(run, elements, method), { ...inner, this: elements });
    });
  };
}

function iterateeOf(run: Run, call: Call, decides: boolean): Value {
  const given = call.args.at(1);
  if (given.kind === "object" && given.object.callable && decides) return given;
  return nativeValue("iteratee", (inner, iterating) => {
    const [element] = iterating.args.list;
    const result =
      given.kind === "text" && element
        ? getMemberByKey(inner, element, knownStrings(run, given), siteOfName(run, call, given))
        : given.kind === "object" && given.object.callable
          ? callBack(inner, given, iterating.args.list, iterating)
          : computed(call, "iteratee");
    return decides && given.kind === "text" ? result : computed(call, "iteratee");
  });
}

/** The members of an object as a list in no order. */
function valuesOf(run: Run, { object }: Extract<Single, { kind: "object" }>): Value {
  const list = run.make("Array", object.place);
  const { members, rest, open } = run.store.read(object);
  for (const [key, { value }] of members) if (!isInternal(key)) pushSomeElement(run.store, list, value);
  for (const value of rest) pushSomeElement(run.store, list, value);
  for (const source of open) pushSomeElement(run.store, list, memberOfUnknown(source, "[]"));
  return objectValue(list);
}

function someElement(run: Run, call: Call): Value {
  const list = call.args.at(0);
  if (alternatives(list).some((single) => single.kind === "scalar")) return computed(call, "element");
  return choice([someOf(iterate(run, list)) ?? UNDEFINED, UNDEFINED]);
}
