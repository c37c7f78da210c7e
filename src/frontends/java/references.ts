import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { isStatic } from "./classes.js";
import { expr, valuesIn } from "./expressions.js";
import type { Scope } from "./scope.js";

/** The name of a method that gives a property of its object. */
const GETTER = /^(?:get|is|has)[A-Z]/;

/**
 * Lowers `this::send` and `Mapper::read` to the function itself, and `Cluster::getNumShards` to a function that calls the
 * method of what it gets.
 */
export function reference(node: SyntaxNode, scope: Scope): Expr {
  const [object, name] = [valuesIn(node)[0], valuesIn(node).at(-1)];
  if (!object || !name || object === name) return build.unknown(node);
  const method = build.name(name, name.text);
  if (!isOfInstance(object, name.text, scope)) return build.member(node, expr(object, scope), method);
  const given = build.name(object, "java:given");
  return build.lambda(node, [given], build.call(node, build.member(node, given, method), []));
}

/** Returns whether a method is one of the objects of a class, and not of the class itself. */
function isOfInstance(type: SyntaxNode, method: string, scope: Scope): boolean {
  const name = type.text.replace(/<.*$/s, "");
  if (!/^[A-Z]\w*$/.test(name) || scope.has(name)) return false;
  const declared = scope.file.declared.has(name) ? declarationOf(type, name) : undefined;
  if (!declared) return GETTER.test(method);
  const methods = [...declared.walk()].filter(
    (one) => one.type === "method_declaration" && one.field("name")?.text === method,
  );
  const accessors = declared.field("parameters")?.all("formal_parameter") ?? [];
  return methods.length > 0
    ? methods.every((one) => !isStatic(one))
    : GETTER.test(method) || accessors.some((one) => one.field("name")?.text === method);
}

function declarationOf(node: SyntaxNode, name: string): SyntaxNode | undefined {
  let root = node;
  for (let at = node.parent; at; at = at.parent) root = at;
  for (const one of root.walk())
    if (/^(?:class|record|interface|enum)_declaration$/.test(one.type) && one.field("name")?.text === name)
      return one;
  return undefined;
}
