import type { Location } from "../../core/span.js";
import { computed, nativeValue } from "../../analysis/builtins/native.js";
import { combineUrls, optionOf, valueOr } from "../../analysis/clients/client.js";
import { FORM } from "../../analysis/clients/own-content-type.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { headerNameOf, setHeader } from "../../analysis/builtins/header-names.js";
import { HeapObject, setMember, setMembers } from "../../analysis/evaluation/heap.js";
import { BLOCK, withoutBlock } from "../../analysis/evaluation/keywords.js";
import type { Maker } from "../../analysis/evaluation/language.js";
import { makeList, makeObject, peek } from "../../analysis/evaluation/members.js";
import { internalSlot, type MemberKey } from "../../analysis/evaluation/member-tables.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { isMissing } from "../../analysis/evaluation/empty-fields.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  nullishness,
  objectValue,
  unknown,
  type UnknownValue,
  type Value,
} from "../../analysis/evaluation/value.js";
import { keptByRun } from "../../analysis/evaluation/kept-by-run.js";
import type { RecordedRequest } from "../../analysis/recording/recorded-request.js";
import { addHooks, keepHooks, throughHooksOf, throughOverride } from "./client-hooks.js";
import { hasInstance, type ClientRow, type ClientTable, type InstanceMembers } from "./client-row.js";
import { argument, fixedOr, intakeOf, methodOf, optional } from "./client-arguments.js";
import { CREDENTIALS, firstGiven, layered, schemeOf } from "./client-values.js";
import { responseToShown, sendsOn } from "./request-hooks.js";
import { setUpShared, sharedInstance } from "./shared-instances.js";

/** Makes the modules of the tables, by the names under which programs import them. */
export function modulesOfTables(tables: readonly ClientTable[]): Map<string, Maker> {
  const modules = new Map<string, Map<string, NativeRow>>();
  for (const table of tables)
    for (const row of table.rows) {
      if (row.call.includes("#")) continue;
      const end = row.call.lastIndexOf(".");
      const name = row.call.slice(0, end);
      const members = modules.get(name) ?? new Map<string, NativeRow>();
      members.set(row.call.slice(end + 1), { table, row });
      modules.set(name, members);
    }
  return new Map(
    [...modules].map(([name, members]) => [
      name,
      (run) => {
        const made = new HeapObject("Module", undefined);
        for (const [key, one] of members)
          setMember(run.store, made, key, { value: functionOf(run, one), maybeAbsent: false });
        const rest = unknown({ reason: "import", name, specifier: name, born: 0 });
        run.store.write(made, { ...run.store.read(made), epoch: -1, open: [rest] });
        return objectValue(made);
      },
    ]),
  );
}

interface NativeRow {
  readonly table: ClientTable;
  readonly row: ClientRow;
}

/** The function of a row; one that gives instances is a class, which the program may extend. */
function functionOf(run: Run, { table, row }: NativeRow): Value {
  const name = row.call.slice(row.call.lastIndexOf(".") + 1);
  const members =
    row.gives === "instance" || row.gives === "record"
      ? { prototype: objectValue(prototypeOf(run, table, row.as!)) }
      : {};
  return nativeValue(name, (inner, call) => perform(inner, table, row, call), members);
}

const prototypesOf = keptByRun(() => new Map<string, HeapObject>());

function prototypeOf(run: Run, table: ClientTable, className: string): HeapObject {
  const known = prototypesOf(run);
  const key = `${table.client} ${className}`;
  const before = known.get(key);
  if (before) return before;
  const prototype = new HeapObject(`${className}.prototype`, undefined);
  known.set(key, prototype);
  run.store.atModuleLevel(() => {
    for (const row of table.rows) {
      const [owner, path = ""] = row.call.split("#");
      if (owner === className && !path.includes("."))
        setMember(run.store, prototype, path, {
          value: nativeValue(path, (inner, call) => perform(inner, table, row, call)),
          maybeAbsent: false,
          isHidden: "surely",
        });
    }
  });
  return prototype;
}

/** The contents of drafts. A call that creates a draft is never replayed from a summary. */
const drafts = new WeakMap<
  HeapObject,
  { readonly recorded: RecordedRequest; readonly response: UnknownValue }
>();

function perform(run: Run, table: ClientTable, row: ClientRow, given: Call): Value {
  const isRecord = run.language.semantics.keywordsAreRecord === true;
  const takesBlock = row.adds?.[1] === BLOCK;
  const call = isRecord && !takesBlock ? { ...given, args: withoutBlock(run, given.args) } : given;
  return severalOf(run, row, call, give(run, table, row, call));
}

function severalOf(run: Run, row: ClientRow, call: Call, given: Value): Value {
  if (row.results === undefined) return given;
  const { resultAt = 0 } = row;
  const all = Array.from({ length: row.results }, (_, at) =>
    at === resultAt ? given : computed(call, at < resultAt ? "status" : "error"),
  );
  return makeList(run, all);
}

