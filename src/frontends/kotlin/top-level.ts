import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { classOf, parentNames } from "./classes.js";
import { isTypeDeclaration, namesOfProperty } from "./declared-names.js";
import { functionsOf } from "./functions.js";
import { propertyValue, getterOf } from "./properties.js";
import type { Scope } from "./scope.js";
import { statement } from "./statements.js";

/**
 * Lowers what is in a file. Kotlin has no order among declarations, but the evaluator has: plain values come first,
 * then classes, those that others extend before them, then other values.
 */
export function topLevelStatements(root: SyntaxNode, scope: Scope): Stmt[] {
  const properties = root.named.filter(({ type }) => type === "property_declaration");
  const types = inOrder(root.named.filter(isTypeDeclaration));
  const functions = root.named.filter(({ type }) => type === "function_declaration");
  const taken = new Set<SyntaxNode>([...properties, ...types, ...functions]);
  const isPlain = (node: SyntaxNode): boolean =>
    ![...node.walk()].some(({ type }) => type === "call_expression" || type === "object_literal");
  // Build scripts and other scripts have statements.
  const others = root.named.filter(
    (node) =>
      !taken.has(node) &&
      !/^(?:import|package_header|file_annotation|.*comment|shebang|ERROR)$/.test(node.type),
  );
  return [
    ...functionsOf(functions, scope).map((one) => exportedFunction(one)),
    ...properties.filter(isPlain).flatMap((node) => property(node, scope)),
    ...types.flatMap((node) => classOf(node, scope).map(exportedType)),
    ...properties.filter((node) => !isPlain(node)).flatMap((node) => property(node, scope)),
    ...others.flatMap((node) => statement(node, scope)),
  ];
}

function exportedFunction(one: Stmt): Stmt {
  return one.type === "FunctionDeclaration" ? statements.exported(one) : one;
}

function exportedType(one: Stmt): Stmt {
  return one.type === "ClassDeclaration" ? statements.exported(one) : one;
}

function property(node: SyntaxNode, scope: Scope): Stmt[] {
  const names = namesOfProperty(node);
  const [name] = names;
  if (!name || names.length > 1) return statement(node, scope);
  const getter = getterOf(node, scope);
  const value = getter ? build.call(node, getter, []) : (propertyValue(node, scope) ?? null);
  return [statements.exported(statements.declare(node, build.name(name, name.text), value, "let"))];
}

/** Puts classes behind those that they extend. */
function inOrder(types: readonly SyntaxNode[]): SyntaxNode[] {
  const byName = new Map(types.map((node) => [node.field("name")?.text, node]));
  const done = new Set<SyntaxNode>();
  const add = (node: SyntaxNode, around: readonly SyntaxNode[]): void => {
    if (done.has(node) || around.includes(node)) return;
    for (const name of parentNames(node)) {
      const parent = byName.get(name);
      if (parent) add(parent, [...around, node]);
    }
    done.add(node);
  };
  for (const node of types) add(node, []);
  return [...done];
}
