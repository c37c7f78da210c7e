import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { codeIn, expr, lastName } from "./expressions.js";
import type { Scope } from "./scope.js";
import { wireName } from "./wire-names.js";

/** Variants that hold a value which the tree does not wrap. */
const HOLDS = /^(?:Some|Ok)$/;

/** Declares the variables of a pattern with the parts of a value. */
export function bindings(pattern: SyntaxNode, value: Expr, scope: Scope): Stmt[] {
  switch (pattern.type) {
    case "identifier":
    case "shorthand_field_identifier":
      if (isConstant(pattern, scope)) return [];
      return [declared(pattern, value, scope)];
    case "mut_pattern":
    case "ref_pattern":
    case "reference_pattern":
    case "match_pattern":
    case "parenthesized_pattern":
      return codeIn(pattern)
        .filter(({ fieldName, type }) => fieldName !== "condition" && type !== "mutable_specifier")
        .flatMap((one) => bindings(one, value, scope));
    case "captured_pattern":
      return codeIn(pattern).flatMap((one) => bindings(one, value, scope));
    case "or_pattern":
      // All ways bind the same names.
      return bindings(codeIn(pattern)[0] ?? pattern, value, scope);
    case "tuple_pattern":
    case "slice_pattern":
      return codeIn(pattern).flatMap((one, index) =>
        bindings(one, build.index(one, value, build.scalar(one, index)), scope),
      );
    case "tuple_struct_pattern": {
      const [type, ...parts] = codeIn(pattern);
      const isHeld = type !== undefined && HOLDS.test(lastName(type)) && parts.length === 1;
      return parts.flatMap((one) => bindings(one, isHeld ? value : build.unknown(one), scope));
    }
    case "struct_pattern":
      return pattern.all("field_pattern").flatMap((one) => {
        const name = one.field("name");
        if (!name) return [];
        const key = build.name(name, wireName(name.text, scope.file));
        return bindings(one.field("pattern") ?? name, build.member(one, value, key), scope);
      });
    default:
      return [];
  }
}

function declared(name: SyntaxNode, value: Expr, scope: Scope): Stmt {
  return statements.declare(name, build.name(name, scope.declare(name)), value, "let");
}

/** Checks whether a name in a pattern is a constant or variant, and not a variable: `None`, `MAX`. */
function isConstant({ text }: SyntaxNode, { file }: Scope): boolean {
  return /^[A-Z]/.test(text) || file.declared.has(text);
}

/** Returns the test whether a value has the shape of a pattern. Undefined if every value has it. */
export function testOf(pattern: SyntaxNode, value: Expr, scope: Scope): Expr | undefined {
  switch (pattern.type) {
    case "identifier":
      if (pattern.text === "None") return build.operation(pattern, "==", value, build.scalar(pattern, null));
      return isConstant(pattern, scope) ? same(pattern, value, scope) : undefined;
    case "mut_pattern":
    case "ref_pattern":
    case "tuple_pattern":
    case "struct_pattern":
    case "remaining_field_pattern":
      return pattern.type === "struct_pattern" ? build.unknown(pattern) : undefined;
    case "match_pattern": {
      const [inner] = codeIn(pattern);
      const guard = pattern.field("condition");
      const test = inner && inner !== guard ? testOf(inner, value, scope) : undefined;
      // A guard names the variables of the pattern, which are declared behind the test.
      return guard ? build.unknown(pattern, test ? [test] : []) : test;
    }
    case "reference_pattern":
    case "captured_pattern":
      return codeIn(pattern).length > 0 ? testOf(codeIn(pattern).at(-1)!, value, scope) : undefined;
    case "or_pattern": {
      const tests = codeIn(pattern).map((one) => testOf(one, value, scope));
      const known = tests.filter((one) => one !== undefined);
      if (known.length < tests.length) return undefined;
      return known.reduce((left, right) => build.either(pattern, "||", left, right));
    }
    case "tuple_struct_pattern": {
      const [type] = codeIn(pattern);
      if (type?.text !== "Some") return build.unknown(pattern, [value]);
      return build.operation(pattern, "!=", value, build.scalar(pattern, null));
    }
    case "string_literal":
    case "integer_literal":
    case "boolean_literal":
    case "char_literal":
    case "scoped_identifier":
      return same(pattern, value, scope);
    default:
      return pattern.text === "_" ? undefined : build.unknown(pattern, [value]);
  }
}

function same(pattern: SyntaxNode, value: Expr, scope: Scope): Expr {
  return build.operation(pattern, "===", value, expr(pattern, scope));
}
