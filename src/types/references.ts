import type ts from "typescript";
import type { PropertyReference } from "../engine/type-oracle.js";

type Kind = PropertyReference["kind"];

/**
 * Returns how code uses a property at the name or string `node`; `undefined` for a variable that only has the same
 * name.
 */
export function kindOfReference(compiler: typeof ts, node: ts.Node): Kind | undefined {
  const { parent } = node;
  if (
    (compiler.isPropertySignature(parent) || compiler.isPropertyDeclaration(parent)) &&
    parent.name === node
  )
    return "declaration";
  if (compiler.isPropertyAssignment(parent) && parent.name === node) return literalKind(compiler, parent);
  if (compiler.isShorthandPropertyAssignment(parent) && parent.name === node)
    return literalKind(compiler, parent);
  if (compiler.isPropertyAccessExpression(parent) && parent.name === node) return "read";
  if (compiler.isElementAccessExpression(parent) && parent.argumentExpression === node) return "read";
  if (compiler.isBindingElement(parent)) return bindingKind(compiler, parent, node);
  const isValue = compiler.isIdentifier(node) && !compiler.isTypeNode(parent) && !isMember(compiler, parent);
  return isValue ? undefined : "other";
}

/** `({ srvAddress: x } = cluster)` looks like a literal and is a pattern. */
function literalKind(compiler: typeof ts, property: ts.Node): Kind {
  let at: ts.Node = property.parent;
  while (compiler.isObjectLiteralExpression(at.parent) || compiler.isPropertyAssignment(at.parent))
    at = at.parent;
  const { parent } = at;
  const isPattern =
    compiler.isBinaryExpression(parent) &&
    parent.left === at &&
    parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken;
  return isPattern ? "read" : "literal";
}

/** A variable of a pattern is the property if it has no other name. */
function bindingKind(compiler: typeof ts, element: ts.BindingElement, node: ts.Node): Kind | undefined {
  if (!compiler.isObjectBindingPattern(element.parent) || element.dotDotDotToken) return undefined;
  return element.propertyName === node || (!element.propertyName && element.name === node)
    ? "read"
    : undefined;
}

function isMember(compiler: typeof ts, node: ts.Node): boolean {
  return (
    compiler.isParameter(node) ||
    compiler.isMethodDeclaration(node) ||
    compiler.isMethodSignature(node) ||
    compiler.isAccessor(node) ||
    compiler.isJSDocPropertyTag(node)
  );
}
