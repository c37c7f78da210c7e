import type { Class, Node } from "@oxc-project/types";
import { classOfFile } from "../../core/file-class.js";
import { declaredType, nameOfType } from "./declared-types.js";
import type { ModuleRecord } from "./module-record.js";
import type { Run } from "./run.js";
import type { ObjectValue } from "./value.js";

/** A class, and the name by which it extends or implements a type. */
export interface ClassBelow {
  readonly made: ObjectValue;
  readonly type: Node;
  readonly module: ModuleRecord;
}

/** Records the types that a class extends or implements. */
export function implementTypes(run: Run, node: Class, made: ObjectValue, module: ModuleRecord): void {
  const { superClass } = node;
  const types = [
    ...(superClass && run.language.traits.declaresTypesApart ? [superClass] : []),
    ...(node.implements ?? []).map(({ expression }) => expression),
  ];
  for (const type of types)
    if (type.type === "Identifier") run.implement(nameOfType(type, module), { made, type, module });
}

/**
 * Returns the classes below an interface, or below a class that has no objects of its own. Classes of tests count only
 * if there are no others, because the program does not run with them.
 */
export function classesBelow(run: Run, type: Node, module: ModuleRecord): readonly ObjectValue[] {
  if (type.type !== "Identifier") return [];
  const named = run.implementing(nameOfType(type, module));
  if (named.length === 0) return [];
  const declared = declaredType(run, type, module);
  if (!declared || declared.isConcrete) return [];
  return outsideOfTests(named.filter((one) => declaredType(run, one.type, one.module)?.key === declared.key));
}

/** Returns the classes, without those of tests unless all of them are of tests. */
export function outsideOfTests(all: readonly ClassBelow[]): readonly ObjectValue[] {
  const own = all.filter(({ module }) => classOfFile(module.path) !== "test");
  return (own.length > 0 ? own : all).map(({ made }) => made);
}
