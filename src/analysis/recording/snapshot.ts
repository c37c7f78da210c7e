import { addAll } from "../../core/add-all.js";
import { keyOf } from "../../core/span.js";
import type { Hole, Text } from "../../facts/text.js";
import type { Member, Tree } from "../../facts/tree.js";
import { unwrapJson } from "../builtins/json.js";
import { treeOfJson } from "./json-text.js";
import { textAlternatives, toText } from "../evaluation/coerce.js";
import { elementsToRead, type HeapObject, type Slot } from "../evaluation/heap.js";
import { TEXT } from "../evaluation/member-tables.js";
import type { Run } from "../evaluation/run.js";
import { emptyFieldOf, valueOfField } from "../evaluation/empty-fields.js";
import { membersDeclared } from "../evaluation/outlines.js";
import {
  NULL,
  UNDEFINED,
  alternatives,
  choice,
  heldBy,
  holeOf,
  memberOfUnknown,
  opaque,
  type Single,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";

const MAX_DEPTH = 12;

/** The place of a part in a value: how deep it is, and in which objects. */
interface Position {
  readonly depth: number;
  /** The objects around it, the innermost first. */
  readonly within?: { readonly object: HeapObject; readonly outer: Position["within"] };
}

const WHOLE: Position = { depth: 0 };

/** So many types inside each other count. */
const MAX_TYPES = 4;

/** Copies the present value, so that later writes do not change it. */
export function snapshot(run: Run, value: Value): Tree {
  return snapshotAt(run, value, WHOLE);
}

function snapshotAt(run: Run, value: Value, at: Position): Tree {
  const field = emptyFieldOf(value);
  if (field) return { kind: "hole", hole: holeOf(valueOfField(field)) };
  const singles = alternatives(value);
  if (singles.length === 1) return snapshotSingle(run, singles[0]!, at);
  return { kind: "choice", of: singles.map((single) => snapshotSingle(run, single, at)) };
}

function snapshotSingle(run: Run, value: Single, at: Position): Tree {
  switch (value.kind) {
    case "text":
      return snapshotText(run, value.text, at);
    case "scalar": {
      const { value: known } = value;
      if (known === undefined || typeof known === "bigint" || isNoJsonNumber(known))
        return { kind: "scalar", value: null };
      return { kind: "scalar", value: known, ...(value.place ? { place: value.place } : {}) };
    }
    case "unknown":
      return snapshotUnknown(run, value, at.depth, 0);
    case "object": {
      const json = unwrapJson(run, value);
      if (json) return snapshotAt(run, json, at);
      if (at.depth > MAX_DEPTH || isWithin(value.object, at) || !run.mayUnfold(value.object, at.depth === 0))
        return { kind: "hole", hole: holeOf(opaque("limit", "depth")) };
      return snapshotObject(run, value.object, at, value);
    }
  }
}

/**
 * Returns whether an object is a part of itself. Nothing that is sent is, but one object can stand for several, such as
 * the nodes of a tree. To copy these again and again would double the copy at each level.
 */
function isWithin(object: HeapObject, { within }: Position): boolean {
  for (let around = within; around; around = around.outer) if (around.object === object) return true;
  return false;
}

/** An unknown value has at least the members that every value of its type has. */
function snapshotUnknown(run: Run, value: UnknownValue, depth: number, below: number): Tree {
  const members = membersAlways(run, value, depth, below);
  const hole = holeOf(value);
  return members.length > 0
    ? { kind: "object", members, open: [hole], isDeclared: true }
    : { kind: "hole", hole };
}

function membersAlways(run: Run, value: UnknownValue, depth: number, below = 0): Member[] {
  if (below > MAX_TYPES || depth + below > MAX_DEPTH) return [];
  return membersDeclared(run, value).flatMap(({ key, place, isAlways }): Member[] => {
    if (!isAlways) return [];
    const held = snapshotUnknown(run, memberOfUnknown(value, key), depth, below + 1);
    return [{ key, keyPlace: place, value: held, certain: true }];
  });
}

/** A text that is one hole is no more known than the hole: `"${config}"`, `''"${config}"''`. */
function snapshotText(run: Run, text: Text, at: Position): Tree {
  const ofHole = (hole: Hole): Tree => {
    const held = heldBy(hole);
    return held?.kind === "object"
      ? snapshotAt(run, held, { ...at, depth: at.depth + 1 })
      : { kind: "hole", hole };
  };
  const [first, ...others] = text.parts.filter((part) => part.kind === "hole" || part.text.trim() !== "");
  if (first?.kind === "hole" && others.length === 0 && at.depth === 0) return ofHole(first);
  return treeOfJson(text, false, ofHole) ?? { kind: "text", text };
}

/** JSON has no word for these. */
function isNoJsonNumber(value: number | boolean | null): boolean {
  return typeof value === "number" && !Number.isFinite(value);
}

function snapshotObject(run: Run, object: HeapObject, at: Position, value: Single): Tree {
  const inside: Position = { depth: at.depth + 1, within: { object, outer: at.within } };
  const content = run.store.read(object);
  const place = object.place ? { place: object.place } : {};
  const open: Hole[] = content.open.map(holeOf);
  if (content.rest.length > 0) open.push(holeOf(opaque("computed", "computed key")));
  if (object.className === "Array") {
    const known = elementsToRead(content);
    const items = known ?? [...[...content.members.values()].map((slot) => slot.value), ...content.rest];
    return {
      kind: "list",
      items: items.map((item) => snapshotAt(run, item, inside)),
      ...(known ? {} : { isOfUnknownLength: true }),
      open: content.open.map(holeOf),
      ...place,
    };
  }
  if (object.className === "FormData")
    return { kind: "hole", hole: holeOf(opaque("computed", "FormData", object.place)) };
  if (object.className === "Set") return { kind: "object", members: [], open: [], ...place };
  if (content.symbols.has(TEXT)) {
    return snapshotText(run, toText(run, value), at);
  }
  const members: Member[] = [];
  for (const [key, slot] of content.members) {
    if (slot.isHidden === "surely") continue;
    if (mayBeAdded(slot)) {
      open.push(holeOf(valueOfField(emptyFieldOf(slot.value)!)));
      continue;
    }
    const held = slot.getter ? opaque("computed", key, slot.keyPlace) : heldIn(slot);
    // A member that is `undefined` or a function is not sent in a body.
    const sent = alternatives(held).filter((single) => !isLeftOut(single));
    if (sent.length === 0) continue;
    members.push({
      key,
      value: snapshotAt(run, choice(sent), inside),
      certain: !slot.maybeAbsent && !slot.isHidden && sent.length === alternatives(held).length,
      ...(slot.keyPlace ? { keyPlace: slot.keyPlace } : {}),
    });
  }
  const own = new Set(content.members.keys());
  for (const source of content.open)
    addAll(
      members,
      membersAlways(run, source, at.depth).filter(({ key }) => !own.has(key)),
    );
  return { kind: "object", members, open, ...place };
}

/** Returns whether a member is a field that is not written if it is nothing, and that unknown code may assign. */
function mayBeAdded(slot: Slot): boolean {
  return isOwnField(slot) && isUndefined(slot.value) && emptyFieldOf(slot.value)?.isFromOutside === true;
}

/** Returns whether a value is what a field of the object has before anything is assigned to it. */
function isOwnField({ value, keyPlace }: Slot): boolean {
  const field = emptyFieldOf(value);
  return field !== undefined && keyPlace !== undefined && keyOf(keyPlace) === keyOf(field.place);
}

/**
 * Returns the value of a member. The fields of an object that known code makes and sends are as that code leaves them.
 * Other values of fields that nobody assigns are unknown, and may be nothing.
 */
function heldIn(slot: Slot): Value {
  const { value } = slot;
  const field = emptyFieldOf(value);
  if (!field) return value;
  if (isOwnField(slot) && !field.isFromOutside) return isUndefined(value) ? UNDEFINED : NULL;
  return isUndefined(value) ? choice([valueOfField(field), UNDEFINED]) : valueOfField(field);
}

function isLeftOut(value: Single): boolean {
  return value.kind === "object" ? value.object.callable?.kind === "closure" : isUndefined(value);
}

function isUndefined(value: Value): boolean {
  return value.kind === "scalar" && value.value === undefined;
}

/** Returns the strings that a value may be, one text each. A list stands for all its elements. */
export function textsOf(run: Run, value: Value): { texts: Text[]; mayBeMissing: boolean } {
  const texts: Text[] = [];
  let mayBeMissing = false;
  for (const single of textAlternatives(run, value)) {
    if (single.kind === "scalar" && (single.value === undefined || single.value === null)) {
      mayBeMissing = true;
    } else if (single.kind === "object" && single.object.className === "Array") {
      const content = run.store.read(single.object);
      const items = elementsToRead(content) ?? [
        ...[...content.members.values()].map((slot) => slot.value),
        ...content.rest,
      ];
      if (items.length === 0 && content.open.length === 0) mayBeMissing = true;
      if (!run.mayLookInto(items.length)) return { texts, mayBeMissing };
      for (const item of items) addAll(texts, textsOf(run, item).texts);
      for (const source of content.open) texts.push({ kind: "text", parts: [holeOf(source)] });
    } else {
      texts.push(toText(run, single));
    }
  }
  return { texts, mayBeMissing };
}

/** Returns the texts among the alternatives of a value that can be read without the store. */
export function knownTexts(value: Value): Text[] {
  return alternatives(value).flatMap((single) => (single.kind === "text" ? [single.text] : []));
}
