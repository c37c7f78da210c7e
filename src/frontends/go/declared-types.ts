import { Arguments, type Call } from "../../analysis/evaluation/callable.js";
import { callValue } from "../../analysis/evaluation/calls.js";
import { HeapObject, setMember } from "../../analysis/evaluation/heap.js";
import { peek } from "../../analysis/evaluation/members.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  objectValue,
  unknown,
  type ObjectValue,
  type Value,
} from "../../analysis/evaluation/value.js";
import { asType, structOf, typeOf, typeValue, zeroValue, type GoField, type GoType } from "./types.js";

/** The calls that declare the types of the program, by prototype. */
const declarations = new WeakMap<HeapObject, Call>();

/** The types that a type with parameters is used with. */
export interface TypeArguments {
  readonly types: readonly Value[];
  /** The object with the methods of the type whatever its arguments are. */
  readonly above: HeapObject | undefined;
}

/** Declares `type T …`. Its definition is resolved on first use, because types may refer to each other. */
export function declareType(
  run: Run,
  name: string,
  described: Value,
  call: Call,
  of?: TypeArguments,
): ObjectValue {
  let inner: Value | undefined;
  const described_ = (): Value =>
    (inner ??= run.store.atModuleLevel(() =>
      callValue(run, described, {
        ...call,
        this: UNDEFINED,
        args: new Arguments(of?.types ?? []),
        isNew: false,
      }),
    ));
  const prototype = new HeapObject("Object", undefined, of?.above);
  const inside = (): GoType | undefined => typeOf(described_());
  const type: GoType = {
    get kind() {
      return inside()?.kind ?? "other";
    },
    name,
    prototype,
    fields: (using) => inside()?.fields?.(using) ?? NO_FIELDS,
    methods: (using) => inside()?.methods?.(using) ?? NO_METHODS,
    element: () => inside()?.element?.() ?? UNDEFINED,
  };
  prototype.inherit = (using, key, receiver) =>
    methodOf(using, name, key, call) ?? fieldOf(using, type, prototype, key, receiver, call);
  declarations.set(prototype, call);
  run.addPrototype(prototype);
  return typeValue(type);
}

const NO_METHODS: ReadonlyMap<string, Value> = new Map();
const NO_FIELDS: ReadonlyMap<string, GoField> = new Map();

/** The methods whose lookup is running. The file of a method may look it up again. */
const looking = new Set<string>();

/** Returns whether a declared type has a method of its own. */
export function hasMethod(run: Run, { prototype, name }: GoType, method: string): boolean {
  if (!prototype) return false;
  if (run.store.read(prototype).members.has(method)) return true;
  const call = declarations.get(prototype);
  return call !== undefined && methodOf(run, name, method, call) !== undefined;
}

/** A method may be in any file of the package. */
function methodOf(run: Run, type: string, key: string, call: Call): Value | undefined {
  const { environment, node } = call;
  const specifier = `#${type}.${key}`;
  const path = run.modules.resolve(specifier, environment.module);
  const mark = `${path}${specifier}`;
  if (path === undefined || looking.has(mark)) return undefined;
  looking.add(mark);
  try {
    const module = run.realm.importModule(run, specifier, environment, node);
    const method = peek(run, module, `${type}.${key}`);
    return method.kind === "object" ? method : undefined;
  } finally {
    looking.delete(mark);
  }
}

/** A field that is not set: what an embedded struct has under the name, or the zero value. */
function fieldOf(
  run: Run,
  type: GoType,
  prototype: HeapObject,
  key: string,
  receiver: Value,
  call: Call,
): Value | undefined {
  const all = type.fields?.(run) ?? NO_FIELDS;
  const field = all.get(key);
  const isItself = receiver.kind === "object" && receiver.object === prototype;
  const isOpen = receiver.kind === "object" && run.store.read(receiver.object).open.length > 0;
  if (field) {
    if (isOpen) return undefined;
    const place = call.environment.locate(call.node);
    // Unknown code may have set it.
    const isPart = typeOf(field.type)?.kind === "struct";
    if (isItself || !isPart)
      return asType(
        run,
        unknown({ reason: "computed", name: `${type.name}.${key}`, place }),
        field.type,
        call,
      );
    const value = zeroValue(run, field.type, call);
    // A write to an embedded struct stays in that struct.
    if (value.kind === "object" && receiver.kind === "object")
      setMember(run.store, receiver.object, key, { value, maybeAbsent: false });
    return value;
  }
  for (const embedded of all.values()) {
    if (!embedded.isEmbedded || !offers(run, embedded.type, key)) continue;
    const inner = peek(run, receiver, embedded.name);
    if (inner.kind !== "scalar") return peek(run, inner, key);
  }
  return undefined;
}

/**
 * Checks whether a value of an embedded type may have a member. Types may embed each other, and one type several times.
 */
function offers(run: Run, type: Value, key: string, seen = new Set<HeapObject>()): boolean {
  const of = structOf(type);
  const prototype = of?.prototype;
  if (!prototype) return typeOf(type) === undefined && type.kind === "unknown";
  if (seen.has(prototype)) return false;
  seen.add(prototype);
  const all = of.fields?.(run) ?? NO_FIELDS;
  if (all.has(key) || run.store.read(prototype).members.has(key)) return true;
  const call = declarations.get(prototype);
  if (!call) {
    const own = new HeapObject("Object", undefined, prototype);
    return prototype.inherit?.(run, key, objectValue(own)) !== undefined;
  }
  if (methodOf(run, of.name, key, call)) return true;
  for (const field of all.values()) if (field.isEmbedded && offers(run, field.type, key, seen)) return true;
  return false;
}
