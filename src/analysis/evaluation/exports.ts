import type { ExportDefaultDeclaration, ExportNamedDeclaration, Node, Statement } from "@oxc-project/types";
import type { Variable } from "@typescript-eslint/scope-manager";
import { Arguments } from "./callable.js";
import type { Environment } from "./environment.js";
import { evaluate, readVariable } from "./expressions.js";
import { setMember } from "./heap.js";
import { peek } from "./members.js";
import type { ModuleRecord } from "./module-record.js";
import { keyName } from "./patterns.js";
import type { Run } from "./run.js";
import { declareClass } from "./statements.js";
import { UNDEFINED, objectValue, withHop, type Value } from "./value.js";

/**
 * Finds out what a module exports before it runs. Exports are bindings: each is resolved at its first use, so that
 * modules may import each other in a circle.
 */
export function linkExports(run: Run, module: ModuleRecord, environment: Environment): void {
  for (const node of module.program.body) linkItem(run, node, module, environment);
  module.exports.namespace.lazyMember = (key, asked) => exportOf(module, key, asked);
}

/**
 * Returns the export of a module under a name at the moment.
 *
 * @param asked modules that were asked already, because `export *` may form circles
 */
function exportOf(
  { exports }: ModuleRecord,
  name: string,
  asked: Set<object> = new Set(),
): Value | undefined {
  if (asked.has(exports)) return undefined;
  asked.add(exports);
  const own = exports.named.get(name)?.();
  if (own || name === "default") return own;
  for (const star of exports.stars) {
    const source = star();
    const found = source.kind === "object" ? source.object.lazyMember?.(name, asked) : undefined;
    if (found) return found;
  }
  return undefined;
}

function linkItem(run: Run, node: Node, module: ModuleRecord, environment: Environment): void {
  const { exports } = module;
  if (node.type === "ImportDeclaration") exports.isModule = true;
  if (node.type === "ExportNamedDeclaration") {
    exports.isModule = true;
    linkNamed(run, node, module, environment);
  } else if (node.type === "ExportDefaultDeclaration") {
    exports.isModule = true;
    linkDefault(run, node, module, environment);
  } else if (node.type === "ExportAllDeclaration") {
    exports.isModule = true;
    const source = () => run.realm.importModule(run, node.source.value, environment, node);
    if (node.exported) exports.named.set(keyName(node.exported), source);
    else exports.stars.push(source);
  } else if (node.type === "TSExportAssignment") {
    exports.isModule = false;
  }
}

function linkNamed(
  run: Run,
  node: ExportNamedDeclaration,
  module: ModuleRecord,
  environment: Environment,
): void {
  const { named } = module.exports;
  if (node.declaration) {
    for (const name of declaredNames(node.declaration)) {
      const variable = module.names.variableOf(name);
      if (variable) named.set(variable.name, () => exported(run, variable, environment, name));
    }
    return;
  }
  for (const specifier of node.specifiers) {
    const local = keyName(specifier.local);
    const { source } = node;
    if (source) {
      named.set(keyName(specifier.exported), () =>
        run.realm.namedExport(run, run.realm.importModule(run, source.value, environment, node), local),
      );
    } else {
      const variable = module.names.variableOf(specifier.local);
      if (variable)
        named.set(keyName(specifier.exported), () => exported(run, variable, environment, specifier));
    }
  }
}

function exported(run: Run, variable: Variable, environment: Environment, node: Node): Value {
  const value = readVariable(run, variable, environment, node);
  return withHop(value, { kind: "export", name: variable.name, place: environment.locate(node) });
}

function linkDefault(
  run: Run,
  node: ExportDefaultDeclaration,
  module: ModuleRecord,
  environment: Environment,
): void {
  const { declaration } = node;
  const id = "id" in declaration ? (declaration.id as Node | null) : null;
  const variable =
    id && declaration.type !== "TSInterfaceDeclaration" ? module.names.variableOf(id) : undefined;
  const isDeclared = declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration";
  if (variable && isDeclared)
    module.exports.named.set("default", () => exported(run, variable, environment, node));
}

/** Runs an `export default`; what it gives is the export from then on. */
export function executeDefault(run: Run, node: ExportDefaultDeclaration, environment: Environment): void {
  const { declaration } = node;
  if (declaration.type === "TSInterfaceDeclaration") return;
  let value: Value;
  if (declaration.type === "ClassDeclaration") value = declareClass(run, declaration, environment);
  else if (declaration.type === "FunctionDeclaration") {
    if (declaration.id) return;
    value = evaluate(run, { ...declaration, type: "FunctionExpression" }, environment);
  } else value = evaluate(run, declaration, environment);
  const args = new Arguments([]);
  run.language.exportedByDefault?.(run, value, { this: UNDEFINED, args, node, environment, isNew: false });
  const hop = { kind: "export", name: "default", place: environment.locate(node) } as const;
  environment.module.exports.named.set("default", () => withHop(value, hop));
  run.summaries.forget();
}

/** Evaluates `module.exports = …` in any form. */
export function exportModule(run: Run, value: Value, environment: Environment): void {
  setMember(run.store, environment.module.exports.module, "exports", { value, maybeAbsent: false });
}

/** Returns the result of `require` for a module. */
export function moduleExports(run: Run, module: ModuleRecord): Value {
  return peek(run, objectValue(module.exports.module), "exports");
}

/** Returns the identifiers that a declaration declares. */
export function declaredNames(declaration: Node | Statement): (Node & { name: string })[] {
  if (declaration.type === "VariableDeclaration")
    return declaration.declarations.flatMap(({ id }) => namesIn(id));
  const { id } = declaration as { id?: Node | null };
  return id?.type === "Identifier" ? [id as Node & { name: string }] : [];
}

export function namesIn(pattern: Node): (Node & { name: string })[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern as Node & { name: string }];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        namesIn(property.type === "RestElement" ? property.argument : property.value),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element ? namesIn(element) : []));
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "RestElement":
      return namesIn(pattern.argument);
    default:
      return [];
  }
}
