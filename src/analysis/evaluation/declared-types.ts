import type { ExportNamedDeclaration, Node } from "@oxc-project/types";
import type { Variable } from "@typescript-eslint/scope-manager";
import { keyName } from "./patterns.js";
import type { ModuleRecord } from "./module-record.js";
import type { Run } from "./run.js";

/** A type that a program names. */
interface DeclaredType {
  /** Tells it from other types of the same name. */
  readonly key: string;
  /** True if it is a class of the program that may have objects of its own. */
  readonly isConcrete: boolean;
  /** The declaration, if it is in the program. */
  readonly declaration?: Declaration;
}

/** The declaration of a type, and the file that has it. */
export interface Declaration {
  readonly node: Node;
  readonly module: ModuleRecord;
}

/** Returns the name of a type where it is declared, as far as the import of the file tells it. */
export function nameOfType(identifier: Node & { readonly name: string }, { names }: ModuleRecord): string {
  const node = names.variableOf(identifier)?.defs[0]?.node as Node | undefined;
  return node?.type === "ImportSpecifier" ? keyName(node.imported) : identifier.name;
}

/** Finds the declaration of the type that code names, through imports. Types have no values to follow. */
export function declaredType(run: Run, name: Node, module: ModuleRecord): DeclaredType | undefined {
  if (name.type === "TSQualifiedName") {
    const definition = module.names.variableOf(name.left)?.defs[0];
    const node = definition?.node as Node | undefined;
    const parent = definition?.parent as Node | null | undefined;
    if (node?.type !== "ImportNamespaceSpecifier" || parent?.type !== "ImportDeclaration") return undefined;
    return declaredIn(run, parent.source.value, name.right.name, module);
  }
  const variable = module.names.variableOf(name);
  return variable && ofVariable(run, variable, module, new Set());
}

/** Finds the declaration of a type that a module exports under a name. */
export function declaredIn(
  run: Run,
  specifier: string,
  name: string,
  from: ModuleRecord,
): DeclaredType | undefined {
  return fromModule(run, specifier, name, from, new Set());
}

function ofVariable(
  run: Run,
  variable: Variable,
  module: ModuleRecord,
  seen: Set<string>,
): DeclaredType | undefined {
  const [definition] = variable.defs;
  const node = definition?.node as Node | undefined;
  const parent = definition?.parent as Node | null | undefined;
  if (!node) return undefined;
  if (parent?.type !== "ImportDeclaration") return declaredBy(node, module, variable.name);
  if (node.type === "ImportNamespaceSpecifier") return undefined;
  const name = node.type === "ImportSpecifier" ? keyName(node.imported) : "default";
  return fromModule(run, parent.source.value, name, module, seen);
}

/** Finds an export of the module that a specifier leads to. */
function fromModule(
  run: Run,
  specifier: string,
  name: string,
  from: ModuleRecord,
  seen: Set<string>,
): DeclaredType | undefined {
  const path = run.modules.resolve(specifier, from);
  if (path === undefined)
    return specifier.startsWith(".") ? undefined : { key: keyOf(specifier, name), isConcrete: false };
  const module = run.modules.parsed(run, path, from);
  return module ? exported(run, name, module, seen) : undefined;
}

function exported(run: Run, name: string, module: ModuleRecord, seen: Set<string>): DeclaredType | undefined {
  const key = keyOf(module.path, name);
  if (seen.has(key)) return undefined;
  seen.add(key);
  const { body } = module.program;
  for (const item of body) {
    if (item.type === "ExportNamedDeclaration") {
      const found = amongNamed(run, item, name, module, seen);
      if (found) return found;
    } else if (item.type === "ExportDefaultDeclaration" && name === "default") {
      const { declaration } = item;
      const id = "id" in declaration ? declaration.id : declaration;
      const variable = id ? module.names.variableOf(id) : undefined;
      return variable ? ofVariable(run, variable, module, seen) : undefined;
    }
  }
  if (name === "default") return undefined;
  for (const item of body) {
    if (item.type !== "ExportAllDeclaration" || item.exported) continue;
    const found = fromModule(run, item.source.value, name, module, seen);
    if (found) return found;
  }
  return undefined;
}

function amongNamed(
  run: Run,
  { declaration, specifiers, source }: ExportNamedDeclaration,
  name: string,
  module: ModuleRecord,
  seen: Set<string>,
): DeclaredType | undefined {
  const id = declaration && "id" in declaration ? declaration.id : undefined;
  if (id?.type === "Identifier" && id.name === name && declaration)
    return declaredBy(declaration, module, name);
  for (const { local, exported: outside } of specifiers) {
    if (keyName(outside) !== name) continue;
    if (source) return fromModule(run, source.value, keyName(local), module, seen);
    const variable = module.names.variableOf(local);
    return variable && ofVariable(run, variable, module, seen);
  }
  return undefined;
}

function declaredBy(node: Node, module: ModuleRecord, name: string): DeclaredType {
  const isClass = node.type === "ClassDeclaration" || node.type === "ClassExpression";
  const isConcrete = isClass && node.abstract !== true;
  return { key: keyOf(module.path, name), isConcrete, declaration: { node, module } };
}

function keyOf(home: string, name: string): string {
  return `${home}#${name}`;
}
