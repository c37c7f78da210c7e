import type { Call } from "../../../analysis/evaluation/callable.js";
import { mergeUnknown, setMember, type HeapObject } from "../../../analysis/evaluation/heap.js";
import { copyMembers, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  choice,
  isFunction,
  memberOfUnknown,
  nullishness,
  objectValue,
  unknown,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { callBack, nativeValue } from "../../../analysis/builtins/native.js";

/** Options that only a component has; an exported object of a Vue file with one of them counts as a component. */
const TELLING = ["data", "methods", "computed", "mounted", "created", "setup"];

const described = new WeakMap<HeapObject, Value>();

/**
 * Makes the instance of a component in the form of an options object. `this` in its functions has the result of `data`,
 * the methods, the computed properties, the props and the result of `setup`. Additions of plugins are unknown.
 * https://vuejs.org/api/options-state.html
 *
 * @returns an instance; `undefined` if the object does not describe a component
 */
export function vueComponent(run: Run, options: Value, call: Call): Value | undefined {
  if (options.kind !== "object") return undefined;
  const known = described.get(options.object);
  if (known) return known;
  const { members } = run.store.read(options.object);
  if (!TELLING.some((name) => members.has(name))) return undefined;
  const place = options.object.place;
  const instance = run.make("Component", place);
  const self = objectValue(instance);
  described.set(options.object, self);
  const others = unknown({ reason: "parameter", name: "this", ...(place ? { place } : {}) });
  mergeUnknown(run.store, instance, others);
  takeProps(run, instance, peek(run, options, "props"), others);
  for (const [name, value] of membersOf(run, peek(run, options, "methods"))) {
    belongsTo(value, instance);
    setMember(run.store, instance, name, { value, maybeAbsent: false });
  }
  for (const [name, value] of membersOf(run, peek(run, options, "computed")))
    takeComputed(run, instance, name, value);
  for (const [, value] of membersOf(run, options)) belongsTo(value, instance);
  for (const [, value] of membersOf(run, peek(run, options, "watch"))) {
    belongsTo(value, instance);
    belongsTo(peek(run, value, "handler"), instance);
  }
  const data = peek(run, options, "data");
  const site = { node: call.node, key: call.node, environment: call.environment };
  const state = isFunction(data) ? callBack(run, data, [self], call, self) : data;
  if (nullishness(state) !== true) copyMembers(run, instance, state, site);
  takeSetup(run, instance, peek(run, options, "setup"), call);
  return self;
}

/** Adds the result of `setup` to the instance, with boxes opened. https://vuejs.org/api/composition-api-setup.html */
function takeSetup(run: Run, instance: HeapObject, setup: Value, call: Call): void {
  if (!isFunction(setup)) return;
  const place = call.environment.locate(call.node);
  const given = ["props", "context"].map((name) => unknown({ reason: "parameter", name, place }));
  for (const [name, value] of membersOf(run, callBack(run, setup, given, call)))
    takeRef(run, instance, name, value);
}

/** Makes an instance the receiver of a function without a known caller. */
export function belongsTo(value: Value, instance: HeapObject): void {
  const callable = value.kind === "object" ? value.object.callable : undefined;
  if (callable?.kind === "closure") callable.receiver = instance;
}

export function membersOf(run: Run, value: Value): [string, Value][] {
  if (value.kind !== "object") return [];
  return [...run.store.read(value.object).members].flatMap(([name, slot]): [string, Value][] => [
    [name, slot.value],
  ]);
}

/** `props: { base: { type: String, default: "…" } }`; what a parent gives is not known. */
function takeProps(run: Run, instance: HeapObject, props: Value, others: UnknownValue): void {
  for (const [name, description] of membersOf(run, props)) {
    const standard = peek(run, description, "default");
    if (nullishness(standard) === true || isFunction(standard)) continue;
    const value = choice([standard, memberOfUnknown(others, name)]);
    setMember(run.store, instance, name, { value, maybeAbsent: false });
  }
}

/** A function, or `{ get, set }`. */
function takeComputed(run: Run, instance: HeapObject, name: string, value: Value): void {
  const getter = isFunction(value) ? value : peek(run, value, "get");
  const setter = isFunction(value) ? UNDEFINED : peek(run, value, "set");
  if (!isFunction(getter)) return;
  for (const accessor of [getter, setter]) belongsTo(accessor, instance);
  setMember(run.store, instance, name, {
    value: UNDEFINED,
    maybeAbsent: false,
    getter,
    ...(isFunction(setter) ? { setter } : {}),
  });
}

/** Sets a member of a store. Vue unwraps refs: reading the member reads the value of the ref. */
export function takeRef(run: Run, store: HeapObject, name: string, value: Value): void {
  const isBox = value.kind === "object" && ["Ref", "Computed"].includes(value.object.className);
  const slot = isBox ? boxed(value) : { value };
  setMember(run.store, store, name, { maybeAbsent: false, ...slot });
}

function boxed(box: Value): { value: Value; getter: Value; setter: Value } {
  return {
    value: UNDEFINED,
    getter: nativeValue("get", (run) => peek(run, box, "value")),
    setter: nativeValue("set", (run, call) => {
      if (box.kind === "object")
        setMember(run.store, box.object, "value", {
          value: choice([peek(run, box, "value"), call.args.at(0)]),
          maybeAbsent: false,
        });
      return UNDEFINED;
    }),
  };
}
