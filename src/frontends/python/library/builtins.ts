import { recordParts } from "../../../analysis/recording/made-texts.js";
import { visibleVariables } from "../../../analysis/builtins/visible-variables.js";
import {
  callBack,
  computed,
  nativeValue,
  siteOf,
  truth,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { boundMember } from "../../lowered/bound-methods.js";
import { isBoundReader } from "../../../analysis/evaluation/answers.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { clientMethods } from "../../../analysis/evaluation/client-methods.js";
import { knownStrings, knownNumber, toText } from "../../../analysis/evaluation/coerce.js";
import { isGenerator } from "../../../analysis/evaluation/generators.js";
import { elementsOf, lengthOf, pushSomeElement } from "../../../analysis/evaluation/heap.js";
import { forEachElement, iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { appendAll } from "../../../analysis/evaluation/literals.js";
import { TEXT } from "../../../analysis/evaluation/member-tables.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import {
  copyMembers,
  findSlot,
  getMemberByKey,
  makeList,
  makeObject,
  peek,
} from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  EMPTY,
  FALSE,
  NULL,
  TRUE,
  UNDEFINED,
  alternatives,
  choice,
  isFunction,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  objectValue,
  scalar,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { plainName } from "../../../analysis/recording/written-names.js";
import { dataTypeFunction } from "../../lowered/data-functions.js";
import { fillFromPairs, siteOfKey } from "../../lowered/records.js";
import { withDefault } from "./dicts.js";
import { fileOfModule } from "../../lowered/paths.js";
import { openFile } from "./files.js";
import { checkFields, fillFields, settingOf } from "./models.js";
import { asInJavaScript } from "../../lowered/as-in-javascript.js";

/** A collection of what an unknown value gives: its keys, if it is a dictionary. */
function withKeys(run: Run, given: UnknownValue, call: Call): Value {
  if (given.source.request !== undefined)
    run.recorder.escapes.listed(run, given, plainName(call.node) ?? "list", call);
  return given;
}

/** A list of what the first argument gives. */
const listOf: NativeFunction = (run, call) => {
  const given = call.args.at(0);
  if (given.kind === "unknown") return withKeys(run, given, call);
  const list = run.make("Array", call.environment.locate(call.node));
  if (call.args.length > 0) appendAll(run, list, given);
  return objectValue(list);
};

const dictOf: NativeFunction = (run, call) => {
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  const [given] = call.args.list;
  if (given) {
    const isPairs =
      given.kind === "object" && (given.object.className === "Array" || isGenerator(given.object));
    if (isPairs) fillFromPairs(run, made, given, call);
    else copyMembers(run, made.object, given, siteOf(call));
  }
  if (call.args.keywords) copyMembers(run, made.object, call.args.keywords, siteOf(call));
  return made;
};

/** `a[1:]` of a text or a list; counts from the end where a bound is below zero. */
const slice: NativeFunction = (run, call) => {
  const [value, from, to, step] = [0, 1, 2, 3].map((index) => call.args.at(index)) as [
    Value,
    Value,
    Value,
    Value,
  ];
  const bounds = [from, to].map((one) => (one.kind === "scalar" && one.value === null ? UNDEFINED : one));
  const isWhole = step.kind === "scalar" && step.value === null;
  return mapAlternatives(value, (single) => {
    if (single.kind === "unknown") return single;
    const className = single.kind === "text" ? "String" : "Array";
    const isKnown =
      single.kind === "text" || (single.kind === "object" && single.object.className === "Array");
    if (!isKnown || !isWhole || bounds.some((one) => one !== UNDEFINED && knownNumber(one) === undefined))
      return computed(call, "slice");
    const given =
      bounds[1] === UNDEFINED
        ? [bounds[0] === UNDEFINED ? scalar(0) : bounds[0]!]
        : [bounds[0] === UNDEFINED ? scalar(0) : bounds[0]!, bounds[1]!];
    return asInJavaScript(className, "slice")(run, { ...call, this: single, args: new Arguments(given) });
  });
};

/** `a[-1]` */
const at: NativeFunction = (run, call) => {
  const index = knownNumber(call.args.at(1));
  return mapAlternatives(call.args.at(0), (single) => {
    if (single.kind === "unknown") return memberOfUnknown(single, "[]", call.environment.locate(call.node));
    const isList = single.kind === "object" && single.object.className === "Array";
    if (index === undefined || !isList) return computed(call, "element");
    const elements = elementsOf(run.store.read(single.object));
    return elements
      ? (elements.at(index) ?? UNDEFINED)
      : (someOf(iterate(run, single)) ?? computed(call, "element"));
  });
};

/** Models `with`: binds the result of `__enter__`, the first value of a generator, or the object itself. */
const enter: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single) => {
    if (single.kind !== "object") return single;
    if (isGenerator(single.object)) return someOf(iterate(run, single)) ?? UNDEFINED;
    for (const name of ["__enter__", "__aenter__"]) {
      const slot = findSlot(run, single.object, name);
      if (slot && isFunction(slot.value)) return callBack(run, slot.value, [], call, single);
    }
    return single;
  });

