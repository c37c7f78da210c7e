import type { Class } from "@oxc-project/types";
import { walk } from "../walk.js";
import type { ModuleRecord } from "./module-record.js";

/** Whether a class is there for other classes of its file to extend: nobody can make an instance of it alone. */
export function isOnlyExtended(module: ModuleRecord, node: Class): boolean {
  if (node.abstract) return true;
  if (node.type !== "ClassDeclaration" || !node.id || isExported(module, node)) return false;
  const extended = new Set<object>();
  walk(module.program, (one) => {
    if ((one.type === "ClassDeclaration" || one.type === "ClassExpression") && one.superClass)
      extended.add(one.superClass);
    return true;
  });
  const references = module.names.variableOf(node.id)?.references ?? [];
  return references.every(
    ({ identifier, isValueReference }) => !isValueReference || extended.has(identifier),
  );
}

/** Other exports name the class, and are references. */
function isExported({ program }: ModuleRecord, node: Class): boolean {
  return program.body.some(
    (statement) =>
      (statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration") &&
      statement.declaration === node,
  );
}
