import { isWrapper } from "../wrappers.js";
import type { MemberExpression, Node } from "@oxc-project/types";
import type { Hop } from "../../facts/text.js";
import type { Environment } from "./environment.js";
import { elementOf, evaluateObjectOf, memberSite } from "./expressions.js";
import type { HeapObject } from "./heap.js";
import { getMemberByKey, type Key, type Site } from "./members.js";
import { allSlots, slotOf } from "./member-tables.js";
import { setMemberByKey } from "./member-writes.js";
import { isGlobalObject } from "./realm.js";
import type { Run } from "./run.js";
import { alternatives, choice, withHop, type Value } from "./value.js";

/** A member whose object and key were evaluated, to be read and written. */
export interface Reference {
  readonly read: () => Value;
  readonly write: (value: Value) => void;
  /** Returns whether a write is nothing but a write: no setter is called, and nothing is fixed. */
  readonly isPlain: () => boolean;
}

/** Returns the member that is assigned; `undefined` if it is not a member of an object of the program. */
export function referenceTo(run: Run, target: Node, environment: Environment): Reference | undefined {
  const node = memberIn(target);
  if (!node || (!node.computed && isGlobalObject(node.object, environment))) return undefined;
  const isSuper = node.object.type === "Super";
  const receiver = isSuper ? environment.activation.thisValue : undefined;
  const holder = evaluateObjectOf(run, node.object, environment);
  const { key, site, value: computed } = memberSite(run, node, environment);
  return {
    read: () =>
      (computed && !isSuper ? elementOf(run, holder, computed, site) : undefined) ??
      getMemberByKey(run, holder, key, site, receiver),
    write: (value) => {
      const withTrace = withHop(value, hopOfKey(node.property, key, environment));
      const written = computed && !isSuper ? notTaken(run, holder, computed, withTrace, site) : holder;
      if (written)
        setMemberByKey(run, receiver ?? written, key, withTrace, site, isSuper ? holder : undefined);
    },
    isPlain: () => !isSuper && isPlain(run, holder, key),
  };
}

/** The objects that do not take an element in their own way. */
function notTaken(run: Run, holder: Value, key: Value, value: Value, site: Site): Value | undefined {
  const { setElement } = run.language.semantics;
  if (!setElement) return holder;
  const singles = alternatives(holder);
  const others = singles.filter((single) => !setElement(run, single, key, value, site));
  if (others.length === singles.length) return holder;
  return others.length > 0 ? choice(others) : undefined;
}

function memberIn(target: Node): MemberExpression | undefined {
  if (target.type === "MemberExpression") return target;
  return isWrapper(target) ? memberIn(target.expression) : undefined;
}

function isPlain(run: Run, holder: Value, key: Key): boolean {
  return alternatives(holder).every((single) => {
    if (single.kind !== "object") return true;
    for (let at: HeapObject | undefined = single.object; at; at = at.prototype) {
      const content = run.store.read(at);
      if (content.frozen ?? content.closed) return false;
      for (const slot of key ? key.map((name) => slotOf(content, name)) : allSlots(content)) {
        if (slot?.getter ?? slot?.setter ?? slot?.isReadonly) return false;
      }
    }
    return true;
  });
}

export function hopOfKey(node: Node, key: Key, environment: Environment): Hop {
  return { kind: "property", name: key?.[0]?.toString() ?? "[]", place: environment.locate(node) };
}
