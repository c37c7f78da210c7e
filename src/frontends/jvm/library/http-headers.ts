import { headerNameOf, setHeader } from "../../../analysis/builtins/header-names.js";
import { computed, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, deleteMember, setMember } from "../../../analysis/evaluation/heap.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  objectValue,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { joinedList } from "../../lowered/joined-list.js";

/** The member with the record of the headers. */
export const FIELDS = internalSlot("fields");

/** Models `HttpHeaders` of Spring: a map with methods for common headers. */
export const httpHeaders: NativeFunction = (run, call) =>
  headersWith(run, makeObject(run, {}, "Object", call.environment.locate(call.node)));

/** Sets a header of a record of headers. */
export function putHeader(
  run: Run,
  fields: HeapObject,
  name: string | undefined,
  value: Value,
  call: Call,
): void {
  const keyPlace = call.environment.locate(call.node);
  setHeader(run, fields, name, { value: joinedList(run, value, call), keyPlace });
}

/** Makes a map of headers, which are the members of a record. Maps of other libraries have some of its methods. */
export function headersWith(run: Run, fields: ObjectValue): ObjectValue {
  const object = new HeapObject("Headers of Java", fields.object.place);
  setMember(run.store, object, FIELDS, { value: fields, maybeAbsent: false });
  const put = (name: string | undefined, value: Value, own: Call, inner: Run): Value => {
    putHeader(inner, fields.object, name, value, own);
    return UNDEFINED;
  };
  const named: NativeFunction = (inner, own) =>
    put(headerNameOf(inner, own.args.at(0)), own.args.at(1), own, inner);
  const fixed =
    (name: string): NativeFunction =>
    (inner, own) =>
      put(name, own.args.at(0), own, inner);
  const methods: Record<string, NativeFunction> = {
    set: named,
    add: named,
    put: named,
    putSingle: named,
    addFirst: named,
    setContentType: fixed("Content-Type"),
    setAccept: fixed("Accept"),
    setBearerAuth: (inner, own) =>
      put("Authorization", concat(inner, [computedText("Bearer "), own.args.at(0)]), own, inner),
    setBasicAuth: (inner, own) => put("Authorization", computed(own, "Basic"), own, inner),
    remove: (inner, own) => {
      const name = headerNameOf(inner, own.args.at(0));
      if (name !== undefined) deleteMember(inner.store, fields.object, name);
      return UNDEFINED;
    },
    clear: (inner) => {
      for (const name of [...inner.store.read(fields.object).members.keys()])
        deleteMember(inner.store, fields.object, name);
      return UNDEFINED;
    },
  };
  for (const [name, native] of Object.entries(methods))
    setMember(run.store, object, name, { value: nativeValue(name, native), maybeAbsent: false });
  return objectValue(object);
}
