import { flatten, knownText, sliceText } from "../../../facts/text.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { knownNumber } from "../../../analysis/evaluation/coerce.js";
import { elementsOf } from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { findSlot, makeList, peek, type Site } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  NULL,
  isFunction,
  opaque,
  type ObjectValue,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { isResponseText } from "./response-texts.js";
import { isPattern } from "../../../analysis/recording/searches.js";

export const RANGE = "Range of Ruby";
export const BEGIN = internalSlot("begin");
export const END = internalSlot("end");
/** True for `a...b`, which is without `b`. */
export const IS_OPEN = internalSlot("open");

/** Models `value[key]`. See `Semantics.element`. */
export function elementOf(run: Run, value: Single, key: Value, site: Site): Value | undefined {
  const place = site.environment.locate(site.node);
  if (value.kind === "text") return ofText(run, value, key) ?? opaque("computed", "[]", place);
  if (value.kind === "unknown" && (isPattern(key) || (isResponseText(value) && key.kind === "text"))) {
    run.recorder.searches.inText(value, "[]", key, site);
    return opaque("computed", "[]", place);
  }
  if (value.kind !== "object") return undefined;
  const method = ownMethod(run, value, "[]");
  if (method) return callValue(run, method, callOf(value, [key], site));
  if (value.object.className !== "Array") return undefined;
  const bounds = boundsOf(run, key);
  const index = knownNumber(key);
  if (index !== undefined && index >= 0) return undefined;
  const elements = elementsOf(run.store.read(value.object));
  if (elements && index !== undefined) return elements.at(index) ?? NULL;
  if (elements && bounds) return makeList(run, sliceOf(elements, bounds));
  if (bounds) return value;
  return someOf(iterate(run, value)) ?? opaque("computed", "[]", place);
}

/** `text[0..3]`, `text[1..]`, `text[-4..-1]`, of a text that is known as far as it is asked for. */
function ofText(run: Run, value: Single & { kind: "text" }, key: Value): Value | undefined {
  const bounds = boundsOf(run, key);
  if (!bounds || knownText(value.text) === undefined) return undefined;
  const { length } = flatten(value.text);
  const [from, to] = within(length, bounds);
  return { kind: "text", text: sliceText(value.text, from, Math.max(from, to)) };
}

interface Bounds {
  readonly from: number;
  readonly to: number;
}

/** The range that a key is, with its end behind the last element; negative bounds count from the end. */
function boundsOf(run: Run, key: Value): Bounds | undefined {
  if (key.kind !== "object" || key.object.className !== RANGE) return undefined;
  const [begin, end, open] = [BEGIN, END, IS_OPEN].map((name) => peek(run, key, name)) as [
    Value,
    Value,
    Value,
  ];
  const from = begin.kind === "scalar" && begin.value === null ? 0 : knownNumber(begin);
  const isEndless = end.kind === "scalar" && end.value === null;
  const to = isEndless ? Infinity : knownNumber(end);
  if (from === undefined || to === undefined) return undefined;
  const isOpen = open.kind === "scalar" && open.value === true;
  if (isOpen || isEndless) return { from, to };
  return { from, to: to === -1 ? Infinity : to + 1 };
}

function within(length: number, { from, to }: Bounds): [number, number] {
  const at = (bound: number): number => Math.min(length, bound < 0 ? Math.max(0, length + bound) : bound);
  return [at(from), at(to)];
}

function sliceOf(elements: readonly Value[], bounds: Bounds): Value[] {
  const [from, to] = within(elements.length, bounds);
  return elements.slice(from, to);
}

/** Returns the numbers of a range. Undefined if they are unknown or more than 100. */
export function numbersOf(run: Run, range: Value): number[] | undefined {
  const bounds = boundsOf(run, range);
  if (!bounds || bounds.to === Infinity || bounds.to - bounds.from > 100) return undefined;
  return Array.from({ length: Math.max(0, bounds.to - bounds.from) }, (_, index) => bounds.from + index);
}

/** A method of brackets that the object's class, or the library that made it, has. */
function ownMethod(run: Run, value: ObjectValue, name: "[]" | "[]="): Value | undefined {
  const { className, callable } = value.object;
  if ((className === "Object" && !callable) || className === "Array") return undefined;
  const slot = findSlot(run, value.object, name);
  return slot && isFunction(slot.value) ? slot.value : undefined;
}

function callOf(value: ObjectValue, args: readonly Value[], { node, environment }: Site) {
  return { this: value, args: new Arguments(args), node, environment, isNew: false };
}

/** Models `value[key] = to`. See `Semantics.setElement`. */
export function setElement(run: Run, value: Single, key: Value, to: Value, site: Site): boolean {
  const method = value.kind === "object" ? ownMethod(run, value, "[]=") : undefined;
  if (!method || value.kind !== "object") return false;
  callValue(run, method, callOf(value, [key, to], site));
  return true;
}
