import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { parsed } from "../../../analysis/builtins/schemas.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  objectValue,
  opaque,
  type ObjectValue,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { fieldsOf, hasFields, schemaOfFields, schemaOfType, type Field } from "../../lowered/data-types.js";

/** Makes an instance of a class of what a library has parsed. */
export function instanceOf(run: Run, type: ObjectValue, given: Single, call: Call): Value {
  if (given.kind === "text" || given.kind === "scalar") return given;
  const prototype = peek(run, type, "prototype");
  const above = prototype.kind === "object" ? prototype.object : undefined;
  const name = type.object.callable?.kind === "class" ? type.object.callable.name : "Object";
  const made = objectValue(run.make(name, call.environment.locate(call.node), above));
  if (above) run.instanceMade(above, made);
  fill(run, made, type, given, call);
  return made;
}

/** Gives an object the fields of a class, by their own names. */
function fill(run: Run, made: ObjectValue, type: ObjectValue, given: Single, call: Call): void {
  for (const field of fieldsOf(run, type.object, call)) {
    const value = valueOf(run, field, given);
    setMember(run.store, made.object, field.own, { value, maybeAbsent: false, keyPlace: field.place });
  }
}

/** Returns the value of a field in what is given, or its default. A response of a service stays one. */
function valueOf(run: Run, { own, wire, standard, place }: Field, given: Single): Value {
  const named = (name: string): Value =>
    given.kind === "unknown"
      ? memberOfUnknown(given, name)
      : given.kind === "object"
        ? keyword(run, given, name)
        : UNDEFINED;
  const found = named(wire);
  const all = alternatives(nullishness(found) === true ? named(own) : found);
  const present = all.filter((one) => !(one.kind === "scalar" && one.value === undefined));
  const answers = present.filter((one) => one.kind === "unknown" && one.source.request !== undefined);
  if (answers.length > 0) return choice(answers);
  const otherwise = standard ?? opaque("property", own, place);
  return present.length === all.length ? choice(present) : choice([...present, otherwise]);
}

/** Models the constructor of a base class whose classes take their fields by name: pydantic, SQLModel, msgspec. */
export const constructModel: NativeFunction = (run, call) => {
  const type = call.newTarget;
  const made = makeObject(run, {});
  if (!type || type.kind !== "object") return made;
  const given = call.args.keywords ?? made;
  parsed(run, schemaOfFields(run, type, call), given, call, true);
  fill(run, made, type, given, call);
  return made;
};

/** Models `py:check(type, keywords)`: the constructor of a data class refuses a call without a field. */
export const checkFields: NativeFunction = (run, call) => {
  const [type, given] = [call.args.at(0), call.args.at(1)];
  if (hasFields(run, type)) parsed(run, schemaOfFields(run, type, call, true), given, call, true);
  return UNDEFINED;
};

/** Parses a value with a type: a class of data, or a list of one. */
export function parseWith(run: Run, type: Value, given: Value, call: Call): Value {
  return mapAlternatives(type, (single) =>
    single.kind === "unknown"
      ? computed(call, "parse")
      : parsed(run, schemaOfType(run, single, call), given, call, true),
  );
}
