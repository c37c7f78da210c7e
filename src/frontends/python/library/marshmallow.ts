import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { makeSchemaAt, parsed } from "../../../analysis/builtins/schemas.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { setMember, type HeapObject } from "../../../analysis/evaluation/heap.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  objectValue,
  truthiness,
  unknown,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";

interface Field {
  readonly schema: Value;
  readonly isRequired: boolean;
  /** The name in JSON, if it is another one. */
  readonly wire: string | undefined;
}

const fields = new WeakMap<HeapObject, Field>();

function isTrue(run: Run, call: Call, name: string): boolean {
  return truthiness(keyword(run, call.args.keywords, name)) === true;
}

/** Models `fields.Str(required=True, data_key="srvAddress")`. */
const field =
  (schemaFor: (run: Run, call: Call) => Value): NativeFunction =>
  (run, call) => {
    const made = run.make("Field", call.environment.locate(call.node));
    const wire = keyword(run, call.args.keywords, "data_key");
    fields.set(made, {
      schema: schemaFor(run, call),
      isRequired: isTrue(run, call, "required"),
      wire: wire.kind === "text" ? knownString(run, wire) : undefined,
    });
    return objectValue(made);
  };

function textSchema(run: Run): Value {
  return makeSchemaAt(run, undefined, { kind: "text" });
}

/** The schema of a class, or of an instance of one. */
function schemaOf(run: Run, value: Value, isMany: boolean): Value {
  if (value.kind !== "object") return textSchema(run);
  const type = value.object.callable ? value : peek(run, value, "constructor");
  if (type.kind !== "object") return textSchema(run);
  const shape = run.make("Object", type.object.place);
  for (let at: HeapObject | undefined = type.object; at; at = at.prototype)
    for (const [own, slot] of run.store.read(at).members) {
      const declared = slot.value.kind === "object" ? fields.get(slot.value.object) : undefined;
      if (!declared) continue;
      const { schema, isRequired, wire = own } = declared;
      const isOptional = isRequired ? false : undefined;
      const same = makeSchemaAt(run, undefined, { kind: "same", of: schema, isOptional });
      setMember(run.store, shape, wire, { ...slot, value: same, maybeAbsent: false });
    }
  const one = makeSchemaAt(run, type.object.place, {
    kind: "object",
    shape: objectValue(shape),
    others: "refused",
  });
  return isMany ? makeSchemaAt(run, type.object.place, { kind: "list", of: one }) : one;
}

const nested = field((run, call) => {
  const schema = alternatives(call.args.at(0))[0];
  return schema ? schemaOf(run, schema, isTrue(run, call, "many")) : textSchema(run);
});

const list = field((run, call) => {
  const inner = call.args.at(0);
  const of = inner.kind === "object" ? fields.get(inner.object)?.schema : undefined;
  return makeSchemaAt(run, call.environment.locate(call.node), { kind: "list", of: of ?? textSchema(run) });
});

/** Makes the namespace of all kinds of fields. Those that hold no other field are alike. */
function fieldKinds(): ObjectValue {
  const kinds = nativeObject("fields", {});
  const holders = new Map(Object.entries(natives({ Nested: nested, List: list })));
  const text = nativeValue("Field", field(textSchema));
  kinds.object.lazyMember = (key) => holders.get(key) ?? (/^[A-Z]/.test(key) ? text : undefined);
  return kinds;
}

/** Models `Schema().load(data)`. A schema that is made with `partial` or for another use refuses nothing. */
const load: NativeFunction = (run, call) => {
  const isPartial = isTrue(run, call, "partial");
  const isMany = isTrue(run, call, "many") || truthiness(peek(run, call.this, "many")) === true;
  if (isPartial) return call.args.at(0);
  return parsed(run, schemaOf(run, call.this, isMany), call.args.at(0), call, true);
};

/** Models the module of https://marshmallow.readthedocs.io: schemas, and fields in them. */
export function marshmallowModule(): Value {
  const prototype = nativeObject("Schema", natives({ load }));
  const Schema = nativeValue(
    "Schema",
    (run, call) => makeObject(run, { many: keyword(run, call.args.keywords, "many") }),
    { prototype },
  );
  return nativeObject(
    "Module",
    { Schema, fields: fieldKinds(), ...natives({ post_load: (_run, call) => computed(call, "post_load") }) },
    unknown({ reason: "import", name: "marshmallow", specifier: "marshmallow", born: 0 }),
  );
}
