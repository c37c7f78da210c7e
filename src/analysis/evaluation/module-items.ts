import type { Directive, Statement, TSEnumDeclaration, TSModuleDeclaration } from "@oxc-project/types";
import type { Environment } from "./environment.js";
import { declaredNames, executeDefault, exportModule } from "./exports.js";
import { evaluate, readVariable } from "./expressions.js";
import { setMember } from "./heap.js";
import { assignPattern, keyName } from "./patterns.js";
import type { Run } from "./run.js";
import { Completion, execute, executeBody, inScopeOf } from "./statements.js";
import { UNDEFINED, objectValue, scalar, withHop, type Value } from "./value.js";

/** Exports, enums and namespaces. Imports are bound before a module runs, and types leave nothing to run. */
export function executeModuleItem(
  run: Run,
  node: Statement | Directive,
  environment: Environment,
): Completion {
  switch (node.type) {
    case "ExportNamedDeclaration":
      return node.declaration ? execute(run, node.declaration as Statement, environment) : Completion.Normal;
    case "ExportDefaultDeclaration":
      executeDefault(run, node, environment);
      break;
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