function give(run: Run, table: ClientTable, row: ClientRow, given: Call): Value {
  const { shares } = row;
  const owner =
    shares === undefined
      ? given.this
      : sharedInstance(run, table.client, shares, () => prototypeOf(run, table, shares));
  const call: Call = { ...given, this: owner };
  const place = call.environment.locate(call.node);
  switch (row.gives) {
    case "credentials":
      return makeObject(run, {}, `${CREDENTIALS}${row.scheme}`, place);
    case "instance":
      return makeInstance(run, table, row, call);
    case "record":
      if (responseToShown(call.args.at(0))) return call.args.at(0);
      return makeRecord(run, table, row, call);
    case "self":
      if (row.sends !== undefined) return madeBy(run, call.this, argument(run, row, call, row.sends));
      if (row.header) addHeader(run, row, call);
      addHooks(run, row, call, call.this);
      if (shares !== undefined) setUpShared(run, row, call, membersOf(table, shares).headers);
      for (const { recorded } of draftsIn(call.this)) {
        if (row.headers !== undefined)
          recorded.addHeaders(run, optional(run, row, call, row.headers), UNDEFINED, call);
        if (row.scheme) recorded.setCredentials(row.scheme);
        amend(run, row, call, recorded);
      }
      return call.this;
    case "draft": {
      const sent = send(run, table, row, call);
      const draft = new HeapObject(row.as!, place, prototypeOf(run, table, row.as!));
      drafts.set(draft, sent);
      addParts(run, table, row.as!, draft);
      return objectValue(draft);
    }
    case "response": {
      const known = responseToShown(call.args.at(0)) ?? throughOverride(run, row, call);
      if (known) return known;
      const drafted = row.sends === undefined ? [] : draftsIn(argument(run, row, call, row.sends));
      for (const { recorded } of drafted) amend(run, row, call, recorded);
      const sent = drafted.length > 0 ? drafted : [send(run, table, row, call)];
      const response = choice(sent.map((one) => one.response));
      throughHooksOf(run, table, row, call, { requests: sent.map(({ recorded }) => recorded), response });
      if (drafted.length > 0) return response;
      if (call.this.kind === "object" && row.isAnsweredLater === true)
        setMember(run.store, call.this.object, ANSWER, { value: response, maybeAbsent: false });
      return response;
    }
    case "shown":
      return sendsOn(run, call);
    case "answer":
      return optionOf(run, call.this, ANSWER);
  }
}

/** The member in which an instance keeps the response of the last request. */
const ANSWER = internalSlot("answer");

function draftsIn(value: Value): { readonly recorded: RecordedRequest; readonly response: UnknownValue }[] {
  return alternatives(value).flatMap((single) => {
    const draft = single.kind === "object" ? drafts.get(single.object) : undefined;
    return draft ? [draft] : [];
  });
}

/** Adds the arguments of the sending call to a draft. */
function amend(run: Run, row: ClientRow, call: Call, recorded: RecordedRequest): void {
  const body = optional(run, row, call, row.body);
  recorded.setBody(run, body);
}

/** Members of a draft that have methods of their own: `req.Header.Set(…)`. */
function addParts(run: Run, table: ClientTable, className: string, draft: HeapObject): void {
  const owner = objectValue(draft);
  for (const row of table.rows) {
    const [of, path = ""] = row.call.split("#");
    const names = path.split(".");
    if (of !== className || names.length !== 2) continue;
    const [part, method] = names as [string, string];
    let held = run.store.read(draft).members.get(part)?.value;
    if (held?.kind !== "object") {
      held = makeObject(run, {}, part);
      setMember(run.store, draft, part, { value: held, maybeAbsent: false });
    }
    const value = nativeValue(method, (inner, call) => perform(inner, table, row, { ...call, this: owner }));
    if (held.kind === "object") setMember(run.store, held.object, method, { value, maybeAbsent: false });
  }
}

function addHeader(run: Run, row: ClientRow, call: Call, to: Value = call.this): void {
  const [name, value] = row.header!;
  const key = fixedOr(run, row, call, name);
  const given = fixedOr(run, row, call, value);
  for (const { recorded } of draftsIn(to)) recorded.addHeaders(run, key, given, call);
  for (const single of alternatives(to)) {
    const headers = single.kind === "object" ? peek(run, single, HEADERS) : UNDEFINED;
    const keyPlace = call.environment.locate(call.node);
    if (headers.kind === "object")
      setHeader(run, headers.object, headerNameOf(run, key), { value: given, keyPlace });
  }
}

/** The keys under which an instance keeps values that have no name in the language. */
export const HEADERS = internalSlot("headers");
export const AUTH = internalSlot("auth");
export const BASE = internalSlot("base");
export const QUERY = internalSlot("query");
const GIVEN = internalSlot("given");

function membersOf(table: ClientTable, className: string): Required<InstanceMembers> {
  const { headers = HEADERS, auth = AUTH, base = BASE, query = QUERY } = table.instances?.[className] ?? {};
  return { headers, auth, base, query };
}

