import { haveSameStart } from "../../../core/span.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { unknownArguments } from "../../../analysis/evaluation/functions.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  choice,
  computedText,
  isFunction,
  nullishness,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { keptByRun } from "../../../analysis/evaluation/kept-by-run.js";
import {
  callBack,
  callBackLater,
  callBackPerhaps,
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { awaitValue, makePromise } from "../../../analysis/builtins/promises.js";
import { membersOf } from "./vue-components.js";

const STATE = internalSlot("state");
const PARTS = internalSlot("parts");
/** For an asynchronous action creator: the functions that wait for its result. */
const LISTENERS = new WeakMap<
  HeapObject,
  { readonly emitted: Value[]; readonly listeners: ((run: Run, payload: Value) => void)[] }
>();
const MAX_EMITTED = 16;

/** The state of a package by the names that its reducers have in it; `several` where they are not emitted apart. */
type Root = Map<string, HeapObject | "several">;

const rootsOf = keptByRun(() => new Map<string, Root>());

function rootOf(run: Run, { environment }: Call): Root {
  const roots = rootsOf(run);
  const name = run.modules.packageOf(environment.module);
  let root = roots.get(name);
  if (!root) roots.set(name, (root = new Map()));
  return root;
}

function nameReducer(root: Root, name: string, reducer: HeapObject): void {
  const before = root.get(name);
  const isSame = before === undefined || before === reducer || isFromOnePlace(before, reducer);
  root.set(name, isSame ? reducer : "several");
}

function isFromOnePlace(a: HeapObject | "several", b: HeapObject): boolean {
  return a !== "several" && haveSameStart(a.place, b.place);
}

/** The state as `getState` and selectors get it. */
function rootState(run: Run, call: Call): Value {
  const root = nativeObject("State", {}, unknown({ reason: "call", name: "getState" }));
  root.object.lazyMember = (name) => {
    run.store.observer?.markNotReplayable();
    const reducer = rootOf(run, call).get(name);
    return reducer && reducer !== "several" ? peek(run, objectValue(reducer), STATE) : undefined;
  };
  return root;
}

/** A reducer with its own state, which its result replaces. */
function stateful(run: Run, initial: Value, place: HeapObject["place"]): HeapObject {
  const reducer = run.store.atModuleLevel(
    () =>
      new HeapObject("Function", place, undefined, {
        kind: "native",
        name: "reducer",
        call: (_inner, call) => computed(call, "reducer"),
      }),
  );
  setMember(run.store, reducer, STATE, { value: initial, maybeAbsent: false });
  return reducer;
}

function reduce(run: Run, holder: HeapObject, reducer: Value, payload: Value, call: Call): void {
  const before = peek(run, objectValue(holder), STATE);
  const action = makeObject(run, { type: computed(call, "type"), payload, meta: computed(call, "meta") });
  const after = callBackPerhaps(run, reducer, [before, action], call);
  if (nullishness(after) === true) return;
  setMember(run.store, holder, STATE, { value: choice([before, after]), maybeAbsent: false });
}

/**
 * `createSlice({ name, initialState, reducers, extraReducers })`: an action that is made is taken to be dispatched.
 * https://redux-toolkit.js.org/api/createSlice
 */
const createSlice: NativeFunction = (run, call) => {
  const options = call.args.at(0);
  const given = peek(run, options, "initialState");
  const initial = isFunction(given) ? callBack(run, given, [], call) : given;
  const reducer = stateful(run, initial, call.environment.locate(call.node));
  const name = knownString(run, peek(run, options, "name"));
  if (name !== undefined) nameReducer(rootOf(run, call), name, reducer);
  const actions: Record<string, NativeFunction> = {};
  for (const [key, value] of membersOf(run, peek(run, options, "reducers"))) {
    const own = isFunction(value) ? value : peek(run, value, "reducer");
    actions[key] = (inner, acting) => {
      const payload = acting.args.at(0);
      reduce(inner, reducer, own, payload, acting);
      return makeObject(inner, { type: computedText(`${name ?? ""}/${key}`), payload });
    };
  }
  listenToOthers(run, reducer, peek(run, options, "extraReducers"), call);
  return nativeObject("Slice", {
    name: peek(run, options, "name"),
    reducer: objectValue(reducer),
    actions: nativeObject("actions", natives(actions)),
    getInitialState: nativeValue("getInitialState", () => initial),
  });
};

/** `extraReducers: (builder) => builder.addCase(load.fulfilled, reducer)` */
function listenToOthers(run: Run, holder: HeapObject, extra: Value, call: Call): void {
  if (!isFunction(extra)) return;
  const builder = nativeObject(
    "builder",
    natives({
      addCase: (_inner, adding) => {
        const action = adding.args.at(0);
        const channel = action.kind === "object" ? LISTENERS.get(action.object) : undefined;
        if (channel) {
          const listener = (inner: Run, payload: Value): void =>
            inner.runAsync(adding, () => reduce(inner, holder, adding.args.at(1), payload, adding));
          if (channel.listeners.length < MAX_EMITTED) channel.listeners.push(listener);
          for (const payload of [...channel.emitted]) listener(run, payload);
        }
        return builder;
      },
      addMatcher: () => builder,
      addDefaultCase: () => builder,
    }),
  );
  callBack(run, extra, [builder], call);
}

/**
 * `createAsyncThunk(type, load)`: the result of `load` is the payload of `fulfilled`. Dispatching it is not followed,
 * so it is called once with unknown arguments. https://redux-toolkit.js.org/api/createAsyncThunk
 */
const createAsyncThunk: NativeFunction = (run, call) => {
  const load = call.args.at(1);
  const fulfilled = nativeObject("fulfilled", {});
  const channel = { emitted: [] as Value[], listeners: [] as ((run: Run, payload: Value) => void)[] };
  LISTENERS.set(fulfilled.object, channel);
  const api = unknown({ reason: "parameter", name: "thunkAPI" });
  const loaded = (inner: Run, argument: Value, site: Call): Value => {
    const payload = awaitValue(inner, callBackLater(inner, load, [argument, api], site));
    if (channel.emitted.length < MAX_EMITTED) {
      channel.emitted.push(payload);
      for (const listener of [...channel.listeners]) listener(inner, payload);
    }
    return payload;
  };
  const thunk: NativeFunction = (inner, dispatching) => {
    const payload = loaded(inner, dispatching.args.at(0), dispatching);
    const unwrap = nativeValue("unwrap", (last) => makePromise(last, payload));
    return makePromise(inner, makeObject(inner, { payload, unwrap }));
  };
  const callable = load.kind === "object" ? load.object.callable : undefined;
  if (callable?.kind === "closure")
    loaded(run, unknownArguments(run, callable.node, callable.environment).at(0), call);
  return nativeValue("thunk", thunk, {
    fulfilled,
    pending: nativeObject("pending", {}),
    rejected: nativeObject("rejected", {}),
  });
};

/** `configureStore({ reducer })`, in which reducers have names. */
const configureStore: NativeFunction = (run, call) => {
  nameReducers(run, peek(run, call.args.at(0), "reducer"), call);
  return nativeObject(
    "Store",
    natives({
      dispatch: (_inner, dispatching) => dispatching.args.at(0),
      getState: (inner, looking) => {
        inner.looksAtState(looking.environment.module);
        return rootState(inner, looking);
      },
      subscribe: (inner, subscribing) => {
        callBackLater(inner, subscribing.args.at(0), [], subscribing);
        return UNDEFINED;
      },
    }),
    unknown({ reason: "call", name: "configureStore" }),
  );
};

function nameReducers(run: Run, reducers: Value, call: Call): void {
  const parts = peek(run, reducers, PARTS);
  for (const [name, reducer] of membersOf(run, nullishness(parts) === true ? reducers : parts)) {
    const isOurs = reducer.kind === "object" && nullishness(peek(run, reducer, STATE)) !== true;
    if (isOurs) nameReducer(rootOf(run, call), name, reducer.object);
  }
}

const combineReducers: NativeFunction = (_run, call) =>
  nativeObject("Reducers", { [PARTS]: call.args.at(0) });

const dispatch: NativeFunction = (_run, call) => call.args.at(0);

const useSelector: NativeFunction = (run, call) => {
  run.looksAtState(call.environment.module);
  return callBack(run, call.args.at(0), [rootState(run, call)], call);
};

export const reduxFunctions = (): Record<string, Value> =>
  natives({ createSlice, createAsyncThunk, configureStore, combineReducers });

/** Models the hooks of react-redux: https://react-redux.js.org/api/hooks */
export const reduxHooks = (): Record<string, Value> => {
  const useDispatch: NativeFunction = () => nativeValue("dispatch", dispatch);
  const withTypes: NativeFunction = (_run, call) => call.this;
  return {
    useSelector: nativeValue("useSelector", useSelector, natives({ withTypes })),
    useDispatch: nativeValue("useDispatch", useDispatch, natives({ withTypes })),
  };
};
