import type { ClassElement } from "@oxc-project/types";
import { classOfFile } from "../../core/file-class.js";
import type { ClassCallable, Closure } from "./callable.js";
import { findSlot, peek } from "./members.js";
import type { Run } from "./run.js";
import { objectValue, type ObjectValue, type Value } from "./value.js";

/** A method that a class inherits, and instances of that class to call it on. */
export interface InheritedCall {
  readonly heir: ClassCallable;
  readonly instances: readonly ObjectValue[];
  readonly method: Closure;
  /** The method as a value of the program. */
  readonly value: Value;
}

/**
 * Returns the public methods that known code calls on instances of some classes only, with the other classes that
 * inherit them. Unknown code may call them there as well: `new Cluster(name).get()`.
 */
export function inheritedCalls(run: Run): InheritedCall[] {
  const calls: InheritedCall[] = [];
  for (const [prototype, instances] of run.instances.byPrototype) {
    const heir = classOf(run, objectValue(prototype));
    const module = heir?.environment.module;
    if (!heir || !module || !(module.isRoot || module.namesResource)) continue;
    // Classes of a test are not imported.
    if (classOfFile(module.path) === "test") continue;
    const [instance] = instances;
    for (let above = prototype.prototype; instance && above; above = above.prototype)
      for (const element of classOf(run, objectValue(above))?.node.body.body ?? []) {
        const name = publicName(element);
        const slot = name === undefined ? undefined : findSlot(run, instance.object, name);
        const method = slot?.value.kind === "object" ? slot.value.object.callable : undefined;
        if (method?.kind !== "closure" || !("value" in element) || element.value !== method.node) continue;
        if (run.hasEntered(method.node) && !run.instances.isCalledOn(method.node, prototype))
          calls.push({ heir, instances, method, value: slot!.value });
      }
  }
  return calls;
}

/** The class that a prototype belongs to. */
function classOf(run: Run, prototype: ObjectValue): ClassCallable | undefined {
  const constructor = peek(run, prototype, "constructor");
  const callable = constructor.kind === "object" ? constructor.object.callable : undefined;
  return callable?.kind === "class" ? callable : undefined;
}

/** Returns the name of a method that code outside of the class may call. */
function publicName(element: ClassElement): string | undefined {
  if (element.type !== "MethodDefinition" && element.type !== "PropertyDefinition") return undefined;
  const { key, computed, accessibility } = element;
  if (element.static || computed || key.type !== "Identifier") return undefined;
  if (element.type === "MethodDefinition" && element.kind !== "method") return undefined;
  if (accessibility === "private" || accessibility === "protected") return undefined;
  return key.name.startsWith("_") ? undefined : key.name;
}
