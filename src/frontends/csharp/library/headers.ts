import { headerNameOf } from "../../../analysis/builtins/header-names.js";
import { nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import {
  HeapObject,
  clearMembers,
  deleteMember,
  mergeUnknown,
  setMember,
  setSomeMember,
} from "../../../analysis/evaluation/heap.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  FALSE,
  TRUE,
  UNDEFINED,
  alternatives,
  computedText,
  nullishness,
  objectValue,
  opaque,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { Location } from "../../../core/span.js";
import type { Methods } from "../../lowered/methods.js";

/** The class of objects that hold headers. */
export const HEADERS = "Headers of .NET";

/**
 * Makes an `HttpHeaders` or `WebHeaderCollection`. Its members are headers, by name or by the name of their property.
 */
export function makeHeaders(place?: Location): ObjectValue {
  return objectValue(new HeapObject(HEADERS, place));
}

/** Returns the header name of a property or constant: `Content-Type` for `ContentType`. */
export function headerName(name: string): string {
  return /^[A-Z][a-zA-Z]*$/.test(name) ? name.replace(/([a-z])([A-Z])/g, "$1-$2") : name;
}

/** Returns the headers as they are sent, one object per alternative. */
export function sentHeaders(run: Run, headers: Value): Value[] {
  return alternatives(headers).flatMap((single): Value[] => {
    if (nullishness(single) === true) return [];
    if (single.kind !== "object") return [single];
    const sent = run.make("Object", single.object.place);
    const { members, open, rest } = run.store.read(single.object);
    for (const [key, slot] of members)
      if (!isCallable(slot.value)) setMember(run.store, sent, headerName(key), slot);
    for (const source of open) mergeUnknown(run.store, sent, source);
    for (const value of rest) setSomeMember(run.store, sent, value);
    return [objectValue(sent)];
  });
}

/** Finds the place where a header is set. */
export function headerPlace(run: Run, headers: Value, name: string): Location | undefined {
  if (headers.kind !== "object") return undefined;
  const { members } = run.store.read(headers.object);
  const known = [...members].find(([key]) => headerName(key).toLowerCase() === name);
  return known?.[1].keyPlace;
}

function isCallable(value: Value): boolean {
  return value.kind === "object" && value.object.callable !== undefined;
}

/** Sets a header, behind what is there already where the call adds one. */
export function putHeader(
  run: Run,
  call: Call,
  headers: Value,
  name: Value,
  value: Value,
  isAdded = false,
): void {
  if (headers.kind !== "object") return;
  const key = headerNameOf(run, name);
  const listed = joined(run, value, call);
  if (key === undefined) {
    setSomeMember(run.store, headers.object, listed);
    return;
  }
  const { members } = run.store.read(headers.object);
  const known = [...members].find(([one]) => headerName(one).toLowerCase() === headerName(key).toLowerCase());
  const before = isAdded && known && nullishness(known[1].value) !== true ? known[1].value : undefined;
  setMember(run.store, headers.object, known?.[0] ?? key, {
    value: before ? concat(run, [before, computedText(", "), listed]) : listed,
    maybeAbsent: false,
    keyPlace: call.environment.locate(call.node),
  });
}

/** A header that is given as a list of values is sent with commas between them. */
function joined(run: Run, value: Value, call: Call): Value {
  if (value.kind !== "object" || value.object.className !== "Array") return value;
  const { known } = iterate(run, value);
  if (!known) return opaque("computed", "header", call.environment.locate(call.node));
  return concat(
    run,
    known.flatMap((one, index) => (index === 0 ? [one] : [computedText(", "), one])),
  );
}

const add: NativeFunction = (run, call) => {
  const [first, second] = [call.args.at(0), call.args.at(1)];
  if (call.args.length > 1) {
    putHeader(run, call, call.this, first, second, true);
    return TRUE;
  }
  // `Add("Accept: application/json")`
  const [name, ...rest] = knownString(run, first)?.split(":") ?? [];
  const value = computedText(rest.join(":").trim());
  putHeader(run, call, call.this, name === undefined ? first : computedText(name.trim()), value);
  return TRUE;
};

/** The methods of an object of headers. */
export const HEADER_METHODS: Methods = new Map<string, NativeFunction>(
  Object.entries({
    Add: add,
    TryAddWithoutValidation: add,
    Set: (run, call) => {
      putHeader(run, call, call.this, call.args.at(0), call.args.at(1));
      return UNDEFINED;
    },
    Clear: (run, call) => {
      if (call.this.kind === "object") clearMembers(run.store, call.this.object);
      return UNDEFINED;
    },
    Remove: (run, call) => {
      const name = headerNameOf(run, call.args.at(0));
      if (call.this.kind === "object" && name !== undefined) {
        const { members } = run.store.read(call.this.object);
        for (const key of [...members.keys()])
          if (headerName(key).toLowerCase() === name.toLowerCase())
            deleteMember(run.store, call.this.object, key);
      }
      return TRUE;
    },
    Contains: (run, call) => {
      const name = headerNameOf(run, call.args.at(0))?.toLowerCase();
      const unsure = opaque("computed", "Contains", call.environment.locate(call.node));
      if (call.this.kind !== "object" || name === undefined) return unsure;
      const { members, open, rest } = run.store.read(call.this.object);
      const known = [...members].find(([key]) => headerName(key).toLowerCase() === name);
      if (!known) return open.length + rest.length > 0 ? unsure : FALSE;
      return known[1].maybeAbsent || nullishness(known[1].value) !== false ? unsure : TRUE;
    },
  } satisfies Readonly<Record<string, NativeFunction>>),
);

/** Properties that hold the values of one header: `Accept.Add(…)`, `UserAgent.ParseAdd(…)`. */
const COLLECTIONS: ReadonlySet<string> = new Set([
  ...["Accept", "AcceptCharset", "AcceptEncoding", "AcceptLanguage", "UserAgent", "Connection"],
  ...["IfMatch", "IfNoneMatch", "Expect", "Via", "Warning", "Pragma", "ContentEncoding"],
]);

/** Returns a collection such as `headers.Accept`, to which values are added. Undefined for other names. */
export function headerCollection(headers: ObjectValue, name: string): Value | undefined {
  if (!COLLECTIONS.has(name)) return undefined;
  const put: NativeFunction = (run, call) => {
    putHeader(run, call, headers, computedText(headerName(name)), call.args.at(0), true);
    return TRUE;
  };
  return nativeObject(
    "values of a header",
    natives({
      Add: put,
      ParseAdd: put,
      TryParseAdd: put,
      Clear: (run) => {
        deleteMember(run.store, headers.object, headerName(name));
        return UNDEFINED;
      },
      ToString: (run) => peek(run, headers, headerName(name)),
    }),
    opaque("computed", name),
  );
}
