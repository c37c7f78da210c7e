import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";

type Lower = (node: SyntaxNode, scope: Scope) => Expr;

/** Code that has names of its own. */
const OWN_NAMES = /^(?:block|lambda_expression|anonymous_method_expression|local_function_statement)$/;

/** Declares the names that a statement binds inside its expressions: `is string s`, `out var x`. */
export function declaredInside(node: SyntaxNode, scope: Scope): Stmt[] {
  const found: Stmt[] = [];
  const open = [...node.children];
  for (let one = open.shift(); one; one = open.shift()) {
    if (OWN_NAMES.test(one.type) || /_statement$/.test(one.type)) continue;
    const name = /^(?:declaration|var|recursive)_pattern$|^declaration_expression$/.test(one.type)
      ? one.field("name")
      : undefined;
    if (name?.type === "identifier" && !scope.has(name.text)) {
      scope.declare(name.text);
      found.push(statements.declare(name, build.name(name, name.text), null, "let"));
    }
    addAll(open, one.children);
  }
  return found;
}

/** Lowers the test whether a value matches a pattern, with the names that it binds. */
export function fits(subject: Expr, pattern: SyntaxNode, scope: Scope, lower: Lower): Expr {
  switch (pattern.type) {
    case "constant_pattern": {
      const [value] = pattern.named;
      return value ? build.operation(pattern, "===", subject, lower(value, scope)) : build.unknown(pattern);
    }
    case "negated_pattern": {
      const [inner] = pattern.named;
      return inner ? build.unary(pattern, "!", fits(subject, inner, scope, lower)) : build.unknown(pattern);
    }
    case "or_pattern":
    case "and_pattern": {
      const [left, right] = [pattern.field("left"), pattern.field("right")];
      if (!left || !right || subject.type !== "Identifier") return build.unknown(pattern, [subject]);
      const operator = pattern.type === "or_pattern" ? "||" : "&&";
      const [one, other] = [fits(subject, left, scope, lower), fits(subject, right, scope, lower)];
      return build.either(pattern, operator, one, other);
    }
    case "parenthesized_pattern":
      return pattern.named[0] ? fits(subject, pattern.named[0], scope, lower) : build.unknown(pattern);
    case "discard":
      return build.scalar(pattern, true);
    default: {
      const name = pattern.field("name");
      return build.unknown(pattern, [
        name?.type === "identifier" ? build.assign(pattern, build.name(name, name.text), subject) : subject,
      ]);
    }
  }
}
