import { componentLanguage } from "../component-language.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  choice,
  isFunction,
  nullishness,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  callBack,
  callBackLater,
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { awaitValue } from "../../../analysis/builtins/promises.js";
import { componentClass } from "./react-components.js";
import { vueComponent } from "./vue-components.js";

const STATE = "value";

/** Returns the state that a component keeps for one call of a hook between its renderings. */
function stateAt(run: Run, call: Call, initial: () => Value): HeapObject {
  const { environment } = call;
  const place = environment.locate(call.node);
  return run.stateOf(environment.activation, place, environment.module, () => {
    const state = new HeapObject("State", place);
    setMember(run.store, state, STATE, { value: initial(), maybeAbsent: false });
    return state;
  });
}

/** A value that is set in some branch may be there the next time. */
function setState(run: Run, state: HeapObject, value: Value): void {
  const before = peek(run, objectValue(state), STATE);
  setMember(run.store, state, STATE, { value: choice([before, value]), maybeAbsent: false });
}

/** `const [value, setValue] = useState(initial)`, https://react.dev/reference/react/useState */
const useState: NativeFunction = (run, call) => {
  const initial = call.args.at(0);
  const state = stateAt(run, call, () => (isFunction(initial) ? callBack(run, initial, [], call) : initial));
  const set = nativeValue("setState", (inner, setting) => {
    const given = setting.args.at(0);
    const before = peek(inner, objectValue(state), STATE);
    setState(inner, state, isFunction(given) ? callBack(inner, given, [before], setting) : given);
    return UNDEFINED;
  });
  return makeList(run, [peek(run, objectValue(state), STATE), set]);
};

/** `const [state, dispatch] = useReducer(reducer, initial)`, https://react.dev/reference/react/useReducer */
const useReducer: NativeFunction = (run, call) => {
  const state = stateAt(run, call, () => call.args.at(1));
  const dispatch = nativeValue("dispatch", (inner, dispatching) => {
    const before = peek(inner, objectValue(state), STATE);
    setState(inner, state, callBack(inner, call.args.at(0), [before, dispatching.args.at(0)], dispatching));
    return UNDEFINED;
  });
  return makeList(run, [peek(run, objectValue(state), STATE), dispatch]);
};

const runLater: NativeFunction = (run, call) => {
  callBackLater(run, call.args.at(0), [], call);
  return UNDEFINED;
};

const itself: NativeFunction = (_run, call) => call.args.at(0);

const reactFunctions = (run: Run): Record<string, Value> => ({
  Component: componentClass(run),
  PureComponent: componentClass(run),
  ...natives({
    useState,
    useReducer,
    useEffect: runLater,
    useLayoutEffect: runLater,
    useCallback: itself,
    memo: itself,
    forwardRef: itself,
    useMemo: (run, call) => callBack(run, call.args.at(0), [], call),
    useRef: (run, call) => {
      const { environment } = call;
      const place = environment.locate(call.node);
      const ref = run.stateOf(environment.activation, place, environment.module, () => {
        const made = new HeapObject("Ref", place);
        setMember(run.store, made, "current", { value: call.args.at(0), maybeAbsent: false });
        return made;
      });
      return objectValue(ref);
    },
  }),
});

const describeComponent: NativeFunction = (run, call) => {
  vueComponent(run, call.args.at(0), call);
  return call.args.at(0);
};

/** `new Vue(options)` */
const vueConstructor: NativeFunction = (run, call) =>
  vueComponent(run, call.args.at(0), call) ?? computed(call, "Vue");

/** Returns whether only the code of a component uses its boxes: it exposes none to the component around it. */
function keepsBoxes({ environment }: Call): boolean {
  const { path, text } = environment.module.source;
  return componentLanguage(path) !== undefined && !/expose/i.test(text);
}

