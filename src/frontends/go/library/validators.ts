import { makeSchemaAt, parsed } from "../../../analysis/builtins/schemas.js";
import { computed, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { alternatives, objectValue, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { printedFields, typeOfOutline } from "../printed-fields.js";
import { structOf, typeOf, typeOfStruct, type GoType } from "../types.js";
import { pointed } from "./language.js";

/** Deeper structs are treated as unknown. */
const MAX_DEPTH = 12;

/** The word in a tag after which it is about the elements of a list. */
const OF_ELEMENTS = "dive";

/** Returns what the tags of a struct demand: a field that has to be set has to be in the data. */
function schemaOf(run: Run, call: Call, type: GoType, depth = 0): { schema: Value; isDemanding: boolean } {
  const shape = run.make("Object", undefined);
  let isDemanding = false;
  for (const { key, name, place, type: of, demands } of depth < MAX_DEPTH ? printedFields(run, type) : []) {
    const end = demands.indexOf(OF_ELEMENTS);
    const own = end < 0 ? demands : demands.slice(0, end);
    const kind = typeOf(of)?.kind;
    const isList = kind === "list" || kind === "map";
    const element = isList ? (end < 0 ? undefined : typeOf(of)?.element?.()) : of;
    const struct = element && structOf(element);
    const inner = struct?.fields ? schemaOf(run, call, struct, depth + 1) : undefined;
    // The fields of a struct that is not in the data are not set, either. A pointer to one is nil.
    const isRequired = own.includes("required") || (kind === "struct" && inner?.isDemanding === true);
    isDemanding ||= isRequired;
    const value = inner ? inner.schema : makeSchemaAt(run, undefined, { kind: "text" });
    const whole = inner && isList ? makeSchemaAt(run, undefined, { kind: "list", of: value }) : value;
    const member = makeSchemaAt(run, undefined, { kind: "same", of: whole, isOptional: !isRequired });
    setMember(run.store, shape, key ?? name, { value: member, maybeAbsent: false, keyPlace: place });
  }
  const definition = { kind: "object", shape: objectValue(shape), others: "dropped", isOpen: true } as const;
  return { schema: makeSchemaAt(run, call.environment.locate(call.node), definition), isDemanding };
}

/** Models `validate.Struct(x)`: it refuses a struct without a field that a tag requires. */
export const validateStruct =
  (index: number): NativeFunction =>
  (run, call) => {
    for (const given of alternatives(call.args.at(index))) {
      const value = given.kind === "object" ? pointed(run, given) : given;
      for (const single of alternatives(value)) {
        const type =
          single.kind === "object"
            ? typeOfStruct(single.object)
            : single.kind === "unknown"
              ? typeOfOutline(single.shape?.outline)
              : undefined;
        if (!type?.fields) continue;
        const { schema } = schemaOf(run, call, type);
        const sources = single.kind === "object" ? run.store.read(single.object).open : [single];
        for (const source of sources) parsed(run, schema, source, call, true);
      }
    }
    return computed(call, "error");
  };

/** https://pkg.go.dev/github.com/go-playground/validator/v10 */
const validator: Maker = () =>
  nativeObject(
    "validator",
    natives({
      New: () =>
        nativeObject(
          "Validate",
          natives({ Struct: validateStruct(0), StructCtx: validateStruct(1) }),
          unknown({ reason: "computed", name: "Validate", born: 0 }),
        ),
    }),
    unknown({ reason: "import", name: "validator", specifier: "validator", born: 0 }),
  );

/** https://pkg.go.dev/github.com/asaskevich/govalidator */
const govalidator: Maker = () =>
  nativeObject(
    "govalidator",
    natives({ ValidateStruct: validateStruct(0) }),
    unknown({ reason: "import", name: "govalidator", specifier: "govalidator", born: 0 }),
  );

export const VALIDATORS: readonly (readonly [path: string, make: Maker])[] = [
  ["github.com/go-playground/validator", validator],
  ["github.com/go-playground/validator/v9", validator],
  ["github.com/go-playground/validator/v10", validator],
  ["gopkg.in/go-playground/validator.v9", validator],
  ["github.com/asaskevich/govalidator", govalidator],
];