function makeInstance(run: Run, table: ClientTable, row: ClientRow, call: Call): Value {
  const place = call.environment.locate(call.node);
  const instance = new HeapObject(row.as!, place, prototypeOf(run, table, row.as!));
  const names = membersOf(table, row.as!);
  const before = hasInstance(row) ? call.this : UNDEFINED;
  const headers = layered(
    run,
    [optionOf(run, before, names.headers), optional(run, row, call, row.headers)],
    call,
  );
  const given: Readonly<Record<MemberKey, Value>> = {
    [names.headers]: nullishness(headers) === true ? makeObject(run, {}) : headers,
    [names.auth]: firstGiven(credentialsGiven(run, row, call), optionOf(run, before, names.auth)),
    [names.base]: combineUrls(run, optionOf(run, before, names.base), optional(run, row, call, row.url)),
    [names.query]: firstGiven(optional(run, row, call, row.query), optionOf(run, before, names.query)),
    [GIVEN]: call.args.keywords ?? UNDEFINED,
  };
  setMembers(run.store, instance, given);
  const made = objectValue(instance);
  keepHooks(run, table, row, call, { instance, before });
  addHooks(run, row, call, made);
  if (row.header) addHeader(run, row, call, made);
  return made;
}

/** The members of a record that programs add to where none are given. */
const COLLECTIONS = new Set(["headers", "params"]);

function makeRecord(run: Run, table: ClientTable, row: ClientRow, call: Call): Value {
  const record = new HeapObject(
    row.as!,
    call.environment.locate(call.node),
    prototypeOf(run, table, row.as!),
  );
  for (const [key, slot] of Object.entries(row.members ?? {})) {
    const given = argument(run, row, call, slot);
    const isMissing = nullishness(given) === true && COLLECTIONS.has(key);
    setMember(run.store, record, key, { value: isMissing ? makeObject(run, {}) : given, maybeAbsent: false });
  }
  return hasInstance(row) ? madeBy(run, call.this, objectValue(record)) : objectValue(record);
}

/** The instance that has prepared a record, and whose settings are sent with it. */
const MAKER = internalSlot("maker");

function madeBy(run: Run, instance: Value, records: Value): Value {
  for (const record of alternatives(records))
    if (record.kind === "object")
      setMember(run.store, record.object, MAKER, { value: instance, maybeAbsent: false });
  return records;
}

/** Returns the credentials that an instance gets; the name of a call may state the scheme. */
function credentialsGiven(run: Run, row: ClientRow, call: Call): Value {
  if (row.auth !== undefined || row.scheme === undefined) return optional(run, row, call, row.auth);
  return makeObject(run, {}, `${CREDENTIALS}${row.scheme}`, call.environment.locate(call.node));
}

function send(
  run: Run,
  table: ClientTable,
  row: ClientRow,
  call: Call,
): { readonly response: UnknownValue; readonly recorded: RecordedRequest } {
  const className = row.shares ?? (row.call.includes("#") ? row.call.split("#")[0] : undefined);
  const names = className === undefined ? undefined : membersOf(table, className);
  const maker = row.addsOnly ? optionOf(run, call.args.at(row.options!), MAKER) : call.this;
  const ofInstance = (name: keyof InstanceMembers): Value =>
    names ? optionOf(run, row.addsOnly?.includes(name) ? call.this : maker, names[name]) : UNDEFINED;
  const base = ofInstance("base");
  const url = optional(run, row, call, row.url);
  const json = optional(run, row, call, row.json);
  const data = optional(run, row, call, row.body);
  const body = isMissing(json) ? data : json;
  const own = optional(run, row, call, row.headers);
  const common = ofInstance("headers");
  const isReplaced = row.replacesHeaders === true && nullishness(own) === false;
  const written = (row.replacesHeaders ? [valueOr(own, common)] : [common, own]).filter(
    (layer) => nullishness(layer) !== true,
  );
  const setUp = names && !isReplaced ? setUpAt(maker, common) : undefined;
  const auth = [optional(run, row, call, row.auth), ofInstance("auth")].find(
    (one) => nullishness(one) !== true,
  );
  const credentials = auth ? schemeOf(run, auth, row) : undefined;
  const isForm = row.isForm === true && alternatives(data).some(isRecord);
  return run.recorder.request(run, {
    client: table.client,
    call,
    url: nullishness(base) === true ? url : combineUrls(run, base, url),
    query: [ofInstance("query"), optional(run, row, call, row.query)],
    method: methodOf(run, row, call, body),
    headers: written.map((layer) => table.headersOf?.(run, layer) ?? layer),
    written,
    ...intakeOf(row, call),
    body,
    setsContentType: nullishness(json) !== true,
    ...(isForm && isMissing(json) ? { ownContentType: { type: FORM, isText: false } } : {}),
    ...(credentials ? { credentials } : {}),
    ...(setUp ? { instance: { site: setUp, givesUrl: nullishness(base) !== true } } : {}),
  });
}

/** Returns the place where an instance gets its headers. A class that sends requests itself states them in its body. */
function setUpAt(owner: Value, headers: Value): Location | undefined {
  const isClass = owner.kind === "object" && owner.object.callable !== undefined;
  const place = isClass ? headers : owner;
  return place.kind === "object" ? place.object.place : undefined;
}

function isRecord(value: Value): boolean {
  return value.kind === "object" && value.object.className === "Object";
}
