import type { Location } from "../../core/span.js";
import type { Call } from "../evaluation/callable.js";
import { elementsOf } from "../evaluation/heap.js";
import { namesWritten } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, type UnknownValue, type Value } from "../evaluation/value.js";

/** Functions that give an object without some keys. */
const LEAVE_OUT = /^(?:except!?|omit|without|removeAll|unset)$/;
/** Functions that also give the value of the key: a name that is written in the call may be there for the value. */
const TAKE_OUT = /^(?:pop|delete|remove|Remove)$/;

/** Finds the names of keys that code takes out of an object of which nothing else is known. */
export function namesTakenOut(run: Run, callee: UnknownValue, call: Call): readonly Location[] {
  const name = callee.path.at(-1) ?? callee.source.name.replace(/^.*[:.]/, "");
  const takes = TAKE_OUT.test(name);
  if (!takes && !LEAVE_OUT.test(name)) return [];
  const nodes = call.node.type === "CallExpression" ? call.node.arguments : [];
  return call.args.list.flatMap((one, index) =>
    takes && nodes[index]?.type === "Literal" ? [] : placesOfNames(run, one),
  );
}

/** Returns the places of a key, of each key that it may be, or of the keys in a list. */
export function placesOfNames(run: Run, keys: Value): Location[] {
  const lists = alternatives(keys).flatMap((single) =>
    single.kind === "object" ? (elementsOf(run.store.read(single.object)) ?? []) : [],
  );
  return [keys, ...lists].flatMap((one) => [...(namesWritten(run, one)?.values() ?? [])]);
}