/** Calls a decorator of the program. The result of a library decorator is called like the function. */
const decorate: NativeFunction = (run, call) => {
  const [decorator, target] = [call.args.at(0), call.args.at(1)];
  const isOwn = alternatives(decorator).every(
    (single) => single.kind === "object" && single.object.callable?.kind === "closure",
  );
  if (!isOwn) {
    const [named] = call.node.type === "CallExpression" ? call.node.arguments : [];
    if (named) run.recorder.escapes.routes.decorated(run, call.environment.locate(named), target);
    return target;
  }
  const made = callBack(run, decorator, [target], call);
  return isFunction(made) ? made : target;
};

/** `[0, element]` and so on. */
const enumerate: NativeFunction = (run, call) => {
  const iteration = iterate(run, call.args.at(0));
  const first = knownNumber(call.args.has(1) ? call.args.at(1) : scalar(0));
  if (iteration.known && first !== undefined)
    return makeList(
      run,
      iteration.known.map((element, index) => makeList(run, [scalar(first + index), element])),
    );
  const list = run.make("Array", call.environment.locate(call.node));
  const some = someOf(iteration);
  if (some) pushSomeElement(run.store, list, makeList(run, [computed(call, "index"), some]));
  return objectValue(list);
};

const zip: NativeFunction = (run, call) => {
  const all = call.args.list.map((one) => iterate(run, one));
  const known = all.map((one) => one.known);
  if (known.every((one) => one !== undefined) && !call.args.rest && !call.args.keywords) {
    const rows = known.reduce((least, one) => Math.min(least, one.length), known[0]?.length ?? 0);
    return makeList(
      run,
      Array.from({ length: rows }, (_, row) =>
        makeList(
          run,
          known.map((one) => one[row]!),
        ),
      ),
    );
  }
  const list = run.make("Array", call.environment.locate(call.node));
  pushSomeElement(
    run.store,
    list,
    makeList(
      run,
      all.map((one) => someOf(one) ?? UNDEFINED),
    ),
  );
  return objectValue(list);
};

/** Elements in an order that is not known. */
const someOrder: NativeFunction = (run, call) => {
  const given = call.args.at(0);
  if (given.kind === "unknown") return withKeys(run, given, call);
  const iteration = iterate(run, given);
  if (iteration.known && iteration.known.length < 2) return makeList(run, iteration.known);
  const list = run.make("Array", call.environment.locate(call.node));
  const some = someOf(iteration);
  if (some) pushSomeElement(run.store, list, some);
  return objectValue(list);
};

/** A function, or perhaps a method of a response: `map(cluster.get, names)`. */
function isCallable(value: Value): boolean {
  return isFunction(value) || alternatives(value).some((one) => one.kind === "unknown" && isBoundReader(one));
}

/** Models `map(f, list)` and `filter(f, list)`: the function is called for each element. */
export function mapping(keepsElements: boolean): NativeFunction {
  return (run, call) => {
    const [apply, given] = [call.args.at(0), call.args.at(1)];
    const results: Value[] = [];
    const isFiltered = keepsElements || call.args.length !== 2;
    forEachElement(run, given, (element) => {
      const result = isCallable(apply) ? callBack(run, apply, [element], call) : element;
      results.push(keepsElements ? element : result);
    });
    if (!isFiltered && iterate(run, given).known) return makeList(run, results);
    if (keepsElements && given.kind === "unknown") return given;
    const list = run.make("Array", call.environment.locate(call.node));
    for (const result of results) pushSomeElement(run.store, list, result);
    return objectValue(list);
  };
}

const len: NativeFunction = (run, call) => {
  const [single, ...others] = alternatives(call.args.at(0));
  if (others.length > 0 || single?.kind !== "object" || single.object.className !== "Array")
    return computed(call, "len");
  const length = lengthOf(run.store.read(single.object));
  return length === undefined ? computed(call, "len") : scalar(length);
};

const str: NativeFunction = (run, call) => {
  if (call.args.length === 0) return EMPTY;
  recordParts(run, "str", [call.args.at(0)], call);
  return mapAlternatives(call.args.at(0), (single) => {
    if (single.kind !== "object") return { kind: "text", text: toText(run, single) };
    const text = peek(run, single, TEXT);
    return nullishness(text) === true ? computed(call, "str") : text;
  });
};

const int: NativeFunction = (_run, call) => {
  const known = knownNumber(call.args.at(0));
  return known !== undefined && Number.isInteger(known) ? scalar(known) : computed(call, "int");
};

