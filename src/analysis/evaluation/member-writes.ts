import { writeUrl } from "../builtins/urls.js";
import { TEXTUAL, VARYING } from "./async-writes.js";
import { Arguments, type Call } from "./callable.js";
import { callPerhaps, callValue } from "./calls.js";
import { belongTo } from "./functions.js";
import {
  isFixed,
  isIndex,
  maybeSetMember,
  setListLength,
  setMember,
  setSomeMember,
  type Certainty,
  type HeapObject,
  type ObjectContent,
  type Slot,
} from "./heap.js";
import { TEXT, allSlots, slotOf, type MemberKey } from "./member-tables.js";
import { placeOfName, type Key, type Site } from "./members.js";
import type { Run } from "./run.js";
import { UNTOUCHED } from "./store.js";
import { alternatives, choice, memberOfUnknown, nullishness, type ObjectValue, type Value } from "./value.js";

/**
 * Writes `value` under `key`; through several objects, each may be the one that is written to. The result says whether
 * the object takes the value, where that is known; what does not is left as it is, as code that is not strict does.
 *
 * @param setters where setters are looked for, when that is not the object that is written to
 */
export function setMemberByKey(
  run: Run,
  target: Value,
  key: Key,
  value: Value,
  site: Site,
  setters?: Value,
): boolean | undefined {
  const singles = alternatives(target).filter((single) => nullishness(single) !== true);
  let taken: boolean | undefined = true;
  for (const single of singles) {
    if (single.kind === "unknown") {
      const names = key?.flatMap((one) => (typeof one === "string" ? [one] : []));
      for (const name of names ?? []) run.recorder.write(memberOfUnknown(single, name), value, site);
      if (!names || names.some(isIndex)) run.recorder.additions.add(run, single, value);
      run.recorder.escapes.kept(
        run,
        names?.[0] === undefined ? single : memberOfUnknown(single, names[0]),
        value,
        site,
      );
      taken = undefined;
    } else if (single.kind === "object") {
      const above = setters?.kind === "object" ? setters.object : single.object;
      taken = writeObject(run, single, key, value, site, singles.length === 1, above);
      const shared = sharedPrototype(run, single.object);
      if (shared) writeObject(run, shared, key, value, site, singles.length === 1, shared.object);
    }
  }
  return singles.length === 1 ? taken : undefined;
}

/** Returns the prototype on which instances find a member of their class, in languages in which they do. */
function sharedPrototype(run: Run, { callable }: HeapObject): ObjectValue | undefined {
  if (callable?.kind !== "class" || !run.language.semantics.sharesClassMembers) return undefined;
  return callable.prototype.kind === "object" ? callable.prototype : undefined;
}

function writeObject(
  run: Run,
  target: ObjectValue,
  key: Key,
  value: Value,
  site: Site,
  certain: boolean,
  above: HeapObject,
): boolean | undefined {
  if (!key) {
    writeSomewhere(run, target, value, site, above);
    return undefined;
  }
  belongTo(run, value, target.object);
  let taken: boolean | undefined;
  for (const name of key)
    taken = writeMember(run, target, name, value, site, certain && key.length === 1, above);
  return key.length === 1 ? taken : undefined;
}

function writeSomewhere(run: Run, target: ObjectValue, value: Value, site: Site, above: HeapObject): void {
  // A library that loads variables from a file only shows that they are set, which is assumed anyway.
  if (target.object.className === "process.env") return;
  for (let at: HeapObject | undefined = above; at; at = at.prototype)
    for (const { setter } of allSlots(run.store.read(at)))
      if (setter) callPerhaps(run, setter, setterCall(target, value, site));
  setSomeMember(run.store, target.object, value);
  // The key may be that of a part of a text, as `pathname` is.
  if (TEXTUAL.has(target.object.className))
    maybeSetMember(run.store, target.object, TEXT, { value: VARYING, maybeAbsent: false });
}

