import {
  callBackLater,
  computed,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { belongTo } from "../../../analysis/evaluation/functions.js";
import {
  HeapObject,
  elementsToRead,
  lengthOf,
  mergeUnknown,
  openList,
  pushElement,
  pushElements,
  pushSomeElement,
  setMember,
} from "../../../analysis/evaluation/heap.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { knownStrings, knownNumber } from "../../../analysis/evaluation/coerce.js";
import { copyMembers, getMember, makeList, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { keyOfUnknown } from "../../../analysis/evaluation/record-keys.js";
import {
  FALSE,
  TRUE,
  UNDEFINED,
  alternatives,
  choice,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  objectValue,
  opaque,
  scalar,
  type ObjectValue,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { flatten } from "../../../facts/text.js";
import {
  asType,
  fieldValue,
  fieldsIn,
  resultsIn,
  structValue,
  typeOf,
  typeOfStruct,
  typeValue,
  zeroValue,
} from "../types.js";
import { declareType } from "../declared-types.js";
import { declareGeneric, instantiated, typeArgument } from "../generics.js";
import { fileFunctions } from "../../lowered/read-files.js";
import { headersOf } from "./http-headers.js";
import { copyElements, ofAll, sized, slice } from "./slices.js";
import { literal } from "./struct-literals.js";

/** Functions that a lowered file calls for what the tree has no word for, and those that Go has by itself. */
const NATIVES: ReadonlyMap<string, NativeFunction> = new Map(
  Object.entries<NativeFunction>({
    // ── Types ──
    type: (run, call) => declareType(run, nameIn(call), call.args.at(1), call),
    genericType: (run, call) => declareGeneric(run, nameIn(call), call.args.at(1), call),
    instantiate: (run, call) => instantiated(run, call.args.at(0), call.args.list.slice(1), call),
    typeArgument: (_run, call) => typeArgument(call.args.at(0), knownNumber(call.args.at(1)) ?? 0),
    alias: (run, call) =>
      callValue(run, call.args.at(1), { ...call, this: UNDEFINED, args: new Arguments([]), isNew: false }),
    struct: (_run, call) => {
      const record = call.args.at(0);
      let known: Value | undefined;
      return typeValue({
        kind: "struct",
        name: "struct",
        prototype: new HeapObject("Object", undefined),
        fields: (inside) =>
          fieldsIn(
            inside,
            (known ??= inside.store.atModuleLevel(() =>
              callValue(inside, record, { ...call, this: UNDEFINED, args: new Arguments([]), isNew: false }),
            )),
          ),
      });
    },
    interface: (_run, call) => {
      const record = call.args.at(0);
      let known: Value | undefined;
      return typeValue({
        kind: "interface",
        name: "interface",
        methods: (inside) =>
          resultsIn(
            inside,
            (known ??= inside.store.atModuleLevel(() =>
              callValue(inside, record, { ...call, this: UNDEFINED, args: new Arguments([]), isNew: false }),
            )),
          ),
      });
    },
    field: (_run, call) => {
      const { node } = call;
      const [key] = node.type === "CallExpression" ? node.arguments : [];
      return fieldValue({
        key: call.args.at(0).kind === "text" ? nameIn(call) : undefined,
        type: call.args.at(1),
        isEmbedded:
          call.args.at(2).kind === "scalar" && (call.args.at(2) as { value: unknown }).value === true,
        place: call.environment.locate(key ?? node),
        options: nameIn(call, 3).split(","),
        demands: nameIn(call, 4).split(","),
      });
    },
    list: (_run, call) => typeValue({ kind: "list", name: "list", element: () => call.args.at(0) }),
    map: (_run, call) => typeValue({ kind: "map", name: "map", element: () => call.args.at(0) }),
    pointer: (_run, call) => typeValue({ kind: "pointer", name: "pointer", element: () => call.args.at(0) }),
    method: (run, call) => {
      const type = typeOf(call.args.at(0));
      const [name, value] = [nameIn(call, 1), call.args.at(2)];
      if (!type?.prototype || value.kind !== "object") return UNDEFINED;
      // It is called by its own name, whatever it is called in the file.
      const { callable } = value.object;
      if (callable?.kind === "closure") (callable as { name: string }).name = name;
      belongTo(run, value, type.prototype);
      setMember(run.store, type.prototype, name, { value, maybeAbsent: false });
      return UNDEFINED;
    },
    zero: (run, call) => {
      const type = call.args.at(0);
      const value = zeroValue(run, type, call);
      const isKnown =
        call.args.at(1).kind === "scalar" && (call.args.at(1) as { value: unknown }).value === true;
      if (isKnown) return value;
      // Others may have set a variable of the package before it is read.
      const place = call.environment.locate(call.node);
      if (value.kind === "object" && typeOfStruct(value.object)?.instance) return value;
      return asType(run, opaque("changing", "package variable", place), type, call);
    },
    as: (run, call) => asType(run, call.args.at(0), call.args.at(1), call),
    literal: (run, call) => literal(run, call.args.at(0), call.args.at(1), call),
    element: (run, call) => {
      const element = typeOf(call.args.at(0))?.element?.();
      return element ? literal(run, element, call.args.at(1), call) : call.args.at(1);
    },

    // ── Pointers and copies ──
    copied: (run, call) =>
      mapAlternatives(call.args.at(0), (single) => {
        if (single.kind === "object" && single.object.className === "Array")
          return slice(run, single, ofAll(call));
        const type = single.kind === "object" ? typeOfStruct(single.object) : undefined;
        if (single.kind !== "object" || single.object.callable || !type?.fields) return single;
        const copy = run.make("Object", single.object.place);
        copyMembers(run, copy, single, { node: call.node, key: call.node, environment: call.environment });
        return structValue(run, type, copy);
      }),
    address: (run, call) => {
      const value = call.args.at(0);
      const isPointer = alternatives(value).every((single) => single.kind === "object");
      if (isPointer) return value;
      const pointer = new HeapObject("Pointer", call.environment.locate(call.node));
      setMember(run.store, pointer, POINTED, { value, maybeAbsent: false });
      setMember(run.store, pointer, SETTER, { value: call.args.at(1), maybeAbsent: false });
      return objectValue(pointer);
    },
    deref: (run, call) =>
      mapAlternatives(call.args.at(0), (single) =>
        single.kind === "object" && single.object.className === "Pointer"
          ? peek(run, single, POINTED)
          : single,
      ),
    written: (_run, call) =>
      mapAlternatives(call.args.at(0), (single) => (single.kind === "object" ? single : call.args.at(1))),
    store: (run, call) => {
      writeThrough(run, call.args.at(0), call.args.at(1), call);
      return UNDEFINED;
    },

    // ── Results, conditions and loops ──
    results,
    found: (run, call) => makeList(run, [call.args.at(0), computed(call, "ok")]),
    isNil: (run, call) =>
      choice(
        alternatives(call.args.at(0)).map((single) => {
          if (nullishness(single) === true) return TRUE;
          if (single.kind === "object" && !isEmpty(run, single.object)) return FALSE;
          return computed(call, "nil");
        }),
      ),
    range: (run, call) => choice(alternatives(call.args.at(0)).map((single) => pairs(run, single, call))),
    later: (run, call) => callBackLater(run, call.args.at(0), call.args.list.slice(1), call),
    setEntry: (run, call) => {
      const [holder, key, value] = [call.args.at(0), call.args.at(1), call.args.at(2)];
      if (headersOf(holder)?.set(run, key, value, call) === true) return UNDEFINED;
      const { node, environment } = call;
      setMemberByKey(run, holder, knownStrings(run, key), value, { node, key: node, environment });
      return UNDEFINED;
    },

    ...fileFunctions({ embed: { path: 0 } }),

    // ── Built-in functions ──
    append: (run, call) => {
      const list = new HeapObject(
        "Array",
        call.environment.locate(call.node),
        run.realm.prototypes.get("Array"),
      );
      for (const single of alternatives(call.args.at(0))) {
        if (single.kind === "unknown") openList(run.store, list, single);
        const { known, some, sources } = iterate(run, single);
        pushElements(run.store, list, known ?? []);
        if (some) pushSomeElement(run.store, list, some);
        for (const source of sources) openList(run.store, list, source);
      }
      pushElements(run.store, list, call.args.list.slice(1));
      if (call.args.rest) pushSomeElement(run.store, list, call.args.rest);
      return objectValue(list);
    },
    len: (run, call) => {
      const value = call.args.at(0);
      if (value.kind === "object" && value.object.className === "Array") {
        const length = lengthOf(run.store.read(value.object));
        if (length !== undefined) return scalar(length);
      }
      if (value.kind === "unknown") return memberOfUnknown(value, "len()");
      return computed(call, "len");
    },
    copy: (run, call) => {
      copyElements(run, call.args.at(0), call.args.at(1), call);
      return computed(call, "copy");
    },
    sized: (run, call) => sized(run, call),
    slice: (run, call) => mapAlternatives(call.args.at(0), (single) => slice(run, single, call)),
    text: (_run, call) => call.args.at(0),
    number: (_run, call) =>
      mapAlternatives(call.args.at(0), (single) =>
        single.kind === "scalar" && !Number.isInteger(single.value) ? computed(call, "number") : single,
      ),
    string: (run, call) =>
      choice(
        alternatives(call.args.at(0)).map((single) => {
          if (single.kind === "text" || single.kind === "scalar") return single;
          const { node, environment } = call;
          const method = getMember(run, single, "String", { node, key: node, environment });
          return callValue(run, method, { ...call, this: single, args: new Arguments([]), isNew: false });
        }),
      ),
    panic: () => UNDEFINED,
  }),
);

const POINTED = internalSlot("pointed");
const SETTER = internalSlot("setter");

export function goGlobal(name: string): Maker | undefined {
  const native = name.startsWith("go:") ? NATIVES.get(name.slice("go:".length)) : undefined;
  return native && (() => nativeValue(name, native));
}

function nameIn(call: Call, index = 0): string {
  const value = call.args.at(index);
  return value.kind === "text" ? flatten(value.text) : "";
}

/** Assigns through a pointer: `*p = v`, and the writes of a called function. */
export function writeThrough(run: Run, pointer: Value, value: Value, call: Call): void {
  for (const single of alternatives(pointer)) {
    if (single.kind !== "object") continue;
    const { object } = single;
    if (object.className === "Pointer") {
      const setter = peek(run, single, SETTER);
      setMember(run.store, object, POINTED, { value, maybeAbsent: false });
      callValue(run, setter, { ...call, this: UNDEFINED, args: new Arguments([value]), isNew: false });
    } else if (value.kind === "unknown") mergeUnknown(run.store, object, value);
    else copyMembers(run, object, value, { node: call.node, key: call.node, environment: call.environment });
  }
}

/** Returns the value that a pointer points to, without a copy. */
export function pointed(run: Run, pointer: Value): Value {
  return mapAlternatives(pointer, (single) =>
    single.kind === "object" && single.object.className === "Pointer" ? peek(run, single, POINTED) : single,
  );
}

/** Several results: an unknown call returns its value first, and then errors or flags. */
function results(run: Run, call: Call): Value {
  const count = knownNumber(call.args.at(1)) ?? 2;
  return choice(
    alternatives(call.args.at(0)).map((single) => {
      if (single.kind === "object" && single.object.className === "Array")
        return withPossibleError(run, single, call);
      if (nullishness(single) === true) return computed(call, "result");
      const others = Array.from({ length: count - 1 }, () => computed(call, "result"));
      return makeList(run, [single, ...others]);
    }),
  );
}

/** Ways that lead to an error are left out, so that a missing error says nothing. */
function withPossibleError(run: Run, list: ObjectValue, call: Call): Value {
  const elements = elementsToRead(run.store.read(list.object));
  if (!elements || nullishness(elements.at(-1)!) !== true) return list;
  return makeList(run, [...elements.slice(0, -1), computed(call, "error")]);
}

function isEmpty(run: Run, object: HeapObject): boolean {
  if (object.callable || typeOfStruct(object)) return false;
  const { members, rest, open } = run.store.read(object);
  return members.size === 0 || rest.length > 0 || open.length > 0;
}

/** The keys and values that `range` goes through. */
function pairs(run: Run, value: Single, call: Call): Value {
  const list = new HeapObject("Array", call.environment.locate(call.node), run.realm.prototypes.get("Array"));
  const pair = (key: Value, element: Value): Value => makeList(run, [key, element]);
  const some = (element: Value, key: Value = computed(call, "key")): void =>
    pushSomeElement(run.store, list, pair(key, element));
  if (value.kind === "unknown") some(memberOfUnknown(value, "[]"), keyOfUnknown(value, call));
  else if (value.kind !== "object") some(computed(call, "element"));
  else {
    const { members, rest, open } = run.store.read(value.object);
    const isList = value.object.className === "Array";
    for (const [key, slot] of members) {
      const name: Value = isList ? scalar(Number(key)) : { kind: "text", text: keyText(key) };
      if (slot.maybeAbsent) some(slot.value);
      else pushElement(run.store, list, pair(name, slot.value));
    }
    for (const element of rest) some(element);
    for (const source of open) some(memberOfUnknown(source, "[]"), keyOfUnknown(source, call));
  }
  return objectValue(list);
}

function keyText(key: string): Extract<Value, { kind: "text" }>["text"] {
  return { kind: "text", parts: [{ kind: "segment", text: key, hops: undefined }] };
}
