import { siteOf } from "../../../analysis/builtins/native.js";
import { makeEntries } from "../../../analysis/builtins/collections.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import {
  copiedSlot,
  maybeSetMember,
  mergeUnknown,
  setMember,
  setSomeMember,
  type HeapObject,
  type ObjectContent,
  type Slot,
} from "../../../analysis/evaluation/heap.js";
import { copyMembers } from "../../../analysis/evaluation/members.js";
import { Entry, type SlotKey } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  choice,
  mapAlternatives,
  objectValue,
  sameValue,
  type ObjectValue,
  type Single,
  type TextValue,
  type Value,
} from "../../../analysis/evaluation/value.js";

/** Headers behind the hooks of a client. */
export interface HookedHeaders {
  /** The headers that are sent, from the weakest to the strongest. */
  readonly headers: readonly Value[];
  /** The headers in the source, if they differ. */
  readonly written?: readonly Value[];
  /** True if a header that is written for the call, or for the instance, is sent: hooks may take it away. */
  readonly passesOn: boolean;
}

/** A header that tells whether hooks pass on what was there before. */
export interface Probe {
  readonly name: string;
  readonly value: TextValue;
}

/**
 * Puts the headers of a request together, has the hooks look at them, and tells what they leave.
 *
 * @param layers the headers that each level states, the weakest first
 * @param into what the hooks get: an empty object of the client, filled here
 * @param hooks gives the headers behind the hooks
 */
export function throughHooks(
  run: Run,
  call: Call,
  layers: readonly Value[],
  into: HeapObject,
  probe: Probe,
  hooks: (headers: ObjectValue) => Value,
): HookedHeaders {
  setMember(run.store, into, keyFor(into, probe.name), { value: probe.value, maybeAbsent: false });
  for (const layer of layers) addLayer(run, call, into, layer);
  const content = run.store.read(into);
  const before = { ...content, members: new Map(content.members), entries: new Map(content.entries) };
  const after = hooks(objectValue(into));
  const all = alternatives(after);
  const passesOn = all.every((single) => hasSurely(run, single, probe));
  const keepsAll =
    passesOn && all.every((single) => single.kind !== "object" || keeps(run, single.object, before));
  const kept = keepsAll ? before : undefined;
  const left = mapAlternatives(after, (single) => withoutKept(run, call, single, probe, kept));
  if (keepsAll) return { headers: [...layers, left], passesOn };
  return { headers: [left], ...(passesOn ? { written: [...layers, left] } : {}), passesOn };
}

function addLayer(run: Run, call: Call, into: HeapObject, layer: Value): void {
  const isHeaders = into.className === "Headers";
  const made = isHeaders ? makeEntries(run, "Headers", layer, call) : copyOf(run, call, layer);
  if (made.kind === "object") writeHeaders(run, into, made.object);
}

/** Writes all headers that one object holds into another one, each under the name that is there already. */
export function writeHeaders(run: Run, into: HeapObject, from: HeapObject): void {
  const content = run.store.read(from);
  for (const source of content.open) mergeUnknown(run.store, into, source);
  for (const value of content.rest) setSomeMember(run.store, into, value);
  for (const [name, slot] of headersIn(content)) {
    const write = slot.maybeAbsent ? maybeSetMember : setMember;
    write(run.store, into, keyFor(into, headerLike(run.store.read(into), name) ?? name), slot);
  }
}

/** Headers are entries of objects of their own class, and members of others. */
function headersIn({ entries, members }: ObjectContent): [name: string, slot: Slot][] {
  return [...[...entries].map(([key, slot]): [string, Slot] => [String(key), slot]), ...members];
}

function keyFor({ className }: HeapObject, name: string): SlotKey {
  return HAVE_ENTRIES.has(className) ? new Entry(name) : name;
}

function copyOf(run: Run, call: Call, layer: Value): ObjectValue {
  const copy = run.make("Object", undefined);
  copyMembers(run, copy, layer, siteOf(call));
  return objectValue(copy);
}

/** Finds the key of a header, whatever its case. Undefined if there is none. */
export function headerLike({ members, entries }: ObjectContent, name: string): string | undefined {
  const wanted = name.toLowerCase();
  if (members.has(name) || entries.has(name)) return name;
  return [...entries.keys(), ...members.keys()].map(String).find((key) => key.toLowerCase() === wanted);
}

/** The header among those that an object of whatever class holds. */
function slotOf(content: ObjectContent, name: string): Slot | undefined {
  const key = headerLike(content, name);
  return key === undefined ? undefined : (content.entries.get(key) ?? content.members.get(key));
}

/** An unknown value may have the header, and is reported itself. */
function hasSurely(run: Run, single: Single, { name }: Probe): boolean {
  if (single.kind !== "object") return single.kind === "unknown";
  const slot = slotOf(run.store.read(single.object), name);
  return slot !== undefined && !slot.maybeAbsent;
}

function keeps(run: Run, object: HeapObject, before: ObjectContent): boolean {
  const after = run.store.read(object);
  return headersIn(before).every(([name, slot]) => {
    const now = slotOf(after, name);
    return now !== undefined && (slot.maybeAbsent || !now.maybeAbsent);
  });
}

/** The contents of these objects are not members, of which some may be getters. */
const HAVE_ENTRIES: ReadonlySet<string> = new Set(["Headers", "Map"]);

/** The headers without the probe, and without those that are there as they were. */
function withoutKept(
  run: Run,
  call: Call,
  single: Single,
  probe: Probe,
  kept: ObjectContent | undefined,
): Value {
  if (single.kind !== "object") return single;
  const { object, hops } = single;
  const copy = run.make(object.className, object.place);
  const source = HAVE_ENTRIES.has(object.className) ? object : copyOf(run, call, single).object;
  const content = run.store.read(source);
  for (const [name, slot] of headersIn(content)) {
    const as = kept && slotOf(kept, name);
    if (as && as.maybeAbsent === slot.maybeAbsent && sameValue(as.value, slot.value)) continue;
    const values = alternatives(slot.value).filter((value) => !sameValue(value, probe.value));
    if (values.length === 0) continue;
    const isWhole = values.length === alternatives(slot.value).length;
    const left = { ...copiedSlot(slot, choice(values)), ...(isWhole ? {} : { maybeAbsent: true }) };
    setMember(run.store, copy, keyFor(copy, name), left);
  }
  for (const value of content.rest) if (!kept?.rest.includes(value)) setSomeMember(run.store, copy, value);
  for (const source of content.open)
    if (!kept?.open.some((other) => sameValue(other, source))) mergeUnknown(run.store, copy, source);
  return objectValue(copy, hops);
}
