import { walk } from "../walk.js";
import type { AnyFunction, Callable } from "./callable.js";
import type { HeapObject, Slot } from "./heap.js";
import { findSlot } from "./members.js";
import type { Run } from "./run.js";
import { nullishness, type ObjectValue } from "./value.js";

/**
 * Returns the members that functions read from `this`. The functions are on an object, or belong to the class of a
 * prototype or constructor.
 */
export function membersAskedFor(run: Run, owner: HeapObject): readonly string[] {
  const names = new Set<string>();
  for (const slot of run.store.read(owner).members.values())
    for (const callable of callablesOf(slot))
      if (callable?.kind === "closure") addNames(callable.node, names);
  return [...names];
}

const namesOf = new WeakMap<AnyFunction, readonly string[]>();

function addNames(node: AnyFunction, names: Set<string>): void {
  let own = namesOf.get(node);
  if (!own) {
    const found: string[] = [];
    walk(node, (one) => {
      if (one.type === "MemberExpression" && !one.computed && one.object.type === "ThisExpression")
        found.push(one.property.name);
      return true;
    });
    namesOf.set(node, (own = found));
  }
  for (const name of own) names.add(name);
}

/**
 * Returns whether an object is there for others to take over its functions: they have what those ask for, and it has
 * not.
 */
export function isTemplate(
  run: Run,
  object: HeapObject,
  takenOver: readonly ObjectValue[],
  names: readonly string[],
): boolean {
  return names.some(
    (name) => !hasMember(run, object, name) && takenOver.some((other) => hasMember(run, other.object, name)),
  );
}

function hasMember(run: Run, object: HeapObject, name: string): boolean {
  const slot = findSlot(run, object, name);
  if (slot)
    return (
      !callablesOf(slot).some(isUnimplemented) &&
      (slot.getter !== undefined || nullishness(slot.value) !== true)
    );
  for (let at: HeapObject | undefined = object; at?.place; at = at.prototype) {
    const { open, rest } = run.store.read(at);
    if (open.length + rest.length > 0) return true;
  }
  return false;
}

/** Returns whether all that a function does is to throw, as one does that only those below are to define. */
function isUnimplemented(callable: Callable | undefined): boolean {
  const body = callable?.kind === "closure" ? callable.node.body : undefined;
  return body?.type === "BlockStatement" && body.body[0]?.type === "ThrowStatement";
}

export function callablesOf({ value, getter, setter }: Slot): (Callable | undefined)[] {
  return [value, getter, setter].map((one) => (one?.kind === "object" ? one.object.callable : undefined));
}
