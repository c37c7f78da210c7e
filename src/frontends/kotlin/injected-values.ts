import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import { isClient } from "../jvm/injected-types.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { orGiven } from "../jvm/settings.js";
import type { Scope } from "./scope.js";
import { plainType, typeExpr, typeName } from "./types.js";

/** Gives a value its declared type: if it is unknown, it becomes an instance of that client. */
export function typedValue(value: Expr, type: SyntaxNode | undefined, scope: Scope): Expr {
  const plain = plainType(type);
  if (plain?.type !== "user_type" || !isClient(typeName(plain), plain.text)) return value;
  const instance = build.call(plain, build.name(plain, "jvm:instance"), [
    typeExpr(plain, scope),
    build.madeText(plain, typeName(plain)),
  ]);
  return orGiven(plain, value, instance);
}
