import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { CLIENTS } from "../jvm/injected-types.js";
import { injected, parametersOf } from "./parameters.js";
import type { Scope } from "./scope.js";
import { typeName } from "./types.js";

/** Registers the clients that methods of a class make for other classes: `@Bean RestTemplate rest()`. */
export function beansOf(owner: SyntaxNode, parts: readonly SyntaxNode[], scope: Scope): Stmt[] {
  return parts.flatMap((part): Stmt[] => {
    const [name, type] = [part.field("name"), part.field("type")];
    if (part.type !== "method_declaration" || !name || !type || !isBean(part)) return [];
    if (!CLIENTS.has(typeName(type))) return [];
    const made = build.make(name, build.name(name, owner.text), []);
    const call = build.call(
      name,
      build.member(name, made, build.name(name, name.text)),
      parametersOf(part).map((one) => injected(one.node, one.type, scope, true) ?? build.unknown(one.node)),
    );
    const register = build.call(name, build.name(name, "jvm:bean"), [
      build.madeText(type, typeName(type)),
      build.lambda(name, [], call),
    ]);
    return [statements.statement(register)];
  });
}

function isBean(part: SyntaxNode): boolean {
  const annotations = part.child("modifiers")?.all("annotation", "marker_annotation") ?? [];
  return annotations.some((one) => /^@(?:Bean|Produces)\b/.test(one.text));
}
