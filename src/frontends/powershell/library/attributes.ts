import { ownerOf } from "../../../analysis/evaluation/answers.js";
import { computed, itself, siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";
import { removeMembers } from "../../../analysis/builtins/reflection.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { knownStrings, knownString } from "../../../analysis/evaluation/coerce.js";
import { elementsOf, keysInOrder, pushElement } from "../../../analysis/evaluation/heap.js";
import { writtenKey } from "../../../analysis/evaluation/iteration.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import {
  copyMembers,
  findSlot,
  getMember,
  makeList,
  makeObject,
  peek,
  type Site,
} from "../../../analysis/evaluation/members.js";
import { entriesOfUnknown, isEntry, keysOfEntries } from "../../../analysis/evaluation/record-keys.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  FALSE,
  TRUE,
  UNDEFINED,
  computedText,
  isFunction,
  opaque,
  scalar,
  type ObjectValue,
  type Single,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { HEADERS } from "../../csharp/library/headers.js";
import { asInJavaScript } from "../../lowered/as-in-javascript.js";
import { methodIn, methodsOf, type Methods } from "../../lowered/methods.js";
import { siteOfArgument } from "../../lowered/records.js";
import { strip } from "../../lowered/strip.js";
import { ofHeaders, ofResponse } from "./dotnet.js";
import { filtered, forEach } from "./values.js";
import { CONTENT, WEB_RESPONSE } from "./web.js";

const asks =
  (ask: (text: string, part: string) => boolean): NativeFunction =>
  (run, call) => {
    const [text, part] = [knownString(run, call.this), knownString(run, call.args.at(0))];
    return text === undefined || part === undefined || call.args.length > 1
      ? computed(call, "contains")
      : ask(text, part)
        ? TRUE
        : FALSE;
  };

const split: NativeFunction = (run, call) => {
  const [text, separator] = [knownString(run, call.this), knownString(run, call.args.at(0))];
  return text === undefined || separator?.length !== 1 || call.args.length > 1
    ? computed(call, "Split")
    : makeList(
        run,
        text.split(separator).map((one) => computedText(one)),
      );
};

const replace: NativeFunction = (run, call) => {
  const [from, to] = [0, 1].map((at) => knownString(run, call.args.at(at)));
  return from === undefined || from === "" || to === undefined || to.includes("$")
    ? computed(call, "Replace")
    : asInJavaScript("String", "replaceAll", 2)(run, call);
};

const TEXT_METHODS: Methods = methodsOf({
  tolower: asInJavaScript("String", "toLowerCase", 0),
  tolowerinvariant: asInJavaScript("String", "toLowerCase", 0),
  toupper: asInJavaScript("String", "toUpperCase", 0),
  toupperinvariant: asInJavaScript("String", "toUpperCase", 0),
  trim: strip(true, true),
  trimend: strip(false, true),
  trimstart: strip(true, false),
  replace,
  split,
  startswith: asks((text, part) => text.startsWith(part)),
  endswith: asks((text, part) => text.endsWith(part)),
  contains: asks((text, part) => text.includes(part)),
  tostring: itself,
});

const add: NativeFunction = (run, call) => {
  setMemberByKey(
    run,
    call.this,
    knownStrings(run, call.args.at(0)),
    call.args.at(1),
    siteOfArgument(run, call, 0),
  );
  return UNDEFINED;
};

const remove: NativeFunction = (run, call) => {
  removeMembers(run, call.this, knownStrings(run, call.args.at(0)));
  return UNDEFINED;
};

/** Models `$table.Clone()`: another table with the same members. What they hold is not copied. */
const clone: NativeFunction = (run, call) => {
  const copy = makeObject(run, {}, "Object", call.environment.locate(call.node));
  copyMembers(run, copy.object, call.this, siteOf(call));
  return copy;
};

/** Models `$table.GetEnumerator()`: its entries, with their keys and values. */
const enumerator: NativeFunction = (run, call) => {
  const known = call.this.kind === "object" ? entriesOf(run, call.this) : undefined;
  return known
    ? makeList(
        run,
        known.map(([Key, Value]) => makeObject(run, { Key, Name: Key, Value })),
      )
    : computed(call, "GetEnumerator");
};

/** The keys and values of a table, where all of them are known. */
function entriesOf(run: Run, { object }: ObjectValue): (readonly [Value, Value])[] | undefined {
  const content = run.store.read(object);
  return keysInOrder(content)?.map((key) => {
    const slot = content.members.get(key)!;
    return [writtenKey(key, slot.keyPlace), slot.value];
  });
}

const RECORD_METHODS: Methods = methodsOf({ add, remove, clone, getenumerator: enumerator });

const LIST_METHODS: Methods = methodsOf({
  add: (run, call) => {
    if (call.this.kind === "object") pushElement(run.store, call.this.object, call.args.at(0));
    return UNDEFINED;
  },
  toarray: itself,
});

