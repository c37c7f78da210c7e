import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { knownNumber } from "../../../analysis/evaluation/coerce.js";
import {
  clearMembers,
  pushElement,
  pushSomeElement,
  someElement,
} from "../../../analysis/evaluation/heap.js";
import { appendAll } from "../../../analysis/evaluation/literals.js";
import { NULL, UNDEFINED, objectValue, type Value } from "../../../analysis/evaluation/value.js";
import { seekKeysInBoth } from "../../../analysis/recording/sought-keys.js";
import { asInJavaScript } from "../../lowered/as-in-javascript.js";
import type { Methods } from "../../lowered/methods.js";

/** A method that changes a list and gives nothing. */
function changes(apply: NativeFunction): NativeFunction {
  return (run, call) => {
    apply(run, call);
    return NULL;
  };
}

/** Elements stay, in an order that is not known. */
const disorder: NativeFunction = (run, call) => {
  if (call.this.kind !== "object") return UNDEFINED;
  const { object } = call.this;
  const some = someElement(run.store.read(object));
  clearMembers(run.store, object, run.store.read(object).open);
  if (some) pushSomeElement(run.store, object, some);
  return UNDEFINED;
};

const pop: NativeFunction = (run, call) => {
  const index = knownNumber(call.args.at(0));
  if (call.args.length === 0 || index === -1)
    return asInJavaScript("Array", "pop")(run, { ...call, args: call.args.from(call.args.length) });
  if (index === 0)
    return asInJavaScript("Array", "shift")(run, { ...call, args: call.args.from(call.args.length) });
  const taken = call.this.kind === "object" ? someElement(run.store.read(call.this.object)) : undefined;
  disorder(run, call);
  return taken ?? computed(call, "pop");
};

/** A method of sets that gets another set, or the keys of a dictionary. */
const seeks =
  (name: string): NativeFunction =>
  (run, call) => {
    for (const other of call.args.list) {
      run.recorder.escapes.listed(run, other, name, call);
      seekKeysInBoth(run, other, call.this, call);
    }
    return computed(call, name);
  };

export const LIST_METHODS: Methods = new Map<string, NativeFunction>(
  Object.entries({
    append: changes((run, call) => {
      if (call.this.kind === "object") pushElement(run.store, call.this.object, call.args.at(0));
      return UNDEFINED;
    }),
    add: changes((run, call) => {
      if (call.this.kind === "object") pushElement(run.store, call.this.object, call.args.at(0));
      return UNDEFINED;
    }),
    extend: changes((run, call) => {
      if (call.this.kind === "object") appendAll(run, call.this.object, call.args.at(0));
      return UNDEFINED;
    }),
    update: changes((run, call) => {
      if (call.this.kind === "object") appendAll(run, call.this.object, call.args.at(0));
      return UNDEFINED;
    }),
    insert: changes((run, call) => {
      if (knownNumber(call.args.at(0)) === 0)
        return asInJavaScript("Array", "unshift")(run, { ...call, args: call.args.from(1) });
      disorder(run, call);
      if (call.this.kind === "object") pushSomeElement(run.store, call.this.object, call.args.at(1));
      return UNDEFINED;
    }),
    pop,
    remove: changes(disorder),
    discard: changes(disorder),
    sort: changes(disorder),
    reverse: changes(asInJavaScript("Array", "reverse", 0)),
    clear: changes((run, call) => {
      if (call.this.kind === "object") clearMembers(run.store, call.this.object);
      return UNDEFINED;
    }),
    copy: (run, call) => copyOf(run, call),
    ...Object.fromEntries(
      ["issubset", "issuperset", "isdisjoint", "intersection", "difference"].map((name) => [
        name,
        seeks(name),
      ]),
    ),
  } satisfies Readonly<Record<string, NativeFunction>>),
);

const copyOf: NativeFunction = (run, call): Value => {
  const list = run.make("Array", call.environment.locate(call.node));
  appendAll(run, list, call.this);
  return objectValue(list);
};