const getattr: NativeFunction = (run, call) => {
  const keys = knownStrings(run, call.args.at(1));
  const site = siteOfKey(run, { ...call, args: call.args.from(1) });
  const found = choice(
    alternatives(call.args.at(0)).flatMap((single) => {
      if (single.kind !== "object") return [getMemberByKey(run, single, keys, site)];
      const names = keys ?? clientMethods((name) => peek(run, single, name));
      const members = names.map((name) => boundMember(run, single, name, site));
      return members.length > 0 ? members : [getMemberByKey(run, single, keys, site)];
    }),
  );
  return call.args.has(2) ? withDefault(run, { ...call, args: call.args.from(1) }, found) : found;
};

const setattr: NativeFunction = (run, call) => {
  const site = siteOfKey(run, { ...call, args: call.args.from(1) });
  setMemberByKey(run, call.args.at(0), knownStrings(run, call.args.at(1)), call.args.at(2), site);
  return NULL;
};

const hasattr: NativeFunction = (run, call) => {
  const [object] = alternatives(call.args.at(0));
  const [key] = knownStrings(run, call.args.at(1)) ?? [];
  const isKnown =
    object?.kind === "object" &&
    key !== undefined &&
    findSlot(run, object.object, key)?.maybeAbsent === false;
  return isKnown ? TRUE : computed(call, "hasattr");
};

/** The value itself, of which only a copy or its members are asked for. */
const first: NativeFunction = (_run, call) => call.args.at(0);

/** Any of the elements. */
const oneOf: NativeFunction = (run, call) => {
  const some = someOf(iterate(run, call.args.at(0)));
  return call.args.length === 1 && some
    ? choice([some, ...(call.args.has(1) ? [call.args.at(1)] : [])])
    : computed(call, "element");
};

/** `next(iterator, default)`: any of what it gives, since it is not followed how often it was asked before. */
const next: NativeFunction = (run, call) => {
  const some = someOf(iterate(run, call.args.at(0)));
  const found = [...(some ? [some] : []), ...(call.args.has(1) ? [call.args.at(1)] : [])];
  return found.length > 0 ? choice(found) : computed(call, "next");
};

const isinstance: NativeFunction = (_run, call) => {
  const [value, type] = [call.args.at(0), call.args.at(1)];
  const name =
    type.kind === "object" && type.object.callable?.kind === "native" ? type.object.callable.name : undefined;
  const [single, ...others] = alternatives(value);
  if (name === undefined || others.length > 0 || !single || single.kind === "unknown")
    return computed(call, "isinstance");
  const className = single.kind === "object" ? single.object.className : undefined;
  const isOne =
    name === "str"
      ? single.kind === "text"
      : name === "dict"
        ? className === "Object"
        : name === "list"
          ? className === "Array"
          : undefined;
  return isOne === undefined || className === "JSON text"
    ? computed(call, "isinstance")
    : isOne
      ? TRUE
      : FALSE;
};

function range(run: Run, call: Call): Value {
  const numbers = call.args.list.map(knownNumber);
  const [a, b] = numbers.length === 1 ? [0, numbers[0]] : numbers;
  const isKnown = a !== undefined && b !== undefined && numbers.length < 3 && b - a <= 100 && !call.args.rest;
  if (isKnown)
    return makeList(
      run,
      Array.from({ length: Math.max(0, b - a) }, (_, index) => scalar(a + index)),
    );
  const list = run.make("Array", call.environment.locate(call.node));
  pushSomeElement(run.store, list, computed(call, "index"));
  return objectValue(list);
}

const NATIVES = Object.entries<NativeFunction>({
  "py:list": listOf,
  "py:dict": dictOf,
  "py:slice": slice,
  "py:at": at,
  "py:enter": enter,
  "py:decorate": decorate,
  "py:evaluated": () => UNDEFINED,
  "py:check": checkFields,
  "py:filled": fillFields,
  "py:setting": settingOf,
  "py:file": fileOfModule,
  open: openFile,
  list: listOf,
  tuple: listOf,
  set: listOf,
  frozenset: listOf,
  iter: listOf,
  dict: dictOf,
  sorted: someOrder,
  reversed: someOrder,
  enumerate,
  zip,
  map: mapping(false),
  filter: mapping(true),
  len,
  str,
  unicode: str,
  int,
  bool: (run, call) => {
    return truth(call, run.truthOf(call.args.at(0)), "bool");
  },
  getattr,
  setattr,
  hasattr,
  isinstance,
  vars: (run, call) => (call.args.length === 0 ? visibleVariables(run, call) : first(run, call)),
  locals: visibleVariables,
  globals: visibleVariables,
  bytes: first,
  next,
  max: oneOf,
  min: oneOf,
  range,
  xrange: range,
  // Printed values are shown to people.
  print: (run, call) => {
    run.recorder.escapes.shown(run, "print", call, "prints");
    return NULL;
  },
});

const makers: ReadonlyMap<string, Maker> = new Map([
  ...NATIVES.map(([name, native]): [string, Maker] => [name, () => nativeValue(name, native)]),
]);

/** Returns a built-in function of Python. Undefined for unknown names. */
export function builtin(name: string): Maker | undefined {
  return makers.get(name) ?? dataTypeFunction(name);
}
