import type { Call } from "../../../analysis/evaluation/callable.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { copyMembers, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { UNTOUCHED } from "../../../analysis/evaluation/store.js";
import {
  UNDEFINED,
  alternatives,
  isFunction,
  nullishness,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  callBack,
  callBackLater,
  nativeObject,
  nativeValue,
  natives,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { reduxFunctions, reduxHooks } from "./redux.js";
import { belongsTo, membersOf, takeRef } from "./vue-components.js";

type Maker = (run: Run) => Value;

const itself: NativeFunction = (_run, call) => call.args.at(0);

/** A value that is stored in some branch may be there for every reader. */
function put(run: Run, state: HeapObject, part: Value, call: Call): void {
  if (nullishness(part) === true || isSame(part, state)) return;
  const set = run.store.fork(() => copyMembers(run, state, part, siteOf(call)));
  run.store.join([set, UNTOUCHED]);
}

function isSame(value: Value, state: HeapObject): boolean {
  return alternatives(value).every((single) => single.kind === "object" && single.object === state);
}

/** The state as the code of a module sees it, all or what a function selects of it. */
function look(run: Run, state: HeapObject, select: Value, call: Call): Value {
  run.looksAtState(call.environment.module);
  const self = objectValue(state);
  return isFunction(select) ? callBack(run, select, [self], call) : self;
}

/**
 * `create((set, get, api) => state)`: a hook that gives the state, or what a function selects of it, with `getState`,
 * `setState` and `subscribe`. `create()` gives a function that takes the same. https://zustand.docs.pmnd.rs
 */
const createStore: NativeFunction = (run, call) => {
  const initializer = call.args.at(0);
  if (!isFunction(initializer)) return nativeValue("create", createStore);
  const state = run.store.atModuleLevel(() => new HeapObject("Object", call.environment.locate(call.node)));
  const set: NativeFunction = (inner, setting) => {
    const given = setting.args.at(0);
    const part = isFunction(given) ? callBack(inner, given, [objectValue(state)], setting) : given;
    put(inner, state, part, setting);
    return UNDEFINED;
  };
  const members = natives({
    getState: (inner, looking) => look(inner, state, UNDEFINED, looking),
    getInitialState: () => objectValue(state),
    setState: set,
    subscribe: (inner, subscribing) => {
      const listener = subscribing.args.list.findLast(isFunction) ?? UNDEFINED;
      const select = subscribing.args.length > 1 ? subscribing.args.at(0) : UNDEFINED;
      const seen =
        isFunction(select) && select !== listener
          ? look(inner, state, select, subscribing)
          : objectValue(state);
      callBackLater(inner, listener, [seen, seen], subscribing);
      return UNDEFINED;
    },
  });
  const store = nativeValue(
    "useStore",
    (inner, using) => look(inner, state, using.args.at(0), using),
    members,
  );
  const initial = callBack(
    run,
    initializer,
    [nativeValue("set", set), nativeValue("get", () => objectValue(state)), store],
    call,
  );
  copyMembers(run, state, initial, siteOf(call));
  return store;
};

/** `useStore(store, select)` */
const useStore: NativeFunction = (run, call) => callBack(run, call.args.at(0), call.args.list.slice(1), call);

/**
 * `defineStore(id, { state, getters, actions })` or `defineStore(id, setup)`: a function that gives the store.
 * https://pinia.vuejs.org/core-concepts/
 */
const defineStore: NativeFunction = (run, call) => {
  const described = call.args.list.at(call.args.length > 1 ? 1 : 0) ?? UNDEFINED;
  const store = run.store.atModuleLevel(() => new HeapObject("Store", call.environment.locate(call.node)));
  const self = objectValue(store);
  const members = natives({
    $patch: (inner, patching) => {
      const given = patching.args.at(0);
      put(inner, store, isFunction(given) ? callBack(inner, given, [self], patching) : given, patching);
      return UNDEFINED;
    },
    $reset: () => UNDEFINED,
    $subscribe: () => UNDEFINED,
    $onAction: () => UNDEFINED,
  });
  for (const [name, value] of Object.entries({ ...members, $state: self }))
    setMember(run.store, store, name, { value, maybeAbsent: false, isHidden: "surely" });
  const getters: Value[] = [];
  if (isFunction(described)) {
    for (const [name, value] of membersOf(run, callBack(run, described, [], call)))
      takeRef(run, store, name, value);
  } else {
    const state = peek(run, described, "state");
    copyMembers(run, store, isFunction(state) ? callBack(run, state, [], call) : state, siteOf(call));
    for (const [name, getter] of membersOf(run, peek(run, described, "getters"))) {
      belongsTo(getter, store);
      getters.push(getter);
      const asked = nativeValue(name, (inner, asking) => callBack(inner, getter, [self], asking, self));
      setMember(run.store, store, name, { value: UNDEFINED, maybeAbsent: false, getter: asked });
    }
    for (const [name, action] of membersOf(run, peek(run, described, "actions"))) {
      belongsTo(action, store);
      setMember(run.store, store, name, { value: action, maybeAbsent: false });
    }
  }
  return nativeValue("useStore", (inner, using) => {
    // A getter is asked whenever something that it looks at has changed.
    for (const getter of getters) callBackLater(inner, getter, [self], using);
    return look(inner, store, UNDEFINED, using);
  });
};

/** `storeToRefs(store)`: a box for each member of the store. */
const storeToRefs: NativeFunction = (run, call) => {
  const store = call.args.at(0);
  const made = run.make("Object", call.environment.locate(call.node));
  for (const [name] of membersOf(run, store)) {
    const box = new HeapObject("Ref", undefined);
    const getter = nativeValue("get", (inner, asking) => {
      const slot = store.kind === "object" ? inner.store.read(store.object).members.get(name) : undefined;
      return slot?.getter ? callBack(inner, slot.getter, [], asking, store) : (slot?.value ?? UNDEFINED);
    });
    setMember(run.store, box, "value", { value: UNDEFINED, maybeAbsent: false, getter });
    setMember(run.store, made, name, { value: objectValue(box), maybeAbsent: false });
  }
  return objectValue(made);
};

function library(name: string, functions: (run: Run) => Record<string, Value>): [string, Maker] {
  return [
    name,
    (run) => nativeObject(name, functions(run), unknown({ reason: "import", name, specifier: name })),
  ];
}

/** Stores that keep the state of a program, to be put to in one file and looked at in another. */
export const storeModules = (): [string, Maker][] => [
  [
    "zustand",
    () => nativeValue("create", createStore, natives({ create: createStore, createStore, useStore })),
  ],
  library("zustand/vanilla", () => natives({ createStore })),
  library("zustand/react/shallow", () => natives({ useShallow: itself })),
  ...["zustand/middleware", "zustand/middleware/immer"].map((name) =>
    library(name, () =>
      natives({ persist: itself, devtools: itself, subscribeWithSelector: itself, immer: itself }),
    ),
  ),
  library("pinia", () => natives({ defineStore, storeToRefs })),
  library("@reduxjs/toolkit", reduxFunctions),
  library("react-redux", reduxHooks),
];
