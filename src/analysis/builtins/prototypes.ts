import type { HeapObject } from "../evaluation/heap.js";
import { Arguments } from "../evaluation/callable.js";
import { callValue } from "../evaluation/calls.js";
import { iterate, someOf } from "../evaluation/iteration.js";
import { UNDEFINED, choice, computedText } from "../evaluation/value.js";
import { defineArrayPrototype } from "./arrays.js";
import { defineEntriesPrototype } from "./collections.js";
import { callBack, computed, definePrototype, itself, nativeValue, type NativeFunction } from "./native.js";
import { defineGeneratorPrototype } from "./iterators.js";
import { defineObjectPrototype } from "./objects.js";
import { definePromisePrototype } from "./promises.js";
import { defineSearchParamsPrototype } from "./search-params.js";
import { defineNumberPrototype } from "./numbers.js";
import { defineSetPrototype } from "./sets.js";
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
  ["Number", (prototype: HeapObject) => defineNumberPrototype(prototype)],
  ["Boolean", (prototype: HeapObject) => definePrototype(prototype, { toString: printed, valueOf: itself })],
  ["Promise", (prototype: HeapObject) => definePromisePrototype(prototype)],
  ["Map", (prototype: HeapObject) => defineEntriesPrototype(prototype)],
  ["Headers", (prototype: HeapObject) => defineEntriesPrototype(prototype)],
  ["Set", (prototype: HeapObject) => defineSetPrototype(prototype)],
  ["URLSearchParams", (prototype: HeapObject) => defineSearchParamsPrototype(prototype)],
  ["URL", (prototype: HeapObject) => defineUrlPrototype(prototype)],
  ["Generator", (prototype: HeapObject) => defineGeneratorPrototype(prototype, false)],
  ["AsyncGenerator", (prototype: HeapObject) => defineGeneratorPrototype(prototype, true)],
  ["JSON text", (prototype: HeapObject) => definePrototype(prototype, {})],
]);

const printed: NativeFunction = (_run, call) =>
  call.this.kind === "scalar" ? computedText(String(call.this.value)) : computed(call, "text");

function defineFunctionPrototype(prototype: HeapObject): void {
  definePrototype(
    prototype,
    {
      call: (run, call) => callBack(run, call.this, call.args.list.slice(1), call, call.args.at(0)),
      apply: (run, call) => {
        const list = call.args.at(1);
        const given = list.kind === "scalar" ? { known: [], sources: [] } : iterate(run, list);
        const some = given.known ? undefined : (someOf(given) ?? UNDEFINED);
        const args = new Arguments(given.known ?? [], some && choice([some, UNDEFINED]));
        return callValue(run, call.this, { ...call, this: call.args.at(0), args, isNew: false });
      },
      bind: (_run, call) => {
        const [bound, ...first] = call.args.list;
        const target = call.this;
        return nativeValue("bound", (inner, later) =>
          callValue(inner, target, {
            ...later,
            this: bound ?? computed(call, "this"),
            args: new Arguments([...first, ...later.args.list], later.args.rest),
          }),
        );
      },
    },
    true,
  );
}
