import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Stmt } from "../lowered/core-tree.js";
import { CLIENTS } from "../jvm/injected-types.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { annotationsOf } from "./annotations.js";
import { resultType } from "./functions.js";
import { injected, parametersOf } from "./parameters.js";
import type { Scope } from "./scope.js";
import { typeName } from "./types.js";

/** Registers the clients that methods of a class make for other classes: `@Bean fun rest(): RestTemplate`. */
export function beansOf(owner: SyntaxNode, parts: readonly SyntaxNode[], scope: Scope): Stmt[] {
  return parts.flatMap((part): Stmt[] => {
    const name = part.type === "function_declaration" ? part.field("name") : undefined;
    const type = name && resultType(part);
    const isBean = annotationsOf(part).some((one) => one.name === "Bean" || one.name === "Produces");
    if (!name || !isBean || !CLIENTS.has(typeName(type))) return [];
    const made = build.make(name, build.name(name, owner.text), []);
    const call = build.call(
      name,
      build.member(name, made, build.name(name, name.text)),
      parametersOf(part).map(
        ({ at, node, type: of }) => injected(node, of, scope, true) ?? build.unknown(at),
      ),
    );
    const register = build.call(name, build.name(name, "jvm:bean"), [
      build.madeText(name, typeName(type)),
      build.lambda(name, [], call),
    ]);
    return [statements.statement(register)];
  });
}
