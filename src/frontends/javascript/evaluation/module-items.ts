import type {
  Directive,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  ImportDeclaration,
  Node,
  Statement,
  TSEnumDeclaration,
  TSModuleDeclaration,
} from "@oxc-project/types";
import type { Hop } from "../../../facts/text.js";
import type { Environment } from "./environment.js";
import { evaluate, readVariable } from "./expressions.js";
import { setMember } from "./heap.js";
import { copyMembers, peek } from "./members.js";
import { assignPattern, keyName } from "./patterns.js";
import type { Run } from "./run.js";
import { Completion, declareClass, execute, executeBody, inScopeOf } from "./statements.js";
import { UNDEFINED, objectValue, scalar, withHop, type Value } from "./value.js";

/** Imports, exports, enums and namespaces. Types leave nothing to run. */
export function executeModuleItem(
  run: Run,
  node: Statement | Directive,
  environment: Environment,
): Completion {
  switch (node.type) {
    case "ExportNamedDeclaration":
      return exportNamed(run, node, environment);
    case "ExportDefaultDeclaration":
      exportDefault(run, node, environment);
      break;
    case "ExportAllDeclaration": {
      const source = run.realm.importModule(run, node.source.value, environment, node);
      const { namespace } = environment.module.exports;
      if (node.exported) exportValue(run, keyName(node.exported), source, environment, node);
      else copyMembers(run, namespace, source, { node, key: node, environment });
      break;
    }
    case "TSExportAssignment":
      exportModule(run, evaluate(run, node.expression, environment), environment);
      break;
    case "TSImportEqualsDeclaration":
      if (node.moduleReference.type === "TSExternalModuleReference") {
        const { value } = node.moduleReference.expression;
        assignPattern(run, node.id, run.realm.importModule(run, value, environment, node), {
          environment,
          declares: true,
        });
      }
      break;
    case "TSEnumDeclaration":
      declareEnum(run, node, environment);
      break;
    case "TSModuleDeclaration":
      if (node.kind !== "global") declareNamespace(run, node, environment);
      break;
    default:
      break;
  }
  return Completion.Normal;
}

/** Binds what a module imports; done before anything else of it runs. */
export function bindImports(run: Run, statements: readonly Node[], environment: Environment): void {
  for (const node of statements)
    if (node.type === "ImportDeclaration" && node.importKind !== "type") bindImport(run, node, environment);
}

function bindImport(run: Run, node: ImportDeclaration, environment: Environment): void {
  const source = run.realm.importModule(run, node.source.value, environment, node);
  for (const specifier of node.specifiers) {
    const variable = environment.module.names.variableOf(specifier.local);
    if (!variable) continue;
    let value = source;
    if (specifier.type === "ImportDefaultSpecifier") value = run.realm.defaultExport(run, source);
    else if (specifier.type === "ImportSpecifier")
      value = run.realm.namedExport(run, source, keyName(specifier.imported));
    const hop: Hop = { kind: "import", name: specifier.local.name, place: environment.locate(specifier) };
    const cell = environment.lookup(variable) ?? environment.declare(variable);
    const imported = withHop(value, hop);
    cell.remember(imported);
    run.store.write(cell, imported);
  }
}

function exportNamed(run: Run, node: ExportNamedDeclaration, environment: Environment): Completion {
  const { declaration } = node;
  if (declaration) {
    const completion = execute(run, declaration as Statement, environment);
    for (const name of declaredNames(declaration)) {
      const variable = environment.module.names.variableOf(name);
      if (variable)
        exportValue(run, variable.name, readVariable(run, variable, environment, node), environment, name);
    }
    return completion;
  }
  const source = node.source ? run.realm.importModule(run, node.source.value, environment, node) : undefined;
  for (const specifier of node.specifiers) {
    const local = keyName(specifier.local);
    const value = source
      ? run.realm.namedExport(run, source, local)
      : evaluate(run, specifier.local, environment);
    exportValue(run, keyName(specifier.exported), value, environment, specifier);
  }
  return Completion.Normal;
}

/** The identifiers that a declaration declares. */
function declaredNames(declaration: Node): (Node & { name: string })[] {
  if (declaration.type === "VariableDeclaration")
    return declaration.declarations.flatMap(({ id }) => namesIn(id));
  const { id } = declaration as { id?: Node | null };
  return id?.type === "Identifier" ? [id as Node & { name: string }] : [];
}

function namesIn(pattern: Node): (Node & { name: string })[] {
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

function exportDefault(run: Run, node: ExportDefaultDeclaration, environment: Environment): void {
  const { declaration } = node;
  let value: Value = UNDEFINED;
  if (declaration.type === "ClassDeclaration") value = declareClass(run, declaration, environment);
  else if (declaration.type === "FunctionDeclaration") {
    const variable = declaration.id ? environment.module.names.variableOf(declaration.id) : undefined;
    value = variable
      ? readVariable(run, variable, environment, node)
      : evaluate(run, { ...declaration, type: "FunctionExpression" }, environment);
  } else if (declaration.type !== "TSInterfaceDeclaration") value = evaluate(run, declaration, environment);
  exportValue(run, "default", value, environment, node);
}

function exportValue(run: Run, name: string, value: Value, environment: Environment, node: Node): void {
  const place = environment.locate(node);
  setMember(run.store, environment.module.exports.namespace, name, {
    value: withHop(value, { kind: "export", name, place }),
    maybeAbsent: false,
    keyPlace: place,
  });
}

/** `module.exports = …`, in whatever way it is written. */
export function exportModule(run: Run, value: Value, environment: Environment): void {
  setMember(run.store, environment.module.exports.module, "exports", { value, maybeAbsent: false });
}

export function moduleExports(run: Run, environment: Environment): Value {
  return peek(run, objectValue(environment.module.exports.module), "exports");
}

function declareEnum(run: Run, node: TSEnumDeclaration, environment: Environment): void {
  const object = run.make(node.id.name, environment.locate(node));
  const inside = inScopeOf(node, environment);
  let next: number | undefined = 0;
  for (const member of node.body.members) {
    const key = keyName(member.id);
    let value: Value = next === undefined ? UNDEFINED : scalar(next);
    if (member.initializer) value = evaluate(run, member.initializer, inside);
    next = value.kind === "scalar" && typeof value.value === "number" ? value.value + 1 : undefined;
    setMember(run.store, object, key, {
      value: withHop(value, { kind: "property", name: key, place: environment.locate(member.id) }),
      maybeAbsent: false,
      keyPlace: environment.locate(member.id),
    });
    const variable = environment.module.names.variableOf(member.id);
    const cell = variable && inside.lookup(variable);
    if (cell) run.store.write(cell, value);
  }
  assignPattern(run, node.id, objectValue(object), { environment, declares: true });
}

function declareNamespace(run: Run, node: TSModuleDeclaration, environment: Environment): void {
  if (node.body?.type !== "TSModuleBlock" || node.id.type !== "Identifier") return;
  const inside = inScopeOf(node, environment);
  executeBody(run, node.body.body, inside);
  const object = run.make(node.id.name, environment.locate(node));
  for (const statement of node.body.body) {
    if (statement.type !== "ExportNamedDeclaration" || !statement.declaration) continue;
    for (const name of declaredNames(statement.declaration)) {
      const variable = inside.module.names.variableOf(name);
      if (variable)
        setMember(run.store, object, variable.name, {
          value: readVariable(run, variable, inside, name),
          maybeAbsent: false,
        });
    }
  }
  assignPattern(run, node.id, objectValue(object), { environment, declares: true });
}
