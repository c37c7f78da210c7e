import {
  defineSchema,
  definitionOf,
  isOptional,
  type Definition,
} from "../../../analysis/builtins/schemas.js";
import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { truthiness, unknown, type ObjectValue, type Value } from "../../../analysis/evaluation/value.js";
import { namedArguments } from "./blocks.js";
import { keysOfBlock, schemaOfKeys } from "./dry-keys.js";

/** Groups of types, which have the same types again. */
const GROUPS = new Set(["Strict", "Coercible", "Params", "JSON", "Nominal", "Optional"]);

const types = new WeakSet<object>();

/** Returns whether a value is what `Dry.Types()` gives. */
export function areDryTypes(value: Value): boolean {
  return value.kind === "object" && types.has(value.object);
}

/** Makes a type. It refuses data without it, unless it has a value for that. */
function typeWith(definition: Definition): ObjectValue {
  const type: ObjectValue = nativeObject(
    "Dry::Types::Type",
    natives({
      ...Object.fromEntries(SAME.map((name) => [name, () => type])),
      default: () => typeWith({ kind: "same", of: type, isOptional: true }),
      fallback: () => typeWith({ kind: "same", of: type, isOptional: true }),
      meta: (run, call) => withMeta(run, type, call),
      of: (_run, call) => typeWith({ kind: "list", of: call.args.at(0) }),
      schema: (run, call) =>
        typeWith({
          ...{ kind: "object", others: "dropped" },
          shape: namedArguments(run, call) ?? call.args.at(0),
        }),
      map: (_run, call) => typeWith({ kind: "record", keys: call.args.at(0), of: call.args.at(1) }),
    }),
    unknown({ reason: "computed", name: "Dry::Types::Type", born: 0 }),
  );
  defineSchema(type.object, definition);
  return type;
}

/** Methods that say nothing of whether the value may be absent. */
const SAME = [
  "optional",
  "maybe",
  "constrained",
  "constructor",
  "enum",
  "strict",
  "lax",
  "with_key_transform",
];

/** `omittable: true` says that the key may be absent. */
function withMeta(run: Run, type: ObjectValue, call: Call): ObjectValue {
  const options = namedArguments(run, call);
  const mayBeAbsent = options && truthiness(peek(run, options, "omittable")) === true;
  return mayBeAbsent === true ? typeWith({ kind: "same", of: type, isOptional: true }) : type;
}

/** Types with all their names: `Types::Strict::String`. */
function typesOf(): ObjectValue {
  const made = nativeObject("Dry::Types", {});
  types.add(made.object);
  const known = new Map<string, Value>();
  made.object.lazyMember = (key) => {
    if (!/^[A-Z]/.test(key)) return undefined;
    let type = known.get(key);
    if (!type) known.set(key, (type = GROUPS.has(key) ? typesOf() : typeNamed(key)));
    return type;
  };
  return made;
}

function typeNamed(name: string): ObjectValue {
  return typeWith(name === "Any" ? { kind: "anything" } : { kind: "unknown", isOptional: false });
}

/** `Dry::Types["string"]`, `Dry::Types["strict.string"]` */
const typeBy: NativeFunction = (run, call) => {
  const name = knownString(run, call.args.at(0));
  return name === undefined ? computed(call, "Dry::Types") : typeWith({ kind: "unknown", isOptional: false });
};

/** https://dry-rb.org/gems/dry-types */
export const DRY_TYPES: readonly (readonly [string, Maker])[] = [
  ["Dry", () => nativeObject("Dry", { Types: nativeValue("Types", typesOf) })],
  [
    "Dry::Types",
    () =>
      nativeObject("Dry::Types", { "[]": nativeValue("[]", typeBy), module: nativeValue("module", typesOf) }),
  ],
];

/** Returns the definition of what an attribute holds: of its type, with the attributes of its block in it. */
export function attributeType(run: Run, type: Value, call: Call): Definition {
  const nested = keysOfBlock(run, call);
  const inner = nested && schemaOfKeys(run, nested, call.environment.locate(call.node));
  const own = definitionOf(type);
  const isList = own?.kind === "list" || isArray(type);
  if (inner) return isList ? { kind: "list", of: inner } : { kind: "same", of: inner, isOptional: false };
  if (!own) return { kind: "unknown", isOptional: isDefaulted(type) };
  return { kind: "same", of: type, isOptional: own.kind === "lazy" ? false : isOptional(type) };
}

function isArray(type: Value): boolean {
  return type.kind === "unknown" && type.path.some((step) => step === "Array");
}

/** Returns whether a type that is not followed has a value for an absent key: `(A | B).default(nil)`. */
function isDefaulted(type: Value): boolean {
  return type.kind === "unknown" && type.path.some((step) => /^(?:default|fallback|meta)\b/.test(step));
}
