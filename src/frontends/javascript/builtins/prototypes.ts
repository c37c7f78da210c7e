import { knownNumber } from "../evaluation/coerce.js";
import type { HeapObject } from "../evaluation/heap.js";
import { computedText } from "../evaluation/value.js";
import { defineArrayPrototype } from "./arrays.js";
import { defineEntriesPrototype, defineSetPrototype } from "./collections.js";
import { callBack, computed, definePrototype, itself, nativeValue, type NativeFunction } from "./native.js";
import { defineObjectPrototype } from "./objects.js";
import { definePromisePrototype } from "./promises.js";
import { defineStringPrototype } from "./strings.js";
import { defineUrlPrototype } from "./urls.js";

/** Fills the prototype of a built-in class. */
export function prototypeDefiner(className: string): ((prototype: HeapObject) => void) | undefined {
  return DEFINERS.get(className);
}

const DEFINERS: ReadonlyMap<string, (prototype: HeapObject) => void> = new Map([
  ["Object", (prototype: HeapObject) => defineObjectPrototype(prototype)],
  ["Function", (prototype: HeapObject) => defineFunctionPrototype(prototype)],
  ["Array", (prototype: HeapObject) => defineArrayPrototype(prototype)],
  ["String", (prototype: HeapObject) => defineStringPrototype(prototype)],
  [
    "Number",
    (prototype: HeapObject) => definePrototype(prototype, { toString: numberToString, valueOf: itself }),
  ],
  ["Boolean", (prototype: HeapObject) => definePrototype(prototype, {})],
  ["Promise", (prototype: HeapObject) => definePromisePrototype(prototype)],
  ["Map", (prototype: HeapObject) => defineEntriesPrototype(prototype)],
  ["Headers", (prototype: HeapObject) => defineEntriesPrototype(prototype)],
  ["Set", (prototype: HeapObject) => defineSetPrototype(prototype)],
  ["URL", (prototype: HeapObject) => defineUrlPrototype(prototype)],
  ["JSON text", (prototype: HeapObject) => definePrototype(prototype, {})],
]);

const numberToString: NativeFunction = (_run, call) => {
  const number = knownNumber(call.this);
  return number === undefined || call.args.length > 0
    ? computed(call, "number")
    : computedText(String(number));
};

function defineFunctionPrototype(prototype: HeapObject): void {
  definePrototype(
    prototype,
    {
      call: (run, call) => callBack(run, call.this, call.args.list.slice(1), call, call.args.at(0)),
      apply: (run, call) => {
        const list = call.args.at(1);
        const given =
          list.kind === "object" && list.object.className === "Array"
            ? run.store.read(list.object)
            : undefined;
        const args = given ? [...given.members.values()].map((slot) => slot.value) : [];
        return callBack(run, call.this, args, call, call.args.at(0));
      },
      bind: (_run, call) => {
        const [bound, ...first] = call.args.list;
        const target = call.this;
        return nativeValue("bound", (inner, later) =>
          callBack(inner, target, [...first, ...later.args.list], later, bound ?? computed(call, "this")),
        );
      },
    },
    true,
  );
}
