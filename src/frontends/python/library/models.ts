import { isAnswer } from "../../../analysis/evaluation/answers.js";
import type { Location } from "../../../core/span.js";
import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { environmentVariables } from "../../../analysis/builtins/process.js";
import { parsed } from "../../../analysis/builtins/schemas.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Semantics } from "../../../analysis/evaluation/language.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { setMember, type Slot } from "../../../analysis/evaluation/heap.js";
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
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  composedType,
  fieldsOf,
  hasFields,
  schemaOfFields,
  schemaOfType,
  type Field,
} from "../../lowered/data-types.js";

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
    const slot = { value, maybeAbsent: false, keyPlace: field.place };
    setMember(run.store, made.object, field.own, withSources(run, slot, given, field.wire));
  }
}

/** Returns a member that comes from what is given: to read it is to read the key in a response. */
function withSources(run: Run, slot: Slot, given: Value, key: string): Slot {
  const sources = alternatives(given).flatMap((single): readonly UnknownValue[] => {
    if (single.kind === "unknown") return [single];
    if (single.kind !== "object") return [];
    return run.store.read(single.object).open;
  });
  const answers = sources.filter(({ source }) => source.request !== undefined);
  const members = answers.map((one) => memberOfUnknown(one, key)).filter((one) => mayBe(slot.value, one));
  return members.length === 0 ? slot : { ...slot, shadowed: [...(slot.shadowed ?? []), ...members] };
}

function mayBe(value: Value, { source, path }: UnknownValue): boolean {
  return alternatives(value).some(
    (one) => one.kind === "unknown" && one.source === source && one.path.join() === path.join(),
  );
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
  const answers = present.filter(isAnswer);
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

/**
 * Models the constructor of `BaseSettings`: a field that is not given comes from the environment. Where nothing is set
 * there it has its default.
 */
export const constructSettings: NativeFunction = (run, call) => {
  const type = call.newTarget;
  const made = makeObject(run, {});
  if (!type || type.kind !== "object") return made;
  const given = call.args.keywords ?? made;
  const { callable } = type.object;
  const name = callable?.kind === "class" ? callable.name : "BaseSettings";
  for (const field of fieldsOf(run, type.object, call)) {
    const { own, place } = field;
    const standard = setting(name, own, field.standard, place);
    const value = valueOf(run, { ...field, standard }, given);
    setMember(run.store, made.object, own, { value, maybeAbsent: false, keyPlace: place });
  }
  return made;
};

/** Models `py:setting(type, name, standard)`: what a field of settings is for which nothing is given. */
export const settingOf: NativeFunction = (run, call) => {
  const [type, name] = [knownString(run, call.args.at(0)), knownString(run, call.args.at(1))];
  return setting(type ?? "", name ?? "", call.args.at(2), call.environment.locate(call.node));
};

function setting(type: string, name: string, standard: Value | undefined, place: Location): Value {
  const set = memberOfUnknown(environmentVariables(type), name, place);
  return standard ? choice([set, standard]) : set;
}

/** Models `py:check(type, keywords)`: the constructor of a data class refuses a call without a field. */
export const checkFields: NativeFunction = (run, call) => {
  const [type, given] = [call.args.at(0), call.args.at(1)];
  if (hasFields(run, type)) parsed(run, schemaOfFields(run, type, call, true), given, call, true);
  return UNDEFINED;
};

/** Models `py:filled(this, type, keywords)`: which members of an instance of a data class a response has given. */
export const fillFields: NativeFunction = (run, call) => {
  const [made, type, given] = [call.args.at(0), call.args.at(1), call.args.at(2)];
  if (made.kind !== "object" || !hasFields(run, type)) return UNDEFINED;
  for (const { own } of fieldsOf(run, type.object, call)) {
    const slot = run.store.read(made.object).members.get(own);
    if (slot) setMember(run.store, made.object, own, withSources(run, slot, given, own));
  }
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

/**
 * Returns what an unknown function makes of a response that it gets together with a class of data: an instance of the
 * class. All libraries that decode into classes are called like that.
 */
export const decodedByUnknown: NonNullable<Semantics["resultOfUnknown"]> = (run, receiver, call) => {
  const given = call.args.list.flatMap((one): readonly Value[] => {
    const isRecord = one.kind === "object" && one.object.className === "Object" && !one.object.callable;
    return isRecord ? [...run.store.read(one.object).members.values()].map(({ value }) => value) : [one];
  });
  const [type, another] = given.filter((one) => isType(run, one));
  const answer = [...given, receiver].find(isAnswer);
  return type && !another && answer ? parseWith(run, type, answer, call) : undefined;
};

function isType(run: Run, value: Value): boolean {
  return value.kind === "object" && (composedType(value.object) !== undefined || hasFields(run, value));
}
