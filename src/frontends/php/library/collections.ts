import { someList } from "../../../analysis/evaluation/literals.js";
import { readColumns } from "../../../analysis/builtins/columns.js";
import { readJsonPath } from "../../../analysis/builtins/json-paths.js";
import {
  callBack,
  callBackPerhaps,
  computed,
  itself,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { knownStrings } from "../../../analysis/evaluation/coerce.js";
import { setSomeMember } from "../../../analysis/evaluation/heap.js";
import { getMemberByKey, makeList, makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  NULL,
  UNDEFINED,
  alternatives,
  choice,
  isFunction,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { methodsOf, type Methods } from "../../lowered/methods.js";
import { siteOfArgument } from "../../lowered/records.js";
import { arrayFilter, arrayMap } from "./array-functions.js";
import { edge, entriesOf, type Entry } from "./arrays.js";

/** The entries of a collection, or any of them. */
function entriesIn(run: Run, call: Call): readonly Entry[] {
  return alternatives(call.this).flatMap((single): readonly Entry[] => {
    const { known, some } = entriesOf(run, single, call);
    return known ?? (some ? [some] : []);
  });
}

/** Applies a path or a function to an entry. */
function given(run: Run, { key, value }: Entry, call: Call, index: number): Value {
  const by = call.args.at(index);
  if (isFunction(by)) return callBackPerhaps(run, by, [value, key], call);
  if (by.kind === "object") {
    readColumns(run, value, by, call);
    return computed(call, "collection");
  }
  return readJsonPath(run, value, call, index) ?? computed(call, "collection");
}

/** Methods that look at each entry by their argument, and give the collection or a part of it. */
const looking: NativeFunction = (run, call) => {
  if (call.args.has(0)) for (const entry of entriesIn(run, call)) given(run, entry, call, 0);
  return call.this;
};

/** The same for methods that give a number or a text. */
const counting: NativeFunction = (run, call) => {
  looking(run, call);
  return computed(call, "collection");
};

/** `contains($value)` compares; with more arguments the first one is a path. */
const containing: NativeFunction = (run, call) =>
  call.args.length > 1 || isFunction(call.args.at(0)) ? counting(run, call) : computed(call, "contains");

const pluck: NativeFunction = (run, call) => {
  const values = entriesIn(run, call).map((entry) => {
    if (call.args.has(1)) given(run, entry, call, 1);
    return given(run, entry, call, 0);
  });
  return someList(run, values, call);
};

const oneOf: NativeFunction = (run, call) => {
  if (!call.args.has(0)) return edge(true)(run, onCollection(call, []));
  const entries = entriesIn(run, call);
  for (const entry of entries) given(run, entry, call, 0);
  return choice([...entries.map(({ value }) => value), NULL]);
};

const byKey =
  (isList: boolean): NativeFunction =>
  (run, call) => {
    const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
    for (const entry of entriesIn(run, call)) {
      given(run, entry, call, 0);
      setSomeMember(run.store, made.object, isList ? someList(run, [entry.value], call) : entry.value);
    }
    return made;
  };

const only: NativeFunction = (run, call) => {
  const [first] = call.args.list;
  readColumns(run, call.this, first?.kind === "object" ? first : makeList(run, call.args.list), call);
  return call.this;
};

const get: NativeFunction = (run, call) => {
  const found = getMemberByKey(
    run,
    call.this,
    knownStrings(run, call.args.at(0)),
    siteOfArgument(run, call, 0),
  );
  return call.args.has(1) ? choice([found, call.args.at(1)]) : found;
};

/** The call as one of a function that takes the array as an argument. */
function onCollection(call: Call, more: readonly Value[], isLast = false): Call {
  const list = isLast ? [...more, call.this] : [call.this, ...more];
  return { ...call, this: UNDEFINED, args: new Arguments(list) };
}

const each: NativeFunction = (run, call) => {
  for (const { key, value } of entriesIn(run, call))
    callBackPerhaps(run, call.args.at(0), [value, key], call);
  return call.this;
};

const mapped: NativeFunction = (run, call) => {
  each(run, call);
  return computed(call, "collection");
};

const named = (names: readonly string[], method: NativeFunction): Record<string, NativeFunction> =>
  Object.fromEntries(names.map((name) => [name, method]));

/** Methods of collections in Laravel: https://laravel.com/docs/collections#available-methods */
export const COLLECTION_METHODS: Methods = methodsOf({
  ...named(
    [
      "all",
      "values",
      "collect",
      "lazy",
      "reverse",
      "take",
      "skip",
      "slice",
      "shuffle",
      "filter",
      "sort",
      "whenNotEmpty",
    ],
    itself,
  ),
  ...named(
    ["where", "whereIn", "whereNotIn", "whereNull", "whereNotNull", "whereBetween", "whereStrict", "reject"],
    looking,
  ),
  ...named(["sortBy", "sortByDesc", "unique", "skipUntil", "skipWhile", "takeUntil", "takeWhile"], looking),
  ...named(["sum", "avg", "average", "max", "min", "median", "implode", "countBy", "every"], counting),
  ...named(["contains", "some", "doesntContain"], containing),
  ...named(["first", "firstWhere", "firstOrFail", "sole", "last"], oneOf),
  ...named(["flatMap", "mapWithKeys", "mapToGroups", "partition"], mapped),
  pluck,
  only,
  get,
  each,
  keyBy: byKey(false),
  groupBy: byKey(true),
  map: (run, call) => arrayMap(run, onCollection(call, [call.args.at(0)], true)),
  filter: (run, call) => arrayFilter(run, onCollection(call, call.args.list)),
  tap: (run, call) => {
    callBackPerhaps(run, call.args.at(0), [call.this], call);
    return call.this;
  },
  pipe: (run, call) => callBack(run, call.args.at(0), [call.this], call),
});

/** The static functions of `Arr` that take the array first: https://laravel.com/docs/helpers#arrays-and-objects-method-list */
export const ARRAY_HELPERS: Readonly<Record<string, NativeFunction>> = Object.fromEntries(
  ["pluck", "only", "keyBy", "first", "last", "where", "map", "sort"].map((name) => [
    name,
    (run, call) =>
      COLLECTION_METHODS.get(name)!(run, { ...call, this: call.args.at(0), args: call.args.from(1) }),
  ]),
);