/** Methods that all lists have, and answers, which may be lists. */
const EACH_METHODS: Methods = methodsOf({
  foreach: (run, call) => forEach(run, { ...call, args: new Arguments([call.this, call.args.at(0)]) }),
  where: (run, call) => filtered(run, call.this, call.args.at(0), call),
});

/** Models members of an answer. `$x.PSObject.Properties["name"].Value` reads the member of that name. */
function ofAnswer(value: UnknownValue, name: string, isCalled: boolean): Value | undefined {
  const small = name.toLowerCase();
  if (isCalled && methodIn(EACH_METHODS, small)) return methodIn(EACH_METHODS, small);
  if (small === "properties" && value.path.at(-1)?.toLowerCase() === "psobject")
    return entriesOfUnknown(ownerOf(value));
  const keys = small === "name" && keysOfEntries(value);
  if (keys) return keys;
  if (isEntry(value)) return undefined;
  return ofResponse(value, name, isCalled);
}

/** Models members of values. See `Semantics.attribute`. Names are not case-sensitive. */
export function attributeOf(
  run: Run,
  value: Single,
  name: string,
  isCalled: boolean,
  site: Site,
): Value | undefined {
  const place = site.environment.locate(site.node);
  const unknown = (): Value => opaque("computed", name, place);
  const small = name.toLowerCase();
  switch (value.kind) {
    case "text":
      if (isCalled) return methodIn(TEXT_METHODS, small) ?? unknown();
      return unknown();
    case "scalar":
      return isCalled ? unknown() : UNDEFINED;
    case "unknown":
      return value.source.reason === "response" ? ofAnswer(value, name, isCalled) : undefined;
    case "object":
      return (
        ofObject(run, value, name, isCalled, site) ??
        (value.object.className === "Array" ? unknown() : undefined)
      );
  }
}

function ofObject(
  run: Run,
  value: ObjectValue,
  name: string,
  isCalled: boolean,
  site: Site,
): Value | undefined {
  const small = name.toLowerCase();
  const { className, callable } = value.object;
  if (className === WEB_RESPONSE)
    return small === "content"
      ? peek(run, value, CONTENT)
      : opaque("computed", name, site.environment.locate(site.node));
  if (className === "Array")
    return isCalled
      ? (methodIn(LIST_METHODS, small) ?? methodIn(EACH_METHODS, small))
      : ofElements(run, value, name, site);
  if (className === "JSON text") return isCalled ? methodIn(TEXT_METHODS, small) : undefined;
  const other = otherCase(run, value, name);
  if (other !== undefined) return getMember(run, value, other, site);
  if (className === HEADERS) return ofHeaders(value, name, isCalled);
  if (className !== "Object" || callable) return undefined;
  if (isCalled) {
    const own = findSlot(run, value.object, name);
    return own && isFunction(own.value) ? undefined : methodIn(RECORD_METHODS, small);
  }
  const side = { keys: 0, values: 1 }[small];
  const entries = side === undefined ? undefined : entriesOf(run, value);
  if (entries)
    return makeList(
      run,
      entries.map((entry) => entry[side!]!),
    );
  return /^(?:count|keys|values|psobject)$/.test(small) && !findSlot(run, value.object, name)
    ? opaque("computed", name, site.environment.locate(site.node))
    : undefined;
}

/** The member of that name in other letters, where there is none in these. */
function otherCase(run: Run, { object }: ObjectValue, name: string): string | undefined {
  if (findSlot(run, object, name)) return undefined;
  const small = name.toLowerCase();
  for (let at: typeof object | undefined = object; at; at = at.prototype)
    for (const key of run.store.read(at).members.keys()) if (key.toLowerCase() === small) return key;
  return undefined;
}

/** `list.Name` is that of each element. */
function ofElements(run: Run, value: ObjectValue, name: string, site: Site): Value | undefined {
  const elements = elementsOf(run.store.read(value.object));
  const small = name.toLowerCase();
  if (small === "count" || small === "length")
    return elements ? scalar(elements.length) : opaque("computed", name, site.environment.locate(site.node));
  const found = elements?.map((one) => getMember(run, one, name, site));
  if (!found) return undefined;
  return found.length === 1 ? found[0] : makeList(run, found);
}

/** Models `value[key]`. See `Semantics.element`. */
export function elementOf(run: Run, value: Single, key: Value, site: Site): Value | undefined {
  const place = site.environment.locate(site.node);
  if (value.kind === "text") return opaque("computed", "[]", place);
  if (value.kind !== "object") return undefined;
  if (value.object.className === "Array") {
    const index = key.kind === "scalar" ? key.value : undefined;
    if (typeof index !== "number") return opaque("computed", "[]", place);
    if (index >= 0) return undefined;
    return elementsOf(run.store.read(value.object))?.at(index) ?? opaque("computed", "[]", place);
  }
  const name = knownString(run, key);
  const other = name === undefined ? undefined : otherCase(run, value, name);
  return other === undefined ? undefined : getMember(run, value, other, site);
}
