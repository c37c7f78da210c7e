import type { Class, Program } from "@oxc-project/types";
import { walk } from "../walk.js";
import type { ModuleRecord } from "./module-record.js";

/** Returns whether a class only exists for other classes of its file to extend: it cannot be instantiated alone. */
export function isOnlyExtended(module: ModuleRecord, node: Class): boolean {
  if (node.abstract) return true;
  if (node.type !== "ClassDeclaration" || !node.id || isExported(module, node)) return false;
  const extended = extendedIn(module.program);
  const references = module.names.variableOf(node.id)?.references ?? [];
  return references.every(
    ({ identifier, isValueReference }) => !isValueReference || extended.has(identifier),
  );
}

const known = new WeakMap<Program, ReadonlySet<object>>();

/**
 * Returns the expressions after `extends` in a program. They are the same for each of its classes, so they are found
 * once.
 */
function extendedIn(program: Program): ReadonlySet<object> {
  const before = known.get(program);
  if (before) return before;
  const extended = new Set<object>();
  walk(program, (one) => {
    if ((one.type === "ClassDeclaration" || one.type === "ClassExpression") && one.superClass)
      extended.add(one.superClass);
    return true;
  });
  known.set(program, extended);
  return extended;
}

/** Other exports name the class, and are references. */
function isExported({ program }: ModuleRecord, node: Class): boolean {
  return program.body.some(
    (statement) =>
      (statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration") &&
      statement.declaration === node,
  );
}