function setterCall(target: ObjectValue, value: Value, { node, environment }: Site): Call {
  return { this: target, args: new Arguments([value]), node, environment, isNew: false };
}

function writeMember(
  run: Run,
  target: ObjectValue,
  name: MemberKey,
  value: Value,
  site: Site,
  certain: boolean,
  above: HeapObject,
): boolean | undefined {
  const { object } = target;
  const { setters, writes, keeps } = waysToWrite(run, object, above, name);
  const isOnly = certain && Number(setters.length > 0) + Number(writes) + Number(keeps) === 1;
  if (setters.length > 0) {
    const call = isOnly ? callValue : callPerhaps;
    call(run, choice(setters), setterCall(target, value, site));
  }
  if (writes) {
    const slot: Slot = {
      ...attributesOf(slotOf(run.store.read(object), name)),
      value,
      maybeAbsent: false,
      keyPlace: placeOfName(site, String(name)),
    };
    if (object.className === "URL" && typeof name === "string")
      changeUrl(run, target, name, value, site, isOnly);
    else if (name === "length" && object.className === "Array")
      setListLength(run.store, object, isOnly ? value : undefined);
    else if (isOnly) setMember(run.store, object, name, slot);
    else maybeSetMember(run.store, object, name, slot);
  }
  if (!keeps) return true;
  return writes || setters.length > 0 ? undefined : false;
}

/** The possible effects of an assignment: it calls a setter, writes the member, or changes nothing. */
interface Ways {
  readonly setters: Value[];
  writes: boolean;
  keeps: boolean;
}

function waysToWrite(run: Run, object: HeapObject, above: HeapObject, name: MemberKey): Ways {
  const ways: Ways = { setters: [], writes: false, keeps: false };
  let mayBeFree = true;
  for (let at: HeapObject | undefined = above; at && mayBeFree; at = at.prototype) {
    const content = run.store.read(at);
    const slot = slotOf(content, name);
    if (slot) addWays(ways, content, slot, name);
    mayBeFree = slot?.maybeAbsent !== false;
  }
  ways.writes ||= mayBeFree;
  const content = run.store.read(object);
  const { closed, frozen } = content;
  const own = slotOf(content, name);
  if (!closed || own?.maybeAbsent === false) return ways;
  // A sealed object has no new members, so the write changes an existing member or has no effect.
  const isAdded = ways.writes;
  if (closed === "surely" && (!own || frozen === "surely")) ways.writes = false;
  ways.keeps ||= isAdded;
  return ways;
}

/** Strict code throws where the object is left as it is, and no other way changes it. */
function addWays(ways: Ways, content: ObjectContent, slot: Slot, name: MemberKey): void {
  const { getter, setter, isMixed } = slot;
  if (setter) ways.setters.push(setter);
  if ((getter && !setter) || isMixed) ways.keeps = true;
  if ((getter ?? setter) && !isMixed) return;
  const fixed = isFixed(content, name);
  ways.keeps ||= fixed !== undefined;
  ways.writes ||= fixed !== "surely";
}

function changeUrl(
  run: Run,
  target: ObjectValue,
  name: string,
  value: Value,
  site: Site,
  certain: boolean,
): void {
  const change = () => writeUrl(run, target.object, name, value, setterCall(target, value, site));
  if (certain) change();
  else run.store.join([run.store.fork(change), UNTOUCHED]);
}

/** Returns the attributes that a member keeps after an assignment to it. */
function attributesOf(slot: Slot | undefined): Pick<Slot, "isHidden" | "isReadonly" | "isPermanent"> {
  const kept = (certainty: Certainty): Certainty => (slot?.maybeAbsent ? "perhaps" : certainty);
  return {
    ...(slot?.isHidden ? { isHidden: kept(slot.isHidden) } : {}),
    ...(slot?.isReadonly ? { isReadonly: kept(slot.isReadonly) } : {}),
    ...(slot?.isPermanent ? { isPermanent: kept(slot.isPermanent) } : {}),
  };
}