/** `ref(initial)`: a box; `computed(get)`: one that asks a function. https://vuejs.org/api/reactivity-core.html */
const vueFunctions = (): Record<string, Value> => {
  const box: NativeFunction = (run, call) =>
    makeObject(run, { value: call.args.at(0) }, "Ref", call.environment.locate(call.node));
  return natives({
    ref: box,
    shallowRef: box,
    reactive: itself,
    shallowReactive: itself,
    readonly: itself,
    markRaw: itself,
    toRaw: itself,
    unref: (run, call) => {
      const inner = peek(run, call.args.at(0), "value");
      return nullishness(inner) === true ? call.args.at(0) : choice([inner, call.args.at(0)]);
    },
    computed: (run, call) => {
      const given = call.args.at(0);
      const getter = isFunction(given) ? given : peek(run, given, "get");
      const made = run.make("Computed", call.environment.locate(call.node));
      if (getter.kind !== "object") return unknown({ reason: "computed", name: "computed" });
      const asked = getter.object.callable;
      if (asked?.kind === "closure" && keepsBoxes(call)) run.asked.add(asked.node);
      setMember(run.store, made, "value", { value: UNDEFINED, maybeAbsent: false, getter });
      return objectValue(made);
    },
    onMounted: runLater,
    onBeforeMount: runLater,
    onActivated: runLater,
    nextTick: runLater,
    watchEffect: runLater,
    watch: (run, call) => {
      const source = call.args.at(0);
      const now = nativeValue("watched", (inner, watching) => {
        const value = isFunction(source) ? callBack(inner, source, [], call) : peek(inner, source, "value");
        return callBack(inner, call.args.at(1), [value, value], watching);
      });
      callBackLater(run, now, [], call);
      return UNDEFINED;
    },
    defineComponent: describeComponent,
    extend: describeComponent,
    component: (run, call) => {
      vueComponent(run, call.args.at(1), call);
      return call.args.at(1);
    },
    createApp: (run, call) => {
      vueComponent(run, call.args.at(0), call);
      return computed(call, "createApp");
    },
  });
};

/** `useQuery({ queryFn })` or `useQuery(key, queryFn)`: what the function fetches is under `data`. */
function query(run: Run, call: Call, fetched: Value): Value {
  const select = peek(run, call.args.at(0), "select");
  const done = awaitValue(run, callBackLater(run, fetched, [], call));
  const settled = isFunction(select) ? callBack(run, select, [done], call) : done;
  const data = nullishness(settled) === true ? settled : choice([settled, UNDEFINED]);
  return nativeObject("Query", { data }, unknown({ reason: "call", name: "useQuery" }));
}

const useQuery: NativeFunction = (run, call) => {
  const given = call.args.list.find(isFunction) ?? peek(run, call.args.at(0), "queryFn");
  return query(run, call, given);
};

/** `useSWR(key, fetcher)` calls the fetcher with the key. https://swr.vercel.app/docs/api */
const useSwr: NativeFunction = (run, call) => {
  const fetcher = call.args.at(1);
  const bound = nativeValue("fetcher", (inner, fetching) =>
    callBack(inner, fetcher, [call.args.at(0)], fetching),
  );
  return query(run, call, isFunction(fetcher) ? bound : UNDEFINED);
};

type Maker = (run: Run) => Value;

/** @param constructor of a library whose default export is called */
function library(
  name: string,
  functions: (run: Run) => Record<string, Value>,
  constructor?: NativeFunction,
): [string, Maker] {
  return [
    name,
    (run) => {
      const rest = unknown({ reason: "import", name, specifier: name });
      const members = functions(run);
      const main = constructor ? nativeValue(name, constructor, members) : nativeObject(name, members, rest);
      return nativeObject(name, { ...members, default: main }, rest);
    },
  ];
}

/** Models user interface libraries in which programs keep responses: React, Preact, Vue, TanStack Query, SWR. */
export const userInterfaceModules = (): [string, Maker][] => [
  ...["react", "preact/hooks", "preact/compat"].map((name) => library(name, reactFunctions)),
  ...["vue", "@vue/composition-api", "@vue/reactivity"].map((name) =>
    library(name, vueFunctions, vueConstructor),
  ),
  ...["@tanstack/react-query", "@tanstack/vue-query", "react-query"].map((name) =>
    library(name, () => natives({ useQuery, useSuspenseQuery: useQuery })),
  ),
  ["swr", () => nativeValue("useSWR", useSwr)],
];
